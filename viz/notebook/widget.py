"""The attention view as a widget: JupyterLab, Jupyter Notebook, VS Code, Colab and marimo draw it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np
import traitlets

from core.attention_kinds import KINDS, Kind, quantise
from core.errors import CoreError
from viz.components.attention_view.component import FOLDER as COMPONENT
from viz.components.attention_view.component import style as view_style
from viz.components.attention_view.component import texts_json
from viz.notebook.kernel_widget import Answering, KernelWidget, widget_html, widget_script
from viz.notebook.place import known_kind, within
from viz.notebook.plain import plain_head
from viz.notebook.style import widget_style
from viz.saved_page.page import sentence_form
from viz.texts import ENGLISH, Texts
from viz.wire.answers import FORMS
from viz.wire.payload import Payload

HYPOTHESIS = "hypothesis"  # {id, index} -> {payload}: another hypothesis of a translation
QUESTIONS = (*FORMS, HYPOTHESIS)
_MODEL = "model"  # the question for the archive


def view(
    payload: Payload,
    *,
    texts: Texts = ENGLISH,
    answer: Answering | None = None,
    questions: Collection[str] = QUESTIONS,
    archive: Callable[[], bytes] | None = None,
    page: Callable[[Mapping[str, Any]], bytes] | None = None,
    kind: str | None = None,
    layer: int | None = None,
    head: int | None = None,
    step: int | None = None,
) -> AttentionWidget:
    """Show a translation and all of its attention in a cell.

    Args:
        payload: of the translation.
        texts: the words.
        answer: returns the answer to a question, JSON of its name and its fields, which any client can send; without it
            nothing that needs the model is offered.
        questions: names of those that it answers.
        archive: makes the file of the model, once the browser asks for it: then a sentence can be typed in the cell.
        page: makes the page that shows the same where no kernel runs, of kind, layer, head and step.
        kind: "encoder", "decoder" or "cross", which is the default.
        layer: from 1. Without layer and head, cross-attention begins with the head that gives every source token a row
            of its own.
        head: from 1.
        step: of the translation, from 1; a content word by default.

    Raises:
        CoreError: the place does not exist.
    """
    elements = (COMPONENT / "attention_view.html").read_text(encoding="utf-8")
    is_live = archive is not None
    form = {"form": sentence_form(payload, (), texts)} if is_live else {}
    return AttentionWidget(
        payload,
        archive,
        page,
        texts,
        answer,
        questions,
        texts=texts_json(texts.section("attention.", "code.")),
        html=widget_html("live.html" if is_live else "widget.html", view=elements, **form),
        live=is_live,
        steps=len(payload.predicted_tokens),
        **_place(payload, kind, layer, head, step),
    )


def _place(
    payload: Payload, kind: str | None, layer: int | None, head: int | None, step: int | None
) -> dict[str, str | int]:
    """Return where the view begins; what is left out is chosen as on the page."""
    opening = payload.opening
    if kind in (None, "cross") and layer is None and head is None:
        layer, head = opening.get("layer"), opening.get("head")
        if layer is None or head is None:
            layer, head = _aligned_head(payload)
        layer, head = layer + 1, head + 1
    middle = max(0, (len(payload.predicted_tokens) - 1) // 2)  # an encoder alone has no steps
    return {
        "kind": "cross" if kind is None else known_kind(kind, _kinds(payload)),
        "layer": 1 if layer is None else layer,
        "head": 1 if head is None else head,
        "step": opening.get("step", middle) + 1 if step is None else step,
    }


def _kinds(payload: Payload) -> tuple[Kind, ...]:
    return tuple(kind for kind in KINDS if payload.shape(kind)[0])


def _aligned_head(payload: Payload) -> tuple[int, int]:
    """Return layer and head of the cross-attention that gives every source token its own row, from 0."""
    scores = quantise(np.asarray(payload.cross)).max(axis=2).sum(axis=-1, dtype=np.int64)  # [L, H]
    layer, head = np.unravel_index(int(scores.argmax()), scores.shape)
    return int(layer), int(head)


class AttentionWidget(KernelWidget):
    """A translation and all of its attention in a cell, made by `view`.

    Attributes:
        kind: of attention that is shown large, "encoder", "decoder" or "cross"; set it to show another.
        layer: from 1, as on the page.
        head: from 1.
        step: of the translation, from 1.
    """

    kind = traitlets.Unicode().tag(sync=True)
    layer = traitlets.Int().tag(sync=True)
    head = traitlets.Int().tag(sync=True)
    step = traitlets.Int().tag(sync=True)
    steps = traitlets.Int().tag(sync=True)  # of the translation that is shown: another one may be typed
    live = traitlets.Bool().tag(sync=True)

    def __init__(
        self,
        payload: Payload,
        archive: Callable[[], bytes] | None,
        page: Callable[[Mapping[str, Any]], bytes] | None,
        *kernel: Any,
        **properties: Any,
    ) -> None:
        self._payload, self._archive = payload, archive
        own = None if page is None else lambda: page(self._shown())
        script, style = widget_script("widget.js"), widget_style("gf-explorer", view_style())
        super().__init__(*kernel, page=own, _esm=script, _css=style, payload=payload.to_json(), **properties)

    def save(self, path: str | Path) -> None:
        """Write what is shown as one HTML file, which opens without a network.

        Raises:
            CoreError: this view was made without a page.
        """
        if self._page is None:
            raise CoreError("notebook.no_page", "this view cannot be saved as a page")
        Path(path).write_bytes(self._page())

    def __repr__(self) -> str:
        return plain_head(self._payload, cast(Kind, self.kind), self.layer, self.head, self._words)

    def _shown(self) -> dict[str, str | int]:
        """Return the place that is shown, as far as the translation of the page has it."""
        place = {"kind": self.kind, "layer": self.layer, "head": self.head}
        steps = len(self._payload.predicted_tokens)
        return place | {"step": min(self.step, steps)} if steps else place

    def _limits(self) -> dict[str, int]:
        """Return the largest layer, head and step of the kind that is shown."""
        layers, heads, *_ = self._payload.shape(cast(Kind, self.kind))
        return {"layer": layers, "head": heads, "step": max(1, self.steps)}

    @traitlets.validate("kind")
    def _known_kind(self, proposal: Any) -> Kind:
        return known_kind(proposal.value, _kinds(self._payload))

    @traitlets.validate("layer", "head", "step")
    def _existing(self, proposal: Any) -> int:
        name = proposal.trait.name
        return within(name, proposal.value, self._limits()[name])

    @traitlets.observe("kind")
    def _stay_inside(self, _: Any) -> None:
        """Keep layer and head: a kind may have fewer than the one before."""
        limits = self._limits()
        self.layer, self.head = min(self.layer, limits["layer"]), min(self.head, limits["head"])

    def _files(self, question: object) -> list[bytes]:
        return [self._archive()] if question == _MODEL and self._archive is not None else []
