"""Attention of another program as the attention view draws it, and the questions that need nothing but the weights."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from core.attention_kinds import KINDS
from core.errors import CoreError, Names
from core.service.lenses import LensAnswer
from viz.wire.answers import FORMS
from viz.wire.payload import Check, LensEntry, Payload, is_long

if TYPE_CHECKING:
    from core.inspection.foreign import ForeignAttention
    from core.inspection.lenses import LensResult

_WEIGHTS = LensEntry("weights", "shares", False, KINDS)
QUESTIONS = ("head_values", "layer_values", "lens_values", "lens_head")


def foreign_payload(attention: ForeignAttention, id: str | None = None, file: str = "") -> Payload:
    """Return attention without probabilities, hypotheses and a model.

    Weights above 1, which dropout and other faults make, are drawn as 1; `answer_foreign` has their float32 values.

    Args:
        attention: to draw.
        id: by which the browser asks for more; made of the numbers if None.
        file: from which a page opened it.
    """
    from core.inspection.foreign import rollout_of, sentence

    rollout = rollout_of(attention)
    arrays = {kind: np.minimum(array, 1) for kind, array in attention.arrays.items()}
    return Payload(
        id=id or f"given-{_fingerprint(attention)}",
        source=sentence(attention.src_tokens or attention.tgt_tokens),
        translation=sentence(attention.predicted_tokens) if attention.src_tokens else "",
        src_tokens=attention.src_tokens,
        tgt_tokens=attention.tgt_tokens,
        predicted_tokens=attention.predicted_tokens,
        probabilities=(),
        entropies=(),
        top=(),
        encoder=arrays["encoder"],
        decoder=arrays["decoder"],
        cross=arrays["cross"],
        lenses=[_WEIGHTS] if rollout is None else [_WEIGHTS, _entry(rollout)],
        checks=[Check(*check) for check in attention.checks],
        file=file,
    )


def answer_foreign(attention: ForeignAttention, name: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
    """Answer one of `QUESTIONS` as JSON: the float32 numbers of a head, a layer in 8 bits, or rollout.

    Raises:
        CoreError: the question is another one, the lens needs a model, or the head does not exist.
    """
    if name not in QUESTIONS:
        raise CoreError("foreign.question", "given attention answers {allowed}", allowed=Names(QUESTIONS))
    from core.inspection.foreign import rollout_of

    is_lens = name.startswith("lens")
    rollout = rollout_of(attention) if is_lens else None
    if is_lens and (rollout is None or request.get("lens") != rollout.lens.name):
        raise CoreError(
            "foreign.lens",
            "{name!r} is not a lens of given attention, which has {allowed}: other lenses need the model",
            name=str(request.get("lens"))[:40],
            allowed=Names([_WEIGHTS.name] if rollout is None else [_WEIGHTS.name, rollout.lens.name]),
        )
    if name == "lens_values" and rollout is not None:
        return FORMS[name](LensAnswer(rollout, {}))
    try:
        kind = request["kind"]
        values = attention.arrays[kind] if rollout is None else rollout.kind(kind)
        if values is None:
            raise KeyError(kind)
        layer = values[_index(request["layer"])]
        return FORMS[name](np.minimum(layer, 1) if name == "layer_values" else layer[_index(request["head"])])
    except (KeyError, IndexError, TypeError):
        raise CoreError("foreign.no_head", "there is no such head of the given attention") from None


def foreign_answers(attention: ForeignAttention) -> list[Mapping[str, Any]]:
    """Return {name, request, reply} of what a page without a server asks: rollout, and the layers of a long input."""
    payload = foreign_payload(attention)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("lens_values", {"id": payload.id, "lens": lens.name}) for lens in payload.lenses[1:]
    ]
    if is_long(payload.shape(kind) for kind in KINDS):
        for kind in attention.kinds:
            layers = range(len(attention.arrays[kind]))
            asked += [("layer_values", {"id": payload.id, "kind": kind, "layer": layer}) for layer in layers]
    return [
        {"name": name, "request": request, "reply": answer_foreign(attention, name, request)} for name, request in asked
    ]


def _index(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise IndexError(value)
    return value


def _entry(result: LensResult) -> LensEntry:
    lens = result.lens
    return LensEntry(lens.name, lens.rows, lens.signed, tuple(k for k in KINDS if result.kind(k) is not None))


def _fingerprint(attention: ForeignAttention) -> str:
    digest = hashlib.sha256(repr((attention.src_tokens, attention.tgt_tokens)).encode("utf-8", "surrogatepass"))
    for kind in attention.kinds:
        digest.update(attention.arrays[kind].tobytes())
    return digest.hexdigest()[:16]
