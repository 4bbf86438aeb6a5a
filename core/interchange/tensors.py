"""Tensors of another program's file, by name, with their shapes known before any is read."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import safetensors
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


class SafetensorsFile:
    """A safetensors file; its library refuses headers above 100 MB and tensors beyond the file's end."""

    def __init__(self, path: Path, file: Any) -> None:
        self.path = path
        self._file = file
        self.shapes = {name: tuple(file.get_slice(name).get_shape()) for name in file.keys()}  # noqa: SIM118

    def read(self, name: str) -> Tensor:
        """Read one tensor; it stays in the file until it is used."""
        return self._file.get_tensor(name)


@contextmanager
def open_safetensors(path: Path) -> Iterator[SafetensorsFile]:
    """Open a safetensors file.

    Raises:
        CoreError: it is missing or damaged.
    """
    if not path.is_file():
        raise CoreError("import.missing", "{path} is missing", path=path)
    try:
        with safetensors.safe_open(path, framework="pt") as file:
            yield SafetensorsFile(path, file)
    except (safetensors.SafetensorError, OSError) as error:
        raise CoreError(
            "import.not_safetensors", "{path} is not a complete safetensors file: {reason}", path=path, reason=error
        ) from None


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
            "{path}: tensor {name} has shape {found}; its config.json requires {expected}",
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
