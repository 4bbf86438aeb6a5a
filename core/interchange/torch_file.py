"""A `pytorch_model.bin`: read by torch's restricted reader in a process of its own, and kept as safetensors.

`torch.load(weights_only=True)` has let files run code twice (CVE-2025-32434, mended in torch 2.6, and CVE-2026-24747,
mended in 2.10), so an older torch is refused, only the command reads such a file, never the page, and the process that
reads it has no more than its two paths.
"""

import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from safetensors.torch import save_file
from torch import Tensor

from core.errors import CoreError
from core.places import WORKING_FOLDER, module_command
from core.weights_files import WeightFiles, open_weights

_OLDEST_TORCH = (2, 10)
_LONGEST_SECONDS = 600
_MOST_COPIES = 4  # a matrix that is stored once and used under several names is written under each


@contextmanager
def open_torch_file(path: Path) -> Iterator[WeightFiles]:
    """Open the tensors of an archive that `torch.save` wrote, of torch 1.6 or later.

    Raises:
        CoreError: the file is missing, no such archive, compressed or damaged, holds anything but named tensors, or
            this torch is too old to read it safely.
    """
    if not path.is_file():
        raise CoreError("import.missing", "{path} is missing", path=path)
    if tuple(int(part) for part in torch.__version__.split(".")[:2]) < _OLDEST_TORCH:
        raise _refused(path, f"this needs torch {'.'.join(map(str, _OLDEST_TORCH))} or later")
    try:
        with zipfile.ZipFile(path) as archive:
            compressed = any(entry.compress_type != zipfile.ZIP_STORED for entry in archive.infolist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        raise _refused(path, "it is not an archive of torch 1.6 or later") from None
    if compressed:
        raise _refused(path, "an entry is compressed")
    with TemporaryDirectory() as made:
        command = [*module_command(__name__), str(path.resolve()), made]
        try:
            done = subprocess.run(command, cwd=WORKING_FOLDER, capture_output=True, text=True, timeout=_LONGEST_SECONDS)
        except subprocess.TimeoutExpired:
            raise _refused(path, f"it takes more than {_LONGEST_SECONDS} seconds") from None
        if done.returncode:
            raise _refused(path, done.stdout.strip() or "it is damaged")
        with open_weights(Path(made)) as files:
            files.path = path  # errors name the file that was given
            yield files


def convert_archive(path: Path, folder: Path) -> str:
    """Write the tensors of an archive to a folder, as safetensors; return what is wrong with them, or nothing.

    `open_torch_file` calls it in a process of its own.
    """
    try:
        found = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:
        refused = type(error).__name__ == "UnpicklingError"
        return "it holds more than tensors; nothing of it is run" if refused else "it is damaged"
    named = isinstance(found, dict) and all(isinstance(name, str) for name in found)
    if not named or not all(isinstance(tensor, Tensor) and tensor.layout == torch.strided for tensor in found.values()):
        return "it holds something else than named tensors"
    if sum(tensor.numel() * tensor.element_size() for tensor in found.values()) > _MOST_COPIES * path.stat().st_size:
        return "its tensors are larger than the file"
    save_file({name: tensor.detach().clone(memory_format=torch.contiguous_format) for name, tensor in found.items()},
              folder / "model.safetensors")  # fmt: skip
    return ""


def _refused(path: Path, reason: str) -> CoreError:
    return CoreError("import.torch_file", "{path} cannot be read: {reason}", path=path, reason=reason)


if __name__ == "__main__":
    if wrong := convert_archive(Path(sys.argv[1]), Path(sys.argv[2])):
        print(wrong)
        sys.exit(1)
