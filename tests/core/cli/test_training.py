"""`train` and `average` as called by other programs: files written, output, and refusals."""

import gzip
import json
import os
import shutil

import pytest
import torch
from safetensors.torch import load_file

from core.checkpoint import load_checkpoint
from core.cli.parser import main
from core.config import PRESETS
from core.data.tokenizer import Tokenizer
from core.training.run import Run
from tests.core.cli.command import COPY, ROOT, TINY, refused
from tests.core.data.old_vocabulary import old_form


def test_train_on_generated_task_writes_checkpoint_and_says_where(tmp_path, capsys):
    """Without a terminal nothing was printed, not even by the resume of a finished run."""
    for options in (["--run", str(tmp_path / "r"), *COPY, *TINY], ["--resume", str(tmp_path / "r")]):
        assert main(["train", *options]) == 0
        assert capsys.readouterr() == (f"{tmp_path / 'r' / 'checkpoint'}: finished at step 2\n", "")
    assert Run(tmp_path / "r").status().state == "finished"
    config = load_checkpoint(tmp_path / "r" / "checkpoint").model.config
    assert (config.d_model, config.num_layers, config.dropout) == (14, 1, PRESETS["tiny"].dropout)


def test_every_field_of_the_configurations_can_be_given(tmp_path):
    values = {
        "attention-dropout": "0.25",
        "norm": "pre",
        "positions": "learned",
        "max-positions": "300",
        "tying": "two-way",
        "scale-scores": "false",
        "d-k": "3",
        "d-v": "5",
        "seed": "11",
        "accumulate": "2",
        "label-smoothing": "0.2",
        "dropout": "0.15",
        "rate-factor": "0.5",
        "clip-norm": "1.5",
        "max-epochs": "3",
        "validate-every": "2",
        "checkpoint-every": "1",
        "patience": "7",
        "average-last": "1",
        "adam-beta1": "0.8",
        "adam-beta2": "0.9",
        "adam-eps": "1e-8",
        "precision": "bfloat16",
        "validation-sentences": "2",
        "sample-sentences": "1",
        "report-every": "1",
        "keep-checkpoints": "1",
    }
    given = [part for name, value in values.items() for part in (f"--{name}", value)]
    assert main(["train", "--run", str(tmp_path / "r"), *COPY, *TINY, *given]) == 0
    config = Run(tmp_path / "r").read_config()
    for name, value in values.items():
        field = name.replace("-", "_")
        found = next(getattr(part, field) for part in config if hasattr(part, field))
        assert str(found).lower() == value or float(found) == float(value)


def test_train_accepts_gzip_and_resolves_relative_paths(tmp_path, monkeypatch, capsys):
    (tmp_path / "data").mkdir()
    for side, lines in (("en", "a dog\nthe cat\n" * 11), ("de", "ein hund\ndie katze\n" * 11)):
        (tmp_path / "data" / f"a.{side}.gz").write_bytes(gzip.compress(lines.encode()))
    files = ["--src", "data/a.en.gz", "--tgt", "data/a.de.gz", "--src-lang", "en", "--tgt-lang", "de"]
    valid = ["--valid-src", "data/a.en.gz", "--valid-tgt", "data/a.de.gz", "--validate-every", "1"]
    monkeypatch.chdir(tmp_path)
    assert main(["train", "--run", "r", *files, *valid, *TINY]) == 0
    monkeypatch.chdir(ROOT)  # the working directory of a run resumed from the page
    assert main(["train", "--resume", str(tmp_path / "r"), "--max-steps", "3", "--cooldown-steps", "1"]) == 0
    assert Run(tmp_path / "r").status()[:2] == ("finished", 3)
    assert Run(tmp_path / "r").read_config().training.cooldown_steps == 1
    checkpoint = load_checkpoint(tmp_path / "r" / "checkpoint")
    assert (checkpoint.source_language, checkpoint.target_language) == ("en", "de")


