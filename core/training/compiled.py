"""The model through `torch.compile`, for training alone: one graph for each shape of batch (see `Buckets`)."""

import importlib.util
import os
import shutil
from collections.abc import Callable

import torch
from torch import Tensor

from core.errors import CoreError
from core.model.transformer import Transformer

MOST_SHAPES = 64  # compiled in one process; torch goes on uncompiled after 8 if it is not told, and there are 16 to 256


def compiled_states(model: Transformer) -> Callable[[Tensor, Tensor], Tensor]:
    """`model.states` compiled: source ids [B, S] and target ids [B, T] -> decoder states [B, T, D].

    The model itself stays what it is: its weights keep their names, and who decodes, looks inside or saves it uses it
    uncompiled. Dropout is drawn in another order than without compiling.

    Raises:
        CoreError: there is no compiler for the model's device.
    """
    require_compiler(model.output_weight.device)
    import torch._dynamo  # takes a second, which only who compiles should wait for

    limits = torch._dynamo.config
    limits.recompile_limit = max(limits.recompile_limit, MOST_SHAPES)
    return torch.compile(model.states, dynamic=False)


def require_compiler(device: torch.device) -> None:
    """Raise CoreError where `torch.compile` would find no compiler."""
    if device.type == "cuda":
        needed, found = "the package triton", importlib.util.find_spec("triton") is not None
    else:
        needed = "a C++ compiler"
        found = any(shutil.which(name) for name in (os.environ.get("CXX", ""), "g++", "clang++", "cl") if name)
    if not found:
        raise CoreError(
            "config.no_compiler",
            "compile is on, but {needed} that it needs on {device} is not installed",
            needed=needed,
            device=device.type,
        )
