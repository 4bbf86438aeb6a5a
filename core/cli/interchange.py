"""The commands `import` and `export`: folders of other programs become checkpoint folders, and back."""

import argparse

from core.checkpoint import load_checkpoint
from core.cli.writing import refuse_existing
from core.interchange.export import export
from core.interchange.folder import import_folder


def import_model(arguments: argparse.Namespace) -> int:
    """Import a model and print its shape."""
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


def export_model(arguments: argparse.Namespace) -> int:
    """Export a checkpoint and name what was written."""
    refuse_existing(arguments.out, arguments)
    checkpoint = load_checkpoint(arguments.checkpoint)
    export(checkpoint, arguments.checkpoint.resolve().name, arguments.out, arguments.to, arguments.quantization)
    files = sorted(arguments.out.iterdir())
    size = sum(path.stat().st_size for path in files)
    print(f"{arguments.out}: {', '.join(path.name for path in files)} ({size / 1e6:.1f} MB)")
    return 0
