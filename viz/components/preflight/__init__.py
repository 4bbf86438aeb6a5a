"""Preflight of a training: cautions, numbers in groups, parameters by part, lengths as bars."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import gradio as gr

from core.attention_kinds import Kind
from viz.components.static import component_from

_FOLDER = Path(__file__).parent
EVENTS = ("panel_mend",)  # data: {change}; any client can send anything


class Part(NamedTuple):
    """A share of the parameters."""

    name: str
    count: int
    hue: Kind | Literal["ink", "soft"]
    pale: bool = False  # feed-forward, next to the attention of the same hue


class Bars(NamedTuple):
    """A histogram of two sides of K bars each, one above the axis and one below."""

    title: str
    edges: Sequence[int]  # [K + 1]
    names: tuple[str, str]
    counts: tuple[Sequence[int], Sequence[int]]  # [K] each
    axis: str  # what the edges count
    note: str = ""


class Mark(NamedTuple):
    """The control that a caution is about, and what mends it."""

    field: str = ""  # id of the control in the page; it is marked, shown and focused
    remedy: str = ""  # words of a button; none where they are empty
    change: Mapping[str, Any] = {}  # setting -> value, sent with the event "panel_mend"


class Panel(NamedTuple):
    """Content of the component; every text is shown verbatim, never as markup."""

    title: str = ""
    busy: bool = False
    outdated: str = ""  # shown once a setting has changed since the panel was asked for (events "asked", "outdated")
    message: str = ""  # progress, or a heading for the cautions, or that none were found
    cautions: Sequence[str] = ()
    marks: Sequence[Mark] = ()  # one for each caution, or none at all
    facts: Sequence[tuple[str, str, str]] = ()  # (name, value, what it means)
    parts: Sequence[Part] = ()
    parts_title: str = ""
    bars: Bars | None = None


def preflight(value: str | None = None, *, elem_id: str | None = None, **options: Any) -> gr.HTML:
    """Place the component; a handler updates it by returning `pack_panel(...)`, or None for nothing.

    Args:
        value: as `pack_panel` gives it.
        elem_id: id in the page.
        **options: of gr.HTML.
    """
    return component_from(_FOLDER, value, events=EVENTS, elem_id=elem_id, **options)


def pack_panel(panel: Panel, languages: Mapping[str, Panel] | None = None) -> str:
    """Pack a panel for the component: one JSON string.

    Args:
        panel: in the language of the request.
        languages: the same panel in each language, which the page may be switched to while it is shown.

    Raises:
        ValueError: the number of bars of a side does not match the edges, or there are marks of some cautions only.
    """
    others = {code: _values(other) for code, other in (languages or {}).items()}
    values = _values(panel) | {"languages": others}
    return json.dumps(values, ensure_ascii=False).replace("<", "\\u003c")  # the same JSON, without tags


def _values(panel: Panel) -> dict[str, Any]:
    if panel.bars and any(len(side) != len(panel.bars.edges) - 1 for side in panel.bars.counts):
        raise ValueError(f"{[len(side) for side in panel.bars.counts]} bars, but {len(panel.bars.edges)} edges")
    if panel.marks and len(panel.marks) != len(panel.cautions):
        raise ValueError(f"{len(panel.marks)} marks, but {len(panel.cautions)} cautions")
    return panel._asdict() | {
        "marks": [mark._asdict() for mark in panel.marks],
        "parts": [part._asdict() for part in panel.parts],
        "bars": panel.bars._asdict() if panel.bars else None,
    }
