"""Measurements of runs as a table and as event files; the files are read back by the definition of their format."""

import csv
import io
import json
import struct
import zipfile

import pytest

from core.cli.parser import main
from core.config import DataConfig, ModelConfig, TrainingConfig
from core.training.export import EVENT_FILE, TAGS, crc32c, event_file, event_files_zip, runs_csv
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


def varint(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte, at = data[at], at + 1
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return number, at


def fields(data: bytes) -> list[tuple[int, object]]:
    """The fields of a message of protocol buffers."""
    found, at = [], 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 2:
            size, at = varint(data, at)
            value, at = data[at : at + size], at + size
        else:
            kind, size = {1: ("<d", 8), 5: ("<f", 4)}[key & 7]
            value, at = struct.unpack(kind, data[at : at + size])[0], at + size
        found.append((key >> 3, value))
    return found


def records(data: bytes) -> list[bytes]:
    """The records of a TFRecord file, whose lengths are those that were written."""
    found, at = [], 0
    while at < len(data):
        (size,) = struct.unpack("<Q", data[at : at + 8])
        found.append(data[at + 12 : at + 12 + size])
        at += size + 16
    assert at == len(data)
    return found


def test_checksum_is_castagnoli():
    assert [crc32c(data) for data in (b"", bytes(32), b"\xff" * 32, bytes(range(32)))] == [
        *(0, 0x8A9136AA, 0x62A8AB43, 0x46DD794E)  # RFC 3720, B.4
    ]


def test_event_file_contains_each_recorded_scalar(runs):
    first, *others = [dict(fields(record)) for record in records(event_file(runs[0]))]
    assert first == {1: 1000.5, 2: 0, 3: b"brain.Event:2"}
    read = {}
    for event in others:
        for _, value in fields(event[5]):
            named = dict(fields(value))
            read[named[1].decode(), event[2]] = (named[2], event[1])
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
    assert (folder / "b-2" / EVENT_FILE).read_bytes() == event_file(runs[1])
    assert main([*given, "b-2", "--csv", str(table), "--replace"]) == 0 and table.read_text() == runs_csv(runs[1:])
    assert main(given) == 2 and "--csv FILE" in capsys.readouterr().err
    with zipfile.ZipFile(io.BytesIO(event_files_zip(runs))) as archive:
        assert archive.read(f"a/{EVENT_FILE}") == event_file(runs[0])
