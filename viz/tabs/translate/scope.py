"""The line under the sentence that says what the chosen model can do: languages, topics, length, one sentence."""

import gradio as gr

from core.errors import CoreError
from core.library import CheckpointLibrary
from viz.tabs.language import request_texts
from viz.tabs.wording import Wording
from viz.texts import Texts
from viz.wire.card import scope_words


def scope_line(library: CheckpointLibrary, checkpoint: gr.Dropdown, wording: Wording) -> None:
    """Place the line; it follows the chosen checkpoint and the language of the page."""
    chosen = checkpoint.value if isinstance(checkpoint.value, str) else None
    line = gr.HTML(
        _scope(library, chosen, wording.texts),
        html_template="<p class='gf-hint'></p>",
        js_on_load="const line = element.querySelector('p');"
        "const draw = () => { line.textContent = props.value || ''; };"
        "watch('value', draw); draw();",
        elem_id="scope",
        padding=False,
    )
    wording.follow(lambda name: _scope(library, name, request_texts()), checkpoint, line)


def _scope(library: CheckpointLibrary, name: str | None, texts: Texts) -> str:
    """Return the line of a checkpoint; empty without one, or if it cannot be read, which is reported elsewhere."""
    try:
        return scope_words(library.card(name), texts) if name else ""
    except CoreError:
        return ""
