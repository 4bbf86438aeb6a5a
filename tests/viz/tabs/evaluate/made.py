"""What the tests of the tab "Evaluate" are made of: its components, requests, and finished evaluations."""

import functools
from pathlib import Path
from typing import Any, NamedTuple

import gradio as gr

from core.evaluation.job import write_result
from core.evaluation.table import Answer, Interval, MetricScore, Result, Row, Scores
from core.jobs.job import Job, new_job
from core.library import CheckpointLibrary
from viz.tabs.evaluate.context import HOME, Context, Limits, Sent
from viz.tabs.evaluate.explorer import WayBack, lay_out_way_back
from viz.tabs.evaluate.form import FormPanel, lay_out_form
from viz.tabs.evaluate.panel import EvaluationsPanel, lay_out_evaluations, pack_seen, take
from viz.tabs.evaluate.record import Asked, write_asked
from viz.tabs.evaluate.sets import HELD_OUT
from viz.tabs.evaluate.start import NONE
from viz.tabs.wording import Wording
from viz.texts import ENGLISH

ROOT = Path(__file__).parents[4]
FIELDS: dict[str, Any] = {
    "first": "numbers",
    "first_file": None,
    "second": NONE,
    "second_file": None,
    "set": HELD_OUT,
    "file": None,
    "source": "",
    "references": [],
    "own": "",
    "language": "",
    "beam": 1,
    "alpha": 0.6,
    "most": 5,
    "name": "eval-1",
}


class Tab(NamedTuple):
    """The components of the tab."""

    form: FormPanel
    panel: EvaluationsPanel
    way_back: WayBack


@functools.cache
def tab(runs: Path, limits: Limits = HOME) -> Tab:
    """Return the tab over a folder of runs, and the checkpoints that ship."""
    with gr.Blocks():
        context = Context(runs, limits, CheckpointLibrary(ROOT / "checkpoints", runs))
        wording = Wording(ENGLISH)
        form = lay_out_form(context, wording)
        panel = lay_out_evaluations(context, form, wording)
        return Tab(form, panel, lay_out_way_back(wording))


def filled(form: FormPanel, **others: Any) -> Sent:
    """Return what a client sends of the form with these values."""
    values = {**FIELDS, **others}
    return {form.suggested: "", **{control: values[name] for name, control in form.fields.items()}}


def request(panel: EvaluationsPanel, name: str = "", *, visitor: str = "", opened: bool = True) -> Sent:
    """Return what a client sends of the evaluations while it shows one."""
    seen = take(panel, name)
    return {
        panel.seen: pack_seen(seen),
        panel.followed: seen.name,
        panel.stored: "",
        panel.visitor: visitor,
        panel.opened: opened,
        panel.form.first: "numbers",
        panel.form.filled: "numbers",
    }


def score(value: float, p: float | None = None) -> MetricScore:
    """Return a score with these p-values, if it is one of a second system."""
    low, high = (None, None) if p is None else (-12.0, 8.0)
    return MetricScore(value, value, 1.5, "nrefs:1|case:mixed", low, high, p, p)


def result(*systems: Scores, rows: int = 12, own: bool = False) -> Result:
    """Return a result of these systems."""
    made = tuple(
        Row(k + 1, f"A dog {k} runs?", (f"Ein Hund {k} läuft.",), f"v{k % 2}" if own else "", answers(k, len(systems)))
        for k in range(rows)
    )
    return Result("sample", rows, "de", "13a", "", systems, True, (("repeated", 2),), made)


def answers(number: int, systems: int) -> tuple[Answer, ...]:
    """Return what each system makes of a sentence; the second one leaves its last word out."""
    full, cut = f"Ein Hund {number} läuft.", f"Ein Hund {number}"
    first = Answer(full, 100.0, 100.0, 0.0, True, 0.5, -0.1, False, ())
    return (first, Answer(cut, 50.0, 60.0, 25.0, False, None, None, False, ("omission",)))[:systems]


def scores(name: str, bleu: float = 40.0, chrf: float = 60.0, *, p: tuple[float, float] | None = None) -> Scores:
    """Return the scores of a system; `p` are the p-values of BLEU and of chrF."""
    bleu_p, chrf_p = p or (None, None)
    metrics = (score(bleu, bleu_p), score(chrf, chrf_p), score(30.0, bleu_p))
    return Scores(name, *metrics, exact=Interval(10.0, 5.0, 15.0), perplexity=None, accuracy=None)


def finished(runs: Path, name: str = "eval-1", made: Result | None = None, **asked: Any) -> Job:
    """Return a finished evaluation in a folder of runs."""
    made = made or result(scores("numbers"), scores("other.txt", 30.0, 50.0, p=(0.01, 0.01)))
    job = new_job(runs / name, ["compare", "--checkpoint=a"])
    write_result(job.folder, made)
    names = tuple(system.name for system in made.systems)
    usual = {"checkpoints": ("numbers", "")[: len(names)], "language": "de", "beam": 4, "alpha": 0.6}
    write_asked(job, Asked(set=made.set, systems=names, sentences=made.sentences, **{**usual, **asked}))
    job.set_status("finished", made.sentences)
    return job
