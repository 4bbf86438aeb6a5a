"""The page served as a public Space: the real command with a Space's variables.

The variables of a Space are documented (hub documentation, "helper environment variables"); Gradio
assumes a Space if `SYSTEM` is `spaces`, and listens on `GRADIO_SERVER_NAME`.
"""

import contextlib
import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.page import ROOT, app_command, served
from core.training.runs import list_runs
from tests.e2e.train_tab import end

VARIABLES = {
    "SYSTEM": "spaces",
    "SPACE_ID": "someone/glassformer",
    "SPACE_AUTHOR_NAME": "someone",
    "SPACE_REPO_NAME": "glassformer",
    "SPACE_TITLE": "Glassformer",
    "SPACE_HOST": "someone-glassformer.hf.space",
    "GRADIO_SERVER_NAME": "0.0.0.0",
    "GRADIO_SERVER_PORT": "7860",
}


class Space(NamedTuple):
    """A page that is being served."""

    address: str
    checkpoints: Path  # read-only
    runs: Path


@contextlib.contextmanager
def space_server(folder: Path) -> Iterator[Space]:
    """Serve the page in Space mode; check afterwards that the checkpoints are unchanged, and end all processes."""
    checkpoints, runs = folder / "checkpoints", folder / "runs"
    for name in ("en-de", "numbers"):
        shutil.copytree(ROOT / "checkpoints" / name, checkpoints / name)
    set_writable(checkpoints, False)
    before = fingerprint(checkpoints)
    command = app_command(checkpoints, runs)
    try:
        with served([*command[:-1], "--host", "127.0.0.1", command[-1]], VARIABLES) as (address, _):
            yield Space(address.rstrip("/"), checkpoints, runs)
    finally:
        for run in list_runs(runs):
            end(run)
        set_writable(checkpoints, True)
    assert fingerprint(checkpoints) == before


def set_writable(folder: Path, writable: bool) -> None:
    for path in [folder, *folder.rglob("*")]:
        path.chmod((0o755 if writable else 0o555) if path.is_dir() else (0o644 if writable else 0o444))


def fingerprint(folder: Path) -> str:
    """A hash over names and contents: root writes into a read-only folder all the same."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        digest.update(f"{path.relative_to(folder)}\0".encode())
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()
