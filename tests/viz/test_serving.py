"""Starting and ending the server: one line about what is wrong, private temporary files, nothing left behind."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.errors import CoreError
from viz.serving import prepare_gradio, read_root_path, refuse_address, refuse_folders

ROOT = Path(__file__).parents[2]


def app(*arguments: str, **variables: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "app.py", *arguments],
        cwd=ROOT,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # `nohup pytest` would have it ignored
    )


def test_used_port_is_refused():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CoreError, match=f"cannot listen on 127.0.0.1 port {port} .*in use"):
            refuse_address(None, port)
    refuse_address(None, port)
    refuse_address("::1" if socket.has_ipv6 else None, None)


@pytest.mark.parametrize("port", [0, -1, 65536, 10**30])
def test_impossible_port_is_refused(port):
    with pytest.raises(CoreError, match="must be from 1 to 65535"):
        refuse_address(None, port)


@pytest.mark.parametrize("host", ["203.0.113.7", "no such host", "a" * 300, ""])
def test_host_of_another_computer_is_refused(host):
    if not host:
        refuse_address(host, None)  # as if it were left out
        return
    with pytest.raises(CoreError, match="cannot listen on"):
        refuse_address(host, None)


def test_folders_of_another_kind_are_refused(tmp_path):
    (tmp_path / "file").write_text("x")
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "config.json").write_text("{}")
    refuse_folders(tmp_path, tmp_path / "runs")
    for checkpoints, runs, words in (
        ("none", "runs", "--checkpoints .*none is not a folder"),
        ("file", "runs", "--checkpoints .*file is not a folder"),
        (".", "file", "--runs .*file is not a folder"),
        ("one", "runs", f"single checkpoint or run; give the folder that holds it, {tmp_path}$"),
        (".", "one", "single checkpoint or run"),
    ):
        with pytest.raises(CoreError, match=words):
            refuse_folders(tmp_path / checkpoints, tmp_path / runs)


@pytest.mark.parametrize("path", ["lab", "//evil.example", "ftp://x", "", "/a b", "/a?b", "/a\n", "javascript:1"])
def test_root_path_is_a_path_or_an_address(path):
    with pytest.raises(CoreError, match="--root-path"):
        read_root_path(path)
    assert read_root_path("/lab/") == "/lab" and read_root_path("https://x.example/lab") == "https://x.example/lab"


def test_gradio_gets_a_private_folder(monkeypatch):
    """Its own, TMPDIR/gradio, may belong to another user of the computer."""
    monkeypatch.setenv("GRADIO_TEMP_DIR", "")
    prepare_gradio()
    folder = Path(os.environ["GRADIO_TEMP_DIR"])
    assert folder.stat().st_mode & 0o077 == 0 and folder.name.startswith("glassformer-")


def test_gradio_variables_are_checked(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("GRADIO_TEMP_DIR", str(tmp_path / "file" / "below"))
    with pytest.raises(CoreError, match=r"temporary files cannot be written .*GRADIO_TEMP_DIR"):
        prepare_gradio()
    for port in ("", "x", "0", "99999", "7860\n", "²"):
        monkeypatch.setenv("GRADIO_SERVER_PORT", port)
        with pytest.raises(CoreError, match="GRADIO_SERVER_PORT"):
            prepare_gradio()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--checkpoints", "nowhere"], "--checkpoints nowhere is not a folder"),
        (["--port", "99999999999999999999"], "must be from 1 to 65535"),
    ],
)
def test_start_is_refused_in_one_line(arguments, words):
    process = app(*arguments)
    out, error = process.communicate(timeout=120)
    assert (process.returncode, out, error.count("\n")) == (2, "", 1) and words in error


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_ended_server_leaves_no_files(tmp_path, number):
    process = app(TMPDIR=str(tmp_path), GRADIO_TEMP_DIR="", GRADIO_ANALYTICS_ENABLED="False")
    try:
        assert process.stdout is not None
        deadline = time.monotonic() + 120
        while "can reach the page" not in (line := process.stdout.readline()):
            assert line and time.monotonic() < deadline
        assert list(tmp_path.glob("glassformer-*"))
        process.send_signal(number)
        assert process.wait(60) in (0, 130)  # the second while it is still starting
        assert not list(tmp_path.glob("glassformer-*")) and not (tmp_path / "gradio").exists()
    finally:
        process.kill()
        process.communicate()
