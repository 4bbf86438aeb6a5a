"""Snapshots of attention of the followed run, or the reason why there are none."""

from typing import Literal

import gradio as gr

from core.errors import CoreError
from core.jobs.status import ACTIVE
from core.training.run import Run
from core.training.snapshots import SHIPPED, SnapshotFolder
from viz.components.time_travel import texts_json, time_travel
from viz.tabs.train.runs.events import events_named, number, read_events
from viz.tabs.train.runs.viewing import Fingerprint
from viz.tabs.wording import Wording
from viz.texts import Texts
from viz.wire.snapshots import pack_snapshots


def lay_out_history(wording: Wording) -> gr.HTML:
    """Lay out the history, empty at first."""
    history = time_travel(texts=wording.texts.section("time."), elem_id="train-history")
    return wording.add(history, lambda texts: {"texts": texts_json(texts.section("time."))})


def history_update(run: Run | None, state: str, texts: Texts) -> gr.HTML:
    """Return the history of a run for its component."""
    value = attention_history(run) if run else None
    return gr.HTML(value=value or "", texts=history_words(run, state, texts, known=value is not None))


def history_words(run: Run | None, state: str, texts: Texts, *, known: bool) -> str:
    """Return the words of the history; without snapshots they say why there are none."""
    words = texts.section("time.")
    if run is not None and not known:
        reason = missing_history_reason(run, state)
        words["time.empty"] = texts(f"time.empty.{reason}")
    return texts_json(words)


def has_new_snapshots(before: Fingerprint, now: Fingerprint) -> bool:
    """Return whether the history changes; without snapshots it says why, which depends on the state."""
    reason_changed = now.snapshot < 0 and before.state != now.state
    return before.snapshot != now.snapshot or before.events < 0 or reason_changed


def attention_history(run: Run) -> str | None:
    """Return how attention has formed in a run so far, packed; None before the first snapshot."""
    taken = SnapshotFolder(run.folder / "snapshots").read(SHIPPED)
    if taken is None:
        return None
    losses = [(event["step"], number(event.get("loss"))) for event in events_named(read_events(run), "validation")]
    return pack_snapshots(taken.sentences, taken.snapshots, name=run.name, curve=losses)


def missing_history_reason(run: Run, state: str) -> Literal["coming", "none", "ended", "off", "unvalidated"]:
    """Return why a run has no snapshots of its attention."""
    try:
        _, data, training = run.read_config()
    except CoreError:
        return "ended"
    if training.snapshot_sentences == 0:
        return "off"
    if data.task is None and data.corpus is None and data.valid_src is None:
        return "unvalidated"
    if state in ("new", "queued", "starting"):
        return "coming"
    return "none" if state in ACTIVE else "ended"
