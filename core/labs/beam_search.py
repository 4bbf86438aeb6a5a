"""Hypotheses of greedy and beam search with their log-probabilities (6.1)."""

from typing import Annotated, Any

from pydantic import Field

from core.config import DecodingConfig
from core.decoding.hypothesis import length_penalty
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values

COST = (0, 8)


class Values(_Values):
    """Width of the beam, and the length penalty with which it is searched."""

    beam: Annotated[int, Field(ge=1, le=8)]
    alpha: Annotated[float, Field(ge=0, le=2)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return `hypotheses`, best first: `text`, `log_prob`, `tokens` (end symbol counted) and `score`."""
    config = DecodingConfig(beam_size=values.beam, alpha=values.alpha, nbest=values.beam)
    found = setting.translator.search(setting.text, config)
    return {
        "hypotheses": [
            {"text": text, "log_prob": one.log_prob, "tokens": len(one.ids), "score": one.score}
            for text, one in zip(found.texts, found.hypotheses, strict=True)
        ]
    }


CODE = (compute, length_penalty)
