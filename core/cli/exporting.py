"""The command `export`: a checkpoint folder becomes one of another program."""

import argparse
from pathlib import Path

from core.cli.options import add_checkpoint_folder
from core.cli.writing import add_replace, refuse_existing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_checkpoint_folder(parser, required=True)
    parser.add_argument("--out", type=Path, required=True, help="Folder to write.")
    add_replace(parser)
    parser.add_argument(
        "--to",
        choices=("marian", "pegasus", "ctranslate2", "onnx"),
        required=True,
        help="MarianMT (post-norm) or Pegasus (pre-norm) of transformers, CTranslate2, or ONNX.",
    )
    parser.add_argument(
        "--quantization", choices=("float32", "float16", "int8"), default="float32", help="Weights of CTranslate2."
    )


def run(arguments: argparse.Namespace) -> int:
    """Export a checkpoint and name what was written."""
    from core.checkpoint import load_checkpoint
    from core.interchange.export import export

    refuse_existing(arguments.out, arguments)
    checkpoint = load_checkpoint(arguments.checkpoint)
    export(checkpoint, arguments.checkpoint.resolve().name, arguments.out, arguments.to, arguments.quantization)
    files = sorted(arguments.out.iterdir())
    size = sum(path.stat().st_size for path in files)
    print(f"{arguments.out}: {', '.join(path.name for path in files)} ({size / 1e6:.1f} MB)")
    return 0
