"""What labs ask of a model, answered by one that ships."""

import dataclasses
import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from core.config import DecodingConfig
from core.labs.shared.run import lab_numbers
from core.labs.shared.setting import Setting
from core.library import CheckpointLibrary
from core.model.transformer import Transformer
from core.translator import Translator

CHECKPOINTS = Path(__file__).parents[3] / "checkpoints"
TEXT = "I would have called you if I had known your number."


@functools.cache
def translator(checkpoint: str = "en-de") -> Translator:
    return CheckpointLibrary(CHECKPOINTS).translator(checkpoint)


@functools.cache
def setting(text: str = TEXT, checkpoint: str = "en-de") -> Setting:
    """Return a sentence with its greedy translation."""
    found = translator(checkpoint).search(text, DecodingConfig(beam_size=1))
    ids = tuple(found.source_ids), tuple(found.hypotheses[0].ids)
    return Setting(translator(checkpoint), text, *ids, CHECKPOINTS / checkpoint)


@functools.cache
def unscaled() -> Setting:
    """Return the sentence for a model with the same weights that does not divide its scores by the root of d_k."""
    at = setting()
    model = Transformer(dataclasses.replace(at.model.config, scale_scores=False)).eval().requires_grad_(False)
    model.load_state_dict(at.model.state_dict())
    return at._replace(translator=Translator(dataclasses.replace(at.translator.checkpoint, model=model)))


def measured(name: str, values: Mapping[str, Any] | None = None, at: Setting | None = None) -> Any:
    """Return what a lab of the core measures, arrays as nested lists as the browser reads them."""
    return plain(lab_numbers(name, at or setting(), values or {}))


def plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.astype(np.float32).tolist()
    if isinstance(value, Mapping):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value
