"""Measurements of many runs as one CSV, or as TensorBoard's event files, which tensorboardX writes without torch.

Only scalars are written. The parts of tensorboardX are used instead of its `SummaryWriter`, which names files by the
time and the computer, and starts a process.
"""

import csv
import io
import math
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

from core.durable import replaced_file
from core.errors import CoreError
from core.training.record import HISTORY, history_rows, plain_numbers
from core.training.run import Run

EVENT_FILE = "events.out.tfevents.0.glassformer"  # TensorBoard finds event files by "tfevents" in their names
TAGS: Mapping[str, Mapping[str, str]] = {  # of each event: the scalar's name by the field
    "progress": {
        "plain_loss": "loss/training",
        "loss": "loss/training_label_smoothed",
        "guided_loss": "loss/word_links",
        "learning_rate": "schedule/learning_rate",
        "gradient_norm": "optimisation/gradient_norm",
        "tokens_per_second": "speed/tokens_per_second",
        "padding": "speed/padding",
        "epoch": "schedule/epoch",
    },
    "validation": {
        "loss": "loss/validation",
        "smoothed_loss": "loss/validation_label_smoothed",
        "perplexity": "scores/perplexity",
        "accuracy": "scores/accuracy",
        "bleu": "scores/bleu",
    },
}


def runs_csv(runs: Sequence[Run]) -> str:
    """Return all measurements as CSV: a row for each run and step, with the columns of `history.csv` after `run`."""
    file = io.StringIO()
    writer: csv.DictWriter[str] = csv.DictWriter(file, ("run", *HISTORY), lineterminator="\n")
    writer.writeheader()
    for run in runs:
        for row in history_rows(run.events()):
            writer.writerow({"run": run.name, **plain_numbers(row)})
    return file.getvalue()


def event_files_zip(runs: Sequence[Run]) -> bytes:
    """Return the event files of runs as a ZIP, in a folder for each run.

    Raises:
        CoreError: tensorboardX is not installed.
    """
    file = io.BytesIO()
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in write_event_files(runs, Path(folder)):
            archive.write(path, path.relative_to(folder))
    return file.getvalue()


def write_event_files(runs: Sequence[Run], folder: Path) -> list[Path]:
    """Write the event file of each run into `folder`/NAME, in place of an earlier export; return their paths.

    Raises:
        CoreError: tensorboardX is not installed.
    """
    try:
        writers = import_module("tensorboardX.record_writer")
    except ModuleNotFoundError as error:
        raise CoreError(
            "export.no_tensorboard", "writing files for TensorBoard needs a package: pip install tensorboardX"
        ) from error
    paths = [folder / run.name / EVENT_FILE for run in runs]
    for run, path in zip(runs, paths, strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        with replaced_file(path) as partial, closing(writers.RecordWriter(str(partial))) as writer:
            for message in _messages(run):
                writer.write(message)
    return paths


def _messages(run: Run) -> Iterator[bytes]:
    """Yield the content of an event file: its version, then the scalars of each recorded event."""
    kinds, summaries = (import_module(f"tensorboardX.proto.{name}") for name in ("event_pb2", "summary_pb2"))
    events = run.events()
    first = next((_seconds(event) for event in events), 0.0)
    yield kinds.Event(wall_time=first, file_version="brain.Event:2").SerializeToString()
    for event in events:
        scalars = _finite(event, TAGS.get(event["event"], {}))
        values = [summaries.Summary.Value(tag=tag, simple_value=value) for tag, value in scalars]
        if values:
            summary = summaries.Summary(value=values)
            message = kinds.Event(wall_time=_seconds(event), step=event["step"], summary=summary)
            yield message.SerializeToString()


def _finite(event: Mapping[str, Any], scalars: Mapping[str, str]) -> Iterator[tuple[str, float]]:
    for field, tag in scalars.items():
        value = event.get(field)
        if isinstance(value, int | float) and math.isfinite(value) and abs(value) < 3.4e38:  # of a float32
            yield tag, float(value)


def _seconds(event: Mapping[str, Any]) -> float:
    time = event.get("time")
    return float(time) if isinstance(time, int | float) else 0.0
