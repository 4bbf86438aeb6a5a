"""Pack a translation with its attention into the JSON string that the attention view draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from core.inspection.lenses import lenses
from viz.components.attention_view import Check, Hypothesis, LensEntry, pack
from viz.tabs.translate.opening import Opening, opening_step

if TYPE_CHECKING:
    from core.service import Answer


def packed(
    answer: Answer, change: Mapping[str, Any] | None = None, *, timed: bool = True, opening: Opening | None = None
) -> str:
    """Pack one translation and all of its attention.

    Args:
        answer: of the service.
        change: what makes this a variant of another translation.
        timed: say how long it took.
        opening: what the view begins with; by default a content word, with the head that was shown before.
    """
    request, translation, trace = answer.request, answer.translation, answer.trace
    given = not translation.hypotheses
    return pack(
        trace_id=request.id,
        source=request.text,
        translation=answer.text,
        src_tokens=trace.src_tokens,
        tgt_tokens=trace.tgt_tokens,
        predicted_tokens=trace.predicted_tokens,
        probabilities=np.exp(trace.log_probs.astype(np.float64)).clip(0.0, 1.0).tolist(),
        entropies=trace.entropies.clip(0.0).tolist(),
        top=_candidates(trace.top_tokens, trace.top_probs),
        encoder=trace.encoder_self,
        decoder=trace.decoder_self,
        cross=trace.cross,
        lenses=[LensEntry(lens.name, lens.rows, lens.signed, lens.kinds) for lens in lenses().values()],
        hypotheses=[
            Hypothesis(text, found.score, found.log_prob, len(found.ids))
            for text, found in zip(translation.texts, translation.hypotheses, strict=False)
        ],
        chosen=0 if given else request.rank,
        checks=[Check(*check) for check in trace.checks],
        decoding={"beam_size": request.beam_size, "alpha": request.alpha},
        truncated=not given and not translation.hypotheses[request.rank].finished,
        milliseconds=answer.milliseconds if timed else None,
        predicted_ids=trace.predicted_ids,
        top_ids=trace.top_ids,
        ranks=trace.ranks if given else (),
        checkpoint=request.checkpoint,
        languages=answer.languages,
        doubt_below=answer.doubt_below,
        change=change,
        opening=opening_step(trace.predicted_tokens) if opening is None else opening,
    )


def _candidates(tokens: Sequence[Sequence[str]], probabilities: np.ndarray) -> list[list[tuple[str, float]]]:
    return [
        list(zip(row, values, strict=True))
        for row, values in zip(tokens, probabilities.astype(np.float64).clip(0.0, 1.0).tolist(), strict=True)
    ]
