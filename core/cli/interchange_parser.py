"""Arguments of the commands that carry models in and out; loads no torch."""

import argparse
from collections.abc import Callable
from pathlib import Path

from core.cli.writing import add_replace

_Command = Callable[[argparse.Namespace], int]


def add_interchange(command: Callable[[str, str, _Command], argparse.ArgumentParser]) -> None:
    """Add `import` and `export`; `command` makes a parser from a name, a description and what the command does."""
    importing = command("import", "Make a checkpoint of a MarianMT (OPUS-MT) or Pegasus folder.", _import)
    importing.add_argument("folder", type=Path, metavar="FOLDER", help="Has config.json, weights and vocabularies.")
    importing.add_argument("--out", type=Path, required=True, help="Checkpoint folder to write.")
    add_replace(importing)
    importing.add_argument("--source-language", metavar="CODE", help="Such as en; the folder's own when left out.")
    importing.add_argument("--target-language", metavar="CODE", help="Likewise.")

    exporting = command("export", "Write a checkpoint for transformers, CTranslate2 or ONNX Runtime.", _export)
    exporting.add_argument("--checkpoint", type=Path, required=True, help="Checkpoint folder.")
    exporting.add_argument("--out", type=Path, required=True, help="Folder to write.")
    add_replace(exporting)
    exporting.add_argument(
        "--to",
        choices=("marian", "pegasus", "ctranslate2", "onnx"),
        required=True,
        help="MarianMT (post-norm) or Pegasus (pre-norm) of transformers, CTranslate2, or ONNX.",
    )
    exporting.add_argument(
        "--quantization", choices=("float32", "float16", "int8"), default="float32", help="Weights of CTranslate2."
    )


def _import(arguments: argparse.Namespace) -> int:
    from core.cli.interchange import import_model

    return import_model(arguments)


def _export(arguments: argparse.Namespace) -> int:
    from core.cli.interchange import export_model

    return export_model(arguments)
