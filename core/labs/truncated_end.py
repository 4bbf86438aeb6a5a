"""A source that is truncated with and without its end symbol, as the model translates it."""

from collections.abc import Sequence
from typing import Annotated, Any

import torch
from pydantic import Field

from core.config import DecodingConfig
from core.decoding.search import search
from core.inspection.forced import ForcedPair
from core.labs.setting import Setting
from core.labs.setting import Values as _Values


class Values(_Values):
    """Tokens of the source that are kept, the end symbol counted."""

    limit: Annotated[int, Field(ge=2, le=1000)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return both truncations with their greedy translations.

    Returns:
        `wrong` and `right`: `source` and `target`, tokens; `weights`, the probability of each target token, float [T];
        `ends`, the probability of the end symbol at each step, float [T].
    """
    ids, end = list(setting.source_ids), setting.source_ids[-1]
    cut = ids[: values.limit]
    kept = [*ids[: values.limit - 1], end] if len(ids) > values.limit else ids
    if cut == ids:  # nothing to truncate: the mistake is that the end symbol is missing
        cut = ids[:-1]
    found = search(setting.model, [cut, kept], DecodingConfig(beam_size=1, max_extra_tokens=20))
    wrong, right = (_scored(setting, ids, one.hypotheses[0].ids) for ids, one in zip((cut, kept), found, strict=True))
    return {"wrong": wrong, "right": right}


def _scored(setting: Setting, source_ids: list[int], target_ids: Sequence[int]) -> dict[str, Any]:
    pair = ForcedPair.of(setting.model, source_ids, target_ids)
    with torch.no_grad():
        weights = setting.model.logits(pair.states(setting.model, None)[0]).float().softmax(dim=-1)  # [T, V]
    return {
        "source": setting.surface(source_ids, source=True),
        "target": setting.surface(target_ids),
        "weights": weights[torch.arange(len(target_ids)), torch.tensor(target_ids)].numpy(),
        "ends": weights[:, setting.model.config.end_id].numpy(),
    }


CODE = (compute, _scored)
