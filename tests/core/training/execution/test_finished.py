"""A finished run: its folder, its events, its checkpoints and the average of the last."""

import csv
import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
from safetensors.torch import load_file

from core.checkpoint import average_weights, load_checkpoint
from core.config import DataConfig, ModelConfig, TrainingConfig
from core.data.vocabulary_files import load_vocabularies
from core.errors import CoreError
from core.training import trainer
from core.training.execution import average_run, execute
from core.training.record import model_card
from core.training.run import RunConfig
from core.translator import Translator
from tests.core.training.small_run import MODEL, created, steps, weights


@pytest.fixture
def pair_files(tmp_path: Path) -> dict[str, str]:
    """Data settings of two parallel files, also to validate on."""
    (tmp_path / "a.en").write_text("a dog runs\nb cat\nc\n" * 7, encoding="utf-8")
    (tmp_path / "a.de").write_text("ein hund\nb katze\nc\n" * 7, encoding="utf-8")
    source, target = str(tmp_path / "a.en"), str(tmp_path / "a.de")
    files = {"src": source, "tgt": target, "valid_src": source, "valid_tgt": target}
    return {**files, "src_lang": "en", "tgt_lang": "de"}


def test_model_card_matches_the_run_record(finished):
    card = (finished.checkpoint / "README.md").read_text(encoding="utf-8")
    last = [event for event in finished.events() if event["event"] == "validation"][-1]
    assert f"perplexity {last['perplexity']:.2f} at step {last['step']:,}" in card
    assert "average of 2 checkpoints, step-4 to step-8" in card
    assert f"python -m core train --run runs/{finished.name} --vocab-size 283 --d-model 14" in card


@pytest.mark.parametrize(
    ("data", "parts"),
    [
        ({"task": "copy"}, ["the generated task `copy`", "--task copy"]),
        (
            {"corpus": "iwslt2017-en-zh"},
            ["`iwslt2017-en-zh`", "CC BY-NC-ND 3.0", "Cettolo", "--corpus iwslt2017-en-zh"],
        ),
        ({"corpus": "hub:some/talks"}, ["`some/talks` of the Hugging Face Hub", "--corpus hub:some/talks"]),
        ({"src": "/home/a/x.en", "tgt": "/home/a/x.de"}, ["parallel text in files", "--src x.en --tgt x.de"]),
    ],
)
def test_model_card_states_text_source_and_command(miniature, data, parts):
    config = RunConfig(ModelConfig(**MODEL), DataConfig(**data), TrainingConfig())
    vocabularies = load_vocabularies(miniature.joinpath)
    card = model_card("r", config, vocabularies, ("en", "de"), ["step-4"], [], {})
    assert all(words in card for words in parts) and "/home" not in card


def test_finished_run_leaves_all_files(finished):
    names = {str(path.relative_to(finished.folder)) for path in finished.folder.rglob("*") if path.is_file()}
    assert names == {
        *("config.json", "events.jsonl", "status.json", "tokenizer.json", ".lock"),
        *(f"snapshots/step-{n}.npz" for n in (0, 4, 8)),
        *(
            f"checkpoints/step-{n}/{name}"
            for n in (4, 8)
            for name in ("model.safetensors", "optimizer.safetensors", "standing.json")
        ),
        *(
            f"checkpoint/{name}"
            for name in (
                *("config.json", "README.md", "history.csv"),
                *("model.safetensors", "tokenizer.json", "snapshots.npz"),
            )
        ),
        *(
            f"best/{name}"
            for name in ("config.json", "README.md", "history.csv", "model.safetensors", "tokenizer.json")
        ),
    }
    assert finished.status()[:3] == ("finished", 8, "max_steps")


def test_best_model_is_that_of_the_lowest_validation_loss(finished):
    losses = {event["step"]: event["loss"] for event in finished.events() if event["event"] == "validation"}
    step = min(losses, key=losses.__getitem__)
    saved, best = weights(finished, step), load_file(finished.best / "model.safetensors")
    assert all(torch.equal(best[name], saved[name].half()) for name in best)
    assert f"those of step-{step}, half precision" in (finished.best / "README.md").read_text(encoding="utf-8")
    assert Translator.load(finished.best).translate(["a"])[0].hypotheses


def test_best_model_of_the_first_validation_has_its_examples(tmp_path, pair_files):
    """It was written before the sentences of that validation had been translated."""
    run = created(tmp_path / "run", data=pair_files, max_steps=4)
    execute(run)
    assert load_checkpoint(run.best).details["examples"] == ["a dog runs"]


def test_a_last_validation_is_not_forgotten_when_the_run_goes_on(tmp_path, monkeypatch):
    """The best model came from a validation between two planned ones, and the next planned one replaced it."""
    losses = iter([6.0, 5.0, 5.5])

    def score(*_: object, **__: object) -> SimpleNamespace:
        return SimpleNamespace(loss=next(losses), smoothed_loss=7.0, perplexity=9.0, accuracy=0.1)

    monkeypatch.setattr(trainer, "token_scores", score)
    run = created(tmp_path / "run", max_steps=6)
    execute(run)
    assert load_checkpoint(run.best).details["step"] == 6
    config = run.read_config()
    run.replace_config(config._replace(training=replace(config.training, max_steps=8)))
    execute(run)
    assert steps(run, "validation") == [4, 6, 8] and load_checkpoint(run.best).details["step"] == 6


