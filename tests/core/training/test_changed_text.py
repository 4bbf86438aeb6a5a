"""A run whose text has changed or moved since it began."""

import gzip
from pathlib import Path

import pytest

from core.errors import CoreError
from core.training.events import Saved
from core.training.execution import execute
from core.training.run import Run
from tests.core.training.small_run import Killed, created, die, steps

WORDS = ("a dog runs", "b cat", "c", "d bird sings")


@pytest.fixture
def run(tmp_path) -> Run:
    """Killed after the checkpoint of step 4, of 8."""
    write(tmp_path, WORDS * 7)
    files = {"src": str(tmp_path / "a.en"), "tgt": str(tmp_path / "a.de"), "src_lang": "en", "tgt_lang": "de"}
    begun = created(tmp_path / "run", data=files)
    with pytest.raises(Killed):
        execute(begun, lambda event: die() if isinstance(event, Saved) and event.step == 4 else None)
    return begun


def write(folder: Path, lines: tuple[str, ...]) -> None:
    for side in ("en", "de"):
        (folder / f"a.{side}").write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_recompressed_text_can_be_resumed(run, tmp_path):
    for side in ("en", "de"):
        path = tmp_path / f"a.{side}"
        path.write_bytes(gzip.compress(path.read_bytes()))
    execute(run)
    assert steps(run, "resume") == [4] and run.saved_step == 8


@pytest.mark.parametrize("lines", [WORDS[::-1] * 7, WORDS * 2, WORDS * 20, ()])
def test_another_text_is_refused_and_every_checkpoint_stays(run, tmp_path, lines):
    kept = [path.name for path in run.checkpoints()]
    write(tmp_path, lines)
    for _ in range(2):  # a refusal leaves nothing behind that would be taken for the right text
        with pytest.raises(CoreError, match="training text has changed since this run began"):
            execute(run)
    assert [path.name for path in run.checkpoints()] == kept
    write(tmp_path, WORDS * 7)
    execute(run)
    assert run.saved_step == 8
