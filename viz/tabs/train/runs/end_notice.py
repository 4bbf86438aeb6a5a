"""A notice when a run ends: in the title, to screen readers, and by the browser if the visitor allows it."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass

import gradio as gr

from core.training.runs import list_runs
from viz.tabs.browser import browser_functions
from viz.tabs.controls import hidden_text, worded
from viz.tabs.page import current_page
from viz.tabs.train.context import Context, Updates
from viz.tabs.train.runs.viewing import Viewing
from viz.tabs.wording import Wording
from viz.texts import Texts, in_a_row

_MARKS = {"finished": "✓", "failed": "✗", "crashed": "✗"}  # a visitor has stopped the other ones
_NOTIFY, _ALLOW, _ALLOWED = browser_functions(__file__, "notify", "allow", "allowed")


@dataclass(frozen=True)
class Notice:
    """The components: whether the browser notifies, and what the last notice says, packed."""

    allowed: gr.Checkbox
    packed: gr.Textbox


def lay_out_notice(wording: Wording) -> Notice:
    """Lay out the choice of the browser's notification."""
    allowed = worded(wording, gr.Checkbox, "train.notify", value=False)
    return Notice(allowed, hidden_text("train-notice"))


def notice_updates(notice: Notice, context: Context, over: Sequence[str], viewing: Viewing, texts: Texts) -> Updates:
    """Give notice of runs that have ended; none of those that were stopped, nor of strangers' runs."""
    heard = (viewing.name, *viewing.compared) if context.limits.owned else over
    found = [(run, run.status()) for run in list_runs(context.runs) if run.name in over and run.name in heard]
    ended = [(run, status) for run, status in found if status.state in _MARKS]
    if not ended:
        return {}
    run, status = ended[0]
    words = [texts(f"train.notice.{status.state}", name=run.name, step=f"{status.step:,}") for run, status in ended]
    title = f"{_MARKS[status.state]} {run.name} · {texts('page.title')}"
    return {notice.packed: json.dumps({"title": title, "text": in_a_row(words), "at": time.time_ns()})}


def wire_notice(notice: Notice) -> None:
    """Register what shows a notice; call it inside of gr.Blocks."""
    current_page().load(None, None, notice.allowed, js=_ALLOWED)
    notice.allowed.input(None, notice.allowed, notice.allowed, js=_ALLOW)
    notice.packed.change(None, [notice.packed, notice.allowed], None, js=_NOTIFY)
