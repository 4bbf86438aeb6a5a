"""The result of an evaluation: the verdict, all scores, and where each system is better."""

import functools
from dataclasses import dataclass
from typing import Any

import gradio as gr

from core.errors import CoreError
from core.evaluation.buckets import BUCKETS
from core.evaluation.flags import SHOWN
from core.jobs.job import Job
from viz.components.evaluation import sentence_table, texts_json
from viz.components.figure import pack
from viz.components.preflight import Panel, pack_panel, preflight
from viz.components.text_table import pack_table, text_table
from viz.tabs.controls import QUEUED, accordion, button, error_words, hidden_text, worded
from viz.tabs.evaluate.busy import busy_words
from viz.tabs.evaluate.context import Sent, Updates
from viz.tabs.evaluate.figures import METRICS, all_buckets, bucket_figure, figure_caption, only_bucket
from viz.tabs.evaluate.outcome import kept, outcome
from viz.tabs.evaluate.verdict import noted, score_table, signature_table, tokens, verdict
from viz.tabs.language import request_texts
from viz.tabs.wording import Wording, figure_words
from viz.texts import Texts
from viz.wire.evaluation import pack_sentences

SHOWN_BY = "length"
_HEIGHT, _LINE = 320, 72  # pixels reserved for the figure, and for a sentence in its place
_DRAWN = "evaluate-drawn"
FILES = ("csv", "json", "parquet", "first", "second", "report")


@dataclass(frozen=True)
class ResultPanel:
    """The components of the result."""

    column: gr.Column
    verdict: gr.HTML  # or why the result cannot be read
    details: gr.Column  # all below
    scores: gr.HTML
    signatures: gr.HTML
    save: dict[str, gr.Button]  # by form
    writing: gr.Textbox  # words of a button while a file is written; hidden
    file: gr.DownloadButton  # hidden: what was written last
    by: gr.Radio
    metric: gr.Radio
    figure: gr.HTML
    sentences: gr.HTML
    drawn: gr.Textbox  # the evaluation whose figure and sentences are to be drawn; hidden

    @property
    def shown(self) -> list[Any]:
        """Return the components that `result_updates` changes."""
        translations = (self.save["first"], self.save["second"])
        top = (self.column, self.verdict, self.details, self.scores, self.signatures)
        return [*top, *translations, self.by, self.drawn]


def lay_out_result(wording: Wording) -> ResultPanel:
    """Lay out the result, hidden until there is one: the scores, where a system is better, and which sentences."""
    writing = busy_words(wording, "evaluate.writing")  # outside of the column, with which Gradio would show it again
    with gr.Column(visible=False, elem_id="evaluate-result") as column:
        verdict = preflight(elem_id="evaluate-verdict")
        with gr.Column() as details:
            with gr.Row(equal_height=False, elem_id="evaluate-numbers"):
                with gr.Column(scale=7, min_width=320):
                    scores = _lay_out_scores(wording)
                with gr.Column(scale=5, min_width=320):
                    where = _lay_out_figure(wording)
            sentences = sentence_table(texts=wording.texts.section("sentences."), elem_id="evaluate-sentences")
            wording.add(sentences, lambda texts: {"texts": texts_json(texts.section("sentences."))})
    return ResultPanel(
        column, verdict, details, **scores, writing=writing, **where, sentences=sentences, drawn=hidden_text(_DRAWN)
    )


def _lay_out_scores(wording: Wording) -> dict[str, Any]:
    """Lay out all scores, and files to take away."""
    scores = text_table(elem_id="evaluate-scores")
    with accordion(wording, "evaluate.signatures"):
        signatures = text_table(elem_id="evaluate-signature-table")
    with gr.Row(elem_id="evaluate-files"):
        save = {form: button(wording, f"evaluate.save.{form}", scale=0, min_width=0) for form in FILES}
    file = gr.DownloadButton(visible="hidden", elem_id="evaluate-saved")
    return {"scores": scores, "signatures": signatures, "save": save, "file": file}


def _lay_out_figure(wording: Wording) -> dict[str, Any]:
    """Lay out the figure of scores by groups of sentences, and what it shows."""
    by = worded(wording, gr.Radio, "evaluate.by", choices=_by_choices, value=SHOWN_BY)
    metric = worded(wording, gr.Radio, "evaluate.metric", choices=_metric_choices, value="bleu")
    figure = wording.figure("evaluate.figure", "evaluate-figure", min_height=_HEIGHT, empty="evaluate.figure.empty")
    return {"by": by, "metric": metric, "figure": figure}


