"""Run folder for readers: names, configuration, superseded events, checkpoints."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.config import PRESETS, RECIPES, DataConfig, ModelConfig, TrainingConfig
from core.errors import CoreError
from core.jobs.job import new_job
from core.plain import plain_value
from core.training.events import Ended, Progress, Resumed, Sample, Saved, Skipped, Started, Validated, is_sound
from core.training.run import CrashReport, Run, RunConfig, chosen_config

CONFIG = RunConfig(ModelConfig(d_model=14, num_heads=7), DataConfig(task="copy"), TrainingConfig(seed=5, max_steps=7))


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A run that has been made and never started."""
    made = Run(tmp_path / "first")
    made.create(CONFIG)
    return made


def refused(code: str, function, *arguments) -> str:
    """The message of the CoreError that must be raised with this code."""
    with pytest.raises(CoreError) as caught:
        function(*arguments)
    assert caught.value.code == code
    return str(caught.value)


# Making one


def test_a_new_run_holds_its_configuration_and_nothing_else(run):
    assert [path.name for path in run.folder.iterdir()] == ["config.json"]
    assert run.read_config() == CONFIG
    assert run.status().state == "new"


@pytest.mark.parametrize("name", ["a b", "-x", ".hidden", "a\\b", "über", "a\nb", "x" * 65, "a;rm", "$(x)"])
def test_name_must_be_a_plain_folder_name(tmp_path, name):
    refused("run.name", Run(tmp_path / name).create, CONFIG)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("folder", [".", "..", "/"])
def test_folder_without_a_name_is_refused(tmp_path, monkeypatch, folder):
    monkeypatch.chdir(tmp_path)
    refused("run.name", Run(Path(folder)).create, CONFIG)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["a", "0", "en-de.2", "A_b", "x" * 64])
def test_plain_names_are_taken(tmp_path, name):
    Run(tmp_path / "not" / "there" / name).create(CONFIG)
    assert Run(tmp_path / "not" / "there" / name).read_config() == CONFIG


def test_existing_run_is_refused_and_unchanged(run):
    before = run.config_path.read_bytes()
    refused("run.exists", run.create, CONFIG._replace(training=TrainingConfig(seed=6)))
    assert run.config_path.read_bytes() == before


def test_folder_of_another_job_is_refused_and_unchanged(tmp_path):
    job = new_job(tmp_path / "scores", ["evaluate"])
    job.set_status("finished", 3)
    refused("run.taken", Run(job.folder).create, CONFIG)
    with pytest.raises(CoreError, match="already taken"), Run(job.folder).beginning(CONFIG):
        pass
    assert {path.name for path in job.folder.iterdir()} == {"job.json", "status.json"}
    assert job.status()[:2] == ("finished", 3)


@pytest.mark.parametrize(
    "content, code",
    [
        (None, "run.missing"),
        ("", "run.bad_config"),
        ("{", "run.bad_config"),
        ("[]", "run.format"),
        ("{}", "run.format"),
        ('{"format": 2}', "run.format"),
        ('{"format": 1, "model": []}', "config.not_an_object"),
        ('{"format": 1, "model": {"layers": 3}}', "config.unknown_field"),
        ('{"format": 1, "model": {"d_model": 1e9}}', "config.type"),
        ('{"format": 1, "model": {}, "data": {}, "training": {"seed": -1}}', "config.range"),
    ],
)
def test_a_configuration_that_cannot_be_read_is_refused(tmp_path, content, code):
    folder = tmp_path / "spoilt"
    folder.mkdir()
    if content is not None:
        (folder / "config.json").write_text(content)
    refused(code, Run(folder).read_config)


# Status


