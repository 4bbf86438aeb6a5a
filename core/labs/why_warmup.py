"""A small fresh model trained with and without warm-up: its loss, and what the first steps do to its weights (5.3).

Model, loss, schedule and optimiser are those of this project's trainings. One answer is one training, so that a page
asks for several of them one after the other.

Shapes: B sentences, L tokens of a sentence with its end symbol, S steps.
"""

from typing import Annotated, Any, Literal

import numpy as np
import torch
from pydantic import Field
from torch import nn

from core.config import ModelConfig, SpecialIds
from core.data.batching import Batch
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.labs.shared.small_training import backward, fresh, with_end
from core.training.adam import Adam
from core.training.loss import smoothed_cross_entropy
from core.training.schedule import learning_rate

STEPS = 50
WIDTH, LAYERS, HEADS, INNER = 32, 3, 4, 64
WORDS, LONG, SENTENCES = 5, 3, 8  # the task: sentences of so many random words are copied
COST = (1200, 0)


class Values(_Values):
    """One training."""

    norm: Literal["post", "pre"]
    warmup: Annotated[int, Field(ge=1, le=STEPS)]
    factor: Annotated[float, Field(ge=0.1, le=2)]
    ramp: bool  # False: the rate begins at its peak and stays there until the warm-up would end
    seed: Annotated[int, Field(ge=1, le=20)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Train a small model for some steps; the loaded one has no part in it.

    Returns:
        By step, float [S]: `losses`, nats per token; `rates`; `norms` of the gradient; `sizes`, the mean size of an
        update over the rate; `moved`, the length of the update over that of all weights. Also `frequencies`, the
        loss of a model that knows only how often each label occurs, and the number of `parameters`.
    """
    generator = torch.Generator().manual_seed(values.seed)
    config = ModelConfig(
        vocab_size=WORDS + 3, d_model=WIDTH, num_layers=LAYERS, num_heads=HEADS, d_ff=INNER, dropout=0.0,
        norm=values.norm, max_positions=8,
    )  # fmt: skip
    model, optimiser = fresh(config, generator)
    parameters = list(model.parameters())
    weights = nn.utils.parameters_to_vector(parameters).detach()
    nn.utils.vector_to_parameters(weights, parameters)  # they are views of one tensor from here on
    rows: list[list[float]] = []
    for step in range(1, STEPS + 1):
        rate, before = rate_at(step, values), weights.clone()
        loss = backward(model, optimiser, drawn(generator))
        norm = nn.utils.get_total_norm([one.grad for one in parameters if one.grad is not None])
        optimiser.step(rate)
        update = weights - before
        rows.append([loss, rate, float(norm), float(update.abs().mean()) / rate, float(update.norm() / before.norm())])
    columns = np.array(rows, dtype=np.float32).T
    return {
        **dict(zip(("losses", "rates", "norms", "sizes", "moved"), columns, strict=True)),
        "frequencies": label_entropy(),
        "parameters": config.num_parameters,
    }


def rate_at(step: int, values: Values) -> float:
    """Return the rate of Eq. 3, or the same without its rise: the peak's rate until the warm-up would end."""
    at = step if values.ramp else max(step, values.warmup)
    return learning_rate(at, WIDTH, values.warmup, values.factor)


def label_entropy() -> float:
    """Return the entropy of a label in nats: one in LONG + 1 is the end symbol, the others are equally likely words."""
    end = 1 / (LONG + 1)
    return float(-end * np.log(end) - (1 - end) * np.log((1 - end) / WORDS))


def drawn(generator: torch.Generator) -> Batch:
    """Draw sentences of random words to copy."""
    special = SpecialIds()
    words = torch.randint(max(special) + 1, max(special) + 1 + WORDS, (SENTENCES, LONG), generator=generator)
    sentences = with_end(words, special.end)  # [B, L]
    return Batch.of(sentences, sentences, special)


CODE = (compute, rate_at, backward, smoothed_cross_entropy, Adam.step)
