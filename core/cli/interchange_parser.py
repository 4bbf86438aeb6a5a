"""Arguments of the commands that carry models in and out; loads no torch."""

import argparse
from collections.abc import Callable
from pathlib import Path

_Command = Callable[[argparse.Namespace], int]


def add_interchange(command: Callable[[str, str, _Command], argparse.ArgumentParser]) -> None:
    """Add `import`; `command` makes the parser of a command from its name, its description and what it does."""
    importing = command("import", "Make a checkpoint of a MarianMT (OPUS-MT) or Pegasus folder.", _import)
    importing.add_argument("folder", type=Path, metavar="FOLDER", help="Has config.json, weights and vocabularies.")
    importing.add_argument("--out", type=Path, required=True, help="Checkpoint folder to write.")
    importing.add_argument("--source-language", metavar="CODE", help="Such as en; the folder's own when left out.")
    importing.add_argument("--target-language", metavar="CODE", help="Likewise.")


def _import(arguments: argparse.Namespace) -> int:
    from core.cli.importing import import_model

    return import_model(arguments)
