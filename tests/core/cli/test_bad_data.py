"""Training on real-world files: one clear line or a count of pairs left out, never a traceback."""

import csv
import gzip
import sys
from pathlib import Path

import pytest

from core.cli.parser import main
from core.data.textfile import MAX_LINE_BYTES
from core.training.run import Run

TINY = (
    *("--d-model", "14", "--num-layers", "1", "--num-heads", "7", "--d-ff", "11", "--vocab-size", "283"),
    *("--max-steps", "1", "--tokens-per-batch", "131", "--warmup-steps", "5", "--device", "cpu", "--verbose"),
)
GOOD = b"a dog runs\nthe cat sees a house\n" * 11


def train(folder: Path, **files: bytes) -> tuple[int, Path]:
    """Train on two files, or on one table (its ending is the argument's name); status and run folder."""
    names = {"src": "text.src", "tgt": "text.tgt"}
    given: list[str] = []
    for kind, data in files.items():
        path = folder / names.get(kind, f"table.{kind.replace('_', '.')}")
        path.write_bytes(data)
        given += [f"--{kind if kind in names else 'src'}", str(path)]
    run = folder / "r"
    return main(["train", "--run", str(run), *given, *TINY]), run


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"src": GOOD, "tgt": GOOD + b"one more\n"}, "has 22 lines and"),
        ({"src": b"", "tgt": b""}, "no pair with text on both sides"),
        ({"src": b"\n \n" * 7, "tgt": b"a\nb\n" * 7}, "no pair with text on both sides (14 blank)"),
        ({"src": GOOD + b"x" * 10_000_000 + b"\n", "tgt": GOOD + b"y\n"}, "line 23: longer than 1,048,576 bytes"),
        ({"csv": b"en,de\na,b\n" + b"x" * 10_000_000 + b",y\n"}, "line 3: longer than 1,048,576 bytes"),
        ({"src": GOOD + "über\n".encode("latin-1"), "tgt": GOOD + b"y\n"}, "line 23: not UTF-8 (byte 1 of the line)"),
        ({"src": GOOD.decode().encode("utf-16"), "tgt": GOOD}, "line 1: not UTF-8 text but UTF-16"),
        ({"src": GOOD.decode().encode("utf-16-le"), "tgt": GOOD}, "line 1: not UTF-8 text but UTF-16"),
        ({"src": b"\0" * 5003, "tgt": b"\0" * 5003}, "UTF-16 or binary data"),
        (
            {"csv": b"PK\x03\x04\x14\0\0\0" + bytes(range(256)) * 13},
            "is a ZIP archive, an Excel or a Word file, not text",
        ),
        ({"tsv": b"\x89PNG\r\n\x1a\n" + bytes(range(255, 0, -1)) * 13}, "is a PNG picture, not text"),
        ({"tsv": GOOD}, "line 1: 1 column(s) where at least 2 are needed"),
        ({"csv": GOOD}, "line 1: 1 column(s) where at least 2 are needed"),
        ({"jsonl": b'{"en": "a dog"}\n' * 7}, "cannot identify source and target keys"),
        ({"jsonl": b'{"en": "a dog", "de": 7}\n' * 7}, "name two of: 'en', 'de'"),
        (
            {"csv": b'en,de\n"a,b\n' + b"c,d\n" * 1000},
            "line 2: a quotation mark opens in this row and is not",
        ),
        ({"csv": b"en,de\ra,b\rc,d\r"}, "carriage return only"),
        ({"csv": b"en,de\ra\r\nc,d\r\n"}, "line 1: new-line character seen in unquoted field"),
        ({"tsv": b"a dog\tein Hund\ra cat\teine Katze\r"}, "carriage return only"),
        ({"jsonl": b'{"en": "a\\u0000", "de": "b"}\n' * 7}, "line 1: 'en' contains the character U+0000"),
        (
            {"jsonl": b'{"\\ud800": "a", "de": "b", "en": "c"}\n' * 7},
            "line 1: '\\\\ud800' contains half of a surrogate",
        ),
        ({"tsv_gz": gzip.compress(b"a dog\tein Hund\n" * 1000)[:40]}, "damaged or cut off"),
    ],
    ids=[
        *("unequal", "nothing", "all blank", "long line", "long field", "latin-1", "utf-16", "utf-16 without a mark"),
        *(
            "zeros",
            "zip",
            "png",
            "one column of tsv",
            "one column of csv",
            "one key",
            "a number",
            "open quote",
            "old Mac csv",
            "stray carriage return",
            "old Mac tsv",
            "zero in a text",
            "half a character in a name",
            "cut gzip",
        ),
    ],
)
def test_bad_data_is_reported_in_one_line(tmp_path, capsys, files, words):
    status, run = train(tmp_path, **files)
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1), err
    assert words in err and str(tmp_path) in err
    assert not run.exists()


def test_executable_is_refused_as_corpus(tmp_path, capsys):
    assert main(["train", "--run", str(tmp_path / "r"), "--src", sys.executable, "--tgt", sys.executable, *TINY]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_line_within_the_limit_is_read_and_left_out(tmp_path, capsys):
    """Learning the vocabulary from it took hours: one word of a million letters."""
    long = b"y" * (MAX_LINE_BYTES - 1) + b"\n"
    status, run = train(tmp_path, src=GOOD + long, tgt=GOOD + b"x\n")
    assert status == 0
    assert "longer than max_tokens: 1\n" in capsys.readouterr().err
    assert Run(run).events()[0]["long_pairs"] == 1
    card = (run / "checkpoint" / "README.md").read_text(encoding="utf-8")
    assert "parallel text in files, 22 pairs per epoch" in card  # the pairs that are trained on


def test_blank_sides_are_left_out_and_counted(tmp_path, capsys):
    status, run = train(tmp_path, src=GOOD + b"\na\n  \n", tgt=GOOD + b"a\n\n\n")
    assert status == 0
    assert capsys.readouterr().err == "pairs left out because a side is blank: 3\n"
    started = Run(run).events()[0]
    assert (started["training_pairs"], started["blank_pairs"]) == (22, 3)


def test_large_table_is_trained_on_whole(tmp_path, capsys):
    """With quotes, line breaks and separators inside of fields, and a blank side here and there."""
    path = tmp_path / "large.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("en", "de"))
        for row in range(17_000):
            writer.writerow((f'a "dog", number {row % 997}', "" if row % 4_250 == 7 else f"ein\nHund; {row % 991}"))
    run = Run(tmp_path / "r")
    status = main(["train", "--run", str(run.folder), "--src", str(path), "--hold-out", "false", *TINY])
    lines = capsys.readouterr().err.splitlines()
    assert (status, lines[-1]) == (0, "pairs left out because a side is blank: 4")
    assert [line.partition(",")[0] for line in lines[:-1]] == [
        "--src-lang is not given: en",
        "--tgt-lang is not given: de",
        f"{path}: 16",
    ]
    assert run.events()[0]["training_pairs"] == 16_996
