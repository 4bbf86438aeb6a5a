"""What the tests of the tab are made of: a miniature form, runs without a process, files."""

import gzip
import json
import time
from pathlib import Path

from core.config import DataConfig, ModelConfig, TrainingConfig
from core.training.run import Run, RunConfig
from viz.tabs.train import data_handlers, form_handlers
from viz.tabs.train.form import HOME, Form, Limits
from viz.tabs.train.run_handlers import Followed

TINY = Form(
    source="copy",
    d_model=16,
    num_layers=1,
    num_heads=2,
    d_ff=23,
    vocab_size=290,
    max_steps=10,
    tokens_per_batch=64,
    validate_every=5,
    name="copy-7",
)
MODEL = ModelConfig(vocab_size=290, d_model=16, num_layers=1, num_heads=2, d_ff=23)


def started(runs: Path, fields: Form = TINY) -> Followed:
    *_, (_, _, _, *shown) = form_handlers.on_start(runs, HOME, *fields, "accuracy", "en", "")
    return Followed(*shown)


def previewed(fields: Form, limits: Limits = HOME) -> list[str | None]:
    """The packed table and the packed bars that a form's data ends up with."""
    return list(data_handlers.on_data(limits, *fields.data, "en"))[-1]


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


def table(path: Path, pairs: int, *, repeated: int = 0) -> Path:
    lines = [f"source {k % (pairs - repeated)}\t<b>target {k % (pairs - repeated)}</b>" for k in range(pairs)]
    content = "\n".join(lines).encode()
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path


def upload(path: Path, **change: object) -> Form:
    return TINY._replace(**{"source": "file", "file": str(path), "src_lang": "en", "tgt_lang": "de", **change})
