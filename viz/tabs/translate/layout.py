"""The first tab: a sentence, its translation, and every head that produced it."""

import html
import json
import os
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import gradio as gr

from core.config import DecodingConfig
from core.errors import CoreError
from core.library import BEST, Card
from core.service import Answer, Service
from viz.components.attention_view import attention_view, texts_json
from viz.saved_page.exports import Exports
from viz.tabs.header import first_choice
from viz.tabs.language import request_texts
from viz.tabs.limits import PageLimits
from viz.tabs.page import current_page, event_field
from viz.tabs.translate import learned
from viz.tabs.translate.codes import follow, with_code
from viz.tabs.translate.engine_model import engine_model, model_page
from viz.tabs.translate.homework import homework_sheets
from viz.tabs.translate.kept_values import read_kept
from viz.tabs.translate.opening_head import opening_head
from viz.tabs.translate.saving import field_of, saving
from viz.tabs.translate.scope import scope_line
from viz.tabs.translate.sentence import sentence_input
from viz.tabs.translate.server import server_functions
from viz.tabs.translate.traces import Traces, open_trace
from viz.tabs.translate.visits import AT_TURNSTILE, Newest, for_visitors, leaving, visit
from viz.tabs.wording import Wording, error_toast
from viz.texts import Texts, in_a_row
from viz.wire.link import Link, misfits, read_link
from viz.wire.payload import Payload, payload_of

_PRIVATE: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
_AT_ONCE: dict[str, Any] = {**_PRIVATE, "queue": False}


class TranslateTab(NamedTuple):
    """Components of the tab that the app needs."""

    source: gr.Textbox
    decoding: list[gr.Number]  # beam size and length penalty
    view: gr.HTML
    shown: gr.State  # (source, translation) that are shown
    begin: Callable[..., Any]  # (checkpoint, source) -> updates of `outputs`: a first sentence, translated
    outputs: list[Any]
    open: Callable[..., Any]  # (checkpoint, source, kept) -> updates of `opened`: what the page's address asks for
    kept: gr.Textbox  # what the browser kept of the page before it was loaded again; hidden
    arrived: gr.Textbox  # the sentence of a page that has just opened, until it is put into the box; hidden
    opened: list[Any]
    keep: Callable[..., Any]  # (checkpoint, moved, source, *decoding) -> updates of checkpoint and `outputs`
    save_from: Callable[[Any], None]  # answer the event `save_request` of another component with a file
    open_from: Callable[[gr.UploadButton, gr.Tabs], Any]  # show a trace that is chosen there; returns the event


