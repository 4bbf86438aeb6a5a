"""What both halves of the tab are made of: controls with words, kinds of events, and an error as the page shows it."""

from collections.abc import Callable
from typing import Any

import gradio as gr

from core.errors import CoreError
from viz.tabs.wording import Wording, error_toast
from viz.texts import error_text, text

AT_ONCE: dict[str, Any] = {
    "queue": False,
    "preprocess": False,
    "show_progress": "hidden",
    "api_visibility": "private",
}
UPLOADED: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private"}  # Gradio checks the path
READ: dict[str, Any] = {**UPLOADED, "concurrency_limit": 4}  # one visitor's large file does not keep others waiting
ALOUD: dict[str, Any] = {**AT_ONCE, "queue": True}  # Gradio shows an error only of what went through the queue


def worded(wording: Wording, kind: type[Any], key: str, *, choices: Callable[[str], Any] | None, **options: Any) -> Any:
    """A control whose choices, where it has any of its own, have words too."""

    def words(language: str) -> dict[str, Any]:
        return {
            "label": text(f"{key}.label", language),
            "info": text(f"{key}.info", language),
            **({"choices": choices(language)} if choices else {}),
        }

    return wording.add(kind(**words(wording.language), **options), words)


def accordion(wording: Wording, key: str, *, open: bool = False) -> gr.Accordion:
    """A section that is named by `key`."""
    elem_id = f"{key.replace('.', '-').replace('_', '-')}-section"
    section = gr.Accordion(text(key, wording.language), open=open, elem_id=elem_id)
    return wording.add(section, lambda language: {"label": text(key, language)})


def told(error: CoreError | OSError, language: str) -> gr.Error:
    """An error in the words of the page; of files too, as where a disk is full."""
    return error_toast(refusal(error, language), title=text("train.error.title", language))


def refusal(error: CoreError | OSError, language: str) -> str:
    """What is wrong, in the words of the page."""
    if isinstance(error, OSError):
        reason = error.strerror or type(error).__name__
        error = CoreError("train.files", "a file could not be read or written: {reason}", reason=reason)
    return error_text(error, language)
