"""The runs and the one that is followed, laid out."""

from typing import Any

import gradio as gr

from viz.components.run_list import run_list
from viz.components.run_state import pack_state, run_state
from viz.components.sample_table import sample_table
from viz.components.time_travel import texts_json, time_travel
from viz.tabs.train import curves, standing
from viz.tabs.train.controls import accordion, worded
from viz.tabs.train.follow import Viewing
from viz.tabs.train.run_handlers import IDLE, Followed
from viz.tabs.wording import Wording
from viz.texts import section, text

FIGURE_HEIGHT = 320  # pixels, of both figures


def lay_out_run(wording: Wording) -> tuple[Followed, gr.Radio]:
    """All runs, the one that is followed, and the choice of the second figure."""
    language = wording.language
    listing = run_list(elem_id="train-runs")
    with gr.Row(equal_height=False, elem_id="train-at-work"):
        state = run_state(pack_state(standing.no_run(language)), elem_id="train-state")
        with gr.Row(elem_id="train-actions"):
            stop = _button(wording, "train.stop", variant="stop")
            go_on = _button(wording, "train.go_on")
            save = _button(wording, "train.save")
    # "hidden" is in the page all the same: what it holds has been drawn when it is shown
    with gr.Column(visible="hidden", elem_id="train-details") as details:
        loss = wording.figure("train.loss", "train-loss", min_height=FIGURE_HEIGHT, empty="train.nothing")
        samples = sample_table(elem_id="train-samples")
        with accordion(wording, "time.run", open=True):
            history = time_travel(texts=section("time.", language), elem_id="train-history")
            wording.add(history, _history_update)
        measure = worded(
            wording,
            gr.Radio,
            "train.measure",
            choices=_measure_choices,
            value=curves.MEASURES[0],
            elem_id="train-measure",
        )
        measured = wording.figure(
            f"train.measure.{curves.MEASURES[0]}", "train-measured", min_height=FIGURE_HEIGHT, empty="train.nothing"
        )
        with accordion(wording, "train.log"):
            log = wording.add(
                gr.Textbox(
                    label=text("train.log.label", language),
                    lines=4,
                    max_lines=16,
                    interactive=False,
                    elem_id="train-log-text",
                    elem_classes="gf-mono",
                ),
                lambda code: {"label": text("train.log.label", code)},
            )
        with accordion(wording, "train.command"):
            command = wording.control(
                gr.Textbox, "train.command", lines=2, interactive=False, buttons=["copy"], elem_classes="gf-mono"
            )
    viewing, timer = gr.State(Viewing()), gr.Timer(IDLE)
    seen, finished = (gr.Textbox(visible="hidden", elem_id=f"train-{name}") for name in ("seen", "finished"))
    return Followed(
        viewing,
        listing,
        state,
        details,
        loss,
        measured,
        samples,
        history,
        log,
        command,
        stop,
        go_on,
        save,
        timer,
        seen,
        finished,
    ), measure


def _button(wording: Wording, key: str, **options: Any) -> gr.Button:
    """A button of the followed run, hidden until there is one to which it can be done."""
    elem_id = key.replace(".", "-").replace("_", "-")
    button = gr.Button(text(key, wording.language), visible=False, scale=0, min_width=96, elem_id=elem_id, **options)
    return wording.add(button, lambda language: {"value": text(key, language)})


def _history_update(language: str) -> dict[str, Any]:
    return {"texts": texts_json(section("time.", language))}


def _measure_choices(language: str) -> list[tuple[str, str]]:
    return [(text(f"train.measure.{measure}.name", language), measure) for measure in curves.MEASURES]
