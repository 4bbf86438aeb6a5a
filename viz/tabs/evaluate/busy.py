"""Buttons that take seconds: each says so at once, and cannot be clicked twice."""

import functools
from typing import Any

import gradio as gr

from viz.tabs.browser import browser_functions
from viz.tabs.controls import UNQUEUED, element_id
from viz.tabs.language import request_texts
from viz.tabs.wording import Wording

_FUNCTIONS = ("busyButton", "busyWithoutMessage", "noMessage")
_BUSY, _BUSY_WITHOUT_MESSAGE, NO_MESSAGE = browser_functions(__file__, *_FUNCTIONS)


def busy_words(wording: Wording, key: str) -> gr.Textbox:
    """Lay out the words of a button at work, hidden: the browser takes them in the page's language."""
    return wording.text(gr.Textbox, key, visible="hidden", elem_id=element_id(key))


def at_work(button: gr.Button, words: gr.Textbox, message: gr.HTML | None = None) -> Any:
    """Register what shows at a click that a button is at work, and return this event: its handler is to follow it.

    Args:
        button: it is clicked.
        words: see `busy_words`.
        message: of an earlier click, which is removed.
    """
    if message is None:
        return button.click(None, words, button, js=_BUSY)
    return button.click(None, words, [button, message], js=_BUSY_WITHOUT_MESSAGE)


def at_rest_after(work: Any, button: gr.Button, key: str) -> None:
    """Register what gives a button its usual words, those of `key`, once its handler has ended, also where it fails."""
    work.then(functools.partial(_at_rest, key), None, button, **UNQUEUED)


def _at_rest(key: str) -> Any:
    return gr.Button(request_texts()(key), interactive=True)
