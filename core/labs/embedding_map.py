"""A map of the embeddings (3.4) of a sentence and its translation, and how alike aligned tokens are.

Shapes: S source and T target tokens without special symbols, n points of the map, D d_model, V vocabulary.
"""

from typing import Annotated, Any, NamedTuple

import torch
from pydantic import Field
from torch import Tensor

from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.model.probe import Recorder


class Values(_Values):
    """Number of nearest tokens of each token on the map."""

    neighbours: Annotated[int, Field(ge=0, le=3)]


class Side(NamedTuple):
    """The tokens of one side: their places in the sentence, their ids, and the table that has their rows."""

    places: list[int]  # without special symbols
    ids: list[int]
    table: Tensor  # [V, D]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return the map, and cosines of source and target tokens.

    Returns:
        `names`, `x` and `y` of the n points and `neighbour`, 1 for those in neither sentence; `kept`, the shares of the
        variance on both axes; `source` and `target`, point and name of each token; `aligned`, the source token of each
        target token by attention, int [T]; `cosines`, float [S, T]; `same`, 1 where a pair is one row of one table.
    """
    model = setting.model
    source = _side(setting, setting.source_ids, model.encoder.embedding.weight)
    target = _side(setting, setting.target_ids, model.decoder.embedding.weight)
    is_shared = source.table is target.table
    points: dict[tuple[bool, int], None] = {}  # whether of the source's table, and the id
    for side, is_source in ((source, True), (target, is_shared)):
        points.update(dict.fromkeys((is_source, one) for one in side.ids))
    inside = len(points)
    for side, is_source in ((source, True), (target, is_shared)):
        near = nearest(side.table, side.ids, values.neighbours)
        points.update(dict.fromkeys((is_source, one) for one in near))
    found = list(points)
    rows = torch.stack([(source if is_source else target).table[one] for is_source, one in found]) if found else None
    places, kept = principal_components(rows) if rows is not None else (torch.zeros(0, 2), torch.zeros(2))
    number = {point: i for i, point in enumerate(found)}
    return {
        "names": [setting.surface([one], source=is_source)[0] for is_source, one in found],
        "neighbour": [int(i >= inside) for i in range(len(found))],
        "x": places[:, 0].numpy(),
        "y": places[:, 1].numpy(),
        "kept": kept.numpy(),
        "source": [number[True, one] for one in source.ids],
        "target": [number[is_shared, one] for one in target.ids],
        "aligned": _aligned(setting, source, target),
        "cosines": (_directions(source) @ _directions(target).T).numpy(),
        "same": [[int(is_shared and one == other) for other in target.ids] for one in source.ids],
    }


def principal_components(rows: Tensor) -> tuple[Tensor, Tensor]:
    """Project rows [n, D] on the two directions along which they vary most.

    Returns:
        Places [n, 2] and the share of the variance on each axis [2]. The largest coordinate of a direction is positive,
        so that the map does not flip.
    """
    centred = (rows - rows.mean(dim=0)).detach().double()  # [n, D]
    _, sizes, directions = torch.linalg.svd(centred, full_matrices=False)  # [m], [m, D]
    largest = directions.gather(1, directions.abs().argmax(dim=1, keepdim=True))  # [m, 1]
    places = centred @ (directions * largest.sign())[:2].T  # [n, 2], or [n, 1] of a single row
    shares = sizes.square() / sizes.square().sum().clamp_min(1e-30)
    missing = 2 - places.shape[1]
    return torch.nn.functional.pad(places, (0, missing)), torch.nn.functional.pad(shares[:2], (0, missing))


def nearest(table: Tensor, ids: list[int], count: int) -> list[int]:
    """Return the ids of the rows with the largest cosine with each of some rows, without these themselves."""
    if not ids or not count:
        return []
    directions = torch.nn.functional.normalize(table.detach(), dim=-1)  # [V, D]
    alike = directions @ directions[ids].T  # [V, n]
    alike[ids, range(len(ids))] = -torch.inf
    return alike.topk(min(count, len(table) - 1), dim=0).indices.T.flatten().tolist()


def _side(setting: Setting, ids: tuple[int, ...], table: Tensor) -> Side:
    special = setting.model.config.special
    places = [place for place, one in enumerate(ids) if one not in special]
    return Side(places, [ids[place] for place in places], table)


def _directions(side: Side) -> Tensor:
    """Return rows of length 1, double [L, D]."""
    return torch.nn.functional.normalize(side.table[side.ids].detach().double(), dim=-1)


def _aligned(setting: Setting, source: Side, target: Side) -> list[int]:
    """Return which source token the cross-attention weighs most for each target token, all heads on average, [T]."""
    if not source.ids:
        return []
    pair, recorder = setting.forced(), Recorder()
    with torch.no_grad():
        setting.model.states(pair.source, pair.read, recorder)
    sites = [f"decoder.{layer}.cross" for layer in range(setting.model.config.decoder_layers)]
    weights = torch.stack([recorder.weights[site][0].mean(dim=0) for site in sites]).mean(dim=0)  # [T, S]
    return weights[target.places][:, source.places].argmax(dim=-1).tolist()


CODE = (compute, principal_components, nearest)
