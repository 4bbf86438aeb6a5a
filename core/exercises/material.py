"""Material: what exercises are made of, computed when it is first needed.

Shapes: L layers, H heads, S source tokens with the end symbol, T target tokens.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from core.attention_kinds import KINDS
from core.exercises.exercise import Choice, Value
from core.inspection.intervention import HeadName

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.config import ModelConfig
    from core.inspection.importance import Importance
    from core.inspection.trace import Trace
    from core.labs.shared.setting import Setting

T = TypeVar("T")

MAX_EXERCISE_TOKENS = 80  # of a source and of a target: every head is switched off in turn


class Material:
    """The model, the sentence and the measurements that exercises ask about.

    One exercise must not depend on which others are made: its random choices come from a generator of its own.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    @property
    def config(self) -> ModelConfig:
        """The model's configuration."""
        return self.setting.model.config

    @cached_property
    def trace(self) -> Trace:
        """Every attention weight of the translation."""
        return self.setting.translator.trace_ids(self.setting.text, self.setting.target_ids)

    @cached_property
    def importance(self) -> Importance:
        """The loss of each token without each head."""
        return self.setting.translator.importance(self.setting.text, self.setting.target_ids)

    @cached_property
    def states(self) -> Mapping[str, np.ndarray]:
        """Every tensor that a probe sees, float32, by site: see `core.inspection.states`."""
        return self.setting.translator.states(self.setting.text, self.setting.target_ids)

    @property
    def source(self) -> list[str]:
        """Source tokens, the end symbol last."""
        return self.trace.src_tokens

    @property
    def written(self) -> list[str]:
        """Target tokens as they were predicted, the end symbol last."""
        return self.trace.predicted_tokens

    @property
    def read(self) -> list[str]:
        """Target tokens as the decoder reads them, the start symbol first."""
        return self.trace.tgt_tokens

    def losses(self, kind: str) -> np.ndarray:
        """Return the nats that each token loses without each head of a kind, float32 [L, H, T]."""
        found = self.importance
        place = KINDS.index(kind)
        return found.token_losses[place, : len(getattr(found, kind))]

    def heads(self, kind: str) -> list[HeadName]:
        """Return the heads of a kind, layer by layer."""
        config = self.config
        return [HeadName(kind, layer, head) for layer in range(config.layers(kind)) for head in range(config.num_heads)]


def pick_clear(values: np.ndarray, *, apart: float) -> int | None:
    """Return the place of the largest value; None if another is nearer to it than `apart`, so that it is no question.

    Args:
        values: one axis.
        apart: smallest difference between the largest and the next.
    """
    order = np.argsort(-values, kind="stable")
    if len(order) > 1 and values[order[0]] - values[order[1]] < apart:
        return None
    return int(order[0])


def named_once(tokens: Sequence[str]) -> list[int]:
    """Return the places of the tokens whose text names them: those that occur once."""
    return [place for place, token in enumerate(tokens) if tokens.count(token) == 1]


def shuffled_choice(random: Random, right: Value, wrong: Sequence[Value], most: int = 4) -> Choice | None:
    """Return a choice of the right value and some wrong ones in random order; None without two wrong ones.

    Args:
        random: of the exercise.
        right: the right option.
        wrong: candidates; those equal to the right one, and repeated ones, are left out.
        most: options in all.
    """
    others = [value for value in dict.fromkeys(wrong) if value != right]
    if len(others) < 2:
        return None
    options = [right, *random.sample(others, min(most - 1, len(others)))]
    random.shuffle(options)
    return Choice(tuple(options), options.index(right))


def place_of(head: HeadName, step: int | None = None) -> dict[str, str]:
    """Return the fields of the address that show a head in the explorer; a step counts from 0."""
    place = {"tab": "", "kind": head.kind, "layer": str(head.layer + 1), "head": str(head.head + 1)}
    return place if step is None else {**place, "step": str(step + 1)}
