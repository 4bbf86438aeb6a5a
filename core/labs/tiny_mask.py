"""Unmasked scores of a head of the decoder, for the mistake of a mask that is too small."""

from core.labs.mask_after_softmax import CODE, Values, compute

__all__ = ["CODE", "Values", "compute"]
