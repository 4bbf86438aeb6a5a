"""Attention of other programs' models as arrays: every shape in which `transformers` returns it.

Shapes: L layers, H heads, Q/K query/key positions, B beams.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from core.attention_kinds import Kind
from core.errors import CoreError

_SAME = 1e-4  # how far a row that was computed again may be from the first time


class GivenArray(NamedTuple):
    """One kind's attention, and how many hypotheses its rows may come from."""

    weights: np.ndarray  # float32 [L, H, Q, K], as given
    beams: int = 1  # more than 1: nothing says that all rows belong to one hypothesis


def read_attention(kind: Kind, given: Any, beam_indices: Any = None) -> GivenArray:
    """Return one kind's attention as one float32 array.

    Args:
        kind: for errors.
        given: an array [L, H, Q, K] or [L, 1, H, Q, K]; for each layer [1, H, Q, K] or [H, Q, K]; or, as `generate`
            returns it, for each step and layer [B, H, q, k], with or without key/value caching.
        beam_indices: of `generate`, for one hypothesis: its beam at each step.

    Raises:
        CoreError: it is none of these, is empty, or holds several sentences; or the beams are not those of its steps.
    """
    if isinstance(given, Sequence) and given and isinstance(given[0], Sequence):
        steps = [[_array(kind, layer) for layer in step] for step in cast("Sequence[Sequence[Any]]", given)]
        return _joined(kind, steps, None if beam_indices is None else _path(beam_indices))
    if isinstance(given, Sequence):
        layers = [_layer(kind, _array(kind, layer)) for layer in cast("Sequence[Any]", given)]
        if not layers or len({layer.shape for layer in layers}) > 1:
            raise _wrong_shape(kind, [layer.shape for layer in layers])
        return GivenArray(np.stack(layers))
    whole = _array(kind, given)
    if whole.ndim == 5:
        whole = np.stack([_layer(kind, layer) for layer in whole])
    if whole.ndim != 4 or 0 in whole.shape:
        raise _wrong_shape(kind, whole.shape)
    return GivenArray(whole)


def _array(kind: Kind, given: Any) -> np.ndarray:
    """Return numbers of numpy, torch or another library in float32; a float32 array keeps every bit."""
    if given is None:
        raise CoreError(
            "foreign.missing",
            "the {kind} attention has no weights: load the model with attn_implementation={eager!r} and ask it for "
            "output_attentions=True",
            kind=kind,
            eager="eager",
        )
    if hasattr(given, "detach"):  # a tensor of torch, which numpy cannot read in bfloat16 or with gradients
        given = given.detach().cpu().float().numpy()
    try:
        array = np.asarray(given, dtype=np.float32)
    except (TypeError, ValueError):
        raise _wrong_shape(kind, type(given).__name__) from None
    if array.size and not (np.isfinite(array).all() and array.min() >= -_SAME):
        raise CoreError(
            "foreign.numbers",
            "the {kind} attention has negative or missing numbers: give the weights after softmax, not the scores",
            kind=kind,
        )
    return array


def _layer(kind: Kind, array: np.ndarray) -> np.ndarray:
    """Return one layer [H, Q, K] of [1, H, Q, K] or [H, Q, K]."""
    if array.ndim == 4 and array.shape[0] > 1:
        raise CoreError(
            "foreign.batch",
            "the {kind} attention has {count} sentences: give one, such as layer[:1] of each layer",
            kind=kind,
            count=array.shape[0],
        )
    if array.ndim == 4:
        array = array[0]
    if array.ndim != 3 or 0 in array.shape:
        raise _wrong_shape(kind, array.shape)
    return array


def _path(beam_indices: Any) -> list[int]:
    """Return the beam of each step of one hypothesis, the first if several are given; -1 ends it."""
    if hasattr(beam_indices, "tolist"):
        beam_indices = beam_indices.tolist()
    try:
        path = list(beam_indices)
        if path and isinstance(path[0], Sequence):
            path = list(cast("Sequence[int]", path[0]))
        path = [operator.index(beam) for beam in path]
    except TypeError:
        raise CoreError(
            "foreign.beam_path", "beam_indices must be a row of whole numbers, as generate gives them"
        ) from None
    ends = [step for step, beam in enumerate(path) if beam < 0]
    return path[: ends[0] if ends else None]


def _joined(kind: Kind, steps: list[list[np.ndarray]], path: list[int] | None) -> GivenArray:
    """Join the steps of `generate`: each adds its new rows, of one beam; rows that it repeats must be the same."""
    if any(len(step) != len(steps[0]) or any(layer.ndim != 4 for layer in step) for step in steps) or not steps[0]:
        raise _wrong_shape(kind, [[layer.shape for layer in step] for step in steps][:2])
    beams = max(len(step[0]) for step in steps)
    is_mixed = beams > 1 and path is None
    path = [0] * len(steps) if path is None else path
    if not 0 < len(path) <= len(steps) or max(path) >= beams:
        raise CoreError(
            "foreign.beams",
            "beam_indices name {count} steps and beam {beam}; the {kind} attention has {steps} steps and {beams} beams",
            kind=kind,
            count=len(path),
            beam=max(path, default=-1),  # -1 ends a hypothesis
            steps=len(steps),
            beams=beams,
        )
    chosen = [
        np.stack([layer[min(beam, len(layer) - 1)] for layer in step]) for beam, step in zip(path, steps, strict=False)
    ]
    queries = 0
    for step in chosen:
        queries += _new_rows(queries, step)
    keys = max(step.shape[-1] for step in chosen)
    whole = np.zeros((*chosen[0].shape[:2], queries, keys), dtype=np.float32)
    row = 0
    for step in chosen:
        new, width = _new_rows(row, step), step.shape[-1]
        again = step.shape[-2] - new
        if again and not np.allclose(step[:, :, :again], whole[:, :, :again, :width], rtol=0, atol=_SAME):
            is_mixed = True
        whole[:, :, row : row + new, :width] = step[:, :, again:]
        row += new
    return GivenArray(whole, beams if is_mixed else 1)


def _new_rows(before: int, step: np.ndarray) -> int:
    """Return how many rows a step adds: all with caching, else those beyond the rows before it."""
    rows = step.shape[-2]
    return rows - before if rows > before else rows


def _wrong_shape(kind: Kind, shape: object) -> CoreError:
    return CoreError(
        "foreign.shape",
        "the {kind} attention must be [layers, heads, queries, keys], or for each layer [1, heads, queries, keys], not "
        "{shape}",
        kind=kind,
        shape=str(shape)[:80],
    )
