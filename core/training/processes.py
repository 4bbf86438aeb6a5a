"""Data-parallel training in several processes, each with a share of every batch (`torchrun -m core train ...`).

Every process reads the same batches and takes every n-th sentence of each, so the global batch of a step does not
depend on the number of processes: their gradients are summed, and the loss is divided by the tokens of all. Only the
first process writes. The sums are torch.distributed's, over NCCL on GPUs and gloo elsewhere.
"""

import datetime
import importlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import torch
import torch.distributed as dist
from torch import Tensor

from core.data.batching import Batch
from core.errors import CoreError, Names

_PATIENCE = datetime.timedelta(hours=6)  # the others wait while the first process tokenises, validates or saves


@dataclass(frozen=True)
class Processes:
    """One of the processes that train a model; the only one by default.

    Attributes:
        rank: number of this process, from 0.
        size: number of processes.
    """

    rank: int = 0
    size: int = 1

    @property
    def first(self) -> bool:
        """True for the process that writes."""
        return self.rank == 0

    def seed(self, seed: int, step: int) -> int:
        """Return the seed of this process's dropout from `step` on, different in every process."""
        return int(np.random.SeedSequence((seed, step, self.rank)).generate_state(1, np.uint64)[0] >> 1)

    def share(self, batch: Batch) -> Batch | None:
        """Return this process's sentences of a batch; None if the batch has too few for it."""
        if self.size == 1:
            return batch
        return batch.rows(slice(self.rank, None, self.size)) if self.rank < len(batch.source) else None

    def add_up(self, tensors: Sequence[Tensor]) -> None:
        """Replace each tensor by its sum over all processes, in place; tensors of one dtype are sent together."""
        if self.size == 1:
            return
        for dtype in dict.fromkeys(tensor.dtype for tensor in tensors):  # in the same order everywhere
            same_dtype = [tensor for tensor in tensors if tensor.dtype == dtype]
            message = torch.cat([tensor.reshape(-1) for tensor in same_dtype])
            with _noticed_loss():
                dist.all_reduce(message)
            for tensor, part in zip(same_dtype, message.split([tensor.numel() for tensor in same_dtype]), strict=True):
                tensor.copy_(part.view_as(tensor))

    def any(self, value: bool) -> bool:
        """Return True if the value is true in any process."""
        if self.size == 1:
            return value
        flag = torch.tensor([value], dtype=torch.int32, device=_message_device())
        with _noticed_loss():
            dist.all_reduce(flag)
        return bool(flag.item())

    def from_first(self, number: float) -> float:
        """Return the first process's number in every process."""
        if self.size == 1:
            return number
        message = torch.tensor([number], dtype=torch.float64, device=_message_device())
        with _noticed_loss():
            dist.broadcast(message, src=0)
        return message.item()

    def gather(self, tensor: Tensor) -> list[Tensor]:
        """Return the tensors of all processes, equal in shape and dtype, by rank."""
        if self.size == 1:
            return [tensor]
        own = tensor.to(_message_device())
        found = [torch.empty_like(own) for _ in range(self.size)]
        with _noticed_loss():
            dist.all_gather(found, own)
        return [part.to(tensor.device) for part in found]

    def wait(self) -> None:
        """Wait until all processes have reached this call."""
        self.any(False)


ALONE = Processes()


@contextmanager
def join_processes() -> Iterator[Processes]:
    """Yield this process among those started by `torchrun`, or as the only one if it was started without.

    Raises:
        CoreError: the environment names processes but no address, or there are fewer GPUs than processes here.
    """
    if int(os.environ.get("WORLD_SIZE", "1")) == 1:
        yield ALONE
        return
    missing = [name for name in ("RANK", "LOCAL_RANK", "MASTER_ADDR", "MASTER_PORT") if name not in os.environ]
    if missing:
        raise CoreError(
            "processes.environment",
            "WORLD_SIZE is {size} but {missing} is not set; start several processes with torchrun",
            size=os.environ["WORLD_SIZE"],
            missing=Names(missing),
        )
    on_gpus = torch.cuda.is_available()
    local = int(os.environ["LOCAL_RANK"])
    if on_gpus and local >= torch.cuda.device_count():
        raise CoreError(
            "processes.gpus",
            "process {local} of this machine needs its own GPU; found {gpus} in total",
            local=local,
            gpus=torch.cuda.device_count(),
        )
    if on_gpus:
        torch.cuda.set_device(local)
    # The functions of this module keep the process group that exists when it is loaded, as an optimiser does. Loaded
    # later, they would keep our group and its threads alive beyond destroy_process_group and abort the process at exit.
    importlib.import_module("torch.distributed.nn")
    dist.init_process_group("nccl" if on_gpus else "gloo", timeout=_PATIENCE)
    try:
        yield Processes(dist.get_rank(), dist.get_world_size())
    finally:
        dist.destroy_process_group()


@contextmanager
def _noticed_loss() -> Iterator[None]:
    """Report a process that was killed; the library only describes its connection.

    Raises:
        CoreError: tensors cannot be exchanged any more.
    """
    try:
        yield
    except RuntimeError as error:
        raise CoreError(
            "processes.lost", "another process of this training has ended; resume the run with all processes"
        ) from error


def _message_device() -> torch.device:
    """Return the device of tensors to send: NCCL needs the GPU, gloo uses memory."""
    return torch.device("cuda" if dist.get_backend() == "nccl" else "cpu")
