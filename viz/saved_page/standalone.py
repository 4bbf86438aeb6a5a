"""The whole explorer for one translation as one HTML file that opens by a double click and makes no requests."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from core.attention_kinds import KINDS, Kind
from core.errors import CoreError
from core.library import Card
from viz.components.attention_view.component import FOLDER as COMPONENT
from viz.components.attention_view.component import style, texts_json
from viz.components.modules import bundle
from viz.components.time_travel import FOLDER as TIME
from viz.components.time_travel import texts_json as time_texts
from viz.texts import Texts
from viz.theme import page_css
from viz.wire.card import card_line
from viz.wire.foreign import foreign_answers, foreign_payload
from viz.wire.payload import Payload

if TYPE_CHECKING:
    from core.inspection.foreign import ForeignAttention
    from core.inspection.trace import Trace

MAX_BYTES = 1_000_000  # with every head's float32 weights, without time travel; a larger page has only 8-bit weights
MAX_GIVEN = 8_000_000  # weights of another program's model in a page: 53 MB
FOLDER = Path(__file__).parent
TEMPLATE = FOLDER / "standalone.html"


class Opened(NamedTuple):
    """The view on which a page opens, and the answers that it has.

    Attributes:
        fields: of a link to the view; none opens as a fresh page.
        answers: {name, request, reply} of each question that can be asked of the page.
        history: how the model learned to attend, as `pack_snapshots` gives it; None if the page does not show it.
        provenance: of the translation.
    """

    fields: Mapping[str, str] = MappingProxyType({})
    answers: Sequence[Mapping[str, Any]] = ()
    history: str | None = None
    provenance: Mapping[str, Any] = MappingProxyType({})


def standalone_page(payload: Payload, trace: Trace, card: Card, texts: Texts, opened: Opened | None = None) -> bytes:
    """Make the page.

    Args:
        payload: of the translation.
        trace: what was packed; its float32 weights are included if the page stays below `MAX_BYTES`.
        card: of the checkpoint.
        texts: the words.
        opened: the view that it shows first, and what of the server's answers it takes along.

    Returns:
        HTML in UTF-8. Its content security policy allows this script alone and no request.
    """
    parts = page_parts(payload, trace, card, texts, opened or Opened())
    page, exact = written(parts), _exact({kind: trace.weights(kind) for kind in KINDS})
    size = len(page) - len(_encoded(parts["history"])) + len(exact)
    return written({**parts, "exact": exact}) if size < MAX_BYTES else page


def foreign_page(attention: ForeignAttention, texts: Texts, fields: Mapping[str, str] | None = None) -> bytes:
    """Make the page of attention that another program computed, with the float32 values of every head.

    Args:
        attention: to show.
        texts: the words.
        fields: of a link to the view on which it opens.

    Raises:
        CoreError: there are more than `MAX_GIVEN` weights.
    """
    refuse_large(attention)
    opened = Opened(fields or {}, answers=foreign_answers(attention))
    parts = parts_of(foreign_payload(attention), [texts("standalone.given")], texts, opened)
    return written({**parts, "exact": _exact(attention.arrays)})


def refuse_large(attention: ForeignAttention) -> None:
    """Refuse more than `MAX_GIVEN` weights.

    Raises:
        CoreError: there are more.
    """
    numbers = sum(array.size for array in attention.arrays.values())
    if numbers > MAX_GIVEN:
        raise CoreError(
            "foreign.size",
            "{numbers:,} weights are too many for a page, which holds {limit:,}: give fewer layers or fewer tokens",
            numbers=numbers,
            limit=MAX_GIVEN,
        )


def written(parts: Mapping[str, str]) -> bytes:
    """Return the page of its parts, with the script."""
    code = page_script(FOLDER / "standalone.js")
    return _encoded(filled(TEMPLATE, {**parts, "hash": script_hash(code), "script": code}))


def page_parts(payload: Payload, trace: Trace, card: Card, texts: Texts, opened: Opened) -> dict[str, str]:
    """Return what fills a template: words, numbers and elements, ready for HTML."""
    beam, alpha = (payload.decoding["beam_size"], payload.decoding["alpha"]) if payload.decoding else (None, None)
    made = texts("standalone.made", beam=beam, alpha=alpha)
    return parts_of(payload, [payload.checkpoint, card_line(card, texts), *_changes(trace, texts), made], texts, opened)


def parts_of(payload: Payload, facts: Sequence[str], texts: Texts, opened: Opened) -> dict[str, str]:
    """Return what fills a template, with these facts about the numbers in its header."""
    return {
        "language": escaped(texts.language),
        "title": escaped(f"{payload.source[:80]} · {texts('page.title')}"),
        "style": _style(),
        "name": escaped(texts("page.title")),
        "subtitle": escaped(texts("page.subtitle")),
        "theme": escaped(texts("page.theme")),
        "source": escaped(payload.source),
        "translation": escaped(payload.translation),
        "facts": escaped(" · ".join(facts)),
        "noscript": escaped(texts("standalone.noscript")),
        "view": (COMPONENT / "attention_view.html").read_text(encoding="utf-8"),
        "payload": payload.to_json(),
        "texts": _json(json.loads(texts_json(texts.section("attention.", "code.")))),
        "exact": "{}",
        "history": _history(opened.history, texts) if opened.history else "",
        "provenance": _json(dict(opened.provenance)),
        "opened": _json({"fields": dict(opened.fields), "answers": list(opened.answers)}),
        "words": _json({"alone": texts("standalone.alone")}),
    }


def page_script(entry: Path) -> str:
    """Return a module and all that it needs as the text of a script element.

    Raises:
        ValueError: the text would end its own element.
    """
    code = f"{bundle(entry)};"
    if "</script" in code.lower() or "<!--" in code:
        raise ValueError("the script would end its own element")
    return code


def script_hash(code: str) -> str:
    """Return the name of a script in a content security policy."""
    return f"sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}"


def filled(template: Path, parts: Mapping[str, str]) -> str:
    """Fill every place of a template in one pass: inserted text is not searched again."""
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], template.read_text(encoding="utf-8"))


def escaped(words: str) -> str:
    """Escape text for HTML; control characters, which HTML forbids, are removed."""
    return html.escape(re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", "", words))


def page_variables(css: str, root: str = "body") -> str:
    """Return the page's own variables, --gf-*, light and dark, and its rules for forced colours, for a saved page.

    Args:
        css: of the page.
        root: selector of the element that has the variables.
    """
    rules = re.findall(r"^@media \(forced-colors.*?^}", css, re.MULTILINE | re.DOTALL)
    for selector, body in re.findall(r"^(\.gradio-container|\.dark \.gradio-container) \{([^}]*)\}", css, re.MULTILINE):
        found = re.findall(r"(--gf-[\w-]+|color-scheme):\s*([^;]+);", body)
        declared = " ".join(f"{name}: {value};" for name, value in found)
        if declared:
            rules.append(f"{selector.replace('.gradio-container', root)} {{ {declared} }}")
    return "\n".join(rules)


def _encoded(page: str) -> bytes:
    """Encode in UTF-8; half of a surrogate pair is not a character."""
    return page.encode("utf-8", errors="replace")


def _changes(trace: Trace, texts: Texts) -> list[str]:
    """Describe the changes of attention; empty without any."""
    changes = trace.intervention
    counts = {"off": len(changes.off), "uniform": len(changes.uniform), "edits": len(changes.edits)}
    return [] if changes.empty else [texts("standalone.changed", **counts)]


def _style() -> str:
    around = (FOLDER / "standalone.css").read_text(encoding="utf-8")
    time = (TIME / "time_travel.css").read_text(encoding="utf-8")
    return f"{page_variables(page_css())}\n{around}\n#attention {{\n{style()}\n}}\n#history {{\n{time}\n}}"


def _history(packed: str, texts: Texts) -> str:
    """Return the part of the page that shows how the model learned to attend."""
    view = (TIME / "time_travel.html").read_text(encoding="utf-8")
    words = _json(json.loads(time_texts(texts.section("time."))))
    return (
        f'<details class="gf-saved-history" open><summary>{escaped(texts("time.checkpoint"))}</summary>'
        f'<div id="history">{view}</div></details>\n'
        f'<script type="application/json" id="history-value">{packed}</script>\n'
        f'<script type="application/json" id="history-texts">{words}</script>'
    )


def _exact(arrays: Mapping[Kind, np.ndarray]) -> str:
    """Return float32 weights of every head, in base64 by kind."""
    encoded = {
        kind: base64.b64encode(np.ascontiguousarray(array, dtype="<f4").tobytes()).decode("ascii")
        for kind, array in arrays.items()
    }
    return _json(encoded)


def _json(value: Any) -> str:
    """Return JSON that cannot end the element around it."""
    return json.dumps(value).replace("<", "\\u003c")