def build(
    service: Service, checkpoint: gr.Dropdown, first: Card | None, wording: Wording, limits: PageLimits
) -> TranslateTab:
    """Lay the tab out and register its handlers.

    Args:
        service: translates.
        checkpoint: the picker.
        first: the checkpoint that the page opens with; None without one.
        wording: has the words.
        limits: of the files that are opened.
    """
    traces = Traces()
    examples = list(first.examples) if first else []

    def view_words(texts: Texts) -> dict[str, Any]:
        note = texts("translate.loading") if first else texts("page.no_checkpoint")
        return {"texts": texts.section("attention.", "code."), "note": note}

    with attention_view(
        **view_words(wording.texts),
        server=[for_visitors(function, service.turnstile) for function in _server(service, traces)],
        input_slot=True,
        host=os.environ.get("SPACE_HOST", ""),
        checkpoints=service.library.names(),
        addressed=True,
    ) as view:
        typed = sentence_input(wording, examples, lambda: scope_line(service.library, checkpoint, wording))
    wording.add(view, lambda texts: {**view_words(texts), "texts": texts_json(texts.section("attention.", "code."))})
    source, example, code, beam, alpha, run = typed
    follow(service.library, checkpoint, code)
    shown = gr.State(("", ""))
    download = gr.DownloadButton(visible="hidden")

    inputs, outputs, newest = [checkpoint, source, beam, alpha], [view, shown], Newest()

    # Gradio passes events and requests to annotated parameters, which it does not find in a functools.partial.
    def on_translate(name: str, sentence: str, size: float, penalty: float, request: gr.Request) -> tuple[Any, ...]:
        with visit(request):
            return newest.answer(_session(request), lambda: translate(service, name, sentence, size, penalty))

    def on_hypothesis(event: gr.EventData, request: gr.Request) -> tuple[Any, ...]:
        with visit(request):
            return newest.answer(_session(request), lambda: select_hypothesis(service, event))

    def on_model(name: str | None, sentence: str | None, request: gr.Request) -> tuple[Any, ...]:
        with visit(request):
            return newest.answer(_session(request), lambda: begin_with(service, name, sentence))

    def on_models(
        chosen: str | None, moved: str, sentence: str, size: float, penalty: float, request: gr.Request
    ) -> tuple[Any, ...]:
        with visit(request):
            return keep_model(service, chosen, moved, sentence, size, penalty)

    asked = (run.click, source.submit, beam.submit, alpha.submit)
    begun_from, begun_to = [source, example, beam, alpha], [view, example, beam, alpha]
    starts = [event(begun_with, begun_from, begun_to, trigger_mode="multiple", **_AT_ONCE) for event in asked]
    starts.append(example.input(_chosen, example, source, **_AT_ONCE).then(_busy, None, view, **_AT_ONCE))
    starts.append(code.input(with_code, [code, source], source, **_AT_ONCE).then(_busy, None, view, **_AT_ONCE))
    for start in starts:
        translated = start.then(on_translate, inputs, outputs, trigger_mode="multiple", **_PRIVATE, **AT_TURNSTILE)
        translated.failure(_failed, None, view, **_AT_ONCE)
    save_from = saving(Exports(service), traces, download)
    learned.build(service.library, checkpoint, wording)

    # A click on another hypothesis, or a step back, before the answer to the one before is there: it counts, too.
    view.hypothesis_select(on_hypothesis, None, outputs, trigger_mode="multiple", **_PRIVATE, **AT_TURNSTILE)

    save_from(view)
    current_page().unload(leaving(service.turnstile.dismiss, service.background.leave, traces.leave))
    open_from = _opening(service, traces, limits, view, newest)
    begun, decoding = [source, example, view, shown], [beam, alpha]
    opened = [*begun, checkpoint, *decoding]
    on_open = _follow_address(service, view, opened, newest)
    kept, arrived = (gr.Textbox(visible="hidden", elem_id=name) for name in ("kept", "arrived"))
    return TranslateTab(
        source, decoding, view, shown, on_model, begun, on_open, kept, arrived, opened, on_models, save_from, open_from
    )


def _server(service: Service, traces: Traces) -> list[Callable[[Any], Any]]:
    """Return what the explorer asks: the questions of the service, and functions that make files."""
    asked = server_functions(service, traces=traces)
    return [*asked, model_page(service), engine_model(service), homework_sheets(service)]


def _opening(
    service: Service, traces: Traces, limits: PageLimits, view: gr.HTML, newest: Newest
) -> Callable[[gr.UploadButton, gr.Tabs], Any]:
    """Return what shows the trace of a file in the view."""

    def on_file(upload: str | None, request: gr.Request) -> tuple[Any, ...]:
        with visit(request):
            return newest.answer(
                _session(request), lambda: show_trace(traces, service, _session(request), upload, limits)
            )

    def open_from(file: gr.UploadButton, tabs: gr.Tabs) -> Any:
        return file.upload(on_file, file, [view, tabs], **_PRIVATE, **AT_TURNSTILE)

    return open_from


def show_trace(traces: Traces, service: Service, session: str, upload: object, limits: PageLimits) -> tuple[Any, ...]:
    """Return updates of the view and of the tabs: the first is opened.

    Raises:
        gr.Error: it is not a file of attention.
    """
    try:
        payload = open_trace(traces, service, session, upload, limits)
    except CoreError as error:
        raise error_toast(request_texts().error(error)) from error
    return gr.HTML(**_drawn(payload)), gr.Tabs(selected="translate")


def _follow_address(service: Service, view: gr.HTML, opened: list[Any], newest: Newest) -> Callable[..., Any]:
    """Open what the address names after a step back or forward; return what opens a new page's address."""

    def on_open(name: str | None, sentence: str | None, kept: str | None, request: gr.Request) -> tuple[Any, ...]:
        with visit(request):
            return newest.answer(_session(request), lambda: open_with(service, name, sentence, request, kept or ""))

    def on_link(event: gr.EventData, request: gr.Request) -> tuple[Any, ...]:
        with visit(request):
            return newest.answer(_session(request), lambda: open_link(service, event_field(event, "fields")))

    followed = view.link_open(on_link, None, opened, trigger_mode="multiple", **_PRIVATE, **AT_TURNSTILE)
    followed.failure(_failed, None, view, **_AT_ONCE)
    return on_open


