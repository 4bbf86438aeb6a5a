"""The commands of the documents run, page by page in their order, in a folder with what the pages take for granted."""

import io
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import filterfalse, pairwise
from pathlib import Path

import numpy as np
import pytest

from core.cli.parser import main as core
from core.data.corpora.reading import data_folders, missing_parts
from core.data.corpora.registry import known_corpus
from tests.core.interchange.folders import write_folder
from tests.documents import PAGES, ROOT, TRANSLATIONS, Command, Fenced, block_commands, commands, fenced
from viz.cli.parser import main as viz

PROGRAMS: dict[tuple[str, ...], Callable[[list[str]], int]] = {
    ("python", "-m", "core"): core,
    ("python", "-m", "viz"): viz,
}
# Commands that run here: they take a second or two.
CHEAP = {
    *(
        "translate",
        "evaluate",
        "compare",
        "inspect",
        "heads",
        "ablate",
        "ask",
        "distil",
        "average",
        "snapshots",
        "import",
        "export",
    ),
    *("data list", "runs list", "runs show", "runs export", "runs rename", "runs queue", "runs delete"),
    *("jobs list", "jobs show", "jobs run", "figure", "handout", "homework", "page", "show"),
}
# Commands that are only parsed (`tests/test_documents.py`), and what else tests them.
EXPENSIVE = {
    "train": "takes minutes; tests/core/cli/test_training.py",
    "evaluate --corpus": "needs a download; tests/core/cli/test_translating.py",
    "distil --corpus": "needs a download; tests/core/cli/test_distilling.py",
    "data get": "downloads; tests/core/data",
    "data show": "needs a download; tests/core/cli/test_data.py",
    "runs resume": "trains; tests/core/cli/test_runs.py",
    "runs stop": "needs a training that runs; tests/core/cli/test_runs.py",
    "jobs stop": "needs a job that runs; tests/core/cli/test_jobs.py",
    "publish": "draws, and pushes to a Hub; tests/viz/test_publishing.py",
    "export --to ctranslate2": "needs CTranslate2; tests/core/interchange",
    "export --to onnx": "needs ONNX; tests/core/interchange",
}
# Programs that are only parsed: they serve, install, measure for minutes, or are the tests themselves.
PARSED = {"app.py", "glassformer", "torchrun", "pytest", "pip", "npm"}
PAIRS = [("A dog runs.", "Ein Hund rennt."), ("I am tired.", "Ich bin müde."), ("Where is Tom?", "Wo ist Tom?")]
BLOCKWISE = "commands.md"  # whose blocks run each by itself, all of their commands
# Translated pages show the same commands (`tests/test_documents.py`).
RUNNING = [page for page in PAGES if page not in TRANSLATIONS and page.name not in ("README.md", BLOCKWISE)]


def runs_here(command: Command) -> bool:
    """Return whether a command runs in these tests.

    Raises:
        AssertionError: nobody has said whether it is cheap or expensive.
    """
    if command.program[-1] in PARSED or command.program[-1].startswith("tests."):
        return False
    words = command.arguments
    names = {words[0], *(f"{words[0]} {word}" for word in words[1:2]), *_with_options(words)}
    known = command.program in PROGRAMS and names & {*CHEAP, *EXPENSIVE}
    assert known, f"say in {__file__} whether this is cheap: {command}"
    return not names & set(EXPENSIVE) and (words[0] != "figure" or shutil.which("node") is not None)


def _with_options(words: list[str]) -> set[str]:
    """Return a command's name with each of its options, alone and with the word that follows."""
    options = [(word, after) for word, after in pairwise([*words, ""]) if word.startswith("--")]
    return {f"{words[0]} {form}" for word, after in options for form in (word, f"{word} {after}")}


