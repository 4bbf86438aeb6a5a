"""The model that a command computes with."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from core.settings import check_batch_size
from core.tuning.allocator import keep_freed_memory

if TYPE_CHECKING:
    from core.translator import Translator


def load_translator(arguments: argparse.Namespace) -> Translator:
    """Load the checkpoint of `options.add_checkpoint` on its device.

    Raises:
        CoreError: the number of sentences at a time is invalid; or see `core.checkpoint.load_checkpoint`.
    """
    from core.training.devices import choose_device
    from core.translator import Translator

    check_batch_size(arguments.batch_size)
    keep_freed_memory()
    return Translator.load(arguments.checkpoint, choose_device(arguments.device))
