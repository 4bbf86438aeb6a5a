"""Folders and files that a command writes: existing ones are replaced only on request."""

import argparse
from pathlib import Path

from core.errors import CoreError


def add_replace(parser: argparse.ArgumentParser) -> None:
    """Add the option that allows to replace what is already there."""
    parser.add_argument("--replace", action="store_true", help="Replace what is already there.")


def refuse_existing(path: Path, arguments: argparse.Namespace) -> None:
    """Refuse to write over a file or into a folder with content, unless --replace is given; a device is neither.

    Raises:
        CoreError: something would be replaced.
    """
    if not arguments.replace and (path.is_file() or (path.is_dir() and any(path.iterdir()))):
        raise CoreError("cli.exists", "{path} exists; choose another name, or give --replace", path=path)


def refuse_output(path: Path, arguments: argparse.Namespace, option: str = "--out") -> None:
    """Refuse a path that is not one of a new file in a folder that exists.

    Raises:
        CoreError: it is not, or something would be replaced.
    """
    if not path.parent.is_dir() or path.is_dir():
        raise CoreError("cli.out", "{option} {path} must be a file in a folder that exists", option=option, path=path)
    refuse_existing(path, arguments)
