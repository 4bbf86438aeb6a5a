"""Copies of checkpoints with their weights in shards."""

import shutil
from pathlib import Path

from safetensors.torch import load_file
from torch import Tensor

from core.weights_files import WHOLE, save_weights


def in_shards(folder: Path, to: Path, limit: int) -> Path:
    """Copy a checkpoint in half precision; each file of its weights has fewer than `limit` bytes."""
    shutil.copytree(folder, to)
    (to / WHOLE).unlink()
    save_weights(to, load_file(folder / WHOLE), half=True, limit=limit)
    return to


def halve(tensors: dict[str, Tensor]) -> None:
    """Convert the tensors to half precision."""
    tensors.update({name: tensor.half() for name, tensor in tensors.items()})
