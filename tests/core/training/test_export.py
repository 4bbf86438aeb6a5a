"""Measurements of runs as a table and as event files; the files are read back by the definition of their format."""

import csv
import io
import json
import os
import struct
import sys
import threading
import zipfile
from pathlib import Path

import pytest
from tensorboardX.proto import event_pb2
from tensorboardX.record_writer import masked_crc32c

from core.cli.parser import main
from core.config import DataConfig, ModelConfig, TrainingConfig
from core.errors import CoreError
from core.training.export import EVENT_FILE, TAGS, event_files_zip, runs_csv, write_event_files
from core.training.run import Run, RunConfig
from tests.core.cli.command import ROOT

EVENTS = [
    {"event": "start", "step": 0, "time": 1000.5},
    {"event": "progress", "step": 7, "time": 1001.5, "plain_loss": 2.5, "loss": 2.75, "learning_rate": 1e-3},
    {
        "event": "progress",
        "step": 300,
        "time": 1002.5,
        "plain_loss": None,
        "gradient_norm": 1.5,
        "epoch": 3.0,
        "guided_loss": 0.5,
    },
    {"event": "validation", "step": 300, "time": 1003.5, "loss": 1.25, "perplexity": 3.5, "bleu": 17.0},
    {"event": "sample", "step": 300, "time": 1004.5, "source": "a", "translation": "b"},
]


@pytest.fixture
def runs(tmp_path):
    for name in ("a", "b-2"):
        run = Run(tmp_path / "runs" / name)
        run.create(RunConfig(ModelConfig(), DataConfig(task="copy"), TrainingConfig()))
        run.events_path.write_text("".join(json.dumps(event) + "\n" for event in EVENTS))
    return [Run(tmp_path / "runs" / name) for name in ("a", "b-2")]


def records(path: Path) -> list[event_pb2.Event]:
    """The records of a TFRecord file: each a length and a message, both followed by their masked CRC-32C."""
    data, found, at = path.read_bytes(), [], 0
    while at < len(data):
        (size,) = struct.unpack("<Q", data[at : at + 8])
        message = data[at + 12 : at + 12 + size]
        checksums = data[at + 8 : at + 12] + data[at + 12 + size : at + 16 + size]
        assert checksums == struct.pack("<II", masked_crc32c(data[at : at + 8]), masked_crc32c(message))
        found.append(event_pb2.Event.FromString(message))
        at += size + 16
    return found


def test_event_file_contains_each_recorded_scalar(runs, tmp_path):
    path, _ = write_event_files(runs, tmp_path / "logs")
    first, *others = records(path)
    assert (first.wall_time, first.step, first.file_version) == (1000.5, 0, "brain.Event:2")
    read = {
        (value.tag, event.step): (value.simple_value, event.wall_time)
        for event in others
        for value in event.summary.value
    }
    assert read == {
        ("loss/training", 7): (2.5, 1001.5),
        ("loss/training_label_smoothed", 7): (2.75, 1001.5),
        ("schedule/learning_rate", 7): (pytest.approx(1e-3), 1001.5),
        ("optimisation/gradient_norm", 300): (1.5, 1002.5),
        ("schedule/epoch", 300): (3.0, 1002.5),
        ("loss/word_links", 300): (0.5, 1002.5),
        ("loss/validation", 300): (1.25, 1003.5),
        ("scores/perplexity", 300): (3.5, 1003.5),
        ("scores/bleu", 300): (17.0, 1003.5),
    }


def test_table_has_a_row_for_each_run_and_step(runs):
    rows = list(csv.DictReader(io.StringIO(runs_csv(runs))))
    assert [(row["run"], row["step"]) for row in rows] == [("a", "7"), ("a", "300"), ("b-2", "7"), ("b-2", "300")]
    assert rows[1]["validation_loss"] == "1.25" and rows[1]["gradient_norm"] == "1.5" and rows[0]["bleu"] == ""


def test_documents_name_every_column(runs):
    """The page on training left out one column, and the table what TensorBoard shows of padding."""
    columns = runs_csv(runs).splitlines()[0].split(",")
    for page in ("docs/training.md", "docs/zh-CN/training.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert [name for name in columns if f"`{name}`" not in text] == [], page
    assert {*TAGS["progress"]} <= {*columns}


def test_command_writes_both_and_refuses_neither(runs, tmp_path, capsys):
    folder, table = tmp_path / "logs", tmp_path / "all.csv"
    given = ["runs", "export", "--runs", str(tmp_path / "runs")]
    assert main([*given, "--csv", str(table), "--tensorboard", str(folder)]) == 0
    assert sorted(table.read_text()) == sorted(runs_csv(runs))  # the order is that of the list
    assert len(records(folder / "b-2" / EVENT_FILE)) == 4
    assert main([*given, "b-2", "--csv", str(table), "--replace"]) == 0 and table.read_text() == runs_csv(runs[1:])
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)  # such as that of a shell, >(...)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    read: list[str] = []
    reader.start()
    assert main([*given, "b-2", "--csv", str(pipe)]) == 0
    reader.join(60)
    assert read == [runs_csv(runs[1:])]
    assert main(given) == 2 and "--csv FILE" in capsys.readouterr().err
    with zipfile.ZipFile(io.BytesIO(event_files_zip(runs))) as archive:
        assert archive.read(f"a/{EVENT_FILE}") == (folder / "a" / EVENT_FILE).read_bytes()


def test_missing_package_is_reported_before_anything_is_written(runs, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "tensorboardX", None)
    monkeypatch.delitem(sys.modules, "tensorboardX.record_writer")
    with pytest.raises(CoreError, match="pip install tensorboardX"):
        write_event_files(runs, tmp_path / "logs")
    assert not (tmp_path / "logs").exists()
