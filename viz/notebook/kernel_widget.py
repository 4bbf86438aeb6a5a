"""The base of all widgets: a module of the browser, its style, and questions to the kernel.

The modules, the style and the numbers travel in the widget's properties, and nothing is loaded from anywhere else.
Questions that need the model are messages to the kernel: {question, number, request} there, {number, reply} back.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from viz.components.modules import bundle
from viz.notebook.frame import fallback
from viz.saved_page.standalone import filled
from viz.texts import Texts
from viz.wire.answers import Json, answered

FOLDER = Path(__file__).parent
Answering = Callable[[str, Mapping[str, Any]], Json]


@functools.cache
def widget_script(name: str) -> str:
    """Return the module of a widget, whose default is what a notebook calls.

    Args:
        name: of the module here that exports `render`.
    """
    return f"const {{render}} = {bundle(FOLDER / name)};\nexport default {{render}};\n"


def widget_html(template: str, **parts: str) -> str:
    """Return the elements of a widget: a template of this folder, with its parts."""
    return filled(FOLDER / template, parts)


class KernelWidget(anywidget.AnyWidget):
    """A view in a cell whose questions the kernel answers.

    Args:
        words: of refusals.
        answer: returns the answer to a question, JSON of its name and its fields, which any client can send.
        questions: names of those that it answers.
        page: makes the page that is shown where no kernel runs.
        text: what a terminal shows.
        **properties: those that the browser reads.
    """

    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)

    payload = traitlets.Unicode().tag(sync=True)
    texts = traitlets.Unicode().tag(sync=True)
    html = traitlets.Unicode().tag(sync=True)
    questions = traitlets.List(traitlets.Unicode()).tag(sync=True)
    alone = traitlets.Unicode().tag(sync=True)  # the sentence where a question cannot be asked

    def __init__(
        self,
        words: Texts,
        answer: Answering | None,
        questions: Collection[str],
        page: Callable[[], bytes] | None = None,
        text: str = "",
        **properties: Any,
    ) -> None:
        self._words, self._answer, self._page, self._text = words, answer, page, text
        asked = [] if answer is None else list(questions)
        super().__init__(questions=asked, alone=words("notebook.alone"), **properties)
        self.on_msg(self._take)

    def __repr__(self) -> str:
        return self._text

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the widget, and for a reader without a kernel a whole page and plain text."""
        data, metadata = super()._repr_mimebundle_() or ({}, {})
        return data | fallback(repr(self), self._page, self._words), metadata

    def _take(self, _: Any, content: Mapping[str, Any], __: Any) -> None:
        """Answer a message of the browser."""
        question, request = content.get("question"), content.get("request") or {}
        reply: Json = {}
        if question in self.questions and (answer := self._answer) is not None:
            reply = answered(question, lambda: answer(question, request), lambda: self._words)
        self.send({"number": content.get("number"), "reply": reply}, self._files(question))

    def _files(self, question: object) -> list[bytes]:
        """Return the bytes that are sent for a question."""
        return []
