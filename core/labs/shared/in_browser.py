"""The functions of the core behind labs that the browser computes alone: the model does with these what a lab draws."""

from collections.abc import Callable
from typing import Any

from core.data.batching import make_batches, padding_share
from core.model.attention import attention_weights, masked_softmax
from core.model.dropout import Dropout, dropout_scale
from core.model.embedding import sinusoidal_positions
from core.model.layers import AddAndNorm
from core.training.adam import Adam
from core.training.loss import smoothed_cross_entropy
from core.training.schedule import learning_rate
from core.training.trainer import Trainer

CODE: dict[str, tuple[Callable[..., Any], ...]] = {
    "accumulation": (Trainer._step,),  # pyright: ignore[reportPrivateUsage]
    "adam": (Adam.step,),
    "bucketing": (make_batches, padding_share),
    "dropout": (Dropout.forward, dropout_scale, AddAndNorm.forward),
    "empty_row": (masked_softmax,),
    "label_smoothing": (smoothed_cross_entropy,),
    "positional": (sinusoidal_positions,),
    "schedule": (learning_rate,),
    "softmax": (attention_weights, masked_softmax),
}
