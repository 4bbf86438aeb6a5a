"""The panel that opens what lies outside of the page: a trace in a file, or a copy of a model in any folder.

Folders are only offered on a page for the users of this computer.
"""

import functools
import os
from pathlib import Path
from typing import Any

import gradio as gr

from core.errors import CoreError
from core.library import CheckpointLibrary
from viz.components.upload_limit import limit_words, upload_limit
from viz.tabs.language import request_texts
from viz.tabs.limits import PageLimits
from viz.tabs.wording import Wording, error_toast
from viz.texts import Texts

_PRIVATE: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
_TOGGLE = """() => {
  const panel = document.querySelector('#open-folder');
  panel.classList.toggle('gf-open');
  if (panel.classList.contains('gf-open')) panel.querySelector('textarea, input, button').focus();
}"""
CLOSE = """() => {
  document.querySelector('#open-folder').classList.remove('gf-open');
  document.querySelector('#open-folder-button').focus();
}"""


def opener(wording: Wording, *, folders: bool) -> gr.Button:
    """Place the button that shows the panel."""
    key = "page.open" if folders else "page.open.trace"
    return wording.text(gr.Button, key, elem_id="open-folder-button", size="sm", min_width=40, variant="secondary")


def panel(
    library: CheckpointLibrary,
    button: gr.Button,
    checkpoint: gr.Dropdown,
    wording: Wording,
    limits: PageLimits,
    *,
    folders: bool,
) -> tuple[list[Any], gr.UploadButton]:
    """Lay out the panel, closed: a file with a trace, and on a page for the users of this computer a folder.

    Returns:
        The events after which another model is chosen, and the file.
    """
    with gr.Row(elem_id="open-folder", elem_classes="gf-options"):
        events = _folder(library, checkpoint, wording) if folders else []
        with gr.Column(elem_id="open-trace"):
            wording.text(gr.Markdown, "page.open.trace.hint", elem_classes="gf-hint")
            file = wording.labelled(
                gr.UploadButton, "page.open.trace.file", variant="secondary", file_types=[".npz"], elem_id="trace-file"
            )
            refused = upload_limit(
                wording.texts, file="open-trace", most_bytes=limits.upload_bytes, elem_id="trace-file-refused"
            )
            wording.add(refused, limit_words)
    button.click(None, None, None, js=_TOGGLE)
    for event in events:
        event.success(None, None, None, js=CLOSE)
    return events, file


def _folder(library: CheckpointLibrary, checkpoint: gr.Dropdown, wording: Wording) -> list[Any]:
    """Place the folder, and what imports and removes a copy; the copy becomes the chosen model."""
    with gr.Row(elem_id="open-copy"):
        folder = gr.Textbox(**_words(wording.texts), lines=1, max_lines=1, elem_id="folder", submit_btn=False)
        run = wording.text(gr.Button, "page.open.run", variant="primary", elem_id="open-run")
        remove = wording.text(gr.Button, "page.open.remove", variant="secondary", elem_id="open-remove")
    wording.add(folder, _words)
    imported = functools.partial(opened, library)
    events = [event(imported, folder, checkpoint, **_PRIVATE) for event in (run.click, folder.submit)]
    events.append(remove.click(functools.partial(removed, library), checkpoint, checkpoint, **_PRIVATE))
    return events


def opened(library: CheckpointLibrary, folder: object) -> Any:
    """Import a folder, or a model of the Hub; return the picker with the model chosen.

    Args:
        library: gets the model.
        folder: its path or its name on the Hub as typed, unchecked: any client can send anything.

    Raises:
        gr.Error: it cannot be imported; one sentence says why.
    """
    from core.interchange.folder import import_beside
    from core.interchange.hub import fetch_model, is_hub_name

    texts = request_texts()
    try:
        if not isinstance(folder, str) or not folder.strip():
            raise CoreError("import.no_path", "type the path of a folder")
        given = folder.strip().strip("'\"")
        if is_hub_name(given):
            model = fetch_model(given)
            name = import_beside(model.folder, library.home, model.origin)
        else:
            name = import_beside(Path(os.path.expanduser(given)), library.home)
    except CoreError as error:
        raise error_toast(texts.error(error)) from error
    return gr.Dropdown(choices=library.names(), value=name)


def removed(library: CheckpointLibrary, name: object) -> Any:
    """Remove the chosen copy; return the picker with another model chosen.

    Args:
        library: has the model.
        name: of the chosen one, unchecked.

    Raises:
        gr.Error: it is not a copy.
    """
    from core.interchange.folder import remove_copy

    texts = request_texts()
    try:
        remove_copy(str(name or ""), library.home)
    except OSError as error:
        reason = {"name": name, "reason": error.strerror}
        refused = CoreError("import.not_removed", "{name} cannot be removed: {reason}", **reason)
        raise error_toast(texts.error(refused)) from error
    except CoreError as error:
        raise error_toast(texts.error(error)) from error
    names = library.names()
    return gr.Dropdown(choices=names, value=names[0] if names else None)


def _words(texts: Texts) -> dict[str, Any]:
    return {"label": texts("page.open.folder"), "placeholder": texts("page.open.placeholder")}
