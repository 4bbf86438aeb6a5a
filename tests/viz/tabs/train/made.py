"""What the tests of the tab are made of: the tab's components, requests, runs without a process, files."""

import functools
import gzip
import json
import time
from pathlib import Path
from typing import Any, NamedTuple

import gradio as gr

from core.config import DataConfig, ModelConfig, TrainingConfig
from core.library import CheckpointLibrary
from core.training.run import Run, RunConfig
from viz.tabs.train.context import HOME, Context, Limits, Sent, Updates
from viz.tabs.train.data.panel import on_data
from viz.tabs.train.form.fields import DEFAULTS, Fields
from viz.tabs.train.form.panel import FormPanel, lay_out_form, on_start
from viz.tabs.train.form.suggestions import suggested_settings
from viz.tabs.train.runs.panel import RunsPanel, lay_out_runs
from viz.tabs.train.runs.viewing import Viewing
from viz.tabs.wording import Wording
from viz.texts import ENGLISH

TINY: Fields = {
    **DEFAULTS,
    "source": "copy",
    "d_model": 16,
    "num_layers": 1,
    "num_heads": 2,
    "d_ff": 23,
    "vocab_size": 290,
    "max_steps": 10,
    "tokens_per_batch": 64,
    "validate_every": 5,
    "name": "copy-7",
}
MODEL = ModelConfig(vocab_size=290, d_model=16, num_layers=1, num_heads=2, d_ff=23)


class Tab(NamedTuple):
    """The components of the tab, over one folder of runs."""

    form: FormPanel
    runs: RunsPanel


def tab(runs: Path, limits: Limits = HOME, checkpoints: Path | None = None) -> Tab:
    """Return the tab over a folder of runs, the same one each time: its components hold no state.

    Args:
        runs: the folder of runs.
        limits: of the page.
        checkpoints: folder of those that a run may start from, besides those of runs.
    """
    return _laid_out(runs, limits, checkpoints)


@functools.cache
def _laid_out(runs: Path, limits: Limits, checkpoints: Path | None) -> Tab:
    library = CheckpointLibrary(checkpoints, runs) if checkpoints else None
    with gr.Blocks():
        context, wording = Context(runs, limits, library), Wording(ENGLISH)
        return Tab(lay_out_form(context, wording), lay_out_runs(context, wording))


def filled(form: FormPanel, fields: Fields, *, suggested: str = "run-1", **others: Any) -> Sent:
    """Return what a client sends of a form with these values."""
    sent = {control: fields[name] for name, control in form.fields.items()}
    named = {getattr(form.settings, name): value for name, value in others.items()}
    first = suggested_settings(DEFAULTS["source"], None, HOME)
    return {
        **sent,
        form.settings.preset: "first",
        form.settings.suggested: first,
        form.name.suggested: suggested,
        **named,
    }


def charts(panel: RunsPanel, *measures: str, axis: object = "steps", scale: object = "linear", smoothing: object = 0):
    """Return what a client sends of the choices of the charts."""
    chosen = panel.charts
    return {
        chosen.measures: [*measures] or ["loss", "accuracy"],
        chosen.axis: axis,
        chosen.scale: scale,
        chosen.smoothing: smoothing,
    }


def request(panel: RunsPanel, viewing: Viewing | str = "", **others: Any) -> Sent:
    """Return what a client sends of the runs; a name follows that run."""
    sent = {
        panel.viewing: Viewing(viewing) if isinstance(viewing, str) else viewing,
        **charts(panel),
        panel.fingerprint: "",
        panel.opened: True,
        panel.stored: "",
        panel.visitor: "",
    }
    return {**sent, **{getattr(panel, name): value for name, value in others.items()}}


def started(runs: Path, fields: Fields = TINY, limits: Limits = HOME) -> Updates:
    """Start a run with the form and return the last updates of the page."""
    form, panel = tab(runs, limits)
    sent = {**filled(form, fields), **charts(panel), panel.visitor: ""}
    return list(on_start(form, panel, sent))[-1]


def start_refusal(runs: Path, fields: Fields, limits: Limits = HOME) -> str:
    """Return what a start says in place of a run, in the panel or in a toast."""
    form, panel = tab(runs, limits)
    sent = {**filled(form, fields), **charts(panel), panel.visitor: ""}
    try:
        packed = list(on_start(form, panel, sent))[-1][form.preflight.findings]
    except gr.Error as error:
        return str(error.message)
    return "\n".join(json.loads(packed)["cautions"])


def previewed(fields: Fields, limits: Limits = HOME, runs: Path = Path("absent")) -> tuple[str | None, str | None]:
    """Return the packed table and the packed bars that a form's data end up with."""
    form, _ = tab(runs, limits)
    last = list(on_data(form.data, filled(form, fields)))[-1]
    return last[form.data.preview], last[form.data.lengths]


def wait_for(runs: Path, name: str, *states: str) -> str:
    until = time.monotonic() + 120
    while (state := Run(runs / name).status().state) not in states:
        assert time.monotonic() < until, f"{name} is {state}: {Run(runs / name).log_tail()}"
        time.sleep(0.1)
    return state


def written(runs: Path, name: str, *events: dict, max_steps: int = 1000, **training: int) -> Run:
    """A run folder without a process."""
    run = Run(runs / name)
    run.create(RunConfig(MODEL, DataConfig(task="copy"), TrainingConfig(max_steps=max_steps, **training)))
    lines = [json.dumps(event) + "\n" for event in events]
    (run.folder / "events.jsonl").write_text("".join(lines), encoding="utf-8")
    return run


def progress(step: int, loss: float, seconds: float, **more: object) -> dict:
    return {"event": "progress", "step": step, "plain_loss": loss, "time": seconds, "seconds": seconds, **more}


def stopped_run(runs: Path) -> Run:
    """A run that was stopped at step 8, with its curves."""
    speed = {"tokens_per_second": 900.0, "padding": 0.1}
    run = written(runs, "copy-1", *(progress(step, 9 / step, 60.0, **speed) for step in range(1, 9)))
    run.set_status("stopped", 8)
    return run


def table(path: Path, pairs: int, *, repeated: int = 0) -> Path:
    lines = [f"source {k % (pairs - repeated)}\t<b>target {k % (pairs - repeated)}</b>" for k in range(pairs)]
    content = "\n".join(lines).encode()
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path


def upload(path: Path, **change: object) -> Fields:
    return dict(TINY, **{"source": "own_file", "file": str(path), "src_lang": "en", "tgt_lang": "de", **change})
