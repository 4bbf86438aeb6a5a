"""`python -m core runs ...`: runs of the same folders as on the page."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.cli.parser import main
from core.config import DataConfig, ModelConfig, TrainingConfig
from core.errors import CoreError
from core.training.run import Run, RunConfig
from core.training.runs import list_runs, queue
from tests.core.cli.command import refused

ACTIONS = ("list", "show", "stop", "resume", "rename", "delete", "queue")
COPY = (
    *("--task", "copy", "--task-pairs", "31", "--valid-pairs", "5", "--d-model", "14", "--num-layers", "1"),
    *("--num-heads", "7", "--d-ff", "11", "--vocab-size", "283", "--max-steps", "2", "--device", "cpu"),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the runs a, b and c, which have not begun."""
    for name in "abc":
        config = RunConfig(ModelConfig(), DataConfig(task="copy"), TrainingConfig(max_steps=1700))
        Run(tmp_path / "runs" / name).create(config)
        os.utime(tmp_path / "runs" / name / "config.json", (1e9 - ord(name),) * 2)
    return tmp_path / "runs"


@pytest.fixture
def spawned(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the runs that were started instead of their processes."""
    names: list[str] = []

    def spawn(run: Run) -> int:
        names.append(run.name)
        run.set_status("starting", 0)
        return os.getpid()

    monkeypatch.setattr(Run, "spawn", spawn)
    return names


def run_command(*arguments: str | Path) -> int:
    return main(["runs", *map(str, arguments)])


def test_runs_are_listed_with_state_and_steps(folder, capsys):
    Run(folder / "b").set_status("failed", 1234, "no memory")
    assert run_command("list", "--runs", folder) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["name", "a", "b", "c"]
    assert lines[1].split() == ["a", "new", "0", "1,700", "0", "never"]
    assert lines[2].split()[:5] == ["b", "failed", "1,234", "1,700", "0"]
    assert lines[0].index("step") + len("step") == lines[2].index("1,234") + len("1,234")


def test_a_run_with_a_broken_configuration_is_listed_too(folder, capsys):
    (folder / "b" / "config.json").write_text("{")
    assert run_command("list", "--runs", folder) == 0
    assert "?" in capsys.readouterr().out


def test_empty_folder_is_reported(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run_command("list") == 0
    assert capsys.readouterr().out == "no run in runs\n"
    assert list(tmp_path.iterdir()) == []


def test_crashed_run_is_shown_with_end_of_log(folder, capsys):
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    run = Run(folder / "a")
    run.set_status("running", 40, process=child.pid)
    run.append({"event": "progress", "step": 40, "loss": 2.34567, "tokens_per_second": 1234.5})
    run.append({"event": "validation", "step": 30, "loss": 2.0, "perplexity": 7.389, "bleu": None})
    run.log_path.write_text("".join(f"line {n}\n" for n in range(100)))
    assert run_command("show", "a", "--runs", folder) == 0
    out = capsys.readouterr().out
    assert "state        crashed at step 40 of 1,700" in out
    assert "training     loss 2.346, tokens per second 1,234 at step 40" in out
    assert "validation   loss 2.000, perplexity 7.39 at step 30" in out
    assert out.endswith("line 98\nline 99\n") and "line 80\n" in out and "line 79\n" not in out


def test_finished_run_shows_model_and_log_on_request(miniature_run, capsys):
    given = ("show", miniature_run.name, "--runs", miniature_run.parent)
    (miniature_run / "log.txt").write_text("one\ntwo\n")
    assert run_command(*given) == 0
    out = capsys.readouterr().out
    assert f"finished     {miniature_run / 'checkpoint'}" in out and "two" not in out
    assert run_command(*given, "--log", "1") == 0
    assert capsys.readouterr().out.endswith(":\ntwo\n")
    (miniature_run / "log.txt").unlink()
    assert run_command(*given, "--log", "1") == 0
    assert "no log: a run in the foreground writes to its terminal" in capsys.readouterr().out


def test_runs_are_resumed_one_after_the_other(folder, spawned, capsys):
    assert run_command("resume", "b", "a", "c", "--runs", folder) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"b: starting, process {os.getpid()}",
        "a: waits, 1 of 1 in the queue",
        "c: waits, 2 of 2 in the queue",
    ]
    assert spawned == ["b"]
    assert run_command("queue", "--runs", folder) == 0
    assert capsys.readouterr().out == "at a time  1\ntraining   b, step 0\nwaiting    1. a\nwaiting    2. c\n"


@pytest.mark.parametrize("command", [("list",), ("show", "a"), ("queue",)])
def test_listing_starts_the_next_queued_run(folder, spawned, command):
    Run(folder / "c").set_status("queued", 0)
    assert run_command(*command, "--runs", folder) == 0
    assert spawned == ["c"]


def test_setting_allows_more_parallel_runs(folder, spawned, capsys):
    run_command("resume", "a", "b", "c", "--runs", folder)
    assert run_command("queue", "--at-once", "2", "--runs", folder) == 0
    assert spawned == ["a", "b"]
    capsys.readouterr()
    assert "from 1 to 64" in refused(capsys, "runs", "queue", "--at-once", "0", "--runs", folder)


def test_stop_is_requested_and_waiting_run_leaves_queue(folder, spawned, capsys):
    run_command("resume", "a", "b", "--runs", folder)
    capsys.readouterr()
    assert run_command("stop", "a", "b", "--runs", folder) == 0
    assert capsys.readouterr().out == "a: ends at its next step, with a checkpoint saved\nb: removed from the queue\n"
    assert Run(folder / "a").stop_requested()
    assert queue(folder).waiting == []
    assert "run c is not being trained: it is new" in refused(capsys, "runs", "stop", "c", "--runs", folder)


def test_a_run_is_renamed(folder, capsys):
    assert run_command("rename", "a", "first", "--runs", folder) == 0
    assert capsys.readouterr().out == "a: renamed to first\n"
    assert {run.name for run in list_runs(folder)} == {"first", "b", "c"}
    assert "taken" in refused(capsys, "runs", "rename", "first", "b", "--runs", folder)
    assert "must be 1 to 64 letters" in refused(capsys, "runs", "rename", "first", "../b", "--runs", folder)


def test_runs_are_deleted_when_that_is_sure(folder, monkeypatch, capsys):
    assert "--yes" in refused(capsys, "runs", "delete", "a", "--runs", folder)

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal("n\n"))
    assert run_command("delete", "a", "--runs", folder) == 1
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
    assert run_command("delete", "a", "--runs", folder) == 0
    assert run_command("delete", "b", "--yes", "--runs", folder) == 0
    assert [run.name for run in list_runs(folder)] == ["c"]


def test_nothing_is_deleted_where_one_name_is_wrong(folder, capsys):
    assert "no run found in" in refused(capsys, "runs", "delete", "a", "nowhere", "--yes", "--runs", folder)
    assert (folder / "a").is_dir()


@pytest.mark.parametrize("name", ["../x", "..", "a/../../x", "/etc", ".queue.lock", ""])
@pytest.mark.parametrize("action", ["show", "stop", "resume", "delete"])
def test_nothing_outside_of_the_folder_can_be_named(folder, tmp_path, capsys, action, name):
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "config.json").write_text("{}")
    options = ("--yes",) if action == "delete" else ()
    assert "run name" in refused(capsys, "runs", action, name, *options, "--runs", folder)
    assert (tmp_path / "x" / "config.json").is_file()


@pytest.mark.parametrize("action", ACTIONS)
def test_every_command_of_runs_has_help(capsys, action):
    with pytest.raises(SystemExit) as ended:
        run_command(action, "--help")
    assert ended.value.code == 0
    assert "--runs DIR" in capsys.readouterr().out


def test_commands_about_runs_load_no_torch(folder):
    script = f"import sys; from core.cli.parser import main; main(['runs', 'list', '--runs', {str(folder)!r}])"
    script += "; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=Path(__file__).parents[3]).returncode == 0


# A new run in the queue, and what follows one


def test_a_new_run_may_be_put_into_the_queue(folder, spawned, capsys):
    Run(folder / "a").set_status("running", 3)
    assert main(["train", "--run", str(folder / "z"), *COPY, "--queue"]) == 0
    assert capsys.readouterr().out == "z: waits, 1 of 1 in the queue\n"
    assert spawned == [] and Run(folder / "z").status().state == "queued"


def test_ended_run_starts_the_next(folder, spawned):
    Run(folder / "b").set_status("queued", 0)
    assert main(["train", "--run", str(folder / "z"), *COPY]) == 0
    assert spawned == ["b"]
    Run(folder / "b").set_status("finished", 2, "max_steps")
    Run(folder / "c").set_status("queued", 0)
    (folder / "a" / "tokenizer.json").write_text("{")
    assert main(["train", "--resume", str(folder / "a")]) == 2
    assert spawned == ["b", "c"]


@pytest.mark.parametrize("ending", ["signal", "full"])
def test_signal_or_full_disk_does_not_start_the_next(folder, spawned, monkeypatch, ending):
    Run(folder / "b").set_status("queued", 0)

    def ended(*_: object, **__: object) -> bool:
        if ending == "full":
            raise CoreError("run.disk_full", "the disk is full")
        return False

    monkeypatch.setattr("core.training.beginning.execute", ended)
    assert main(["train", "--run", str(folder / "z"), *COPY]) == (2 if ending == "full" else 0)
    assert spawned == []
