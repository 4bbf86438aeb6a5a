"""The page served as a public Space: the real command with a Space's variables.

What a Space sets is documented for `SPACE_ID` and its kin (hub documentation, "helper environment variables"); Gradio
takes itself to be on one where `SYSTEM` is `spaces`, and listens where `GRADIO_SERVER_NAME` says.
"""

import contextlib
import hashlib
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from core.training.runs import list_runs
from tests.e2e.train_tab import WAIT, end

ROOT = Path(__file__).parents[2]
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
    """Serve the page in Space mode; at its end the checkpoints are as they were, and no process is left."""
    checkpoints, runs = folder / "checkpoints", folder / "runs"
    for name in ("en-de", "numbers"):
        shutil.copytree(ROOT / "checkpoints" / name, checkpoints / name)
    set_writable(checkpoints, False)
    before = fingerprint(checkpoints)
    port = free_port()
    command = [sys.executable, "app.py", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--checkpoints", str(checkpoints), "--runs", str(runs)]
    with (folder / "log.txt").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **VARIABLES}, stdout=log, stderr=subprocess.STDOUT
        )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_until_served(address, process, folder / "log.txt")
        yield Space(address, checkpoints, runs)
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
        for run in list_runs(runs):
            end(run)
        set_writable(checkpoints, True)
    assert fingerprint(checkpoints) == before


def wait_until_served(address: str, process: subprocess.Popen, log: Path) -> None:
    until = time.monotonic() + WAIT / 1000
    while True:
        assert process.poll() is None and time.monotonic() < until, log.read_text(errors="replace")
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=5) as answer:
            assert answer.status == 200
            return
        time.sleep(0.05)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


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