@pytest.mark.parametrize("state", ["failed", "crashed"])
def test_failed_run_reports_error_and_end_of_log(run, state):
    checkpoint(run, "step-11")
    run.log_path.write_text("".join(f"line {n}\n" for n in range(30)))
    run.set_status("failed" if state == "failed" else "running", 17, "no memory")
    if state == "crashed":
        path = run.folder / "status.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), "process_started": "1"}))
    assert run.crash_report(lines=2) == CrashReport("no memory", "line 28\nline 29", 17, 11)


def test_run_without_failure_reports_no_crash(run):
    assert run.crash_report() is None
    run.set_status("finished", 17)
    assert run.crash_report() is None


# Events


def test_a_resume_supersedes_the_events_of_later_steps(run):
    for step in (10, 20, 30):
        run.append({"event": "progress", "step": step, "loss": float(step)})
    run.append({"event": "resume", "step": 20})
    run.append({"event": "progress", "step": 30, "loss": 7.0})
    found = [(event["event"], event["step"], event.get("loss")) for event in run.events()]
    assert found == [("progress", 10, 10.0), ("progress", 20, 20.0), ("resume", 20, None), ("progress", 30, 7.0)]


@pytest.mark.parametrize(
    "odd",
    [
        {"event": "resume"},
        {"event": "resume", "step": "3"},
        {"event": "resume", "step": True},
        {"event": "sample", "step": 3, "index": 0, "source": "a"},
        {"event": "progress", "step": 3, "loss": "low", "seconds": 1.0, "tokens_per_second": 7.0},
        {"event": "progress", "step": 3, "loss": 10**400, "seconds": 1.0, "tokens_per_second": 7.0},
        {"event": "validation", "step": -3, "loss": 1.5},
        {"event": "sample", "step": 3, "index": 0, "source": ["a"], "reference": "b", "translation": "c"},
        {"event": "nonsense", "step": 3},
        {"event": ["progress"], "step": 3},
        {"event": None},
    ],
)
def test_odd_event_is_skipped(run, odd):
    sound = {"event": "validation", "step": 3, "loss": None}
    for event in (sound, odd, sound):
        with run.events_path.open("a") as file:
            file.write(json.dumps(event) + "\n")
    assert list(run.events()) == [sound, sound]


def test_every_recorded_event_is_sound():
    for event in (
        Started(0, 11, 13, 17, "cpu"),
        Resumed(3, ("step-7",)),
        Progress(3, 0.5, 1.5, 1.25, 1e-3, 0.5, 700.0, 0.1, 0, 2.0),
        Validated(3, 1.5, 1.75, 4.5, 0.5, None, None, True),
        Sample(3, 0, "a", "b", "c"),
        Skipped(3, "inf", 1),
        Saved(3, "checkpoints/step-3"),
        Ended(3, "max_steps"),
    ):
        assert is_sound(json.loads(json.dumps(plain_value(event.to_dict()))))


def test_an_end_does_not_outlive_a_resume(run):
    run.append({"event": "progress", "step": 10})
    run.append({"event": "end", "step": 10})
    run.append({"event": "resume", "step": 10})
    assert [event["event"] for event in run.events()] == ["progress", "resume"]


# Files


def checkpoint(run: Run, name: str, *, whole: bool = True) -> Path:
    folder = run.folder / "checkpoints" / name
    folder.mkdir(parents=True)
    (folder / "model.safetensors").write_bytes(b"weights")
    if whole:
        (folder / "standing.json").write_text("{}")
    return folder


def test_only_complete_checkpoints_are_listed_by_step(run):
    for name in ("step-9", "step-10", "step-100", ".step-200.partial", ".step-7.old", "step-", "step-x", "other"):
        checkpoint(run, name)
    checkpoint(run, "step-300", whole=False)
    assert [path.name for path in run.checkpoints()] == ["step-9", "step-10", "step-100"]
    assert run.saved_step == 100


