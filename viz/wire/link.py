"""A link that restores text, checkpoint, decoding and view: its query string, read. Anyone can write a link.

The address of the page is such a link too. The browser keeps what is too long for an address beside it, and sends it.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, cast

from core.attention_kinds import KINDS, Kind
from core.config import DecodingConfig
from core.errors import CoreError
from core.exercises.chapters import CHAPTERS
from core.inspection.head_names import read_heads
from core.inspection.intervention import NO_CHANGE, HeadName, Intervention
from core.service import MAX_BEAM_SIZE, MAX_CHARACTERS
from viz.labs import lab_names
from viz.texts.beside import panel_names
from viz.wire.payload import Payload

TABS = ("translate", "machine", "maths", "train", "evaluate", "about")  # the first is open if none is named
_LONGEST_FIELD = 20_000  # characters of one field of the view
_WHOLE = re.compile(r"[0-9]{1,4}")


class Link(NamedTuple):
    """Request of a link; None for missing parts."""

    text: str | None
    checkpoint: str | None
    beam_size: int | None
    alpha: float | None
    rank: int | None  # of the hypothesis, from 0
    view: str  # JSON object of the view's fields as text, for the browser; empty where there are none
    changes: Intervention  # heads off and uniform, from 0; the model may not have them
    ignored: tuple[str, ...]  # names of ignored fields: unknown, or with an invalid value

    @property
    def empty(self) -> bool:
        """True if the link asks for nothing of its own."""
        return self._replace(ignored=()) == Link(None, None, None, None, None, "", NO_CHANGE, ())


def read_link(query: Mapping[str, str], checkpoints: Iterable[str]) -> Link:
    """Read the query string of the page; bad fields are named and ignored.

    Args:
        query: names and values.
        checkpoints: known names.
    """
    names = set(checkpoints)
    readers: dict[str, Callable[[str], object]] = {
        "text": _text,
        "checkpoint": lambda value: value if value in names else None,
        "beam": _beam,
        "alpha": _alpha,
        "rank": _rank,
        "off": _heads,
        "uniform": _heads,
    }
    found: dict[str, object] = {}
    view: dict[str, str] = {}
    ignored: list[str] = []
    for name, value in query.items():
        if name in _OTHERS:
            continue
        if name in readers:
            found[name] = readers[name](value)
            if found[name] is None:
                ignored.append(name)
        elif name in _VIEW and len(value) <= _LONGEST_FIELD and _fits(name, value):
            if name not in _PAGE:  # other parts of the page read those
                view[name] = value
        else:
            ignored.append(name)
    if "vs_checkpoint" in view and view["vs_checkpoint"] not in names:
        ignored.append("vs_checkpoint")
        del view["vs_checkpoint"]
    changes = Intervention(found.pop("off", None) or (), found.pop("uniform", None) or ())  # type: ignore[arg-type]
    values = (found.get(name) for name in ("text", "checkpoint", "beam", "alpha", "rank"))
    kept = tuple(name[:40] for name in ignored)
    return Link(*values, json.dumps(view) if view else "", changes, kept)  # type: ignore[arg-type]


def misfits(view: str, payload: Payload) -> list[str]:
    """Return the names of a link's fields that a translation does not have: a layer, a head, a step.

    Args:
        view: of a `Link`.
        payload: of the translation; the browser takes the nearest that there is.
    """
    asked: dict[str, str] = json.loads(view) if view else {}
    layers, heads = payload.shape(cast(Kind, asked.get("kind", "cross")))[:2]
    most = {"layer": layers, "head": heads, "step": len(payload.predicted_tokens)}
    return [name for name, count in most.items() if name in asked and not 1 <= int(asked[name]) <= count]


def _text(value: str) -> str | None:
    return value if value.strip() and len(value) <= MAX_CHARACTERS else None


def _beam(value: str) -> int | None:
    return int(value) if _WHOLE.fullmatch(value) and 1 <= int(value) <= MAX_BEAM_SIZE else None


def _rank(value: str) -> int | None:
    return int(value) - 1 if _WHOLE.fullmatch(value) and 1 <= int(value) <= MAX_BEAM_SIZE else None


def _alpha(value: str) -> float | None:
    try:
        return DecodingConfig(alpha=float(value)).alpha
    except (ValueError, CoreError):
        return None


def _heads(value: str) -> tuple[HeadName, ...] | None:
    """Read heads as `c.3.1,e.1-2.1-4`: the first letter of the kind, layers and heads from 1."""
    try:
        return read_heads(value) if len(value) <= _LONGEST_FIELD else None
    except CoreError:
        return None


def _one_of(*values: str) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, values)))


def _fits(name: str, value: str) -> bool:
    """Return whether a field of the view may have this value."""
    if not _VIEW[name].fullmatch(value):
        return False
    if name not in ("lens", "vs_lens"):
        return True
    from core.inspection.lenses import lenses  # loads torch, which building the page must not

    return value in lenses()


_OTHERS = frozenset(
    {"embed", "lang", "run", "__theme", "view_theme", "__sign", "logs"}
)  # of the page, of Gradio, of a Space
_ROW = r"[edc](\.[1-9][0-9]{0,2}){3}\*[0-9.]{1,12}(_[0-9.]{1,12})*"
_SWITCH = _one_of("0", "1", "true", "false")
# The fields of the view as the browser writes them (link.js), which reads them within the bounds of the translation.
_VIEW: Mapping[str, re.Pattern[str]] = {
    "kind": _one_of(*KINDS),
    "layer": _WHOLE,
    "head": _WHOLE,
    "step": _WHOLE,
    "view": _one_of("lines", "matrix", "table"),
    "rows": _one_of("predicted", "read"),
    "pin": re.compile(r"(query|key)\.[1-9][0-9]{0,3}(\.2)?"),
    "lens": re.compile(r"[a-z_]{1,40}"),  # also one of `lenses()`
    "vs_lens": re.compile(r"[a-z_]{1,40}"),  # also one of `lenses()`
    "combine": _one_of("one", "overlay", "mean", "max"),
    "heads": re.compile(r"((encoder|decoder|cross)\.[0-9]{1,3}\.[0-9]{1,3}[ ,]?)*"),
    "words": _SWITCH,
    "specials": _SWITCH,
    "mass": re.compile(r"[0-9.]{1,12}"),
    "grow": _SWITCH,
    "kinds": _one_of("all", "one"),
    "bench": _one_of(*panel_names()),
    "side": _one_of("base", "variant", "difference", "both"),
    "same": _SWITCH,
    # the second translation: rows edited by hand, tokens that it begins with, and what it is compared with
    "edits": re.compile(rf"{_ROW}(-{_ROW})*"),
    "prefix": re.compile(r"[0-9]{1,6}(_[0-9]{1,6})*"),
    "vs_text": re.compile(r"(?s).*\S.*"),
    "vs_target": re.compile(r"(?s).*\S.*"),
    "vs_checkpoint": re.compile(r"[^\n]{1,200}"),
    "vs_beam": _WHOLE,
    "vs_alpha": re.compile(r"[0-9.]{1,12}"),
    "vs_rank": _WHOLE,
    "vs_step": _WHOLE,
    "systems": _one_of("AB", "BA"),  # letters of both in the evaluation from which they were opened
    # of the page
    "tab": _one_of(*TABS),
    "lab": _one_of(*lab_names()),
    "set": re.compile(r"(?s)\{.{1,4000}\}"),  # values of a lab, which the lab checks itself
    "stop": re.compile(r"[1-9][0-9]?"),  # of the former tour, which leads to a chapter of the path
    "path": _one_of("hour", "ten", "lecture"),
    "chapter": _one_of(*CHAPTERS),
    "test": _one_of("all", *CHAPTERS),
    # of the machine
    "block": re.compile(r"[a-z0-9_.]{1,60}"),
    "mode": _one_of("train"),
    "at": _WHOLE,
}
_PAGE = ("tab", "lab", "set", "stop", "path", "chapter", "test", "block", "mode", "at")
