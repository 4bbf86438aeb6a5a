"""Pictures of heads for print, drawn from their weights: one matrix with its tokens, or all heads of a kind."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Sequence

import numpy as np

from viz.handouts.markup import Html, safe

_LEVELS = 24  # shades of the hue
_LONGEST_LABEL = 12  # characters
_LETTERS = 2.8  # mm, their size
_GRID = 8  # pictures in a row of the grid of all heads, at most


def head_matrix(
    weights: np.ndarray,
    rows: Sequence[str],
    columns: Sequence[str],
    kind: str,
    *,
    marked: int | None = None,
    hidden: bool = False,
    widest: float = 78.0,
    most: float = 4.0,
) -> Html:
    """Draw one head: a row for each query, a column for each key, weight 0 white and weight 1 the full hue.

    Args:
        weights: [Q, K].
        rows: tokens of the queries.
        columns: tokens of the keys.
        kind: of attention; names the hue.
        marked: a row in a frame.
        hidden: leave the marked row white, to be filled in.
        widest: mm, with the labels; more tokens make smaller cells.
        most: mm of a cell.
    """
    left, top = (_LETTERS * max(_ems(_short(name)) for name in names) + 2 for names in (rows, columns))
    cell = min(most, (widest - left) / len(columns))
    size = min(_LETTERS, 0.86 * cell)
    shown = weights.copy()
    if hidden and marked is not None:
        shown[marked] = 0
    width, height = cell * len(columns), cell * len(rows)
    names = [
        *(_label(name, left - 1, top + cell * (place + 0.5), size) for place, name in enumerate(rows)),
        *(_label(name, left + cell * (place + 0.5), top - 1, size, up=True) for place, name in enumerate(columns)),
    ]
    frame = "" if marked is None else _frame(left, top + cell * marked, width, cell)
    return Html(
        f'<svg width="{left + width + 1:.1f}mm" height="{top + height + 1:.1f}mm" role="img" '
        f'viewBox="0 0 {left + width + 1:.2f} {top + height + 1:.2f}">'
        f'<g transform="translate({left:.2f} {top:.2f}) scale({cell:.3f})">{_cells(shown, kind)}</g>'
        f"{_frame(left, top, width, height, 0.12)}{frame}{''.join(names)}</svg>"
    )


def head_grid(
    weights: np.ndarray,
    rows: Sequence[str],
    columns: Sequence[str],
    kind: str,
    *,
    marked: int | None = None,
    right: Collection[tuple[int, int]] = (),
    widest: float = 172.0,
    most: float = 28.0,
) -> Html:
    """Draw all heads of a kind as small pictures with their names, those of a layer in a row.

    Args:
        weights: [L, H, Q, K].
        rows: tokens of the queries.
        columns: tokens of the keys.
        kind: of attention; names the hue.
        marked: a row in a frame.
        right: layers and heads in a frame, from 0.
        widest: mm.
        most: mm of a picture.
    """
    layers, heads, queries, keys = weights.shape
    across = min(heads, _GRID)
    lines = -(-heads // across)  # of each layer
    scale = min(most, (widest - 18) / across - 4) / max(queries, keys)
    size = min(_LETTERS, 0.9 * scale)
    left, top = (size * max(_ems(_short(name)) for name in names) + 2 for names in (rows, columns))
    wide, tall = scale * keys, scale * queries
    drawn = [_label(name, left + scale * (place + 0.5), top - 1, size, up=True) for place, name in enumerate(columns)]
    for layer, head in np.ndindex(layers, heads):
        x, y = left + (wide + 4) * (head % across), top + (tall + 6) * (layer * lines + head // across)
        if head % across == 0:
            drawn += [_label(name, x - 1, y + scale * (place + 0.5), size) for place, name in enumerate(rows)]
        drawn.append(
            f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})">{_cells(weights[layer, head], kind)}</g>'
            f"{_frame(x, y, wide, tall, 0.12)}"
            f'<text x="{x + wide / 2:.2f}" y="{y + tall + 3:.2f}" font-size="2.6" text-anchor="middle">'
            f"L{layer + 1} H{head + 1}</text>"
        )
        drawn += [] if marked is None else [_frame(x, y + scale * marked, wide, scale, 0.2)]
        drawn += [_frame(x - 1.2, y - 1.2, wide + 2.4, tall + 5.6, 0.6)] if (layer, head) in right else []
    width, height = left + (wide + 4) * across, top + (tall + 6) * layers * lines
    return Html(
        f'<svg width="{width:.1f}mm" height="{height:.1f}mm" role="img" viewBox="0 0 {width:.2f} {height:.2f}">'
        f"{''.join(drawn)}</svg>"
    )


def _cells(weights: np.ndarray, kind: str) -> str:
    """Return squares of size 1: a path for each shade, because a page may have thousands of them."""
    paths: dict[int, list[str]] = defaultdict(list)
    for row, column in np.argwhere(weights >= 0.5 / _LEVELS).tolist():
        paths[round(float(weights[row, column]) * _LEVELS)].append(f"M{column} {row}h1v1h-1z")
    return "".join(
        f'<path d="{"".join(squares)}" fill="var(--gf-{kind})" fill-opacity="{level / _LEVELS:.3f}"/>'
        for level, squares in sorted(paths.items())
    )


def _frame(x: float, y: float, width: float, height: float, line: float = 0.4) -> str:
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" fill="none" '
        f'stroke="var(--gf-ink)" stroke-width="{line}"/>'
    )


def _label(name: str, x: float, y: float, size: float, *, up: bool = False) -> str:
    turned = f' transform="rotate(-90 {x:.2f} {y:.2f})"' if up else ""
    anchor = "start" if up else "end"
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}" font-family="Courier New, monospace" '
        f'dominant-baseline="central" text-anchor="{anchor}"{turned}>{safe(_short(name))}</text>'
    )


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_LABEL else f"{name[: _LONGEST_LABEL - 1]}…"


def _ems(text: str) -> float:
    """Return the width of a text in a typewriter face, in sizes of the letters."""
    return sum(1.0 if unicodedata.east_asian_width(letter) in "WF" else 0.61 for letter in text)
