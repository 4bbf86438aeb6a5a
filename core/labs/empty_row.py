"""A row without any allowed key (3.2.3): the browser draws it; this is how the model computes its own."""

from core.model.attention import masked_softmax

CODE = (masked_softmax,)
