"""Whatever a command writes replaces nothing without --replace."""

import argparse
import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cli import evaluating
from core.cli.parser import main
from core.cli.writing import refuse_existing
from core.errors import CoreError
from core.evaluation import taken
from tests.core.cli.command import ROOT, refused
from viz.cli.parser import main as viz_main

NUMBERS = str(ROOT / "checkpoints" / "numbers")
FILES = {
    "inspect": ["inspect", "--checkpoint", NUMBERS, "--text", "two", "--out", "mine/a.npz"],
    "heads": ["heads", "--checkpoint", NUMBERS, "--out", "mine/a.csv"],
    "snapshots": ["snapshots", "--run", "run", "--out", "mine/a.npz"],
    "csv": ["runs", "export", "--csv", "mine/a.csv"],
    "distil": ["distil", "--checkpoint", NUMBERS, "--src", "a.en", "--out", "mine/a.tsv"],
    "tensorboard": ["runs", "export", "--tensorboard", "mine"],
    "average": ["average", "--run", "run", "--out", "mine"],
    "import": ["import", "opus", "--out", "mine"],
    "export": ["export", "--checkpoint", NUMBERS, "--to", "marian", "--out", "mine"],
}
PAGES = {
    "figure": ["figure", "--checkpoint", NUMBERS, "--text", "two", "--out", "mine/a.svg"],
    "handout": ["handout", "notebook", "--checkpoint", NUMBERS, "--text", "two", "--out", "mine/a.ipynb"],
    "page": ["page", "--checkpoint", NUMBERS, "--out", "mine/a.html"],
    "index": ["page", "--checkpoint", NUMBERS, "--out", "mine"],
}


@pytest.fixture
def mine(tmp_path, monkeypatch) -> Path:
    """A folder of a person's own, as the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    for name in ("a.npz", "a.csv", "a.tsv", "a.svg", "a.ipynb", "a.html", "index.html"):
        (tmp_path / "mine" / name).write_text("mine")
    return tmp_path / "mine"


@pytest.mark.parametrize("name", FILES)
def test_command_refuses_what_exists(mine, capsys, name):
    """A folder without weights was replaced by `average` and `import`, and a file by all others, without a word."""
    assert "exists; choose another name, or give --replace" in refused(capsys, *FILES[name])
    assert {path.read_text() for path in mine.iterdir()} == {"mine"}


@pytest.mark.parametrize("name", PAGES)
def test_command_of_the_page_refuses_what_exists(mine, capsys, name):
    assert viz_main(PAGES[name]) == 2
    assert "exists; choose another name, or give --replace" in capsys.readouterr().err
    assert {path.read_text() for path in mine.iterdir()} == {"mine"}


def test_copy_of_a_data_set_is_replaced_only_on_request(tmp_path, capsys):
    """A copy with other columns took the place of the one that runs were trained on."""
    copy = tmp_path / "hub" / "someone" / "talks" / "default"
    copy.mkdir(parents=True)
    (copy / "train.jsonl").write_text("mine")
    columns = ["--src-column", "en", "--tgt-column", "de", "--to", str(tmp_path)]
    assert main(["data", "get", "hub:someone/talks", *columns]) == 2
    assert "give --replace" in capsys.readouterr().err and (copy / "train.jsonl").read_text() == "mine"


@pytest.mark.parametrize("command", ["average", "export"])
def test_replace_takes_no_folder_of_another_kind(mine, miniature_run, capsys, command):
    words = FILES[command] if command == "export" else ["average", "--run", str(miniature_run), "--last", "1"]
    assert main([*words, "--out", "mine", "--replace"]) == 2
    assert "exists and is not" in capsys.readouterr().err
    assert {path.read_text() for path in mine.iterdir()} == {"mine"}


@pytest.fixture
def evaluation(mine) -> list[str]:
    """The command that evaluates translations of a sentence; it needs no model."""
    for name in ("a.src", "a.tgt", "a.hyp"):
        Path(name).write_text("a dog runs\n")
    return ["evaluate", "--src", "a.src", "--tgt", "a.tgt", "--hyp", "a.hyp", "--tgt-lang", "en"]


@pytest.mark.parametrize(("option", "name"), [("--out", "a.tsv"), ("--per-sentence", "a.csv")])
def test_failed_write_of_an_evaluation_keeps_the_earlier_file(mine, evaluation, monkeypatch, capsys, option, name):
    """It was cut to nothing before the new one was written."""

    def fill(*_: object) -> Iterator[str]:
        yield "half"
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(taken, "translation_lines", fill)
    monkeypatch.setattr(taken, "write_table", lambda result, form, file: list(fill()))
    assert main([*evaluation, option, f"mine/{name}", "--replace"]) != 0
    assert (mine / name).read_text() == "mine" and not list(mine.glob(".*"))
    capsys.readouterr()


def test_share_of_doubt_is_refused_before_the_evaluation(mine, evaluation, monkeypatch, capsys):
    """It was refused after hours of translating."""
    monkeypatch.setattr(evaluating, "evaluated", lambda *_: pytest.fail("evaluated"))
    assert "must be between 0 and 1" in refused(capsys, *evaluation, "--doubt-share", "0")


def test_export_replaces_an_earlier_one_on_request(miniature, tmp_path, capsys):
    given = ["export", "--checkpoint", str(miniature), "--to", "marian", "--out", str(tmp_path / "out")]
    assert main(given) == 0 and str(tmp_path / "out") in capsys.readouterr().out
    (tmp_path / "out" / "more").write_text("")
    assert main([*given, "--replace"]) == 0
    assert not (tmp_path / "out" / "more").exists()


def test_new_name_empty_folder_and_device_replace_nothing(tmp_path):
    for path in (tmp_path / "new", tmp_path, Path("/dev/null")):
        refuse_existing(path, argparse.Namespace(replace=False))
    (tmp_path / "a").write_text("")
    with pytest.raises(CoreError, match="give --replace"):
        refuse_existing(tmp_path / "a", argparse.Namespace(replace=False))
    refuse_existing(tmp_path / "a", argparse.Namespace(replace=True))
