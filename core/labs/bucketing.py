"""Batches of similar lengths (5.1): the browser draws lengths; this is how the training makes its batches."""

from core.data.batching import make_batches, padding_share

CODE = (make_batches, padding_share)
