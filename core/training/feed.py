"""Training data of each step, prefetched so that a GPU need not wait for it."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

import torch

from core.data.batching import Batch, BatchSampler, Epoch, Position
from core.training.processes import Processes

T = TypeVar("T")

# Steps prefetched for a GPU. None on a CPU: making a batch takes a thousandth of a step (tiny preset, 4,096 tokens:
# 1.1 of 1,190 ms), and a thread would use the same cores.
AHEAD_OF_A_GPU = 2


class StepData(NamedTuple):
    """The batches of one optimiser step, and the sampler's position after them."""

    batches: tuple[Batch, ...]  # this process's shares, in CPU memory
    tokens: int  # predicted in the batches of all processes
    position: Position  # of the next batch
    epoch: Epoch  # of that batch


class Feed:
    """Provider of the data of successive steps.

    Args:
        sampler: provides the batches; between `begin` and its end no one else may use it.
        accumulate: batches per step.
        processes: this one takes its share.
        device: of the model.
        ahead: steps prefetched in a thread, 0 for no thread; by default what the device needs.
    """

    def __init__(
        self,
        sampler: BatchSampler,
        accumulate: int,
        processes: Processes,
        device: torch.device,
        ahead: int | None = None,
    ) -> None:
        self._sampler = sampler
        self._accumulate = accumulate
        self._processes = processes
        self._device = device
        self._ahead = ahead if ahead is not None else (AHEAD_OF_A_GPU if device.type == "cuda" else 0)

    @contextmanager
    def begin(self, position: Position) -> Iterator[Callable[[], StepData]]:
        """Yield a function that returns the data of each next step, beginning at `position`.

        Raises:
            CoreError: the position does not exist.
        """
        if self._sampler.position != position:  # a thread of an earlier training may have prefetched
            self._sampler.seek(position)
        with prefetch(self._make, self._ahead) as next_step:
            yield next_step

    def _make(self) -> StepData:
        batches = [self._sampler.next() for _ in range(self._accumulate)]
        shares = (self._processes.share(batch) for batch in batches)
        own = [batch for batch in shares if batch is not None]
        if self._device.type == "cuda":
            with torch.cuda.device(self._device):  # a new thread begins on the first GPU
                own = [batch.pinned() for batch in own]
        return StepData(tuple(own), sum(b.tokens for b in batches), self._sampler.position, self._sampler.epoch)


@contextmanager
def prefetch(make: Callable[[], T], ahead: int) -> Iterator[Callable[[], T]]:
    """Yield a function that returns the results of `make()` in order, `ahead` of them computed in advance by a thread.

    The thread makes one after another, so their order is that of the calls. An error in it is raised by the call that
    would have returned its result. The thread has ended when the context is left.
    """
    if not ahead:
        yield make
        return
    pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="feed")
    try:
        waiting: deque[Future[T]] = deque(pool.submit(make) for _ in range(ahead))

        def next_one() -> T:
            waiting.append(pool.submit(make))
            return waiting.popleft().result()

        yield next_one
    finally:
        pool.shutdown(cancel_futures=True)
