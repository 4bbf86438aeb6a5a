"""Measurements of many runs as one CSV or as TensorBoard's event files; needs neither TensorBoard nor torch.

An event file is a sequence of records, each a length and a message of `tensorflow.Event` in protocol-buffer encoding,
both followed by a masked CRC-32C. Only scalars are written, as `Summary.Value.simple_value`.
"""

import csv
import io
import math
import struct
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.durable import replaced_file
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
_POLYNOMIAL = 0x82F63B78  # CRC-32C (Castagnoli), reflected
_MASK = 0xA282EAD8


def runs_csv(runs: Sequence[Run]) -> str:
    """Return all measurements as CSV: a row for each run and step, with the columns of `history.csv` after `run`."""
    file = io.StringIO()
    writer: csv.DictWriter[str] = csv.DictWriter(file, ("run", *HISTORY), lineterminator="\n")
    writer.writeheader()
    for run in runs:
        for row in history_rows(run.events()):
            writer.writerow({"run": run.name, **plain_numbers(row)})
    return file.getvalue()


def event_file(run: Run) -> bytes:
    """Return the scalars of a run as an event file of TensorBoard."""
    events = run.events()
    first = next((_seconds(event) for event in events), 0.0)
    records = [_record(_event(first, 0, _text(3, "brain.Event:2")))]
    for event in events:
        scalars = TAGS.get(event["event"], {})
        values = b"".join(_scalar(tag, value) for tag, value in _finite(event, scalars))
        if values:
            records.append(_record(_event(_seconds(event), event["step"], _message(5, values))))
    return b"".join(records)


def event_files_zip(runs: Sequence[Run]) -> bytes:
    """Return the event files of runs as a ZIP, in a folder for each run."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for run in runs:
            archive.writestr(f"{run.name}/{EVENT_FILE}", event_file(run))
    return file.getvalue()


def write_event_files(runs: Sequence[Run], folder: Path) -> None:
    """Write the event file of each run into `folder`/NAME, in place of an earlier export."""
    for run in runs:
        path = folder / run.name / EVENT_FILE
        path.parent.mkdir(parents=True, exist_ok=True)
        with replaced_file(path) as partial:
            partial.write_bytes(event_file(run))


def crc32c(data: bytes) -> int:
    """Return the CRC-32C of bytes.

    Examples:
        >>> hex(crc32c(b"123456789"))
        '0xe3069283'
    """
    crc = 0xFFFFFFFF
    for byte in data:
        crc = _TABLE[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF


def _crc_table() -> list[int]:
    table: list[int] = []
    for value in range(256):
        for _ in range(8):
            value = (value >> 1) ^ (_POLYNOMIAL if value & 1 else 0)
        table.append(value)
    return table


_TABLE = _crc_table()


def _finite(event: Mapping[str, Any], scalars: Mapping[str, str]) -> Iterator[tuple[str, float]]:
    for field, tag in scalars.items():
        value = event.get(field)
        if isinstance(value, int | float) and math.isfinite(value) and abs(value) < 3.4e38:  # of a float32
            yield tag, float(value)


def _seconds(event: Mapping[str, Any]) -> float:
    time = event.get("time")
    return float(time) if isinstance(time, int | float) else 0.0


def _record(data: bytes) -> bytes:
    length = struct.pack("<Q", len(data))
    return length + _masked(length) + data + _masked(data)


def _masked(data: bytes) -> bytes:
    crc = crc32c(data)
    return struct.pack("<I", (((crc >> 15) | (crc << 17)) + _MASK) & 0xFFFFFFFF)


def _event(seconds: float, step: int, content: bytes) -> bytes:
    return b"\x09" + struct.pack("<d", seconds) + b"\x10" + _varint(step) + content


def _scalar(tag: str, value: float) -> bytes:
    return _message(1, _text(1, tag) + b"\x15" + struct.pack("<f", value))


def _text(field: int, text: str) -> bytes:
    return _message(field, text.encode())


def _message(field: int, content: bytes) -> bytes:
    return bytes([field << 3 | 2]) + _varint(len(content)) + content


def _varint(number: int) -> bytes:
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])
