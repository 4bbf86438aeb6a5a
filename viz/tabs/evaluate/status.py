"""The state of evaluations as text: the card of the one that is shown, and the list of all."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from core.jobs.job import Job
from core.jobs.status import ACTIVE, Status
from core.training.runs import queue
from viz.components.run_list import WORDS, RunLine, pack_runs
from viz.components.run_state import RunState
from viz.tabs.durations import duration
from viz.tabs.evaluate.record import Asked, read_asked
from viz.texts import Texts

LOG_LINES = 8
RECENT = 8  # reports of progress from which the speed is taken


def card(runs: Path, job: Job | None, texts: Texts) -> RunState:
    """Return the card of an evaluation; without one, what an evaluation gives."""
    if job is None:
        return RunState("quiet", texts("evaluate.none"), message=texts("evaluate.none.hint"))
    status, asked = job.status(), read_asked(job)
    done, total = _progress(job, status)
    facts = asked_facts(asked, texts) if asked else []
    left = seconds_left(job.events()) if status.state == "running" and done < total else None
    if left is not None:
        facts.insert(0, (texts("evaluate.fact.left"), duration(left, texts)))
    share = None if status.state == "finished" or not total else done / total
    message, log = _message(runs, job, status, texts)
    summary = texts("evaluate.summary", name=job.name)
    if share is not None and done < total:
        summary = texts("evaluate.summary.progress", name=job.name, done=f"{done:,}", total=f"{total:,}")
    return RunState(_tone(status.state), state_words(job, status, texts), summary, share, facts, message, log)


def packed_list(
    found: Sequence[Job], shown: str, texts: Texts, may_change: Callable[[Job], bool], scores: Callable[[Job], str]
) -> str:
    """Return all evaluations, one per line, packed.

    Args:
        found: the evaluations.
        shown: name of the one that is shown.
        texts: the words.
        may_change: whether the visitor may delete an evaluation.
        scores: returns the scores of a finished one in a few words.
    """
    statuses = {job.name: job.status() for job in found}
    lines = [
        RunLine(
            name=job.name,
            tone=_tone(statuses[job.name].state),
            state=state_words(job, statuses[job.name], texts),
            step=_systems(read_asked(job), texts),
            score=scores(job) if statuses[job.name].state == "finished" else "",
            when=statuses[job.name].updated,
            followed=job.name == shown,
            changeable=statuses[job.name].state not in ACTIVE and may_change(job),
        )
        for job in found
    ]
    words = {word: texts.find(f"evaluate.list.{word}") or texts(f"train.runs.{word}") for word in WORDS}
    return pack_runs(lines, words=words, most_compared=0)


def state_words(job: Job, status: Status, texts: Texts) -> str:
    """Return a state in a word."""
    if status.state in ACTIVE and job.stop_requested():
        return texts("train.state.stopping")
    return texts("evaluate.state.scoring" if _scores(job, status) else f"train.state.{status.state}")


def _scores(job: Job, status: Status) -> bool:
    """Return whether every sentence is translated, and the scores are being computed."""
    done, total = _progress(job, status)
    return status.state == "running" and 0 < total <= done


def seconds_left(events: Sequence[Mapping[str, Any]]) -> float | None:
    """Return the seconds to the end at the speed of the last reports; None while unknown."""
    reports = [event for event in events if event.get("event") == "progress"][-RECENT:]
    if len(reports) < 2:
        return None
    first, last = reports[0], reports[-1]
    try:
        done, seconds = last["done"] - first["done"], last["time"] - first["time"]
        return (last["total"] - last["done"]) * seconds / done if done > 0 and seconds > 0 else None
    except (KeyError, TypeError):
        return None


def _progress(job: Job, status: Status) -> tuple[int, int]:
    """Return how much of an evaluation is done, and of how much; 0 of 0 before it says so."""
    if status.state in ("finished", "new", "queued"):
        return 0, 0
    reports = [event for event in job.events() if event.get("event") == "progress"]
    last = reports[-1] if reports else {}
    done, total = last.get("done"), last.get("total")
    return (done, total) if isinstance(done, int) and isinstance(total, int) else (0, 0)


def asked_facts(asked: Asked, texts: Texts) -> list[tuple[str, str]]:
    """Return what was asked for: the systems, the test set and the decoding, each with its words."""
    steps = (*asked.steps, *(0 for _ in asked.systems))
    named = [
        texts("evaluate.fact.step", name=name, step=f"{step:,}") if step else name
        for name, step in zip(asked.systems, steps, strict=False)
    ]
    sentences, whole = f"{asked.sentences:,}", dict(asked.notes).get("cut")
    if whole:
        sentences = texts("evaluate.fact.of", count=sentences, all=f"{whole:,}")
    facts = [*zip(("first", "second"), named, strict=False), ("set", asked.set), ("sentences", sentences)]
    facts += [("beam", str(asked.beam)), ("alpha", f"{asked.alpha:g}")]
    return [(texts(f"evaluate.fact.{name}"), value) for name, value in facts]


def _systems(asked: Asked | None, texts: Texts) -> str:
    return f"{asked.sentences:,}" if asked else "–"


def _tone(state: str) -> Literal["quiet", "busy", "good", "wrong"]:
    if state in ACTIVE:
        return "busy"
    return "wrong" if state in ("failed", "crashed") else "good" if state == "finished" else "quiet"


def _message(runs: Path, job: Job, status: Status, texts: Texts) -> tuple[str, str]:
    """Return a message about the state, and the end of the log of a process that left no message."""
    if status.state in ACTIVE and job.stop_requested():
        return texts("evaluate.message.stopping"), ""
    if status.state == "starting":
        return texts("evaluate.message.starting"), ""
    if status.state == "queued":
        found = queue(runs)
        place = [one.name for one in found.waiting].index(job.name) + 1 if job in found.waiting else 1
        active = next((one.name for one in found.active), "")
        key = "evaluate.message.queued" if active else "train.message.next"
        return texts(key, place=place, name=active), ""
    if _scores(job, status):
        return texts("evaluate.message.scoring"), ""
    if status.state == "stopped":
        return texts("evaluate.message.stopped"), ""
    if status.state == "failed":
        return texts.error(status.fault()), ""
    if status.state == "crashed":
        return texts("evaluate.message.crashed"), job.log_tail(LOG_LINES)
    return "", ""
