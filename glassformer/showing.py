"""Show a result: the explorer as a widget, and a whole page where no kernel runs."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from core.errors import CoreError
from core.extras import require_extra
from core.service import Answer, Service, ask
from glassformer.unchanged import require_no_change
from viz.notebook.frame import fallback
from viz.notebook.plain import plain_head
from viz.saved_page.archive import model_archive, saveable_vocabulary
from viz.saved_page.standalone import Opened, standalone_page
from viz.texts import ENGLISH
from viz.wire.answers import FORMS
from viz.wire.labs import FORMS as LABS
from viz.wire.machine import FORMS as MACHINE
from viz.wire.payload import payload_of

if TYPE_CHECKING:
    from viz.notebook.kernel_widget import KernelWidget
    from viz.notebook.widget import AttentionWidget


class Shown(Protocol):
    """A result, as far as it is needed here."""

    @property
    def service(self) -> Service:
        """The service that keeps its translation."""
        ...

    def answer(self) -> Answer:
        """Return the translation and all of its attention."""
        ...


def show(
    result: Shown,
    *,
    live: bool = False,
    kind: str | None = None,
    layer: int | None = None,
    head: int | None = None,
    step: int | None = None,
) -> AttentionWidget:
    """Show a translation and all of its attention in a cell of a notebook.

    `kind`, `layer`, `head` and `step` of the widget that it returns are what the reader has chosen; set them to show
    another head. A stored notebook holds a whole page for readers without a kernel; where nbconvert executes it, the
    option --ExecutePreprocessor.store_widget_state=False lets nbconvert take that page.

    Args:
        result: of a model.
        live: let the model translate in the browser what is typed in the cell; its weights are sent there.
        kind: "encoder", "decoder" or "cross", which is the default.
        layer: from 1.
        head: from 1.
        step: of the translation, from 1; a content word by default.

    Raises:
        CoreError: anywidget is not installed, the place does not exist, the model is too large for a browser, or live
            with heads off: the browser would translate with the whole model.
    """
    require_extra("notebook")
    from viz.notebook.widget import QUESTIONS, view

    answer, service = result.answer(), result.service
    name = answer.request.checkpoint
    archive = None
    if live:
        require_no_change(name, answer.request.intervention, "show(live=True)")
        translator = service.library.translator(name)
        saveable_vocabulary(translator.model.config, translator.vocabularies, name)
        archive = functools.cache(lambda: model_archive(translator.checkpoint, name))
    return view(
        payload_of(answer),
        answer=_answering(service, FORMS),
        questions=QUESTIONS,
        archive=archive,
        page=lambda place: _page(answer, service, place),
        kind=kind,
        layer=layer,
        head=head,
        step=step,
    )


def show_machine(result: Shown) -> KernelWidget:
    """Show Figure 1 of the paper with the numbers of a translation: its blocks, their order, what each of them made.

    Args:
        result: of a model.

    Raises:
        CoreError: a package is not installed.
    """
    require_extra("notebook")
    from viz.notebook.parts import machine_view

    return machine_view(payload_of(result.answer()), _answering(result.service, MACHINE), [*MACHINE])


def show_lab(name: str, result: Shown) -> KernelWidget:
    """Show one lab of "Inside the maths".

    Args:
        name: of the lab, as in the link `?lab=NAME`.
        result: whose model and sentence the lab may use.

    Raises:
        CoreError: a package is not installed, or there is no such lab.
    """
    require_extra("notebook")
    from viz.notebook.parts import lab_view

    answer, ask_labs = result.answer(), _answering(result.service, LABS)
    trace = answer.trace
    sentence = {
        "source": list(trace.src_tokens),
        "target": list(trace.predicted_tokens),
        "text": answer.request.text,
        "translation": answer.text,
    }
    facts = ask_labs("lab_bench", {"id": answer.request.id})
    return lab_view(name, {**facts, **sentence}, ask_labs, [*LABS])


def mimebundle(result: Shown) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return how a result shows itself: the widget, or without anywidget a whole page that needs no kernel."""
    try:
        return show(result)._repr_mimebundle_()
    except CoreError as error:
        if error.code != "extra.missing":
            raise
    answer, service = result.answer(), result.service
    text = plain_head(payload_of(answer), "cross", 1, 1, ENGLISH)
    return dict(fallback(text, lambda: _page(answer, service, {}), ENGLISH)), {}


def _page(answer: Answer, service: Service, place: Mapping[str, str | int]) -> bytes:
    """Return the page that shows a translation without a kernel, open at a place."""
    from core.service.provenance import provenance

    described = provenance(service, answer.request.id)
    card = service.library.card(answer.request.checkpoint)
    payload = payload_of(answer, timed=False)
    fields = {name: str(value) for name, value in place.items()}
    return standalone_page(payload, answer.trace, card, ENGLISH, Opened(fields, provenance=described))


def _answering(
    service: Service, forms: Mapping[str, Callable[[Any], Any]]
) -> Callable[[str, Mapping[str, Any]], dict[str, Any]]:
    """Return what answers the questions of a widget: those that have a form, and another hypothesis."""

    def answer(name: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if name in forms:
            return forms[name](ask(service, name, request))
        id, rank = request.get("id"), request.get("index")
        if not isinstance(id, str) or type(rank) is not int:
            raise CoreError("notebook.hypothesis", "a hypothesis is named by its translation and its number")
        return {"payload": payload_of(service.another_hypothesis(id, rank)).to_json()}

    return answer
