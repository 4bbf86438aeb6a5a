"""Tensors of another program's file, by name, with their shapes known before any is read."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import torch
from torch import Tensor

from core.errors import CoreError

FLOATS = (torch.float32, torch.float16, torch.bfloat16, torch.float64)


class TensorFile(Protocol):
    """A file of named tensors."""

    path: Path

    @property
    def shapes(self) -> Mapping[str, tuple[int, ...]]:
        """Shape of each tensor."""
        ...

    def read(self, name: str) -> Tensor:
        """Read one tensor."""
        ...


def read_checked(file: TensorFile, name: str, shape: tuple[int, ...]) -> Tensor:
    """Read one tensor of floating-point numbers.

    Raises:
        CoreError: it is missing, has another shape, is of another type, or has values that are not finite.
    """
    path = file.path
    if name not in file.shapes:
        raise CoreError("import.no_tensor", "{path} lacks the tensor {name}", path=path, name=name)
    if file.shapes[name] != shape:
        raise CoreError(
            "import.tensor_shape",
            "{path}: tensor {name} has shape {found}; the model requires {expected}",
            path=path,
            name=name,
            found=list(file.shapes[name]),
            expected=list(shape),
        )
    tensor = file.read(name)
    if tensor.dtype not in FLOATS:
        raise CoreError(
            "import.tensor_type",
            "{path}: tensor {name} is of type {found}; floating-point numbers are needed",
            path=path,
            name=name,
            found=str(tensor.dtype).removeprefix("torch."),
        )
    if not bool(torch.isfinite(tensor).all()):
        raise CoreError(
            "import.not_finite", "{path}: tensor {name} has values that are not finite", path=path, name=name
        )
    return tensor