def test_verbose_reports_each_validation(tmp_path, capsys):
    assert main(["train", "--run", str(tmp_path / "r"), *COPY, *TINY, "--validate-every", "1", "--verbose"]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("finished at step 2\n") and out.count("\n") == 1
    assert [line.split(":")[0] for line in err.splitlines()] == ["step 1", "step 2"]


@pytest.mark.parametrize(
    "options, words",
    [
        ((), "exactly one of task, src"),
        (("--task", "sorting"), "sorting"),
        ((*COPY, "--src", "x"), "src cannot be given with it"),
        ((*COPY, "--valid-src", "x"), "valid_src cannot be given with it"),
        (("--src", "nowhere.en", "--tgt", "nowhere.de"), "nowhere.en"),
        ((*COPY, "--vocab-size", "258"), "vocab_size (258) must be at least 259"),
        ((*COPY, "--d-model", "15"), "d_model (15) must be even"),
        ((*COPY, "--num-heads", "5"), "d_model (14) must be divisible by num_heads (5)"),
        ((*COPY, "--d-model", "ten"), "ten"),
        ((*COPY, "--dropout", "1"), "dropout must be a number from 0.0 to 0.95, not 1.0"),
        ((*COPY, "--max-steps", "0"), "max_steps must be a whole number"),
        ((*COPY, "--norm", "middle"), "middle"),
        ((*COPY, "--scale-scores", "maybe"), "maybe"),
        ((*COPY, "--seed", "-1"), "seed must be a whole number"),
        ((*COPY, "--max-tokens", "4", "--task-pairs", "16", "--seed", "1"), "max_tokens"),
        ((*COPY, "--max-positions", "16"), "16"),
    ],
)
def test_wrong_settings_are_refused_and_nothing_is_written(tmp_path, monkeypatch, capsys, options, words):
    monkeypatch.chdir(tmp_path)
    if "--max-tokens" in options:  # all pairs of the draw are longer
        monkeypatch.setattr("core.data.tasks.SequenceTask.draw", lambda *_: ("a b c d e f", "a b c d e f", "train"))
        monkeypatch.setattr("core.data.tasks.SequenceTask._bucket", lambda *_: "train")
        monkeypatch.setattr("core.data.tasks.Task._draw_from", lambda self, split, rng: self.draw(rng)[:2])
    assert words in refused(capsys, "train", "--run", "r", *TINY, *options)
    assert not list(tmp_path.iterdir())


def test_missing_cuda_is_refused_and_nothing_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    given = [*TINY[:-1], "cuda"]
    assert "no CUDA" in refused(capsys, "train", "--run", str(tmp_path / "r"), *COPY, *given)
    assert not list(tmp_path.iterdir())


def test_a_run_that_exists_is_refused_and_kept(miniature_run, capsys):
    before = {path: path.stat().st_mtime for path in miniature_run.rglob("*")}
    assert "already exists" in refused(capsys, "train", "--run", str(miniature_run), *COPY, *TINY)
    assert {path: path.stat().st_mtime for path in miniature_run.rglob("*")} == before


def test_a_bad_run_name_is_refused(tmp_path, capsys):
    assert "run name" in refused(capsys, "train", "--run", str(tmp_path / "a b"), *COPY, *TINY)
    assert not list(tmp_path.iterdir())


def test_a_run_below_a_file_is_refused_in_one_line(tmp_path, capsys):
    (tmp_path / "file").write_text("x")
    assert "file" in refused(capsys, "train", "--run", str(tmp_path / "file" / "r"), *COPY, *TINY)


def test_exactly_one_of_run_and_resume_is_required(tmp_path, capsys):
    assert "--run" in refused(capsys, "train", *COPY)
    assert "--run" in refused(capsys, "train", "--run", "a", "--resume", "b")
    assert "nowhere" in refused(capsys, "train", "--resume", str(tmp_path / "nowhere"))


def test_a_resumed_run_keeps_its_settings(miniature_run, capsys):
    message = refused(capsys, "train", "--resume", str(miniature_run), "--seed", "3", "--d-model", "64")
    assert "d_model, seed cannot be changed" in message


def test_preset_with_resume_is_refused(miniature_run, capsys):
    assert "preset cannot be changed" in refused(capsys, "train", "--resume", str(miniature_run), "--preset", "base")


def test_new_vocabulary_with_resume_is_refused(miniature_run, capsys):
    """It was ignored without a word."""
    given = ("train", "--resume", str(miniature_run), "--new-vocabulary")
    assert "new_vocabulary cannot be changed" in refused(capsys, *given)


def test_preflight_of_a_resumed_run_takes_what_the_resume_takes(miniature_run, capsys):
    """It measured the old limits, and accepted settings that the resume then refused."""
    given, before = ["train", "--preflight", "--json", "--resume", str(miniature_run)], Run(miniature_run).read_config()
    assert "seed cannot be changed" in refused(capsys, *given, "--seed", "3")
    assert main([*given, "--max-steps", "9"]) == 0
    assert json.loads(capsys.readouterr().out)["steps"] == 9
    assert Run(miniature_run).read_config() == before


def test_configuration_of_running_run_is_not_overwritten(miniature_run, tmp_path, capsys):
    """A new limit was written into it before the run was found to be busy."""
    run = Run(shutil.copytree(miniature_run, tmp_path / "busy"))
    run.set_status("running", 40, process=os.getppid())
    before = run.config_path.read_bytes()
    assert "another process" in refused(capsys, "train", "--resume", str(run.folder), "--max-steps", "9999")
    assert run.config_path.read_bytes() == before


def test_average_writes_the_mean_of_the_last_checkpoints(miniature_run, tmp_path, capsys):
    assert main(["average", "--run", str(miniature_run), "--last", "3", "--out", str(tmp_path / "mean")]) == 0
    mean = tmp_path / "mean"
    assert capsys.readouterr() == (f"{mean}: the average of the last 3 checkpoints of {miniature_run}\n", "")
    paths = [miniature_run / f"checkpoints/step-{step}/model.safetensors" for step in (2, 4, 6)]
    parts = [load_file(path) for path in paths]
    averaged = load_file(tmp_path / "mean" / "model.safetensors")
    for name, tensor in averaged.items():
        mean = sum(part[name].double() for part in parts) / 3
        assert torch.equal(tensor.float(), mean.float().half().float())
    assert load_checkpoint(tmp_path / "mean").details["averaged"] == ["step-2", "step-4", "step-6"]


def test_run_in_the_current_folder_has_its_name(miniature_run, tmp_path, monkeypatch):
    """It was named "" in the cards of its models, and its folder was taken for the folder of runs."""
    run = Run(shutil.copytree(miniature_run, tmp_path / "mine"))
    monkeypatch.chdir(run.folder)
    assert main(["average", "--run", ".", "--last", "1", "--out", str(tmp_path / "mean")]) == 0
    assert main(["train", "--resume", "."]) == 0
    assert [load_checkpoint(one).details["run"] for one in (tmp_path / "mean", run.checkpoint)] == ["mine", "mine"]


def test_average_replaces_a_checkpoint_only_on_request(miniature_run, tmp_path, capsys):
    """A shipped checkpoint given as --out was gone, its README too, without a word."""
    out = shutil.copytree(miniature_run / "checkpoint", tmp_path / "mine")
    (out / "README.md").write_text("mine")
    given = ("average", "--run", str(miniature_run), "--last", "1", "--out", str(out))
    assert "--replace" in refused(capsys, *given)
    assert (out / "README.md").read_text() == "mine"
    assert main([*given, "--replace"]) == 0
    assert (out / "README.md").read_text() != "mine"


def test_average_of_an_old_run_writes_the_new_form_of_the_vocabulary(miniature_run, tmp_path):
    run = shutil.copytree(miniature_run, tmp_path / "old")
    written = (run / "tokenizer.json").read_bytes()
    (run / "tokenizer.json").write_text(old_form(Tokenizer.load(run / "tokenizer.json")), encoding="utf-8")
    assert main(["average", "--run", str(run), "--last", "1", "--out", str(tmp_path / "mean")]) == 0
    assert (tmp_path / "mean" / "tokenizer.json").read_bytes() == written


@pytest.mark.parametrize("last", ["0", "-2", "4", "many"])
def test_average_refuses_more_checkpoints_than_exist(miniature_run, tmp_path, capsys, last):
    given = ("average", "--run", str(miniature_run), "--last", last, "--out", str(tmp_path / "mean"))
    assert last in refused(capsys, *given)
    assert not list(tmp_path.iterdir())


def test_average_never_replaces_a_folder_of_another_kind(miniature_run, tmp_path, capsys):
    (tmp_path / "thesis.txt").write_text("three years")
    refused(capsys, "average", "--run", str(miniature_run), "--last", "1", "--out", str(tmp_path))
    assert (tmp_path / "thesis.txt").read_text() == "three years"


def test_toy_has_few_enough_numbers_for_paper(tmp_path, capsys):
    run = tmp_path / "toy"
    assert main(["train", "--preset", "toy", "--run", str(run), "--max-steps", "2"]) == 0
    model = json.loads((run / "checkpoint/config.json").read_text(encoding="utf-8"))["model"]
    assert (model["d_model"], model["num_layers"], model["num_heads"], model["d_ff"]) == (8, 1, 2, 16)


def test_warnings_about_languages_are_printed_and_in_the_card(tmp_path, capsys):
    """The card of a Chinese model that was called German did not say so."""
    for name, line in (("a.txt", "A dog runs, number {}.\n"), ("b.txt", "一只狗在跑，第{}号。\n")):
        (tmp_path / name).write_text("".join(line.format(k) for k in range(40)), encoding="utf-8")
    words = ["--src", str(tmp_path / "a.txt"), "--tgt", str(tmp_path / "b.txt"), "--src-lang", "en", "--tgt-lang", "de"]
    assert main(["train", "--run", str(tmp_path / "run"), *words, *TINY]) == 0
    warning = "the target is written in Han letters, its language is de: give the right code (tgt_lang)"
    assert f"warning: {warning}" in capsys.readouterr().err
    assert f"| Warning | {warning} |" in (tmp_path / "run" / "checkpoint" / "README.md").read_text(encoding="utf-8")
