"""The result of an evaluation."""

from dataclasses import dataclass
from typing import Any

import gradio as gr
from gradio.components import Component

from core.jobs.job import Job
from viz.tabs.evaluate.context import Sent, Updates
from viz.tabs.wording import Wording
from viz.texts import Texts


@dataclass(frozen=True)
class ResultPanel:
    """The components of the result."""

    column: gr.Column

    @property
    def shown(self) -> list[Any]:
        """Return the components that `result_updates` changes."""
        return [self.column]

    @property
    def choices(self) -> set[Component]:
        """Return the choices of what is drawn."""
        return set()


def lay_out_result(wording: Wording) -> ResultPanel:
    """Lay out the result, hidden until there is one."""
    with gr.Column(visible="hidden", elem_id="evaluate-result") as column:
        pass
    return ResultPanel(column)


def result_updates(panel: ResultPanel, job: Job | None, sent: Sent, texts: Texts) -> Updates:
    """Return the updates that show the result of a finished evaluation; hidden without one."""
    return {panel.column: gr.Column(visible=True if job else "hidden")}


def brief_scores(job: Job) -> str:
    """Return the scores of a finished evaluation in a few words."""
    return ""
