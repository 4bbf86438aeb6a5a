"""Material: what exercises are made of, computed when it is first needed.

Shapes: L layers, H heads, S source tokens with the end symbol, T target tokens.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from core.attention_kinds import KINDS
from core.inspection.intervention import HeadName

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.config import ModelConfig
    from core.inspection.importance import Importance
    from core.inspection.trace import Trace
    from core.labs.shared.setting import Setting

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
