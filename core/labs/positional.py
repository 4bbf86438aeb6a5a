"""Positional encoding (3.5): the browser draws it; this is how the model makes it."""

from core.model.embedding import sinusoidal_positions

CODE = (sinusoidal_positions,)
