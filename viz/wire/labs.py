"""Answers about labs as the JSON that their component reads; arrays travel as float32 in base64."""

from __future__ import annotations

import base64
import dataclasses
import functools
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from viz.components.maths import SECTION
from viz.texts import CATALOGUES, Texts, texts_in
from viz.texts.formulas import with_mathml
from viz.wire.listings import listings_json

if TYPE_CHECKING:
    from core.inspection.code import CodeListing
    from core.service.labs import LabFacts

Json = dict[str, Any]

_MODEL = (
    *("d_model", "num_layers", "num_heads", "d_ff", "dropout", "norm", "positions", "tying", "max_positions"),
    *("activation", "output_bias"),
)
_SEARCHED = re.compile(r"maths\.(\w+)\.(?:title|question|intro|look|\w+\.(?:label|info))")
_FORMULA = re.compile(r"\$[^$]*\$")


def lab_facts(answer: LabFacts) -> Json:
    """Return the loaded model's values by name."""
    model, training = answer.model, answer.training
    config = dataclasses.asdict(model)
    return {
        **{name: config[name] for name in _MODEL},
        "id": answer.id,
        "checkpoint": answer.checkpoint,
        "decoder_layers": model.decoder_layers,
        "decoder_d_ff": model.decoder_inner,
        "source_vocabulary": model.vocab_size,
        "d_k": model.query_width,
        "d_v": model.value_width,
        "vocabulary": model.output_size,
        "parameters": model.num_parameters,
        "label_smoothing": training.label_smoothing,
        "warmup_steps": training.warmup_steps,
        "rate_factor": training.rate_factor,
        "batch_tokens": training.tokens_per_batch,
        "last_step": answer.last_step,
        "languages": list(answer.languages),
        "examples": list(answer.examples),
        "embedding_norm": answer.embedding_norm,
        "position_cosines": None if answer.position_cosines is None else answer.position_cosines.round(4).tolist(),
    }


def lab_numbers(answer: Mapping[str, Any]) -> Json:
    """Return what a lab measured."""
    return {"numbers": packed(answer)}


def lab_code(answer: list[CodeListing]) -> Json:
    """Return the lines behind a lab."""
    return {"code": listings_json(answer)}


def packed(value: Any) -> Any:
    """Return plain values, lists and arrays as JSON values; a number that is not finite becomes null."""
    if isinstance(value, np.ndarray):
        array = np.ascontiguousarray(value, dtype="<f4")
        return {"shape": list(array.shape), "f4": base64.b64encode(array.tobytes()).decode("ascii")}
    if isinstance(value, Mapping):
        return {str(name): packed(one) for name, one in value.items()}
    if isinstance(value, str) or value is None:
        return value
    if isinstance(value, Sequence):
        return [packed(one) for one in value]
    if isinstance(value, bool | int):
        return value
    number = float(value)
    return number if math.isfinite(number) else None


FORMS: Mapping[str, Callable[[Any], Json]] = {"lab_bench": lab_facts, "lab": lab_numbers, "lab_code": lab_code}


def around(texts: Texts) -> dict[str, str]:
    """Return the words around the labs, and those of listings."""
    own = {key: words for key, words in texts.section(SECTION).items() if key.count(".") == 1 or ".group." in key}
    return own | {
        f"{SECTION}listing.{key.removeprefix('code.')}": words for key, words in texts.section("code.").items()
    }


def all_words(texts: Texts) -> dict[str, str]:
    """Return the words of every lab without their prefix, formulas as MathML."""
    return _all_words(texts.language)


@functools.cache
def searched_words() -> dict[str, str]:
    """Return what a search reads of each lab besides its title: question, intro, what to look for, labels of controls.

    They are joined over all languages, so that a search finds a lab by either name of its subject; without formulas.
    """
    found: dict[str, list[str]] = {}
    for key, words in (item for language in CATALOGUES for item in texts_in(language).section(SECTION).items()):
        if match := _SEARCHED.fullmatch(key):
            found.setdefault(match[1], []).append(_FORMULA.sub(" ", words))
    return {name: "\n".join(words) for name, words in found.items()}


@functools.lru_cache(maxsize=8)
def _all_words(language: str) -> dict[str, str]:
    section = texts_in(language).section(SECTION)
    return {key.removeprefix(SECTION): with_mathml(words) for key, words in section.items()}
