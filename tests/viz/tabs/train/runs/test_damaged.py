"""More than a hundred damaged run folders: each opens on the page, and resumes or is refused in one sentence."""

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app import build
from core.errors import CoreError
from core.library import CheckpointLibrary, model_of_run
from core.training.execution import execute
from core.training.run import Run
from core.training.runs import list_runs
from tests.core.training.small_run import created
from tests.viz.tabs.train.made import request, tab
from viz.tabs.train.runs.actions import on_save
from viz.tabs.train.runs.panel import on_follow, on_load, on_tick


@pytest.fixture(scope="module")
def stopped(tmp_path_factory) -> Run:
    """A run of eight steps with everything a run folder can hold, one more to go."""
    run = created(tmp_path_factory.mktemp("runs") / "small", max_steps=8, snapshot_sentences=1, validation_sentences=1)
    execute(run)
    config = run.read_config()
    run.replace_config(config._replace(training=replace(config.training, max_steps=9)))
    run.set_status("stopped", 8)
    run.log_path.write_text("a line of the log\n")
    return run


def odd_json(value: object) -> Callable[[Path], None]:
    return lambda path: path.write_text(json.dumps(value))


def odd_values(path: Path) -> None:
    """Keep names, replace values: still JSON for a file of JSON or of JSON lines."""
    lines = path.read_bytes().splitlines() if path.suffix == ".jsonl" else [path.read_bytes()]
    odd = []
    for number, line in enumerate(lines):
        try:
            values = json.loads(line)
        except ValueError:
            continue
        choices = (None, -1, 10**400, "x", [], {"a": None}, True)
        odd.append(json.dumps({name: choices[(number + k) % len(choices)] for k, name in enumerate(values)}))
    path.write_text("\n".join(odd) + "\n")


def truncated(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def as_link(path: Path) -> None:
    path.unlink()
    os.symlink("/proc/self/environ", path)


DAMAGE: dict[str, Callable[[Path], None]] = {
    "truncated": truncated,
    "empty": lambda path: path.write_bytes(b""),
    "missing": Path.unlink,
    "null": odd_json(None),
    "list": odd_json([1, [2], {}]),
    "odd_object": odd_json({"format": 1, "event": "resume", "step": "x", "state": 7, "model": []}),
    "odd_values": odd_values,
    "binary": lambda path: path.write_bytes(bytes(range(256)) * 40),
    "folder": as_folder,
    "link": as_link,
}

OF_JSON = ("null", "list", "odd_object", "odd_values")  # to other files they are as any bytes


def files_of(run: Run) -> list[Path]:
    """The files of a run; of several step checkpoints and snapshots, the newest, of two models the finished one."""
    found = sorted(path.relative_to(run.folder) for path in run.folder.rglob("*") if path.is_file())
    older = {"step-0.npz", "step-4.npz", "step-4", ".lock"}
    known = [path for path in found if path.parts[0] != "best" or path.name == "config.json"]
    return [path for path in known if not older.intersection(path.parts)]


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_folder_resumes_or_shows_an_error(stopped, tmp_path, damage):
    files = files_of(stopped)
    if damage in OF_JSON:
        files = [path for path in files if path.suffix in (".json", ".jsonl")]
    assert len(files) >= (8 if damage in OF_JSON else 14)  # of ten kinds of damage: more than a hundred folders
    runs = tmp_path / "runs"
    for number, name in enumerate(files):
        folder = runs / f"damaged-{number}"
        shutil.copytree(stopped.folder, folder)
        DAMAGE[damage](folder / name)

    build(runs=runs)  # the page starts
    panel = tab(runs).runs
    on_load(panel, {panel.stored: ""})
    library = CheckpointLibrary(tmp_path / "none", runs)
    for run in list_runs(runs):
        on_follow(panel, request(panel), run.name)
        on_tick(panel, {**request(panel, run.name), panel.opened: False})  # its charts are those just drawn
        on_save(panel, request(panel, run.name))
        in_words(lambda run=run: library.card(model_of_run(run.name)))
        in_words(lambda run=run: execute(run))
        assert run.status().state in ("finished", "failed", "stopped", "new", "crashed"), run.status()


def in_words(act: Callable[[], object]) -> None:
    """Act; a refusal is one sentence, or what the system says of a path, which page and command line word likewise."""
    try:
        act()
    except CoreError as error:
        assert str(error).strip() and "\n" not in str(error)
    except OSError as error:
        assert error.strerror and error.filename
