"""Teacher forcing against free running, after one wrong token (3.1).

Shapes: T target tokens.
"""

from typing import Annotated, Any

import torch
from pydantic import Field

from core.config import DecodingConfig
from core.decoding.search import search
from core.errors import CoreError
from core.inspection.forced import ForcedPair
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values

COST = (100, 2)


class Values(_Values):
    """The step that goes wrong, from 0, and the place of the token among the wrong ones there: 1 is the best."""

    step: Annotated[int, Field(ge=0, lt=1000)]
    rank: Annotated[int, Field(ge=1, le=20)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return what follows a wrong token.

    Returns:
        `wrong`, the token; `forced`: for each step of the translation the probability of its token, with all inputs
        right but this one, and `right` with all inputs right, float [T]; `best` and `best_weights`, the most probable
        token of each step with the wrong input, and `usual` without it; `free` and `free_weights`: the tokens that
        greedy search continues with, and their probabilities.

    Raises:
        CoreError: the translation does not have a step after this one.
    """
    if values.step >= len(setting.target_ids) - 1:
        raise CoreError(
            "labs.last_step",
            "choose a step before the last one: the translation has {steps} steps",
            steps=len(setting.target_ids),
        )
    right = _weights(setting, setting.target_ids)  # [T, V]
    config = setting.model.config
    refused = {*config.never_generated, config.end_id, setting.target_ids[values.step]}
    order = right[values.step].topk(min(values.rank + len(refused), config.output_size)).indices.tolist()
    wrong = [token for token in order if token not in refused][values.rank - 1]
    prefix = [*setting.target_ids[: values.step], wrong]
    greedy = DecodingConfig(beam_size=1)
    free = search(setting.model, [list(setting.source_ids)], greedy, prefixes=[prefix])[0].hypotheses[0].ids
    given = _weights(setting, (*prefix, *setting.target_ids[values.step + 1 :]))
    free_weights = _weights(setting, free)
    return {
        "wrong": setting.surface([wrong])[0],
        "right": _of(right, setting.target_ids),
        "forced": _of(given, setting.target_ids),
        "best": setting.surfaces(given.argmax(dim=-1).tolist()),
        "best_weights": given.amax(dim=-1).numpy(),
        "usual": setting.surfaces(right.argmax(dim=-1).tolist()),
        "free": setting.surface(free),
        "free_weights": _of(free_weights, free),
    }


def _weights(setting: Setting, target_ids: tuple[int, ...]) -> torch.Tensor:
    """Return the distribution at each step, reading these tokens, float [T, V]."""
    pair = ForcedPair.of(setting.model, setting.source_ids, target_ids)
    with torch.no_grad():
        return setting.model.logits(pair.states(setting.model, None)[0]).float().softmax(dim=-1)


def _of(weights: torch.Tensor, ids: tuple[int, ...]) -> Any:
    return weights[torch.arange(len(ids)), torch.tensor(ids)].numpy()


CODE = (compute, _weights)
