"""Suggested languages of a text, from names or its script: a new one replaces an old one, never what was typed."""

from collections.abc import Sequence

import gradio as gr

from core.data.languages import language_of_script, script_of
from viz.tabs.train.context import Sent, Updates
from viz.tabs.train.form.fields import language_code


def suggested_codes(names: Sequence[str], pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Return the codes that two columns or endings name, else the scripts of the first pairs; "" for none."""
    scripts = [script_of(pair[side] for pair in pairs) for side in (0, 1)]
    return [language_code(name) or language_of_script(script) for name, script in zip(names, scripts, strict=True)]


def language_updates(boxes: Sequence[gr.Textbox], suggested: gr.Textbox, sent: Sent, codes: Sequence[str]) -> Updates:
    """Suggest codes where nothing, or the last suggestion, is written.

    Args:
        boxes: the fields of both languages.
        suggested: the field of both codes that were suggested last, a blank between them.
        sent: what a client sent.
        codes: the new suggestion; "" empties a field with an old one.
    """
    before = [*str(sent[suggested] or "").split(" "), "", ""]
    free = [not sent[box] or sent[box] == old for box, old in zip(boxes, before, strict=False)]
    chosen = zip(boxes, codes, free, strict=True)
    return {
        **{box: code for box, code, replaceable in chosen if replaceable and (code or sent[box])},
        suggested: " ".join(codes),
    }
