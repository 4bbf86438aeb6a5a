"""`train --init-from`: a new run that begins with a checkpoint's weights, shape and vocabulary."""

import json
import shlex
import shutil

import pytest
import torch

from core.checkpoint import load_checkpoint
from core.cli.parser import main
from core.config import DecodingConfig
from core.data.tasks import task
from core.evaluation.scores import evaluate
from core.training.record import again_command
from core.training.run import Run
from tests.core.cli.command import COPY, TINY, refused

STILL = (  # hardly moves the weights
    *("--rate-factor", "0.000001", "--max-steps", "2", "--checkpoint-every", "1", "--validation-sentences", "5"),
)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "first"
    assert main(["train", "--run", str(folder), *COPY, *TINY]) == 0
    return folder


@pytest.fixture
def first(tmp_path, trained):
    return shutil.copytree(trained, tmp_path / "first") / "checkpoint"


def test_init_from_copies_weights_and_resumes_without_the_checkpoint(tmp_path, first):
    before = load_checkpoint(first)
    run = Run(tmp_path / "second")
    assert main(["train", "--run", str(run.folder), "--init-from", str(first), *COPY, *STILL]) == 0
    shutil.rmtree(first)
    assert main(["train", "--resume", str(run.folder), "--max-steps", "3"]) == 0
    after = load_checkpoint(run.checkpoint)
    assert after.model.config == before.model.config
    assert after.vocabularies.source.encode("a1 b2") == before.vocabularies.source.encode("a1 b2")
    for name, tensor in before.model.state_dict().items():
        torch.testing.assert_close(after.model.state_dict()[name], tensor, atol=2e-3, rtol=0)
    assert after.details["started_from"] == {"run": "first", "step": 2, "folder": "runs/first/checkpoint"}
    card = (run.checkpoint / "README.md").read_text(encoding="utf-8")
    assert "| Started from | run `first`, step `2`, folder `runs/first/checkpoint` |" in card
    assert "train --run runs/second --init-from runs/first/checkpoint --dropout " in card


def test_run_that_was_not_created_whole_is_not_trained(tmp_path, first, monkeypatch, capsys):
    """Such a run had no weights to start from, and its next training began with random ones."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    run = Run(tmp_path / "second")
    begin = ["train", "--run", str(run.folder), "--init-from", str(first), *COPY, *STILL]
    monkeypatch.setattr("core.training.beginning.start_from", interrupt)
    assert main(begin) == 130 and not run.folder.exists()
    monkeypatch.setattr(Run, "discard", lambda self: None)  # as if the program were killed
    assert main(begin) == 130 and run.folder.exists()
    capsys.readouterr()
    assert main(["train", "--resume", str(run.folder)]) == 2
    assert "second is incomplete" in capsys.readouterr().err


def _commands(run: Run) -> dict[str, list[str]]:
    """Return the commands of the card and of the page, as words after `python -m core`."""
    card = (run.checkpoint / "README.md").read_text(encoding="utf-8").split("```\n")[1]
    return {"card": shlex.split(card)[3:], "page": shlex.split(again_command(run))[3:]}


@pytest.mark.parametrize("where", ["checkpoints/shipped", "runs/first/checkpoint"])
@pytest.mark.parametrize("new", [False, True])
def test_commands_of_a_started_run_train_the_same_model(tmp_path, first, monkeypatch, where, new):
    """A shipped checkpoint was called runs/NAME/checkpoint, after the run that made it; files lost their folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("core.training.record.WORKING_FOLDER", tmp_path)
    shutil.copytree(first.parent, tmp_path / "runs" / "first")
    shutil.copytree(first, tmp_path / "checkpoints" / "shipped")
    (tmp_path / "data").mkdir()
    lines = "".join(f"a{n} b{n % 7}\n" for n in range(101))
    for side in ("src", "tgt"):
        (tmp_path / "data" / f"train.{side}").write_text(lines, encoding="utf-8")
    files = ("--src", "data/train.src", "--tgt", "data/train.tgt", "--dropout", "0.3", "--device", "cpu")
    learned = ("--new-vocabulary", "--vocab-size", "271") if new else ()
    given = ("--run", "runs/second", "--init-from", where, *files, *STILL, *learned)
    assert main(["train", *given]) == 0
    run = Run(tmp_path / "runs" / "second")
    wanted = load_checkpoint(run.checkpoint)
    assert wanted.model.config.vocab_size == (271 if new else 283) and wanted.model.config.dropout == 0.3
    for name, words in _commands(run).items():
        assert ("--new-vocabulary" in words) == (new and name == "card")
        words[2] = f"runs/{name}"
        assert main(words) == 0
        found = load_checkpoint(tmp_path / "runs" / name / "checkpoint")
        assert found.model.config == wanted.model.config
        for key, tensor in wanted.model.state_dict().items():
            assert torch.equal(found.model.state_dict()[key], tensor), (name, key)


