"""The time of a few real training steps, and how long other programs used the processors meanwhile."""

import dataclasses
import math
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from core.config import TrainingConfig
from core.data.batching import BatchSampler, Buckets, EncodedPairs, FixedPairs
from core.data.vocabulary import Vocabularies, fitted
from core.model.transformer import Transformer
from core.preflight.result import SpeedSample
from core.training.devices import choose_device, choose_precision
from core.training.events import Progress
from core.training.run import RunConfig
from core.training.text import buckets_of
from core.training.trainer import Trainer

PATIENCE = 6  # at most so many times as long, until FEWEST_STEPS are timed: on a busy machine steps are slow
FEWEST_STEPS, MOST_STEPS = 12, 50  # timed; more would not change the result
FIRST_STEPS = 3  # not timed: memory is allocated and kernels are chosen in them
BLOCKS = 5  # of consecutive steps, to detect slowdowns that last longer than a step, such as another program


def time_steps(
    config: RunConfig, vocabularies: Vocabularies, pairs: EncodedPairs, seconds: float
) -> SpeedSample | None:
    """Train for a few seconds, as the run will, and time the steps.

    Batches are timed one by one, and multiplied where several make a step.

    Args:
        config: of the run.
        vocabularies: of its two sides.
        pairs: what it trains on.
        seconds: how long, not counting the current step; up to `PATIENCE` times that for the first `FEWEST_STEPS`.

    Returns:
        The times; None where no step had finite numbers.
    """
    device = choose_device(config.training.device)
    precision = config.training.precision
    precision = choose_precision(device) if precision == "auto" else precision
    training = _timed_settings(config.training, precision)
    torch.manual_seed(training.seed)
    model = Transformer(fitted(config.model, vocabularies)).to(device)
    for _ in Trainer(model, _sampler(pairs, 1, training), dataclasses.replace(training, max_steps=1)).train():
        pass  # kernels are chosen and memory is allocated in the first step, here one short sentence
    sampler = _sampler(pairs, training.tokens_per_batch, training, buckets_of(config._replace(training=training)))
    trainer = Trainer(model, sampler, training)
    begun = time.monotonic()
    ticks, tokens, waits = [begun], [], [time_waited()]

    def enough() -> bool:
        wanted = seconds if len(tokens) >= FIRST_STEPS + FEWEST_STEPS else PATIENCE * seconds
        return time.monotonic() > begun + wanted

    for event in trainer.train(enough):
        if isinstance(event, Progress):
            ticks.append(time.monotonic())
            waits.append(time_waited())
            tokens.append(event.tokens_per_second * (ticks[-1] - ticks[-2]))
    if not tokens:
        return None
    first = min(FIRST_STEPS, len(tokens) - 1)
    timed = np.diff(ticks[first:]).tolist()
    before, after = waits[first], waits[-1]
    waited = None if before is None or after is None else min(1.0, (after - before) / sum(timed))
    batches = config.training.accumulate
    return SpeedSample(
        steps=len(timed),
        seconds=batches * statistics.mean(timed),
        spread=batches * standard_error(timed),
        tokens_per_second=sum(tokens[first:]) / sum(timed),
        device=str(device),
        precision=precision,
        waited=waited,
        compiles_later=config.training.compile,
    )


def standard_error(timed: Sequence[float]) -> float:
    """Return the standard error of the mean of step times, given in the order of the steps.

    Steps are not independent draws where another program slows down several in a row; the means of `BLOCKS` stretches
    of steps show that. A single step shows nothing, and a quarter of it is a guess.
    """
    if len(timed) < 2:
        return timed[0] / 4
    error = statistics.stdev(timed) / math.sqrt(len(timed))
    if len(timed) < 2 * BLOCKS:
        return error
    means = [float(block.mean()) for block in np.array_split(np.array(timed), BLOCKS)]
    return max(error, statistics.stdev(means) / math.sqrt(BLOCKS))


def time_waited() -> float | None:
    """Return the seconds that this thread was ready to run without a processor; None where they are not counted.

    The second number of Linux's schedstat, in nanoseconds (Documentation/scheduler/sched-stats.rst).
    """
    try:
        return int(Path("/proc/thread-self/schedstat").read_text(encoding="ascii").split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return None


def _timed_settings(training: TrainingConfig, precision: Any) -> TrainingConfig:
    """Return settings for the same steps, each reported, nothing between them; not compiled, as that takes minutes."""
    never = 100_000_000
    return dataclasses.replace(
        training,
        precision=precision,
        max_steps=FIRST_STEPS + MOST_STEPS,
        max_epochs=None,
        max_minutes=None,
        accumulate=1,
        compile=False,
        report_every=1,
        validate_every=never,
        checkpoint_every=never,
    )


def _sampler(
    pairs: EncodedPairs, tokens_per_batch: int, training: TrainingConfig, buckets: Buckets | None = None
) -> BatchSampler:
    return BatchSampler(FixedPairs(pairs), tokens_per_batch, training.seed, buckets)
