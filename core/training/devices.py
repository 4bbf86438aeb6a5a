"""Choice of device and precision of a run."""

from typing import Literal

import torch

from core.errors import CoreError
from core.tuning.processor import has_bfloat16


def choose_device(name: str) -> torch.device:
    """Return the device for `auto`, `cpu` or `cuda`.

    Raises:
        CoreError: cuda is requested and not available.
    """
    if name == "cuda" and not torch.cuda.is_available():
        raise CoreError("config.no_cuda", "device is cuda, but torch finds no CUDA GPU here")
    return torch.device("cuda" if name != "cpu" and torch.cuda.is_available() else "cpu")


def choose_precision(device: torch.device) -> Literal["float32", "bfloat16"]:
    """Return bfloat16 if the processor has instructions for it, else float32."""
    if device.type == "cuda":
        return "bfloat16" if torch.cuda.is_bf16_supported() else "float32"
    return "bfloat16" if has_bfloat16() else "float32"