def result_updates(panel: ResultPanel, job: Job | None, texts: Texts) -> Updates:
    """Return the updates that show the result of a finished evaluation; hidden without one."""
    if job is None:
        return {panel.column: gr.Column(visible=False), panel.drawn: ""}
    shown: Updates = {panel.column: gr.Column(visible=True)}
    try:
        result = outcome(job)
    except CoreError as error:
        refusal = pack_panel(Panel(texts("evaluate.unreadable"), cautions=[error_words(error, texts)]))
        return {**shown, panel.verdict: refusal, panel.details: gr.Column(visible=False), panel.drawn: ""}
    title, details = verdict(result, texts)
    scores, signatures = score_table(result, texts), signature_table(result, texts)
    about = [texts("evaluate.score.about"), *([texts("evaluate.score.p")] if len(result.systems) > 1 else [])]
    first, last = (texts("evaluate.save.translations", name=result.systems[place].name) for place in (0, -1))
    return {
        **shown,
        panel.verdict: pack_panel(Panel(title, message=details, cautions=noted(result, texts))),
        panel.details: gr.Column(visible=True),
        panel.scores: pack_table(*scores, note=" ".join(about)),
        panel.signatures: pack_table(*signatures, note=tokens(result, texts)),
        panel.save["first"]: gr.Button(first),
        panel.save["second"]: gr.Button(last, visible=len(result.systems) > 1),
        panel.by: gr.Radio(choices=_by_choices(texts, own=result.has_own)),
        panel.drawn: job.name,
    }


def figure_updates(panel: ResultPanel, job: Job | None, sent: Sent, texts: Texts) -> Updates:
    """Return the figure of scores by bucket; empty without a result.

    A property that another evaluation had, and this one has not, gives way to the first one.
    """
    by, metric = sent[panel.by], sent[panel.metric]
    if job is None or by not in BUCKETS or metric not in METRICS:
        return {panel.figure: None}
    try:
        result = outcome(job)
        if by == "own" and not result.has_own:
            first = gr.Radio(choices=_by_choices(texts), value=SHOWN_BY)
            return {panel.by: first, **figure_updates(panel, job, {**sent, panel.by: SHOWN_BY}, texts)}
        figure = bucket_figure(result, by, metric, texts, functools.partial(kept, job))
    except CoreError:
        return {panel.figure: None}
    about = figure_words("evaluate.figure", texts, empty="evaluate.figure.empty")
    if figure is None:
        about["words"]["empty"] = only_bucket(result, by, texts)
        return {panel.figure: gr.HTML(value="", words=about["words"], caption="", space=_LINE)}
    packed = pack(figure, caption=figure_caption(result, texts))
    return {panel.figure: gr.HTML(value=packed, **about, space=_HEIGHT)}


def packed_sentences(job: Job | None) -> str | None:
    """Return the sentences of an evaluation for their table; None without a result."""
    if job is None:
        return None
    try:
        result = outcome(job)
    except CoreError:
        return None
    name = f"{job.name} {result.sentences} {len(result.systems)}"  # a deleted evaluation may have had the same
    return pack_sentences(result, id=name, shown=SHOWN, buckets=all_buckets(result))


def wire_result(panel: ResultPanel, job_of: Any, wording: Wording) -> None:
    """Register what the result draws; call it inside of gr.Blocks.

    Args:
        panel: the components.
        job_of: returns the evaluation of a name; None for any other.
        wording: has the words.
    """

    def draw(sent: dict[Any, Any]) -> Updates:
        return figure_updates(panel, job_of(sent[panel.drawn]), sent, request_texts())

    inputs: Any = {panel.drawn, panel.by, panel.metric}
    changes = [panel.drawn.change, panel.by.input, panel.metric.input]
    outputs = [panel.figure, panel.by]
    gr.on(changes, draw, inputs, outputs, trigger_mode="always_last", **QUEUED)
    wording.redraw(draw, inputs, outputs)

    def sentences(name: str) -> Any:
        return gr.HTML(value=packed_sentences(job_of(name)) or "")

    panel.drawn.change(sentences, panel.drawn, panel.sentences, **QUEUED)


def _by_choices(texts: Texts, *, own: bool = False) -> list[tuple[str, str]]:
    return [(texts(f"evaluate.by.{by}"), by) for by in BUCKETS if by != "own" or own]


def _metric_choices(texts: Texts) -> list[tuple[str, str]]:
    return [(texts(f"evaluate.metric.{metric}"), metric) for metric in METRICS]
