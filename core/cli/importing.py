"""The command `import`: a folder of another program becomes a checkpoint folder."""

import argparse

from core.interchange.folder import import_folder


def import_model(arguments: argparse.Namespace) -> int:
    """Import a model and print its shape."""
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