def test_card_of_a_start_elsewhere_names_the_copy_in_the_run(tmp_path, first):
    shutil.move(first, tmp_path / "elsewhere" / "opus")
    run = Run(tmp_path / "runs" / "second")
    given = ["train", "--run", str(run.folder), "--init-from", str(tmp_path / "elsewhere" / "opus"), *COPY, *STILL]
    assert main(given) == 0
    card = (run.checkpoint / "README.md").read_text(encoding="utf-8")
    assert "--init-from runs/second/initial" in card and str(tmp_path) not in card


def test_a_finished_run_is_compared_with_its_start_on_old_and_new_pairs(tmp_path, first, capsys):
    run = Run(tmp_path / "second")
    reverse = ("--task", "reverse", "--task-pairs", "31", "--valid-pairs", "5")
    given = ["train", "--run", str(run.folder), "--init-from", str(first), *reverse, *STILL, "--verbose"]
    assert main(given) == 0
    assert "copy, test, 5 pairs: BLEU " in capsys.readouterr().err
    found = [event for event in run.events() if event["event"] == "compared"]
    assert [(event["set"], event["sentences"], event["step"]) for event in found] == [
        ("copy, test", 5, 2),
        ("validation", 5, 2),
    ]
    before, after = load_checkpoint(first), load_checkpoint(run.checkpoint)
    text = task("copy").pairs(5, 1, split="test")
    for name, checkpoint in (("before", before), ("after", after)):
        scores = evaluate(checkpoint.model, checkpoint.vocabularies, text, "letters", DecodingConfig(beam_size=1))
        assert found[0][f"bleu_{name}"] == scores.bleu and found[0][f"chrf_{name}"] == scores.chrf
        assert found[0][f"perplexity_{name}"] == pytest.approx(scores.perplexity)
    card = (run.checkpoint / "README.md").read_text(encoding="utf-8")
    assert "| On copy, test | BLEU " in card and "5 pairs |" in card
    assert main(["train", "--resume", str(run.folder), "--max-steps", "3"]) == 0
    assert [event["step"] for event in run.events() if event["event"] == "compared"] == [2, 2, 3, 3]


def test_a_run_of_random_weights_is_not_compared(first):
    events = Run(first.parent).events()
    assert events and not [event for event in events if event["event"] == "compared"]


def test_dropout_and_a_larger_d_ff_may_differ_but_no_other_size(tmp_path, first, capsys):
    given = ["train", "--run", str(tmp_path / "r"), "--init-from", str(first), *COPY, *STILL]
    assert "d_ff is 11 in the checkpoint" in refused(capsys, *given, "--d-ff", "7")
    assert "d_model is" in (said := refused(capsys, *given, "--d-model", "70")) and "it cannot be 70" in said
    assert not (tmp_path / "r").exists()
    assert "--preset" in refused(capsys, *given, "--preset", "tiny")
    assert main([*given, "--dropout", "0.4"]) == 0
    assert Run(tmp_path / "r").read_config().model.dropout == 0.4


def test_wider_start_is_named_by_the_card_and_its_command(tmp_path, first, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("core.training.record.WORKING_FOLDER", tmp_path)
    shutil.copytree(first, tmp_path / "checkpoints" / "shipped")
    start, d_ff = "checkpoints/shipped", load_checkpoint(first).model.config.d_ff
    words = ["train", "--run", "runs/second", "--init-from", start, "--d-ff", str(d_ff + 7), *COPY, *STILL]
    assert main(words) == 0
    run = Run(tmp_path / "runs" / "second")
    assert load_checkpoint(run.checkpoint).model.config.d_ff == d_ff + 7
    assert f"widened from d_ff {d_ff}" in (run.checkpoint / "README.md").read_text(encoding="utf-8")
    commands = _commands(run)
    assert f"--init-from {start} --d-ff {d_ff + 7} " in " ".join(commands["card"])
    assert "--d-ff" not in commands["page"]


def test_init_from_refuses_other_folders_and_existing_runs(tmp_path, first, capsys):
    given = ["train", "--run", str(tmp_path / "r"), *COPY, *STILL]
    assert "config.json is missing" in refused(capsys, *given, "--init-from", str(tmp_path))
    (first / "model.safetensors").write_bytes(b"no weights")
    assert "model.safetensors" in refused(capsys, *given, "--init-from", str(first))
    assert not (tmp_path / "r").exists()
    assert "init_from" in refused(capsys, "train", "--resume", str(first.parent), "--init-from", str(first))


def test_a_damaged_name_in_the_checkpoint_is_left_out(tmp_path, first):
    config = json.loads((first / "config.json").read_text())
    (first / "config.json").write_text(json.dumps({**config, "run": ["odd"], "step": None}))
    assert main(["train", "--run", str(tmp_path / "r"), "--init-from", str(first), *COPY, *STILL]) == 0
    assert load_checkpoint(tmp_path / "r" / "checkpoint").details["started_from"] == {
        "checkpoint": first.name,
        "folder": "runs/first/checkpoint",
    }
