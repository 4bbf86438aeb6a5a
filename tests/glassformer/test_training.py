"""Training by the package: the run of the command, and what ends it."""

import os
import signal
import threading
from pathlib import Path

import pandas as pd
import pytest
from safetensors.numpy import load_file

import glassformer as gf
from core.cli.parser import main
from core.errors import CoreError
from core.training.run import Run
from core.training.runs import stop_job
from tests.core.cli.command import COPY, TINY

SMALL = {"d_model": 14, "num_layers": 1, "num_heads": 7, "d_ff": 11, "vocab_size": 283}
QUICK = {"max_steps": 2, "tokens_per_batch": 131, "warmup_steps": 5, "device": "cpu"}
DATA = {"task_pairs": 31, "valid_pairs": 5}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Work in an empty folder, in which the runs are made."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_model_is_that_of_the_command(folder):
    assert main(["train", "--run", str(folder / "r"), *COPY, *TINY]) == 0
    model = gf.train("copy", **SMALL, **QUICK, **DATA)
    assert model.name == "run/copy" and model("a b").source == "a b"
    own, other = (
        load_file(path / "checkpoint" / "model.safetensors") for path in (folder / "runs" / "copy", folder / "r")
    )
    assert own.keys() == other.keys() and all((own[name] == other[name]).all() for name in own)


def test_second_run_gets_a_free_name_and_starts_from_the_first():
    first = gf.train("copy", **SMALL, **QUICK, **DATA)
    second = gf.train("copy", start=first, **QUICK, **DATA)
    assert second.name == "run/copy-2" and second.card.model == first.card.model
    assert Run(second.folder.parent).initial.is_dir()


def test_files_are_read_as_the_command_reads_them(folder):
    (folder / "pairs.tsv").write_text("".join(f"{a} b\tb {a}\n" for a in "cdefghijklmnopqrstuvwxyz"), encoding="utf-8")
    model = gf.train("pairs.tsv", run="table", src_lang="en", tgt_lang="de", **SMALL, **QUICK)
    assert model.card.languages == ("en", "de")
    config = Run(folder / "runs" / "table").read_config()
    assert config.data.hold_out and config.data.src == str(folder / "pairs.tsv")


def test_files_of_validation_replace_pairs_held_out_of_a_table(folder):
    """A table with validation files was refused: pairs were to be held out of it as well."""
    for name in ("train.tsv", "valid.tsv", "links.txt"):
        (folder / name).write_text("0-1 1-0\n" if name == "links.txt" else "a b\tb a\n", encoding="utf-8")
    given = {"valid_src": "valid.tsv", "src_lang": "en", "tgt_lang": "de"}
    gf.train("train.tsv", run="table", guided_alignment=Path("links.txt"), **given, **SMALL, **QUICK)
    data = Run(folder / "runs" / "table").read_config().data
    assert not data.hold_out
    files = {"train": data.src, "valid": data.valid_src}
    assert files == {name: str(folder / f"{name}.tsv") for name in files}
    assert data.guided_alignment == str(folder / "links.txt")


@pytest.mark.parametrize("way", ["signal", "request"])
def test_stopped_run_is_resumed_by_name(folder, way, monkeypatch):
    stopped = threading.Event()

    def stop(self, event) -> None:
        if event.__class__.__name__ == "Progress" and not stopped.is_set():
            stopped.set()
            if way == "signal":
                os.kill(os.getpid(), signal.SIGINT)
            else:
                stop_job(Run(folder / "runs" / "r"))

    monkeypatch.setattr("core.cli.reporting.Reporter.report", stop)
    settings = {**QUICK, "max_steps": 40, "report_every": 1}
    with pytest.raises(KeyboardInterrupt if way == "signal" else CoreError, match=r"train\(resume='r'\) continues it"):
        gf.train("copy", run="r", **SMALL, **settings, **DATA)
    run = Run(folder / "runs" / "r")
    assert run.status().state == "stopped" and 0 < run.saved_step < 40
    assert gf.train(resume="r").name == "run/r" and run.saved_step == 40


def test_training_runs_in_another_thread():
    found = []
    thread = threading.Thread(target=lambda: found.append(gf.train("copy", **SMALL, **QUICK, **DATA)))
    thread.start()
    thread.join()
    assert found[0].name == "run/copy"


@pytest.mark.parametrize(
    ("given", "settings", "words"),
    [
        ("copy", {"colour": 3}, "there is no setting colour"),
        ("copy", {"max_steps": 0}, "max_steps must be a whole number"),
        ("copy", {"preset": "huge"}, "unknown preset 'huge'"),
        ("copy", {"start": "numbers", "preset": "tiny"}, "leave preset out"),
        ("copy", {"resume": "r"}, "give its name alone"),
        ("nothing", {}, "unknown corpus 'nothing'"),
        (None, {}, "give exactly one of task, src"),
        ("pairs.tsv", {"preset": "toy"}, "preset toy has its own data: src cannot be given with it"),
        ("typo.tsv", {}, "typo.tsv: file not found"),
        ("typo.JSON.gz", {}, "typo.JSON.gz: file not found"),
        ("data/typo", {}, "data/typo: file not found"),
        ("hub:owner/name", {}, "pairs of hub:owner/name were not found"),
        (["a.en", "a.de"], {}, r"a table, or a tuple of two files, not list$"),
        ([("a", "b")], {}, r"a tuple of two files, not list$"),
        (pd.DataFrame({"a": ["b"]}), {}, r"a tuple of two files, not DataFrame$"),
        (("a.en", "a.de", "a.fr"), {}, r"a tuple of two files, not tuple\[str, str, str\]$"),
        (("a.en", None), {}, r"a tuple of two files, not tuple\[str, NoneType\]$"),
        (b"a.tsv", {}, r"a tuple of two files, not bytes$"),
        ("copy", {"run": 5}, "run name 5 must be 1 to 64 letters"),
        (None, {"resume": "r"}, "no run found in"),
    ],
)
def test_invalid_training_leaves_nothing(folder, given, settings, words):
    (folder / "pairs.tsv").write_text("a\tb\n", encoding="utf-8")
    with pytest.raises(CoreError, match=words):
        gf.train(given, **settings)
    assert not (folder / "runs").exists()
