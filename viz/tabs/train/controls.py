"""Parts of the tab's layout that several of its features have."""

import gradio as gr

from viz.tabs.controls import accordion, button, worded
from viz.tabs.wording import Wording


def lay_out_text(wording: Wording) -> tuple[gr.Textbox, gr.Textbox]:
    """Lay out the end of the log and the command."""
    with accordion(wording, "train.log"):
        log = gr.Textbox(
            label=wording.texts("train.log.label"),
            lines=4,
            max_lines=16,
            interactive=False,
            elem_id="train-log-text",
            elem_classes="gf-mono",
        )
        wording.add(log, lambda texts: {"label": texts("train.log.label")})
    with accordion(wording, "train.command"):
        options = {"lines": 2, "interactive": False, "buttons": ["copy"], "elem_classes": "gf-mono"}
        command = worded(wording, gr.Textbox, "train.command", **options)
    return log, command


def lay_out_saving(wording: Wording) -> tuple[gr.Button, gr.Button]:
    """Lay out the downloads of all runs: as CSV and for TensorBoard."""
    with accordion(wording, "train.all_runs"):
        wording.text(gr.Markdown, "train.all_runs.about", elem_id="train-all-runs-about")
        with gr.Row(elem_id="train-all-runs-files"):
            options = {"scale": 0, "min_width": 140}
            return button(wording, "train.save_all", **options), button(wording, "train.save_events", **options)
