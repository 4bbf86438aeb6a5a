"""The page of one translation with its model: it translates any sentence without server or network.

Elements, style, script and model are deflated in it, in base64; a small loader opens them.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.config import DecodingConfig
from core.library import Card
from viz.saved_page.standalone import Opened, escaped, filled, page_parts, page_script, script_hash
from viz.texts import Texts
from viz.wire.card import card_line
from viz.wire.payload import Decoding, Payload

if TYPE_CHECKING:
    from core.inspection.trace import Trace

_FOLDER = Path(__file__).parent


def live_page(payload: Payload, trace: Trace, card: Card, texts: Texts, opened: Opened, archive: bytes) -> bytes:
    """Make the page.

    Args:
        payload: of the translation that is shown first.
        trace: what was packed.
        card: of the checkpoint.
        texts: the words.
        opened: the view that it shows first, and what of the server's answers it takes along.
        archive: the model, see `model_archive`.

    Returns:
        HTML in UTF-8. Its content security policy allows its own two scripts and no request.
    """
    parts = page_parts(payload, trace, card, texts, opened)
    script, loader = page_script(_FOLDER / "live.js"), page_script(_FOLDER / "loader.js")
    facts = (card.name, card_line(card, texts), texts("saved_page.about"))
    inside = {
        **parts,
        "facts": escaped(" · ".join(facts)),
        "form": sentence_form(payload, card.examples, texts),
    }
    style = f"{parts['style']}\n{(_FOLDER / 'live.css').read_text(encoding='utf-8')}"
    content = {"html": filled(_FOLDER / "live.html", inside), "style": style, "script": script}
    packed = zlib.compress(json.dumps(content).encode("utf-8"), 9)
    page = filled(
        _FOLDER / "page.html",
        {
            "language": texts.language,
            "title": escaped(f"{card.name} · {texts('page.title')}"),
            "waiting": escaped(texts("saved_page.opening")),
            "noscript": parts["noscript"],
            "loader_hash": script_hash(loader),
            "hash": script_hash(script),
            "loader": loader,
            "page": base64.b64encode(packed).decode("ascii"),
            "model": base64.b64encode(archive).decode("ascii"),
        },
    )
    return page.encode("utf-8", errors="replace")


def sentence_form(payload: Payload, examples: Sequence[str], texts: Texts) -> str:
    """Return the inside of the form in which a sentence is typed.

    Args:
        payload: whose sentence and decoding it begins with.
        examples: sentences to choose from.
        texts: the words.
    """
    default = DecodingConfig()
    decoding = payload.decoding or Decoding(beam_size=default.beam_size, alpha=default.alpha)
    parts = {
        "examples": _examples(examples, texts),
        "sentence_label": escaped(texts("translate.source")),
        "placeholder": escaped(texts("translate.source.placeholder")),
        "source": escaped(payload.source),
        "beam_label": escaped(texts("translate.beam")),
        "alpha_label": escaped(texts("translate.alpha")),
        "run": escaped(texts("translate.run")),
        "beam": str(decoding["beam_size"]),
        "alpha": f"{decoding['alpha']:g}",
    }
    return filled(_FOLDER / "sentence.html", parts)


def _examples(sentences: Sequence[str], texts: Texts) -> str:
    """Return the list of examples; empty without any."""
    if not sentences:
        return ""
    options = "".join(f"<option>{escaped(sentence)}</option>" for sentence in sentences)
    label = f"<span>{escaped(texts('translate.examples'))}</span>"
    return f'<label class="gf-examples">{label}<select name="example">{options}</select></label>'
