"""The model through `torch.compile`, for training only: one graph per shape of batch (see `Buckets`)."""

import importlib.util
import os
import shutil
from collections.abc import Callable

import torch
from torch import Tensor

from core.errors import CoreError
from core.model.transformer import Transformer

MOST_SHAPES = 64  # compiled in one process; torch's default stops compiling after 8, and there are 16 to 256


def compiled_states(model: Transformer) -> Callable[[Tensor, Tensor], Tensor]:
    """Return `model.states` compiled: source ids [B, S] and target ids [B, T] -> decoder states [B, T, D].

    The model itself is unchanged: its weights keep their names, and decoding, inspection and saving use it uncompiled.
    Dropout is drawn in a different order than without compiling.

    Raises:
        CoreError: a compiler for the model's device is missing.
    """
    require_compiler(model.output_weight.device)
    import torch._dynamo  # takes a second: only when compiling

    limits = torch._dynamo.config
    limits.recompile_limit = max(limits.recompile_limit, MOST_SHAPES)
    return torch.compile(model.states, dynamic=False)


def require_compiler(device: torch.device) -> None:
    """Raise CoreError if `torch.compile` would find no compiler."""
    if device.type == "cuda":
        needed, found = "the package triton", importlib.util.find_spec("triton") is not None
    else:
        needed = "a C++ compiler"
        found = any(shutil.which(name) for name in (os.environ.get("CXX", ""), "g++", "clang++", "cl") if name)
    if not found:
        raise CoreError(
            "config.no_compiler",
            "compile is on, but {needed}, required on {device}, is not installed",
            needed=needed,
            device=device.type,
        )
