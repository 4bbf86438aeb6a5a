"""Looking at a training before its start: read its text, learn its vocabulary, take a few real steps.

Nothing is written. A corpus of more than `EXAMINED_PAIRS` pairs is counted as a whole and looked at in part.
"""

import dataclasses
import math
import os
import shutil
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from core.config import TrainingConfig
from core.data.batching import (
    BatchSampler,
    Buckets,
    EncodedPairs,
    FixedPairs,
    encode_pairs,
    make_batches,
    padding_share,
)
from core.data.corpus import ParallelText
from core.data.tasks import task
from core.data.tokenizer import SPECIAL_TOKENS, Tokenizer
from core.model.transformer import Transformer
from core.training.devices import choose_device, choose_precision
from core.training.events import Progress
from core.training.footprint import KERNELS_KEPT, BatchShape, kernel_bytes, memory_of_a_step
from core.training.preflight import DataSurvey, Preflight, SpeedSample, assess
from core.training.run import RunConfig
from core.training.text import Corpus, buckets_of, check_run, learn_vocabulary, read_corpus
from core.training.trainer import Trainer

EXAMINED_PAIRS = 30_000
MEASURED_SECONDS = 5.0
PATIENCE = 6  # times as long, until there are as many steps as say anything: on a busy machine they come slowly
FEWEST_STEPS, MOST_STEPS = 12, 50  # timed; more would say nothing new
FIRST_STEPS = 3  # not timed: memory is taken and kernels are chosen in them
BLOCKS = 5  # of steps in a row, to see what lasts for longer than a step, such as another program
BARS = 16  # of the histogram of lengths


def check(config: RunConfig, folder: Path | None = None, *, seconds: float = MEASURED_SECONDS) -> Preflight:
    """Everything that can be known of a training before its start.

    Args:
        config: its settings.
        folder: where its run folder will be, to see how much room there is.
        seconds: how long steps are timed; 0 for not at all.

    Raises:
        CoreError: what would keep the training from starting: settings that do not go together, or text that cannot
            be read.
    """
    check_run(config)
    corpus = read_corpus(config.data)
    text = _examined(config, corpus)
    tokenizer = learn_vocabulary(zip(text.source, text.target, strict=True), config.model.vocab_size)
    pairs = encode_pairs(tokenizer, text, config.data.max_tokens)
    found = survey(config, corpus, text, tokenizer, pairs)
    speed = measure(config, tokenizer, pairs, seconds) if seconds else None
    device = choose_device(config.training.device)
    return assess(
        config,
        found,
        speed,
        kernels=_kernels(config.training, device, found.row_counts),
        free_memory=free_memory(device),
        free_disk=_free_disk(folder),
    )


def survey(
    config: RunConfig,
    corpus: Corpus,
    text: ParallelText,
    tokenizer: Tokenizer,
    pairs: EncodedPairs,
) -> DataSurvey:
    """What the training text is, and how it falls into batches.

    Args:
        config: of the run.
        corpus: all of its text.
        text: the part that was looked at.
        tokenizer: its vocabulary.
        pairs: `text` encoded, without what is too long.
    """
    buckets = buckets_of(config)
    rng = np.random.default_rng(config.training.seed)
    batches = make_batches(pairs, config.training.tokens_per_batch, rng, buckets)
    stream = corpus.training
    total = len(stream) if stream is not None else config.data.task_pairs
    scale = total / len(text)
    source, target = pairs.source_lengths, pairs.target_lengths
    counts = np.bincount(pairs.source, minlength=tokenizer.vocab_size)
    counts = (counts + np.bincount(pairs.target, minlength=tokenizer.vocab_size))[len(SPECIAL_TOKENS) :]
    used = counts[counts > 0]  # bytes that the text has not, and steps to a longer token, are in nobody's way
    shapes = [_shape(len(b), int(source[b].max()), int(target[b].max()), buckets) for b in batches]
    model = dataclasses.replace(config.model, vocab_size=tokenizer.vocab_size)
    longest = int(max(source.max(), target.max()))
    edges = np.linspace(0, max(BARS, longest), BARS + 1).round().astype(int)
    return DataSurvey(
        pairs=total,
        examined=len(text),
        blank=stream.counts.blank if stream is not None else 0,
        long_share=1 - len(pairs) / len(text),
        source_tokens=round(scale * int(source.sum())),
        target_tokens=round(scale * int(target.sum())),
        vocabulary=tokenizer.vocab_size,
        median_occurrences=scale * float(np.median(used)) if stream is not None else None,
        batches=math.ceil(scale * len(batches)),
        padding=padding_share(pairs, batches, buckets),
        largest=max(shapes, key=lambda shape: memory_of_a_step(model, shape).activations),
        row_counts=len({rows * width for rows, *widths in shapes for width in widths}),
        longest=longest,
        edges=tuple(edges.tolist()),
        source_lengths=_histogram(source, edges),
        target_lengths=_histogram(target, edges),
        validation_pairs=len(corpus.validation) if corpus.validation is not None else 0,
        repeated=repeated_pairs(corpus),
    )


