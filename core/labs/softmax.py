"""Scaled dot-product attention (3.2.1): the browser draws random rows; this is how the model computes its own."""

from core.model.attention import attention_weights, masked_softmax

CODE = (attention_weights, masked_softmax)
