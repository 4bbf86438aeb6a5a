"""The model that a command computes with."""

import argparse

from core.cli.options import check_batch_size
from core.training.devices import choose_device
from core.translator import Translator
from core.tuning.allocator import keep_freed_memory


def load_translator(arguments: argparse.Namespace) -> Translator:
    """Load the checkpoint of `options.add_checkpoint` on its device.

    Raises:
        CoreError: the number of sentences at a time is below 1; or see `core.checkpoint.load_checkpoint`.
    """
    check_batch_size(arguments)
    keep_freed_memory()
    return Translator.load(arguments.checkpoint, choose_device(arguments.device))