@pytest.mark.parametrize(
    ("limit", "raised"), [({"max_epochs": 1}, {"max_epochs": 2}), ({"max_minutes": 0.001}, {"max_minutes": 9.0})]
)
def test_ended_run_goes_on_only_when_its_limit_is_raised(tmp_path, limit, raised):
    """A run that ended at its last epoch or minute was refused in the queue after that had been raised."""
    run = created(tmp_path / "run", max_steps=10_000, checkpoint_every=1, **limit)
    execute(run)
    assert run.is_over()
    config = run.read_config()
    run.replace_config(config._replace(training=replace(config.training, **raised)))
    assert not run.is_over()


def test_events_cover_the_run_from_start_to_end(finished):
    events = finished.events()
    assert events[0]["event"] == "start"
    assert events[0]["training_pairs"] == 61
    assert events[0]["device"] == "cpu"
    assert events[-1]["event"] == "end"
    assert (events[-1]["step"], events[-1]["reason"]) == (8, "max_steps")
    assert steps(finished, "progress") == list(range(1, 9))
    assert steps(finished, "validation") == steps(finished, "sample") == steps(finished, "checkpoint") == [4, 8]
    times = [event["time"] for event in events]
    assert times == sorted(times)


def test_every_line_of_the_events_is_strict_json(finished):
    def no_such_constant(name: str) -> None:
        raise AssertionError(name)

    for line in (finished.folder / "events.jsonl").read_text(encoding="utf-8").splitlines():
        assert json.loads(line, parse_constant=no_such_constant)["event"]


def test_number_of_parameters_matches_the_trained_model(finished):
    assert finished.events()[0]["parameters"] == load_checkpoint(finished.checkpoint).model.config.num_parameters


def test_finished_checkpoint_is_mean_of_last_in_half_precision(finished):
    loaded = load_checkpoint(finished.checkpoint).model
    mean = average_weights(finished.checkpoints(), loaded.config)
    state = loaded.state_dict()
    assert all(torch.equal(state[name], tensor.half().float()) for name, tensor in mean.items())
    assert {t.dtype for t in load_file(finished.checkpoint / "model.safetensors").values()} == {torch.float16}


def test_finished_checkpoint_states_its_origin(finished):
    checkpoint = load_checkpoint(finished.checkpoint)
    assert (checkpoint.source_language, checkpoint.target_language) == ("letters", "letters")
    details = checkpoint.details
    assert (details["run"], details["step"]) == ("whole", 8)
    assert details["averaged"] == ["step-4", "step-8"]
    assert details["training"]["seed"] == 3
    assert details["data"]["task"] == "copy"
    assert not any(name.endswith(("src", "tgt")) for name in details["data"])  # no path of this machine


def test_the_finished_checkpoint_translates(finished):
    assert isinstance(Translator.load(finished.checkpoint).translate(["a b c"])[0].text, str)


def test_history_has_a_row_per_step_with_scores(finished):
    with (finished.checkpoint / "history.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["step"]) for row in rows] == list(range(1, 9))
    assert all(0 < float(row["loss"]) < 10 for row in rows)
    assert [row["step"] for row in rows if row["validation_loss"] and row["validation_smoothed_loss"]] == ["4", "8"]
    validation = next(event for event in finished.events() if event["event"] == "validation")
    assert float(rows[3]["perplexity"]) == pytest.approx(validation["perplexity"], rel=1e-4)


def test_only_the_newest_checkpoints_are_kept(tmp_path):
    run = created(tmp_path / "r", max_steps=6, checkpoint_every=1, keep_checkpoints=2, average_last=1)
    execute(run)
    assert [path.name for path in run.checkpoints()] == ["step-5", "step-6"]


def test_checkpoints_that_will_be_averaged_are_kept_too(tmp_path):
    run = created(tmp_path / "r", max_steps=6, checkpoint_every=1, keep_checkpoints=2, average_last=3)
    execute(run)
    assert [path.name for path in run.checkpoints()] == ["step-4", "step-5", "step-6"]


def test_the_last_step_is_saved_even_between_two_checkpoints(tmp_path):
    run = created(tmp_path / "r", max_steps=7, checkpoint_every=5)
    execute(run)
    assert [path.name for path in run.checkpoints()] == ["step-5", "step-7"]


def test_parallel_files_can_be_trained_on(tmp_path, pair_files):
    without = {name: value for name, value in pair_files.items() if not name.startswith("valid")}
    run = created(tmp_path / "r", data=without, max_steps=2)
    execute(run)
    checkpoint = load_checkpoint(run.checkpoint)
    assert (checkpoint.source_language, checkpoint.target_language) == ("en", "de")
    assert steps(run, "validation") == []
    assert run.events()[0]["training_pairs"] == 21


@pytest.mark.parametrize("last", [0, -1, 3])
def test_averaging_more_checkpoints_than_there_are_is_refused(finished, tmp_path, last):
    with pytest.raises(CoreError, match=rf"2 checkpoints; last \({last}\)"):
        average_run(finished, last, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_average_of_one_is_the_last_checkpoint(finished, tmp_path):
    average_run(finished, 1, tmp_path / "out")
    loaded = load_checkpoint(tmp_path / "out")
    assert loaded.details["averaged"] == ["step-8"]
    state = loaded.model.state_dict()
    assert all(torch.equal(state[name], tensor.half().float()) for name, tensor in weights(finished, 8).items())