def translate(
    service: Service, checkpoint: str, source: str | None, beam: float | None, alpha: float | None
) -> tuple[Any, Any]:
    """Return updates of the view and of the current sentence."""
    return _show(lambda: service.translate(checkpoint, source or "", *_decoding(beam, alpha)))


def begun_with(source: str, example: str | None, beam: float | None, alpha: float | None) -> tuple[Any, ...]:
    """Return updates of the view, the picker, beam and alpha at the beginning of a translation.

    The view waits, the picker is cleared unless the source is its example, and an empty box gets its default.
    """
    default = DecodingConfig()
    settings = ((beam, default.beam_size), (alpha, default.alpha))
    filled = [usual if value is None else gr.skip() for value, usual in settings]
    return _busy(), gr.skip() if example == source else None, *filled


def select_hypothesis(service: Service, event: gr.EventData) -> tuple[Any, Any]:
    """Show another hypothesis of the translation that is shown."""
    return _show(lambda: service.another_hypothesis(field_of(event, "id", str), field_of(event, "index", int)))


def begin_with(service: Service, checkpoint: str | None, source: str | None) -> tuple[Any, ...]:
    """Translate a checkpoint's first example; return updates of source, examples, view and state.

    A checkpoint without examples (one trained on a person's own files) translates the text in the box.
    """
    begun = _begun(service, checkpoint, source, None)
    return begun.source, begun.picker, gr.HTML(**begun.view), begun.state


def keep_model(
    service: Service, chosen: str | None, moved: object, source: str, beam: float | None, alpha: float | None
) -> tuple[Any, ...]:
    """Return updates for the present models: keep the chosen one, even if renamed; else choose another.

    Updates of checkpoint, source, examples, view and state.

    Args:
        service: has the models.
        chosen: name of the one that was chosen.
        moved: the last change of a name, `old new when`.
        source: the current sentence.
        beam: its beam size.
        alpha: its length penalty.
    """
    names = service.library.names()
    if chosen in names:
        return gr.Dropdown(choices=names), *[gr.skip()] * 4
    match str(moved).split(" "):
        case [old, new, _] if chosen in (old, old + BEST) and (renamed := new + chosen.removeprefix(old)) in names:
            view, shown = translate(service, renamed, source, beam, alpha)
            return gr.Dropdown(choices=names, value=renamed), gr.skip(), gr.skip(), view, shown
    first = names[0] if names else None
    if chosen and first:
        gr.Info(html.escape(request_texts()("page.checkpoint.gone", name=chosen, now=first), quote=False))
    return gr.Dropdown(choices=names, value=first), *begin_with(service, first, source)


def open_with(
    service: Service, checkpoint: str | None, source: str | None, request: gr.Request, kept: str = ""
) -> tuple[Any, ...]:
    """Translate what the page's address asks for; return updates as `begin_with`, then checkpoint, beam and alpha.

    Args:
        service: translates.
        checkpoint: the one chosen where the address names none.
        source: the sentence where neither the address nor the checkpoint has one.
        request: with the query of the address.
        kept: what the browser kept of this page before it was loaded again, see `read_kept`.
    """
    before = read_kept(kept)
    query = {**(dict(request.query_params) if request else {}), **before.fields}
    opened = _opened(service, checkpoint, source, query)
    return (before.draft, *opened[1:]) if before.draft else opened


def open_link(service: Service, fields: object) -> tuple[Any, ...]:
    """Translate what the address asks for after a step back or forward; return updates as `open_with`."""
    query = {str(name): value for name, value in fields.items()} if isinstance(fields, dict) else {}
    first = first_choice(service.library, request_texts().language)
    opened = _opened(service, first, "", {name: value for name, value in query.items() if isinstance(value, str)})
    default = DecodingConfig()
    usual = (first, default.beam_size, default.alpha)
    name, beam, alpha = (b if a == gr.skip() else a for a, b in zip(opened[4:], usual, strict=True))
    return *opened[:4], gr.Dropdown(choices=service.library.names(), value=name), beam, alpha


