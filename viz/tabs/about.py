"""The last tab: what this is, how to read it, and where the paper is in the code."""

from pathlib import Path

import gradio as gr

from viz.texts import text


def build(readme: Path | None) -> None:
    """Lay the tab out.

    Args:
        readme: the model card of the checkpoint that the page opens with, where it has one.
    """
    gr.Markdown(text("about.body"), elem_id="about")
    if readme is not None and readme.is_file():
        with gr.Accordion(text("about.model"), open=False):
            gr.Markdown(readme.read_text(encoding="utf-8", errors="replace"), elem_id="model-card")