def measure(config: RunConfig, tokenizer: Tokenizer, pairs: EncodedPairs, seconds: float) -> SpeedSample | None:
    """Train for a moment, as the run will, and time the steps.

    Batches are timed one by one, and multiplied where several make a step. Beside the time goes how much of it this
    thread was ready to compute and other programs had the processors.

    Args:
        config: of the run.
        tokenizer: its vocabulary.
        pairs: what it trains on.
        seconds: how long, but for the step at hand; up to `PATIENCE` times that for the first `FEWEST_STEPS`.
    """
    device = choose_device(config.training.device)
    precision = config.training.precision
    precision = choose_precision(device) if precision == "auto" else precision
    training = _measured_settings(config.training, precision)
    torch.manual_seed(training.seed)
    model = Transformer(dataclasses.replace(config.model, vocab_size=tokenizer.vocab_size)).to(device)
    for _ in Trainer(model, _sampler(pairs, 1, training), dataclasses.replace(training, max_steps=1)).train():
        pass  # kernels are chosen and memory is taken in the first step, here that of one short sentence
    trainer = Trainer(model, _sampler(pairs, training.tokens_per_batch, training), training)
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
    if not tokens:  # nothing but steps that were not finite
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
    """Of the mean of steps in the order in which they were taken.

    Steps are no independent draws where another program slows down several in a row; means of `BLOCKS` stretches of
    steps tell that. A single step tells nothing, and a quarter of it is a guess.
    """
    if len(timed) < 2:
        return timed[0] / 4
    error = statistics.stdev(timed) / math.sqrt(len(timed))
    if len(timed) < 2 * BLOCKS:
        return error
    means = [float(block.mean()) for block in np.array_split(np.array(timed), BLOCKS)]
    return max(error, statistics.stdev(means) / math.sqrt(BLOCKS))


def time_waited() -> float | None:
    """Seconds that this thread has been ready to run and had no processor; None where the system does not count them.

    The second number of Linux's schedstat, in nanoseconds (Documentation/scheduler/sched-stats.rst).
    """
    try:
        return int(Path("/proc/thread-self/schedstat").read_text(encoding="ascii").split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return None


def repeated_pairs(corpus: Corpus) -> int:
    """Validation pairs that stand in the training text as well, both sides alike."""
    if corpus.training is None or corpus.validation is None:
        return 0
    held_out = list(zip(corpus.validation.source, corpus.validation.target, strict=True))
    wanted = set(held_out)
    seen = {pair for pair in corpus.training if pair in wanted}
    return sum(pair in seen for pair in held_out)


def free_memory(device: torch.device) -> int | None:
    """Bytes that a training could still take on this device; None where the system does not say."""
    if device.type == "cuda":
        return torch.cuda.mem_get_info(device)[0]
    limits = [_free_of_group(Path("/sys/fs/cgroup"))]
    try:
        fields = dict(line.split(":") for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines())
        limits.append(1024 * int(fields["MemAvailable"].split()[0]))
    except (OSError, ValueError, KeyError):
        pass
    return min((limit for limit in limits if limit is not None), default=None)


def _free_of_group(group: Path) -> int | None:
    """Bytes left to a container, None where it has no limit of its own."""
    try:
        most = int((group / "memory.max").read_text(encoding="ascii"))
        held = int((group / "memory.current").read_text(encoding="ascii"))
        statistics_of = dict(line.split() for line in (group / "memory.stat").read_text(encoding="ascii").splitlines())
        return most - held + int(statistics_of.get("inactive_file", 0))  # files are let go of when memory is short
    except (OSError, ValueError):
        return None


def _free_disk(folder: Path | None) -> int | None:
    """Bytes free where a folder is, or will be."""
    if folder is None:
        return None
    existing = next(path for path in (folder.resolve(), *folder.resolve().parents) if path.exists())
    return shutil.disk_usage(existing).free


def _shape(sentences: int, source: int, target: int, buckets: Buckets | None) -> BatchShape:
    """A batch as the model sees it: that of its bucket, where there are any."""
    if buckets is None:
        return BatchShape(sentences, source, target)
    rows, length = buckets.shape(max(source, target))
    return BatchShape(rows, length, length)


def _kernels(training: TrainingConfig, device: torch.device, row_counts: int) -> int:
    """Bytes that kernels of matrix products come to take; those of a GPU's library are few."""
    precision = choose_precision(device) if training.precision == "auto" else training.precision
    if device.type != "cpu" or precision != "bfloat16":
        return 0
    capacity = os.environ.get("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "")
    return kernel_bytes(row_counts, int(capacity) if capacity.isdecimal() else KERNELS_KEPT)


def _examined(config: RunConfig, corpus: Corpus) -> ParallelText:
    """The pairs to look at closely: all of them, or as many as are enough, evenly spread."""
    if corpus.training is None:
        count = min(config.data.task_pairs, EXAMINED_PAIRS)
        return task(str(config.data.task)).pairs(count, config.training.seed, split="train")
    total = len(corpus.training)
    source, target = zip(*corpus.training.every(math.ceil(total / EXAMINED_PAIRS)), strict=True)
    return ParallelText(list(source), list(target))


def _measured_settings(training: TrainingConfig, precision: Any) -> TrainingConfig:
    """The same steps, each reported, and nothing between them; uncompiled, since compiling takes too long."""
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


def _histogram(lengths: np.ndarray, edges: np.ndarray) -> tuple[int, ...]:
    """Sentences a bar; a length that is an edge belongs to the bar that ends with it."""
    bars = np.searchsorted(edges, lengths, side="left") - 1
    return tuple(np.bincount(bars, minlength=len(edges) - 1).tolist())


def _sampler(pairs: EncodedPairs, tokens_per_batch: int, training: TrainingConfig) -> BatchSampler:
    return BatchSampler(FixedPairs(pairs), tokens_per_batch, training.seed)
