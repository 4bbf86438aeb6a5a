"""Dropout (5.4): the browser draws it; this is that of the model, and where a sub-layer applies it."""

from core.model.dropout import Dropout, dropout_scale
from core.model.layers import AddAndNorm

CODE = (Dropout.forward, dropout_scale, AddAndNorm.forward)
