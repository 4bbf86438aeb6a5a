"""A small fresh model trained with and without label smoothing, and how sure it is of new sentences (5.4).

Each word of a source has two translations, of which one is the more frequent: as in a real language, no model can be
right about all tokens. The training sentences are few and read several times, so that a model learns their accidents
as well. One answer is one training, so that a page asks for several of them one after the other.

Shapes: B sentences, S words of a sentence, T target tokens of all new sentences, without end symbols.
"""

from typing import Annotated, Any

import numpy as np
import torch
from pydantic import Field
from torch import Tensor

from core.config import ModelConfig, SpecialIds
from core.data.batching import Batch
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.labs.shared.small_training import backward, fresh, with_end
from core.model.transformer import Transformer
from core.training.loss import smoothed_cross_entropy
from core.training.schedule import learning_rate

STEPS = 200
WIDTH, INNER, HEADS = 32, 64, 4  # of one layer in each stack
WORDS, LONG = 10, 3  # the task: sentences of so many random words
RARER = 0.3  # share of the less frequent translation of a word
KNOWN, NEW, SENTENCES = 200, 200, 16  # sentences to learn from, new ones, and of a batch
WARMUP, FACTOR = 40, 0.4  # of Eq. 3
BINS = 10  # of the confidence
COST = (2500, 0)


class Values(_Values):
    """One training."""

    epsilon: Annotated[float, Field(ge=0, le=0.5)]
    seed: Annotated[int, Field(ge=1, le=30)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Train a small model for some steps; the loaded one has no part in it.

    Returns:
        Of the new sentences: `right`, the share of tokens that the model finds, its most probable one being the
        reference; `confidence`, the mean probability of its most probable token; `loss`, the cross-entropy without
        smoothing, nats per token; by bin of the confidence `counts`, and the sums of `confidences` and `rights`,
        float [BINS]. Of the training `known`, the last loss without smoothing over the sentences to learn from; `best`,
        the share of tokens that the true rule finds; the number of `parameters`.
    """
    generator, special = torch.Generator().manual_seed(values.seed), SpecialIds()
    first = max(special) + 1
    config = ModelConfig(
        vocab_size=WORDS + first, target_vocab_size=2 * WORDS + first, tying="two-way", d_model=WIDTH, d_ff=INNER,
        num_layers=1, num_heads=HEADS, dropout=0.0, positions="learned", max_positions=8,
    )  # fmt: skip
    model, optimiser = fresh(config, generator)
    source, target = drawn(generator, KNOWN)
    for step in range(1, STEPS + 1):
        rows = torch.randperm(KNOWN, generator=generator)[:SENTENCES]
        backward(model, optimiser, Batch.of(source[rows], target[rows], special), values.epsilon)
        optimiser.step(learning_rate(step, WIDTH, WARMUP, FACTOR))
    known = log_probs(model, source, target)
    return {
        **measured(*log_probs(model, *drawn(generator, NEW))),
        "known": float(-known[0].gather(1, known[1][:, None]).mean()),
        "best": 1 - RARER,
        "parameters": config.num_parameters,
    }


def drawn(generator: torch.Generator, count: int) -> tuple[Tensor, Tensor]:
    """Draw random sentences and translations, int64 [B, S + 1] each with the end symbol."""
    special = SpecialIds()
    first = max(special) + 1
    words = torch.randint(WORDS, (count, LONG), generator=generator)  # [B, S]
    rarer = torch.rand(words.shape, generator=generator) < RARER
    return with_end(words + first, special.end), with_end(2 * words + rarer + first, special.end)


def log_probs(model: Transformer, source: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
    """Return log-probabilities of every token, float [T, V], and the references, int64 [T]."""
    batch = Batch.of(source, target, SpecialIds())
    with torch.no_grad():
        found = model(batch.source, batch.target_read)[:, :-1].log_softmax(dim=-1)
    return found.flatten(0, 1), batch.target_predicted[:, :-1].flatten()


def measured(logs: Tensor, references: Tensor) -> dict[str, Any]:
    """Return how sure the most probable tokens are and how often they are right; see `compute`."""
    best, tokens = logs.max(dim=-1)
    confidence, right = best.exp(), (tokens == references).float()
    bins = (confidence * BINS).long().clamp(max=BINS - 1)
    count, sure, found = (
        torch.zeros(BINS).index_add(0, bins, one).numpy() for one in (torch.ones_like(right), confidence, right)
    )
    return {
        "right": float(right.mean()),
        "confidence": float(confidence.mean()),
        "loss": float(-logs.gather(1, references[:, None]).mean()),
        "counts": count,
        "confidences": np.asarray(sure),
        "rights": np.asarray(found),
    }


CODE = (compute, measured, backward, smoothed_cross_entropy)
