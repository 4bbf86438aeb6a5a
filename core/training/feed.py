"""What each step trains on, made ahead of time where a GPU would otherwise wait for it."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

import torch

from core.data.batching import Batch, BatchSampler, Epoch, Position
from core.training.processes import Processes

T = TypeVar("T")

# Steps made ahead for a GPU. On a CPU none: making a batch is a thousandth of the work of a step (tiny preset, 4,096
# tokens: 1.1 of 1,190 ms), and a thread takes its time from the same cores.
AHEAD_OF_A_GPU = 2


class StepData(NamedTuple):
    """The batches of one optimiser step, and where the sampler stands after them."""

    batches: tuple[Batch, ...]  # this process's shares, in memory of the CPU
    tokens: int  # predicted in the batches of all processes
    position: Position  # the batch after them
    epoch: Epoch  # in which that is


class Feed:
    """The data of step after step.

    Args:
        sampler: gives the batches; between `begin` and its end nobody else may ask it.
        accumulate: batches a step.
        processes: of which this one takes its share.
        device: where the model is.
        ahead: steps made ahead in a thread, 0 for none and no thread; by default what the device needs.
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
        """A function that gives the data of the next step, and of each after it, from `position` on.

        Raises:
            CoreError: there is no such position.
        """
        if self._sampler.position != position:  # a thread may have gone ahead of an earlier training
            self._sampler.seek(position)
        with made_ahead(self._make, self._ahead) as next_step:
            yield next_step

    def _make(self) -> StepData:
        batches = [self._sampler.next() for _ in range(self._accumulate)]
        shares = (self._processes.share(batch) for batch in batches)
        own = [batch for batch in shares if batch is not None]
        if self._device.type == "cuda":
            with torch.cuda.device(self._device):  # a thread of its own begins on the first GPU
                own = [batch.pinned() for batch in own]
        return StepData(tuple(own), sum(b.tokens for b in batches), self._sampler.position, self._sampler.epoch)


@contextmanager
def made_ahead(make: Callable[[], T], ahead: int) -> Iterator[Callable[[], T]]:
    """A function that returns what `make()` does, call by call, of which a thread has made `ahead` in advance.

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