def test_repair_removes_only_half_written_checkpoints(run):
    for name in ("step-9", "other", "damaged-step-4"):
        checkpoint(run, name)
    for name in (".step-11.partial", ".step-3.removed", "step-10"):
        checkpoint(run, name, whole=False)
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    (run.folder / f".status.json.{gone.pid}-7.partial").write_text("{")
    (run.folder / f".status.json.{os.getpid()}-7.partial").write_text("{")
    (run.folder / "owner").write_text("x")
    run.repair()
    assert {path.name for path in (run.folder / "checkpoints").iterdir()} == {"step-9", "other", "damaged-step-4"}
    left = {path.name for path in run.folder.iterdir()}
    assert left == {"config.json", "checkpoints", "owner", f".status.json.{os.getpid()}-7.partial"}


def test_repair_refuses_links(run, tmp_path):
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "a.txt").write_text("three years")
    (run.folder / "checkpoints").mkdir()
    (run.folder / "checkpoints" / "step-4").symlink_to(tmp_path / "thesis")
    refused("job.link", run.repair)
    assert (tmp_path / "thesis" / "a.txt").read_text() == "three years"


@pytest.mark.parametrize("torn", ["partial", "old"])
def test_finished_model_survives_a_kill_during_replacement(run, torn):
    (run.folder / f".checkpoint.{torn}").mkdir()
    (run.folder / f".checkpoint.{torn}" / "model.safetensors").write_text(torn)
    run.repair()
    assert run.checkpoint.is_dir() == (torn == "old")  # half a new one is none
    assert not list(run.folder.glob(".checkpoint*"))


def test_only_the_newest_checkpoints_stay(run):
    for step in (3, 11, 7):
        checkpoint(run, f"step-{step}")
    run.remove_checkpoints(kept=2, every=1)
    assert sorted(path.name for path in (run.folder / "checkpoints").iterdir()) == ["step-11", "step-7"]


def test_files_of_the_run_itself_are_named_relative_to_it(run, tmp_path):
    own, other = str(run.folder.resolve() / "data" / "train.src"), str(tmp_path / "elsewhere.tgt")
    config = CONFIG._replace(data=DataConfig(src=own, tgt=other))
    run.replace_config(config)
    assert run.read_config() == config
    assert json.loads(run.config_path.read_text())["data"]["src"] == "data/train.src"
    moved = Run(run.folder.rename(tmp_path / "moved"))
    assert moved.read_config().data.src == str(tmp_path.resolve() / "moved" / "data" / "train.src")
    assert moved.read_config().data.tgt == other


def test_following_a_run_loads_no_torch():
    script = "import sys, core.training.run, core.config, core.training.schedule; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=Path(__file__).parents[3]).returncode == 0


def test_chosen_settings_replace_those_of_a_preset():
    config = chosen_config("toy", None, {"d_ff": 24}, {"max_tokens": 32}, {"max_steps": 5})
    toy = RECIPES["toy"]
    assert (config.model.d_ff, config.model.d_model) == (24, toy.model.d_model)
    assert (config.data.task, config.data.max_tokens, config.training.max_steps) == ("copy", 32, 5)
    assert chosen_config(None, None, {}, {}, {}).model == PRESETS["tiny"]
    assert chosen_config(None, toy.model, {}, {}, {}).model == toy.model


@pytest.mark.parametrize(
    ("data", "others"),
    [({"src": "a.tsv", "hold_out": True}, "src"), ({"src": "a", "tgt": "b"}, "src, tgt"), ({"corpus": "x"}, "corpus")],
)
def test_preset_with_its_own_data_takes_no_other(data, others):
    with pytest.raises(CoreError, match=f"^preset toy has its own data: {others} cannot be given with it$"):
        chosen_config("toy", None, {}, data, {})
    assert chosen_config("toy", None, {}, {"task": "reverse"}, {}).data.task == "reverse"


def test_unknown_preset_is_refused():
    with pytest.raises(CoreError, match="unknown preset 'huge'; allowed: tiny, small"):
        chosen_config("huge", None, {}, {}, {})
