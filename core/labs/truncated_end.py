"""A source that is truncated with and without its end symbol, as the model translates it."""

from collections.abc import Sequence
from typing import Annotated, Any

import torch
from pydantic import Field

from core.config import DecodingConfig
from core.data.batching import pad
from core.decoding.search import search
from core.inspection.forced import read_ids
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values

EXTRA_TOKENS = 12  # of a translation beyond those of its source, enough to see that it does not end
COST = (0, 6)


class Values(_Values):
    """Tokens of the source that are kept, the end symbol counted."""

    limit: Annotated[int, Field(ge=2, le=1000)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return both truncations with their greedy translations.

    Returns:
        `wrong` and `right`: `source` and `target`, tokens; `weights`, the probability of each target token, float [T];
        `ends`, the probability of the end symbol at each step, float [T].
    """
    ids = list(setting.source_ids)
    cut = ids[: values.limit]
    kept = [*ids[: values.limit - 1], ids[-1]] if len(ids) > values.limit else ids
    if cut == ids:  # nothing to truncate: the mistake is that the end symbol is missing
        cut = ids[:-1]
    config = DecodingConfig(beam_size=1, max_extra_tokens=EXTRA_TOKENS)
    found = [one.hypotheses[0].ids for one in search(setting.model, [cut, kept], config)]
    (wrong, right), end = _weights(setting, [cut, kept], found), setting.model.config.end_id
    return {
        name: {
            "source": setting.surface(source, source=True),
            "target": setting.surface(target),
            "weights": weights[torch.arange(len(target)), torch.tensor(target)].numpy(),
            "ends": weights[: len(target), end].numpy(),
        }
        for name, source, target, weights in (("wrong", cut, found[0], wrong), ("right", kept, found[1], right))
    }


def _weights(setting: Setting, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]) -> torch.Tensor:
    """Return the distribution at each step of some translations in one batch, float [2, T, V]."""
    model, config = setting.model, setting.model.config
    read = [read_ids(target, config.start_id) for target in targets]
    with torch.no_grad():
        states = model.states(pad(sources, config.pad_id), pad(read, config.pad_id))
        return model.logits(states).float().softmax(dim=-1)


CODE = (compute, _weights)
