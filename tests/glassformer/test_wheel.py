"""The wheel: one top-level name, nothing but imports rewritten, and commands that run where there is no checkout."""

import ast
import importlib.util
import json
import lzma
import os
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from core.inspection.code import list_code
from core.model.attention import MultiHeadAttention
from tests.core.cli.command import COPY, TINY
from tests.test_house import ROOT, begins, imported, kept_files

MOVED = ("core", "viz", "app")
LARGEST = 45_000_000  # bytes
SHOWN = """
import json
from glassformer.core.inspection.code import list_code
from glassformer.core.model.attention import MultiHeadAttention
print(json.dumps(list_code(MultiHeadAttention.forward)))
"""

_spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
hatch_build = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(hatch_build)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    from hatchling.builders.wheel import WheelBuilder

    folder = str(tmp_path_factory.mktemp("wheel"))
    return Path(next(WheelBuilder(str(ROOT)).build(directory=folder, versions=["standard"])))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """Return the folder into which the wheel is unpacked."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run(installed: Path, folder: Path, *words: str, given: str = "") -> str:
    """Run Python on the unpacked wheel alone, in another folder; return its output."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(installed)},
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def source_of(name: str) -> Path:
    """Return the file of the checkout for a file of the wheel."""
    inner = name.removeprefix("glassformer/").removesuffix(".xz")
    return ROOT / (inner if inner.split("/")[0] in ("core", "viz", "app.py", "checkpoints") else name)


def test_the_only_top_level_name_is_glassformer(installed):
    assert sorted(path.name.split("-")[0] for path in installed.iterdir()) == ["glassformer", "glassformer"]


def test_it_has_every_file_of_the_program_and_is_small(wheel, installed):
    parts = ("core", "viz", "glassformer", "app.py", "checkpoints")
    wanted = {path for path in kept_files() if path.relative_to(ROOT).parts[0] in parts}
    inside = installed / "glassformer"
    assert {source_of(f"glassformer/{path.relative_to(inside).as_posix()}") for path in files_in(inside)} == wanted
    assert wheel.stat().st_size < LARGEST


def files_in(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts}


def test_nothing_imports_the_modules_of_the_checkout(installed):
    for path in files_in(installed):
        if path.suffix == ".py":
            names = imported("glassformer.any", path.read_text(encoding="utf-8"))
            assert [name for name in names if any(begins(name, one) for one in MOVED)] == [], path


def test_only_import_lines_differ_from_the_checkout(installed):
    for path in files_in(installed / "glassformer"):
        if path.suffix == ".xz":
            assert lzma.decompress(path.read_bytes()) == source_of(path.relative_to(installed).as_posix()).read_bytes()
            continue
        before, after = source_of(path.relative_to(installed).as_posix()).read_bytes(), path.read_bytes()
        changed = [(a, b) for a, b in zip(before.split(b"\n"), after.split(b"\n"), strict=True) if a != b]
        assert all(b.replace(b"glassformer.", b"") == a.replace(b"glassformer.", b"") for a, b in changed), path
        assert all(b" import " in b" " + b for _, b in changed), path


def test_help_lists_the_commands(installed, tmp_path):
    words = run(installed, tmp_path, "-m", "glassformer", "--help")
    assert "  translate " in words and "  figure " in words and "--port" in words


def test_written_sentences_are_those_of_the_checkout(installed, tmp_path):
    code = "from {}core.data.corpora.phrasebook import written_sentences; print(hash(str(written_sentences())))"
    fixed = {**os.environ, "PYTHONHASHSEED": "0"}
    found = [
        subprocess.run([sys.executable, "-c", code.format(name)], cwd=folder, env=fixed, capture_output=True).stdout
        for name, folder in (("", ROOT), ("glassformer.", installed))
    ]
    assert found[0] and found[0] == found[1]


def test_shipped_model_translates_by_its_name(installed, tmp_path):
    given = "Two dogs play in the snow.\n"
    assert "Hund" in run(installed, tmp_path, "-m", "glassformer", "translate", "--checkpoint", "en-de", given=given)


def test_queued_training_writes_to_the_working_folder_only(installed, tmp_path):
    """A process of its own is started, as by the page."""
    before = files_in(installed)
    steps = ("--max-steps", "20", "--validate-every", "10")
    run(installed, tmp_path, "-m", "glassformer", "train", "--run", "runs/tiny", *COPY, *TINY, *steps, "--queue")
    run_folder, until = tmp_path / "runs" / "tiny", time.monotonic() + 180
    while json.loads((run_folder / "status.json").read_text())["state"] not in ("finished", "failed", "crashed"):
        assert time.monotonic() < until
        time.sleep(0.2)
    assert (run_folder / "checkpoint" / "config.json").is_file(), (run_folder / "log.txt").read_text()
    assert "\nglassformer train --run runs/tiny " in (run_folder / "checkpoint" / "README.md").read_text()
    assert files_in(installed) == before


@pytest.mark.skipif(shutil.which("node") is None, reason="figures need Node")
def test_figure_is_drawn(installed, tmp_path):
    options = ("--checkpoint", "en-de", "--text", "A dog runs.", "--out", "a.svg")
    run(installed, tmp_path, "-m", "glassformer", "figure", *options)
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg")


def test_shown_code_has_the_lines_of_the_checkout(installed, tmp_path):
    shown = json.loads(run(installed, tmp_path, "-c", SHOWN))
    assert shown == json.loads(json.dumps(list_code(MultiHeadAttention.forward)))
    assert shown[1] == "core/model/attention.py"


@pytest.mark.parametrize(
    ("source", "rewritten"),
    [
        ("from core import VERSION", "from glassformer.core import VERSION"),
        ("from viz.theme import (\n    INK,\n)", "from glassformer.viz.theme import (\n    INK,\n)"),
        ("import os, viz.theme as theme", "import os, glassformer.viz.theme as theme"),
        ("def f():\n    from app import serve", "def f():\n    from glassformer.app import serve"),
        ("è = 1; from core import è", "è = 1; from glassformer.core import è"),
        *((same, same) for same in ("import cores, apps", "from .core import x", '"""from core import x"""', "core.x")),
    ],
)
def test_only_imports_of_moved_modules_are_rewritten(source, rewritten):
    ast.parse(rewritten)
    assert hatch_build.rewrite_imports(source.encode()).decode() == rewritten


@pytest.mark.parametrize("source", ["import core.labs", "from  core import x"])
def test_import_that_cannot_be_rewritten_is_refused(source):
    with pytest.raises(ValueError, match="line 1"):
        hatch_build.rewrite_imports(source.encode())
