"""A small fresh model trained with one head or with several that are together as wide (3.2.2).

Each target token stands for two words of the source: the one before a place and the one after it. So a target token
needs two places at once, which one row of weights can only mix. All models have the same number of weights, and those
of one seed have the same sentences. One answer is one training, so that a page asks for several of them one after the
other.

Shapes: B sentences, S words of a source, T = S - 2 of a target, H heads, N steps.
"""

from typing import Annotated, Any, Literal

import numpy as np
import torch
from pydantic import Field

from core.config import ModelConfig, SpecialIds
from core.data.batching import Batch
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.labs.shared.small_training import backward, fresh, with_end
from core.model.attention import MultiHeadAttention
from core.model.probe import Recorder
from core.model.transformer import Transformer
from core.training.schedule import learning_rate

STEPS = 200
WIDTH, INNER = 32, 64  # of one layer in each stack
WORDS, LONG = 5, 7  # the task: sentences of so many random words
SENTENCES, CHECKED = 32, 64  # of a batch; new ones, on which a model is checked
WARMUP, FACTOR = 40, 0.4  # of Eq. 3: of 0.2, 0.3, 0.4 and 0.6, a factor with which one head learns well too
COST = (2500, 0)


class Values(_Values):
    """One training."""

    heads: Literal[1, 2, 4, 8]
    seed: Annotated[int, Field(ge=1, le=20)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Train a small model for some steps; the loaded one has no part in it.

    Returns:
        `losses` by step, nats per token, float [N]; of new sentences `right`, the share of target tokens that the model
        finds, and `rows`, each head's mean weights in the cross-attention, float [H, T, S]; `guessed`, the share that
        a guess finds; and the number of `parameters`.
    """
    generator = torch.Generator().manual_seed(values.seed)
    special = SpecialIds()
    first = max(special) + 1
    config = ModelConfig(
        vocab_size=WORDS + first, target_vocab_size=WORDS**2 + first, tying="two-way", d_model=WIDTH, d_ff=INNER,
        num_layers=1, num_heads=values.heads, dropout=0.0, positions="learned", max_positions=LONG + 1,
    )  # fmt: skip
    model, optimiser = fresh(config, generator)
    losses: list[float] = []
    for step in range(1, STEPS + 1):
        losses.append(backward(model, optimiser, drawn(generator, SENTENCES)))
        optimiser.step(learning_rate(step, WIDTH, WARMUP, FACTOR))
    right, rows = checked(model, drawn(generator, CHECKED))
    return {
        "losses": np.array(losses, dtype=np.float32),
        "right": right,
        "rows": rows,
        "guessed": WORDS**-2,
        "parameters": config.num_parameters,
    }


def drawn(generator: torch.Generator, count: int) -> Batch:
    """Draw sentences of random words; target token t stands for the source's words t and t + 2."""
    special = SpecialIds()
    words = torch.randint(WORDS, (count, LONG), generator=generator)  # [B, S]
    pairs = words[:, :-2] * WORDS + words[:, 2:]  # [B, T]
    first = max(special) + 1
    return Batch.of(with_end(words + first, special.end), with_end(pairs + first, special.end), special)


def checked(model: Transformer, batch: Batch) -> tuple[float, np.ndarray]:
    """Return the share of target tokens, without end symbols, that a model finds, and mean weights, float [H, T, S]."""
    recorder = Recorder()
    with torch.no_grad():
        found = model(batch.source, batch.target_read, recorder).argmax(dim=-1)[:, :-1]  # [B, T]
    right = (found == batch.target_predicted[:, :-1]).float().mean()
    return float(right), recorder.weights["decoder.0.cross"].mean(dim=0)[:, :-1, :-1].numpy()


CODE = (compute, drawn, checked, backward, MultiHeadAttention.forward)