def _opened(service: Service, checkpoint: str | None, source: str | None, query: Mapping[str, str]) -> tuple[Any, ...]:
    texts = request_texts()
    link = read_link(query, service.library.names())
    begun = _begun(service, link.checkpoint or checkpoint, source, link)
    view, ignored, problem = begun.view, list(link.ignored), ""
    if begun.payload:
        view["restore"] = link.view or "{}"
        ignored += misfits(link.view, begun.payload)
        if not link.changes.empty:
            view["restore"], problem = _with_changes(service, begun.payload, link)
    notes = [texts("translate.link.ignored", names=texts.listed(ignored))] if ignored else []
    notes += [problem] if problem else []
    shown = gr.HTML(**{**view, "problem": in_a_row([view.get("problem", ""), *notes])})
    settings = (link.checkpoint, link.beam_size, link.alpha)
    chosen = (gr.skip() if value is None else value for value in settings)
    return begun.source, begun.picker, shown, begun.state, *chosen


def _with_changes(service: Service, payload: Payload, link: Link) -> tuple[str, str]:
    """Return the view of a link, with its changes of heads if allowed, else the reason why not."""
    texts = request_texts()
    view: dict[str, Any] = json.loads(link.view) if link.view else {}
    try:
        service.check(payload.checkpoint, payload.source, link.changes)
    except CoreError as error:
        return json.dumps({**view, "side": "base"}), texts("translate.link.changes", problem=texts.error(error))
    return json.dumps({**view, "off": link.changes.off, "uniform": link.changes.uniform}), ""


class _Begun(NamedTuple):
    """Updates that the tab begins with, the properties of the view, and the translation in it."""

    source: Any
    picker: Any
    view: dict[str, Any]
    state: Any
    payload: Payload | None


def _begun(service: Service, checkpoint: str | None, source: str | None, link: Link | None) -> _Begun:
    texts = request_texts()
    if not checkpoint:
        empty = gr.Dropdown(choices=[], value=None)
        return _Begun(gr.skip(), empty, {"note": texts("page.no_checkpoint")}, gr.skip(), None)
    try:
        examples = list(service.library.card(checkpoint).examples)
    except CoreError as error:
        return _Begun(gr.skip(), gr.skip(), _problem(texts.error(error)), gr.skip(), None)
    asked = link.text if link else None
    first = asked or (examples[0] if examples else str(source or ""))
    picker = gr.Dropdown(choices=examples, value=first if first in examples else None)
    if not first.strip():
        return _Begun(gr.skip(), picker, _problem(texts("translate.source.placeholder")), gr.skip(), None)
    default = DecodingConfig()
    beam = link.beam_size if link and link.beam_size is not None else default.beam_size
    alpha = link.alpha if link and link.alpha is not None else default.alpha
    rank = min(link.rank, beam - 1) if link and link.rank is not None else 0
    try:
        answer = service.translate(checkpoint, first, beam, alpha, rank)
    except CoreError as error:
        return _Begun(first, picker, _problem(texts.error(error)), gr.skip(), None)
    payload = payload_of(answer, opening=opening_head(service, answer))
    return _Begun(first, picker, _drawn(payload), (answer.request.text, answer.text), payload)


def _problem(words: str) -> dict[str, Any]:
    """Return the properties of a view that shows no translation."""
    return {"value": "", "busy": False, "problem": words}


def _drawn(payload: Payload) -> dict[str, Any]:
    return {"value": payload.to_json(), "busy": False, "problem": "", "restore": ""}


def _show(make: Callable[[], Answer]) -> tuple[Any, Any]:
    """Return updates of view and state; after wrong input keep what was shown."""
    try:
        answer = make()
    except CoreError as error:
        return gr.HTML(busy=False, problem=request_texts().error(error)), gr.skip()
    return gr.HTML(**_drawn(payload_of(answer))), (answer.request.text, answer.text)


def _session(request: gr.Request | None) -> str:
    return getattr(request, "session_hash", None) or ""


def _busy() -> Any:
    return gr.HTML(busy=True)


def _failed() -> Any:
    """Report a fault that is not the visitor's: Gradio shows it, and the view no longer waits."""
    return gr.HTML(busy=False, problem=request_texts()("translate.failed"))


def _chosen(example: str | None) -> str:
    return example or ""


def _decoding(beam: float | None, alpha: float | None) -> tuple[Any, Any]:
    """Return beam size and length penalty as entered; an empty box means the default.

    The service checks the values.
    """
    default = DecodingConfig()
    size = default.beam_size if beam is None else beam
    whole = isinstance(size, float) and size.is_integer()
    return int(size) if whole else size, default.alpha if alpha is None else alpha