@pytest.fixture
def workspace(tmp_path, monkeypatch, miniature_run) -> Path:
    """Return the working directory of a reader who has trained two runs and has files of their own."""
    (tmp_path / "checkpoints").mkdir()
    for folder in (ROOT / "checkpoints").iterdir():
        (tmp_path / "checkpoints" / folder.name).symlink_to(folder)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    for name in ("first", "student", "adapted"):
        shutil.copytree(miniature_run, tmp_path / "runs" / name)
    adapted = tmp_path / "runs" / "adapted" / "checkpoint" / "config.json"
    adapted.write_text(adapted.read_text().replace('"target_language": "zh"', '"target_language": "de"'))
    for side, language in enumerate(("en", "de")):
        text = "".join(f"{pair[side]}\n" for pair in PAIRS)
        (tmp_path / f"test.{language}").write_text(text, encoding="utf-8")
    (tmp_path / "test.align").write_text("0-0 1-1 2p2\n0-0 1-1 2-2\n0-0 1-1 2-2\n", encoding="utf-8")
    write_folder(tmp_path / "opus-mt-en-de")
    np.savez(tmp_path / "attention.npz", cross=np.full((1, 2, 3, 4), 0.25), source_tokens=np.array(list("abcd")))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(command: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Run a command in this process, and assert that it wrote what it names."""
    if "stdin" in command.files:
        text = Path(command.files["stdin"]).read_bytes()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
    status = PROGRAMS[command.program](command.arguments)
    assert status == 0, f"{command}\n{capsys.readouterr().err}"
    written = [path for option in ("--out", "--csv", "--tensorboard") for path in value_of(option, command)]
    assert [path for path in written if not path.exists()] == [], command


@pytest.mark.parametrize("page", RUNNING, ids=lambda path: path.name)
def test_commands_of_a_page_run(page, workspace, monkeypatch, capsys):
    for command in block_commands(page):
        if runs_here(command):
            run(command, monkeypatch, capsys)


def in_shell(block: Fenced) -> bool:
    """Return whether a block has a command that does not run in this process: it serves, trains or needs another."""
    return not all(runs_here(command) for command in commands(block.text))


BLOCKS = [
    block for block in fenced((ROOT / "docs" / BLOCKWISE).read_text(encoding="utf-8")) if block.language == "bash"
]


@pytest.mark.parametrize("block", [*filterfalse(in_shell, BLOCKS)], ids=lambda block: f"line-{block.line}")
def test_block_runs(block, workspace, monkeypatch, capsys):
    for command in commands(block.text):
        run(command, monkeypatch, capsys)


@pytest.mark.slow
@pytest.mark.parametrize("block", [*filter(in_shell, BLOCKS)], ids=lambda block: f"line-{block.line}")
def test_every_command_of_a_block_runs(block, workspace, monkeypatch, capsys):
    """Commands that train, serve or wait run in a shell as written; `runs/first` is there, unless a block begins it."""
    if "figure" in block.text and shutil.which("node") is None:
        pytest.skip("figures need Node")
    left_out = ["data get"]  # needs a network
    if missing_parts(known_corpus("multi30k-en-de"), data_folders()):
        left_out.append("data show")
    if "--run runs/first" in block.text:
        shutil.rmtree(workspace / "runs" / "first")
    for name in ("app.py", "viz"):
        (workspace / name).symlink_to(ROOT / name)
    for line in block.text.replace("\\\n", " ").splitlines():
        if not any(name in line for name in left_out):
            for command in commands(line):
                run_line(line, command, workspace, monkeypatch, capsys)


def run_line(line: str, command: Command, folder: Path, monkeypatch, capsys) -> None:
    """Run a command in this process if it is cheap, else in a shell; a server is ended once it has its address."""
    if runs_here(command):
        run(command, monkeypatch, capsys)
        return
    with shell(line, folder) as process:
        if line == "python app.py":
            assert any("http://127.0.0.1:" in line for line in process.stdout)
            os.killpg(process.pid, signal.SIGTERM)
        else:
            printed = process.communicate()[0]
            assert process.returncode == 0, printed


def test_viz_runs_as_a_process(workspace):
    """Of the commands that run in a shell, all but `publish` are of `core` or the page."""
    script = "python -m viz handout worksheet --checkpoint numbers --text seven --layer 1 --head 1 --position 1"
    with shell(f"{script} --out row.html", workspace) as process:
        printed = process.communicate()[0]
    assert process.returncode == 0, printed
    assert (workspace / "row.html").is_file()


def shell(script: str, folder: Path) -> subprocess.Popen[str]:
    """Start a shell that runs a script line by line and ends at the first command that fails."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        ["bash", "-ex", "-c", script],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def value_of(option: str, command: Command) -> list[Path]:
    """Return the path after an option, if it has one."""
    words = command.words
    return [Path(words[at + 1]) for at, word in enumerate(words[:-1]) if word == option and words[at + 1][0] != "-"]


def test_what_is_not_run_has_other_tests():
    assert [where for where in EXPENSIVE.values() if not (ROOT / where.split("; ")[1]).exists()] == []


def test_command_nobody_knows_fails():
    with pytest.raises(AssertionError, match="say in"):
        runs_here(next(commands("python -m core paint --out x.svg")))
    with pytest.raises(AssertionError, match="say in"):
        runs_here(next(commands("make page")))
