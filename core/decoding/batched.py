"""Search for many sentences: batches of similar length, results in the order of the input."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager

import torch

from core.config import DecodingConfig
from core.decoding.hypothesis import SearchResult
from core.decoding.search import search
from core.errors import CoreError
from core.model.probe import Probe
from core.model.transformer import Transformer

Batches = list[list[int]]  # indices of sentences
NewProbe = Callable[[], Probe | None]  # of one search
_Inherited = tuple[Transformer, Sequence[Sequence[int]], DecodingConfig, Batches, NewProbe]
_inherited: _Inherited | None = None  # by forked processes


def search_many(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    config: DecodingConfig,
    *,
    batch_size: int = 64,
    progress: Callable[[int], None] = lambda done: None,
    processes: int = 1,
    new_probe: NewProbe = lambda: None,
) -> list[SearchResult]:
    """Translate any number of sentences.

    Args:
        model: in eval mode.
        sources: token ids of each sentence, the end symbol last.
        config: beam, length penalty and limits.
        batch_size: sentences at a time; it does not change the result.
        progress: called after each batch with its number of sentences.
        processes: that search at the same time, each on one thread, which is faster than as many threads together;
            more than one only on a CPU where processes can be forked, and for more than one batch. Not for a
            program with other threads.
        new_probe: returns the probe of one batch, which may change its attention; it must not depend on which
            sentences are together.

    Returns:
        One result per sentence, in the order of `sources`.
    """
    order = sorted(range(len(sources)), key=lambda index: -len(sources[index]))
    batches = [order[start : start + batch_size] for start in range(0, len(order), batch_size)]
    forkable = model.output_weight.device.type == "cpu" and "fork" in multiprocessing.get_all_start_methods()
    if forkable and min(processes, len(batches)) > 1:
        found = _in_processes((model, sources, config, batches, new_probe), processes)
    else:
        found = ((b, search(model, [sources[i] for i in b], config, probe=new_probe())) for b in batches)
    results: dict[int, SearchResult] = {}
    with closing(found):  # an interrupt does not wait for the batches that have not begun
        for batch, answers in found:
            results.update(zip(batch, answers, strict=True))
            progress(len(batch))
    return [results[index] for index in range(len(sources))]


def _in_processes(inherited: _Inherited, processes: int) -> Generator[tuple[list[int], list[SearchResult]], None, None]:
    """Yield each batch with its results as they come; forked processes share the weights with this one."""
    global _inherited
    _inherited, batches = inherited, inherited[3]
    pool = ProcessPoolExecutor(
        min(processes, len(batches)), multiprocessing.get_context("fork"), initializer=_begin_process
    )
    try:
        with _interrupts_later():
            futures = {pool.submit(_search_batch, number): number for number in range(len(batches))}
        for future in as_completed(futures):
            yield batches[futures[future]], future.result()
    except BrokenProcessPool as error:
        raise CoreError(
            "search.process_lost",
            "a process that translates was ended from outside, most likely because the memory is full; smaller batches "
            "need less",
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)
        _inherited = None


@contextmanager
def _interrupts_later() -> Generator[None, None, None]:
    """Delay SIGINT until the pool is complete; processes forked meanwhile ignore it.

    One that it ends may hold a lock that the others wait for.
    """
    if threading.current_thread() is not threading.main_thread():  # no other thread gets interrupts
        yield
        return
    received: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: received.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if received:
            signal.raise_signal(signal.SIGINT)


def _begin_process() -> None:
    torch.set_num_threads(1)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when the one that forked it is killed; otherwise it would wait for work for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _search_batch(number: int) -> list[SearchResult]:
    assert _inherited is not None
    model, sources, config, batches, new_probe = _inherited
    return search(model, [sources[index] for index in batches[number]], config, probe=new_probe())
