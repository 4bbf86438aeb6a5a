"""Files to take away: of a translation, of the whole explorer around it, of one row, or of a trace from a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gradio as gr

from core.errors import CoreError
from core.service.requests import wrong
from viz.handouts import FILES
from viz.saved_page.exports import WEIGHTS, Exports, PageRequest
from viz.tabs import browser
from viz.tabs.browser import browser_functions
from viz.tabs.language import request_texts
from viz.tabs.page import event_field
from viz.tabs.translate.traces import Traces
from viz.tabs.translate.visits import visit
from viz.tabs.wording import error_toast

_PRIVATE: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
(_SAVE_FILE,) = browser_functions(browser.__file__, "saveFile")
_ROW = ("id", "kind", "layer", "head", "query")  # fields of an event that name a row of a head


def saving(exports: Exports, traces: Traces, download: gr.DownloadButton) -> Callable[[Any], None]:
    """Return what answers the event `save_request` of a component with a file."""

    # Gradio passes events and requests to annotated parameters, which it does not find in a functools.partial.
    def on_save(event: gr.EventData, request: gr.Request) -> Any:
        with visit(request):
            return save(exports, traces, event)

    def save_from(component: Any) -> None:
        written = component.save_request(on_save, None, download, **_PRIVATE)
        written.success(None, download, None, js=_SAVE_FILE)

    return save_from


def save(exports: Exports, traces: Traces, event: gr.EventData) -> Any:
    """Write what is shown, the whole explorer around it, or one row to compute by hand, for download."""
    texts = request_texts()
    try:
        form = field_of(event, "format", str)
        asked = PageRequest(*(event_field(event, name) for name in PageRequest._fields))
        if (trace := traces.find(event_field(event, "id"))) is not None:
            path = exports.write_given(trace.attention, trace.file, form, texts, asked)
        elif form in FILES:
            path = exports.write_handout(form, {name: event_field(event, name) for name in _ROW}, texts)
        else:
            lens = field_of(event, "lens", str) if event_field(event, "lens") is not None else WEIGHTS
            side = field_of(event, "side", str) if event_field(event, "side") is not None else ""
            path = exports.write(field_of(event, "id", str), form, texts, lens, asked, side)
    except CoreError as error:
        raise error_toast(texts.error(error)) from error
    return gr.DownloadButton(value=path)


def field_of(event: gr.EventData, name: str, kind: type) -> Any:
    """Return a value that a browser sent with an event; any client can send anything.

    Raises:
        CoreError: it is of another type.
    """
    value = event_field(event, name)
    if type(value) is not kind:
        raise wrong(name, f"input should be of type {kind.__name__}")
    return value
