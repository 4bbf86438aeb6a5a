"""Controls with words, kinds of events, and errors as the page shows them."""

import errno
from collections.abc import Callable
from typing import Any

import gradio as gr

from core.errors import CoreError
from viz.components.preflight import Panel, pack_panel
from viz.stubs import skip_stubs
from viz.tabs.language import request_texts
from viz.tabs.wording import Wording, error_toast
from viz.texts import CATALOGUES, Texts, texts_in

UNQUEUED: dict[str, Any] = {
    "queue": False,
    "preprocess": False,
    "show_progress": "hidden",
    "api_visibility": "private",
}
QUEUED: dict[str, Any] = {**UNQUEUED, "queue": True}  # Gradio shows an error only of an event that was queued
PREPROCESSED: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private"}  # Gradio checks file paths
READING: dict[str, Any] = {**PREPROCESSED, "concurrency_limit": 4}  # one large file must not block other visitors
_NO_ACCESS = (errno.EACCES, errno.EPERM, errno.EROFS)

skip_stubs()  # Gradio may have been imported by someone else, as in a notebook


class Choice(gr.Dropdown):
    """A dropdown whose choices change while a page is open, by other visitors too.

    Gradio's own refuses a value that is no choice any more before a handler can say what is wrong with it.
    """

    is_template = True  # drawn as the class above is

    def preprocess(self, payload: Any) -> str | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return what a client sends, which the handler checks; None for what is no text."""
        return payload if isinstance(payload, str) else None


def element_id(key: str) -> str:
    """Return the id in the page of the control whose words have this key."""
    return key.replace(".", "-").replace("_", "-")


def worded(
    wording: Wording,
    component: type[Any],
    key: str,
    *,
    choices: Callable[[Texts], Any] | None = None,
    **options: Any,
) -> Any:
    """Return a control with the label and hint of `key`, and with choices that have words, if it has any."""

    def words(texts: Texts) -> dict[str, Any]:
        return {
            "label": texts(f"{key}.label"),
            "info": texts(f"{key}.info"),
            **({"choices": choices(texts)} if choices else {}),
        }

    made = component(**words(wording.texts), **{"elem_id": element_id(key), **options})
    return wording.add(made, words)


def button(wording: Wording, key: str, **options: Any) -> gr.Button:
    """Return a button with the words of `key`."""
    made = gr.Button(wording.texts(key), **{"elem_id": element_id(key), **options})
    return wording.add(made, lambda texts: {"value": texts(key)})


def accordion(wording: Wording, key: str, *, open: bool = False) -> gr.Accordion:
    """Return a section with the title of `key`."""
    section = gr.Accordion(wording.texts(key), open=open, elem_id=f"{element_id(key)}-section")
    return wording.add(section, lambda texts: {"label": texts(key)})


def column_choices(wording: Wording, source: str, target: str) -> tuple[gr.Dropdown, gr.Dropdown]:
    """Return the choices of a source and a target column; the names of the columns come with the data."""
    # Without custom values Gradio would refuse a request that still names a column of the previous file.
    options = {"value": None, "allow_custom_value": True, "min_width": 120}
    return worded(wording, gr.Dropdown, source, **options), worded(wording, gr.Dropdown, target, **options)


def language_fields(wording: Wording, source: str, target: str) -> tuple[gr.Textbox, gr.Textbox]:
    """Return the fields of both languages' codes, in one row."""
    options: dict[str, Any] = {"max_lines": 1, "max_length": 20, "min_width": 120}
    with gr.Row():
        return worded(wording, gr.Textbox, source, **options), worded(wording, gr.Textbox, target, **options)


def as_toast(error: CoreError | OSError, texts: Texts) -> gr.Error:
    """Return an error for the page to show, in the page's words."""
    return error_toast(error_words(error, texts), title=texts("train.error.title"))


def error_words(error: CoreError | OSError, texts: Texts) -> str:
    """Return an error in the page's words; also an error of the file system, such as a full disk."""
    if isinstance(error, OSError):
        reason = error.strerror or type(error).__name__
        if error.errno in _NO_ACCESS:
            error = CoreError(
                "train.no_access",
                "a file could not be read or written ({reason}): start the page with --runs and a folder in which it "
                "may write",
                reason=reason,
            )
        else:
            error = CoreError("train.files", "a file could not be read or written: {reason}", reason=reason)
    return texts.error(error)


def lasting_panel(make: Callable[[Texts], Panel | None]) -> str | None:
    """Pack a panel that stays on the page when its language changes: what it reports is not computed again.

    Args:
        make: returns the panel in the words of a language; None for nothing to show.
    """
    panel, languages = make(request_texts()), {code: make(texts_in(code)) for code in CATALOGUES}
    return pack_panel(panel, {code: one for code, one in languages.items() if one}) if panel else None


def refusal_panel(error: CoreError | OSError) -> str | None:
    """Return why data cannot be read or fetched, as a packed panel; or ask which columns to use."""
    asks = isinstance(error, CoreError) and error.code == "train.columns"
    key = "train.asked" if asks else "train.unreadable"
    return lasting_panel(lambda texts: Panel(texts(key), cautions=[error_words(error, texts)]))


def hidden_text(elem_id: str) -> gr.Textbox:
    """Return a hidden value of the page."""
    return gr.Textbox(visible="hidden", elem_id=elem_id)
