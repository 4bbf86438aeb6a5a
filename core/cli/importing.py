"""The command `import`: a folder of another program becomes a checkpoint folder."""

import argparse
from pathlib import Path

from core.cli.writing import add_replace, refuse_existing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="Has config.json, weights and vocabularies.")
    parser.add_argument("--out", type=Path, required=True, help="Checkpoint folder to write.")
    add_replace(parser)
    parser.add_argument("--source-language", metavar="CODE", help="Such as en; the folder's own when left out.")
    parser.add_argument("--target-language", metavar="CODE", help="Likewise.")


def run(arguments: argparse.Namespace) -> int:
    """Import a model and print its shape."""
    from core.interchange.folder import import_folder

    refuse_existing(arguments.out, arguments)
    config = import_folder(
        arguments.folder,
        arguments.out,
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        torch_files=True,
    )
    print(
        f"{arguments.out}: {config.num_layers} + {config.decoder_layers} layers, {config.num_heads} heads, d_model "
        f"{config.d_model}, {config.vocab_size:,} tokens, {config.num_parameters:,} parameters"
    )
    return 0
