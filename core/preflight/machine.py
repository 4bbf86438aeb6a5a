"""Memory and disk that this machine has left for a training, and the kernels that it will keep."""

import os
import shutil
from pathlib import Path

import psutil
import torch

from core.config import TrainingConfig
from core.preflight.memory import KERNELS_KEPT, kernel_bytes
from core.training.devices import choose_precision


def free_memory(device: torch.device) -> int | None:
    """Return the bytes that a training could still take on this device; None where the system does not report them."""
    if device.type == "cuda":
        return torch.cuda.mem_get_info(device)[0]
    available, of_group = psutil.virtual_memory().available, _free_of_group(Path("/sys/fs/cgroup"))
    return available if of_group is None else min(available, of_group)


def free_disk(folder: Path | None) -> int | None:
    """Return the bytes free where a folder is or will be; None without a folder."""
    if folder is None:
        return None
    existing = next(path for path in (folder.resolve(), *folder.resolve().parents) if path.exists())
    return shutil.disk_usage(existing).free


def kernel_memory(training: TrainingConfig, device: torch.device, row_counts: int) -> int:
    """Return the bytes that kernels of matrix products will take; 0 on a GPU, whose library has few."""
    precision = choose_precision(device) if training.precision == "auto" else training.precision
    if device.type != "cpu" or precision != "bfloat16":
        return 0
    capacity = os.environ.get("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "")
    return kernel_bytes(row_counts, int(capacity) if capacity.isdecimal() else KERNELS_KEPT)


def _free_of_group(group: Path) -> int | None:
    """Return the bytes left to a container; None without a limit."""
    try:
        most = int((group / "memory.max").read_text(encoding="ascii"))
        held = int((group / "memory.current").read_text(encoding="ascii"))
        counters = dict(line.split() for line in (group / "memory.stat").read_text(encoding="ascii").splitlines())
        return most - held + int(counters.get("inactive_file", 0))  # the file cache is given up when memory is short
    except (OSError, ValueError):
        return None
