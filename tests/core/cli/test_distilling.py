"""`distil`: a teacher's translations as a table on which a student is trained."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.cli.parser import main
from core.config import DecodingConfig
from core.data.stream import stream_table
from core.data.tasks import task
from core.training import distillation
from core.training.distillation import fault_of
from core.training.run import Run
from core.translator import Translator
from tests.core.cli.command import ROOT, TINY, refused

GREEDY = ("--beam-size", "1", "--max-extra-tokens", "20")


@pytest.fixture
def text(tmp_path: Path) -> tuple[Path, Path]:
    """31 pairs of the task of the teacher, and after them a blank line, a blank reference and the first pair again."""
    pairs = task("numbers").pairs(31, 3, split="test")
    source, target = [*pairs.source, "", "ninety", pairs.source[0]], [*pairs.target, "空", "", "又"]
    (tmp_path / "a.en").write_text("".join(f"{line}\n" for line in source), encoding="utf-8")
    (tmp_path / "a.zh.gz").write_bytes(gzip.compress("".join(f"{line}\n" for line in target).encode()))
    return tmp_path / "a.en", tmp_path / "a.zh.gz"


@pytest.fixture
def expected(text, translator) -> dict[str, tuple[str, str | None]]:
    """Translation and fault of each distinct source sentence, in the order of the text."""
    sources = list(dict.fromkeys(filter(None, text[0].read_text(encoding="utf-8").splitlines())))
    found = translator.translate(sources, DecodingConfig(beam_size=1, max_extra_tokens=20))
    return {one.source: (one.text, fault_of(one)) for one in found}


def command(miniature, text, out, *more) -> list[str]:
    return ["distil", "--checkpoint", str(miniature), "--src", str(text[0]), "--out", str(out), *GREEDY, *more]


def rows(path: Path) -> list[tuple[str, str]]:
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [tuple(line.split("\t")) for line in data.decode().splitlines()]


def good(expected) -> list[tuple[str, str]]:
    return [(source, found) for source, (found, fault) in expected.items() if not fault]


# What is written


def test_table_has_each_distinct_source_once_in_order(miniature, text, expected, tmp_path, capsys):
    assert main(command(miniature, text, tmp_path / "p.tsv")) == 0
    out, err = capsys.readouterr()
    assert rows(tmp_path / "p.tsv") == [("en", "zh"), *good(expected)]
    assert 2 < len(good(expected)) < len(expected) < 33
    faults = [fault for _, fault in expected.values()]
    assert f"33 lines ({33 - len(expected)} repeated), {len(good(expected))} pairs written (0 references), " in out
    assert f"{len(expected) - len(good(expected))} left out ({faults.count('cut')} over a length limit, " in out
    assert f"{faults.count('empty')} empty, {faults.count('repeated')} in a loop), " in out
    assert out.endswith(" tokens a second\n") and out.count("\n") == 1
    assert err == ""  # quiet without a terminal
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.en", "a.zh.gz", "p.tsv"]


def test_keep_references_adds_every_pair_after_its_translation(miniature, text, expected, tmp_path, capsys):
    out = tmp_path / "p.tsv.gz"
    assert main(command(miniature, text, out, "--tgt", str(text[1]), "--keep-references")) == 0
    lines = list(
        zip(text[0].read_text().split("\n"), gzip.decompress(text[1].read_bytes()).decode().split("\n"), strict=1)
    )
    wanted, seen = [("en", "zh")], set()
    for source, reference in lines:
        if source and source not in seen and not expected[source][1]:
            wanted.append((source, expected[source][0]))
        seen.add(source)
        if source and reference:
            wanted.append((source, reference))
    assert rows(out) == wanted
    assert f"{len(good(expected)) + 32} pairs written (32 references)" in capsys.readouterr().out


def test_references_are_not_written_without_the_option(miniature, text, expected, tmp_path):
    assert main(command(miniature, text, tmp_path / "p.tsv", "--tgt", str(text[1]))) == 0
    assert rows(tmp_path / "p.tsv")[1:] == good(expected)


def test_more_lines_are_translated_after_the_text(miniature, text, expected, translator, tmp_path):
    (tmp_path / "m.en.gz").write_bytes(gzip.compress(b"eleven\n\nninety\n"))
    (tmp_path / "n.tsv").write_text("en\tzh\ntwo &amp; three\t\xe4\nsix\t\n", encoding="utf-8")
    more = ["--more", str(tmp_path / "m.en.gz"), str(tmp_path / "n.tsv"), "--tgt", str(text[1]), "--keep-references"]
    assert main(command(miniature, text, tmp_path / "p.tsv", *more)) == 0
    added = translator.translate(["eleven", "two & three", "six"], DecodingConfig(beam_size=1, max_extra_tokens=20))
    found = rows(tmp_path / "p.tsv")
    wanted = [(one.source, one.text) for one in added if not fault_of(one)]
    assert wanted and found[-len(wanted) :] == wanted
    assert len(found) == 1 + len(good(expected)) + 32 + len(wanted)


def test_table_of_pairs_is_a_source_with_references(miniature, tmp_path):
    (tmp_path / "t.txt").write_text("four hundred\t四百\nsix\t六\n", encoding="utf-8")
    assert main(command(miniature, [tmp_path / "t.txt"], tmp_path / "p.tsv", "--keep-references")) == 0
    assert rows(tmp_path / "p.tsv")[-1] == ("six", "六")
    assert ("four hundred", "四百") in rows(tmp_path / "p.tsv")


def test_limit_counts_lines_that_are_not_blank(miniature, text, expected, tmp_path, capsys):
    assert main(command(miniature, text, tmp_path / "p.tsv", "--limit", "7")) == 0
    assert rows(tmp_path / "p.tsv")[1:] == good(dict(list(expected.items())[:7]))
    assert ": 7 lines (0 repeated)" in capsys.readouterr().out


def test_pair_that_no_table_can_hold_is_left_out(miniature, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(distillation, "MAX_LINE_BYTES", 30)
    (tmp_path / "t.tsv").write_text(f"four hundred\t四百\nsix\t{'六' * 9}\n", encoding="utf-8")
    assert main(command(miniature, [tmp_path / "t.tsv"], tmp_path / "p.tsv", "--keep-references")) == 0
    assert ("four hundred", "四百") in rows(tmp_path / "p.tsv") and "六六" not in (tmp_path / "p.tsv").read_text()
    assert "(1 over a length limit" in capsys.readouterr().out.replace("(1 references)", "")


@pytest.mark.parametrize("name", ["numbers-en-zh", "numbers-zh-en"])
def test_corpus_is_read_in_the_direction_of_the_teacher(miniature, tmp_path, monkeypatch, name):
    from core.cli import distilling
    from core.data.stream import PairStream

    asked = []

    def corpus(name, split, folders, *, swapped):
        asked.append((name, split, swapped))
        return PairStream(name, lambda: iter([("four hundred", "四百")]), (), "")

    monkeypatch.setattr(distilling, "corpus_stream", corpus)
    monkeypatch.setattr(distilling, "languages_of", lambda name, default: tuple(name.split("-")[1:]))
    given = ["distil", "--checkpoint", str(miniature), "--corpus", name, "--keep-references"]
    assert main([*given, "--out", str(tmp_path / "p.tsv"), *GREEDY]) == 0
    assert asked == [(name, "train", name == "numbers-zh-en")]
    assert rows(tmp_path / "p.tsv")[-1] == ("four hundred", "四百")


# The student


@pytest.mark.parametrize("start", ["preset", "init_from"])
def test_student_trains_on_the_table(miniature, text, expected, tmp_path, start):
    out = tmp_path / "pairs.tsv.gz"
    assert main(command(miniature, text, out, "--tgt", str(text[1]), "--keep-references")) == 0
    shape = [*TINY, "--preset", "tiny"] if start == "preset" else ["--init-from", str(miniature), "--device", "cpu"]
    run = Run(tmp_path / "student")
    languages = ["--src-lang", "en", "--tgt-lang", "zh"]
    given = ["--src", str(out), "--hold-out", "false", *languages, *shape, "--max-steps", "1"]
    assert main(["train", "--run", str(run.folder), *given]) == 0
    started = run.events()[0]
    assert started["training_pairs"] == len(list(stream_table(out))) == len(good(expected)) + 32
    student = Translator.load(run.checkpoint)
    assert (student.checkpoint.source_language, student.checkpoint.target_language) == ("en", "zh")
    assert student.translate(["four hundred"])[0].source == "four hundred"


# Interruption


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(distillation, "_PART_BATCHES", 1)


class Stopped(Exception):
    """Ends a command in its middle."""


def test_same_command_resumes_to_the_same_bytes(miniature, text, expected, tmp_path, monkeypatch, capsys, small_parts):
    more = ["--tgt", str(text[1]), "--keep-references", "--batch-size", "1"]
    assert main(command(miniature, text, tmp_path / "whole.tsv", *more)) == 0
    summary = capsys.readouterr().out.partition(": ")[2].partition(" in a loop")[0]
    translate, translated = Translator.translate, []

    def stopping(self, texts, *given, **options):
        if translated.count("stop") < 2 and len(translated) in (2, 4):
            translated.append("stop")
            raise Stopped
        translated.append(list(texts))
        return translate(self, texts, *given, **options)

    monkeypatch.setattr(Translator, "translate", stopping)
    again = command(miniature, text, tmp_path / "p.tsv", *more)
    for _ in range(2):
        with pytest.raises(Stopped):
            main(again)
        assert not (tmp_path / "p.tsv").exists()
        with (tmp_path / "p.tsv.partial").open("a") as file:
            file.write("half of a li")
    capsys.readouterr()
    assert main(again) == 0
    assert (tmp_path / "p.tsv").read_bytes() == (tmp_path / "whole.tsv").read_bytes()
    assert capsys.readouterr().out.partition(": ")[2].partition(" in a loop")[0] == summary
    sources = [source for part in translated if part != "stop" for source in part]
    assert sources == list(expected)  # nothing is translated twice


def test_ctrl_c_keeps_the_pairs_and_says_so(miniature, tmp_path):
    """The real command in several processes ends at once; the test of `search_many` has the reason."""
    (tmp_path / "a.en").write_text("".join(f"{n} hundred and {m}\n" for n in range(30) for m in range(30)))
    out = tmp_path / "p.tsv"
    process = subprocess.Popen(
        [sys.executable, "-m", "core", *command(miniature, [tmp_path / "a.en"], out, "--batch-size", "1")],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "2"},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        record = tmp_path / "p.tsv.partial.jsonl"
        while process.poll() is None and not (record.exists() and record.read_text().count("\n") >= 3):
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=120)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert (process.returncode, err) == (130, f"the pairs so far are in {out}.partial; the same command resumes\n")
    assert json.loads(record.read_text().splitlines()[-1])["counts"]["lines"] > 0


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (["--beam-size", "2"], "beam_size"),
        (["--alpha", "1.0"], "alpha"),
        (["--max-extra-tokens", "21"], "max_extra_tokens"),
        (["--limit", "30"], "text, limit"),
        (["--keep-references"], "keep_references"),
        (["--more", "MORE"], "text"),
        (["--checkpoint", str(ROOT / "checkpoints" / "numbers")], "checkpoint"),
    ],
)
def test_partial_table_of_other_settings_is_refused(
    miniature, text, tmp_path, monkeypatch, capsys, small_parts, change, named
):
    (tmp_path / "more.en").write_text("eleven\n")
    first = command(miniature, text, tmp_path / "p.tsv", "--tgt", str(text[1]), "--batch-size", "7")
    with monkeypatch.context() as patch:
        patch.setattr(Translator, "translate", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            main(first)
    changed = [*first, *(str(tmp_path / "more.en") if word == "MORE" else word for word in change)]
    assert f"other settings ({named})" in refused(capsys, *changed)
    assert main([*first, "--batch-size", "5"]) == 0  # which does not change the table


def test_replace_discards_a_partial_table_of_other_settings(miniature, text, tmp_path, monkeypatch, capsys):
    first = command(miniature, text, tmp_path / "p.tsv")
    with monkeypatch.context() as patch:
        patch.setattr(Translator, "translate", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            main(first)
    changed = [*first, "--limit", "2"]
    assert "limit" in refused(capsys, *changed)
    assert main([*changed, "--replace"]) == 0


# Refusals


def test_existing_table_needs_replace(miniature, text, tmp_path, capsys):
    out = tmp_path / "p.tsv"
    out.write_text("mine")
    given = command(miniature, text, out, "--limit", "1")
    assert "exists; choose another name, or give --replace" in refused(capsys, *given)
    assert out.read_text() == "mine"
    assert main([*given, "--replace"]) == 0
    assert rows(out)[0] == ("en", "zh")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ([], "give either --src"),
        (["--src", "a.en", "--corpus", "multi30k-en-de"], "give either --src"),
        (["--corpus", "multi30k-en-de", "--tgt", "a.en"], "give either --src"),
        (["--src", "a.en", "--split", "train"], "give either --src"),
        (["--corpus", "nothing"], "nothing"),
        (["--src", "a.en", "--keep-references"], "--keep-references needs references"),
        (["--src", "a.en", "--tgt", "short.zh"], "a.en has 34 lines and short.zh has 1"),
        (["--src", "none.en"], "none.en: file not found"),
        (["--src", "a.en", "--more", "none.en"], "none.en: file not found"),
        (["--src", "blank.en"], "does not contain a source sentence"),
        (["--src", "a.en", "--limit", "0"], "--limit (0) must be at least 1"),
        (["--src", "a.en", "--batch-size", "0"], "batch_size (0)"),
        (["--src", "a.en", "--beam-size", "0"], "beam_size"),
        (["--src", "a.en", "--out", "p.csv"], "must end with .tsv or .tsv.gz"),
        (["--src", "a.en", "--out", "none/p.tsv"], "in a folder that exists"),
        (["--src", "pairs.tsv", "--out", "pairs.tsv", "--replace"], "pairs.tsv is also read"),
        (["--src", "a.en", "--more", "pairs.tsv", "--out", "./pairs.tsv", "--replace"], "is also read"),
        (["--src", "a.en", "--checkpoint", "none"], "none"),
    ],
)
def test_invalid_input_is_one_line_and_writes_nothing(miniature, text, tmp_path, monkeypatch, capsys, change, words):
    monkeypatch.chdir(tmp_path)
    Path("short.zh").write_text("一\n", encoding="utf-8")
    Path("blank.en").write_text("\n \n")
    Path("pairs.tsv").write_text("en\tzh\nsix\t六\n", encoding="utf-8")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    given = ["distil", "--checkpoint", str(miniature), "--out", "p.tsv"]
    assert words in refused(capsys, *given, *change)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
