"""Preparation of a server before it serves: its options, temporary files of its own, an address, folders, an end.

It loads no Gradio, which reads some of this when it is imported.
"""

import os
import signal
import socket
import tempfile
import types
from pathlib import Path
from typing import Any

from core.errors import CoreError
from core.places import RUNS, SHIPPED
from viz.stubs import skip_stubs

_GRADIO_FOLDER, _GRADIO_PORT = "GRADIO_TEMP_DIR", "GRADIO_SERVER_PORT"  # variables of Gradio
PORTS = range(1, 65536)

_kept: list[tempfile.TemporaryDirectory[str]] = []  # removed when the process ends


def add_options(parser: Any) -> None:
    """Add the options of the page to a parser, or to a group of one."""
    parser.add_argument("--host", default=None, help="Address to listen on (default 127.0.0.1; all on a Space).")
    parser.add_argument("--port", type=int, default=None, help="Port (default: the first free one from 7860).")
    parser.add_argument("--share", action="store_true", help="Make a public link through Gradio's tunnel.")
    parser.add_argument("--auth", metavar="USER:PASSWORD", help="Ask for a login; or a file with one such pair a line.")
    parser.add_argument(
        "--trust-visitors",
        action="store_true",
        help="Give every visitor the rights of the owner: no limits, every run can be changed.",
    )
    parser.add_argument(
        "--allow-name",
        action="append",
        default=[],
        metavar="NAME",
        help="Host name under which a proxy serves the page; may be repeated (others are refused).",
    )
    parser.add_argument(
        "--root-path", metavar="PATH", help="Path below which a proxy serves the page, such as /lab, or its address."
    )
    parser.add_argument("--mcp", action="store_true", help="Offer the public functions to agents, at /gradio_api/mcp/.")
    parser.add_argument("--checkpoints", type=Path, default=SHIPPED, help="Folder of checkpoints.")
    parser.add_argument("--runs", type=Path, default=RUNS, help="Folder of training runs.")


def prepare_gradio() -> None:
    """Give Gradio a folder of this process, unless its variable names one; call it before Gradio is imported.

    Its own is one folder for all users of a computer, which belongs to the first of them. Its import is made shorter.

    Raises:
        CoreError: nothing can be written there, or Gradio's variable of the port has no port.
    """
    skip_stubs()
    port = os.environ.get(_GRADIO_PORT)
    if port is not None and not (port.isascii() and port.isdigit() and int(port[:6]) in PORTS):
        raise CoreError("serve.port", "{name} ({port!r}) must be from 1 to 65535", name=_GRADIO_PORT, port=port[:40])
    named = os.environ.get(_GRADIO_FOLDER)
    try:
        if named:
            Path(named).mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=named).close()
            return
        _kept.append(tempfile.TemporaryDirectory(prefix="glassformer-"))
    except OSError as error:
        raise CoreError(
            "serve.temporary",
            "temporary files cannot be written ({reason}); name a folder for them with {name}",
            reason=error,
            name=_GRADIO_FOLDER if named else "TMPDIR",
        ) from None
    os.environ[_GRADIO_FOLDER] = str(Path(_kept[-1].name).resolve())


def end_at_signals() -> None:
    """Make SIGTERM and SIGHUP end the process as Ctrl+C does, so that temporary files go; nohup stays in force."""

    def end(number: int, frame: types.FrameType | None) -> None:
        signal.signal(number, signal.SIG_IGN)  # a second one does not disturb the end
        raise KeyboardInterrupt

    for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, end)


def refuse_address(host: str | None, port: int | None) -> None:
    """Refuse an address at which this computer cannot listen.

    Args:
        host: as given; None for loopback.
        port: None for the first free one.

    Raises:
        CoreError: the port is in use or out of range, or the host is not an address of this computer.
    """
    if port is not None and port not in PORTS:
        raise CoreError("serve.port", "{name} ({port!r}) must be from 1 to 65535", name="--port", port=port)
    name = (host or "127.0.0.1").strip("[]")
    try:
        family = socket.AF_INET6 if ":" in name else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((name, port or 0))
    except (OSError, UnicodeError) as error:
        raise CoreError(
            "serve.address",
            "cannot listen on {host}{port} ({reason}); choose others with --host and --port",
            host=name[:100],
            port=f" port {port}" if port is not None else "",
            reason=getattr(error, "strerror", None) or "not an address",
        ) from None


def refuse_folders(checkpoints: Path, runs: Path) -> None:
    """Refuse folders that have no checkpoints or runs in them, but are something else.

    Raises:
        CoreError: a folder is missing or is not one; it is a single checkpoint or run.
    """
    if not checkpoints.is_dir():
        raise CoreError("serve.folder", "{option} {folder} is not a folder", option="--checkpoints", folder=checkpoints)
    if runs.exists() and not runs.is_dir():  # it is made when a run starts
        raise CoreError("serve.folder", "{option} {folder} is not a folder", option="--runs", folder=runs)
    for option, folder in (("--checkpoints", checkpoints), ("--runs", runs)):
        if (folder / "config.json").is_file():
            raise CoreError(
                "serve.single",
                "{option} {folder} is a single checkpoint or run; give the folder that holds it, {parent}",
                option=option,
                folder=folder,
                parent=folder.resolve().parent,
            )


def read_root_path(text: str) -> str:
    """Return the path, or the whole address, below which a proxy serves the page.

    Raises:
        CoreError: it does not begin with "/", "http://" or "https://", or has a query or a blank.
    """
    begins = text.startswith(("/", "http://", "https://")) and not text.startswith("//")
    if not begins or any(
        character in "?#\\" or character.isspace() or not character.isprintable() for character in text
    ):
        raise CoreError(
            "serve.root_path", "--root-path {path!r} must be a path such as /lab or a whole address", path=text[:100]
        )
    return text.rstrip("/")
