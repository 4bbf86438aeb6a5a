"""Statistics of the training text: lengths, batches, padding, vocabulary, repeated validation pairs."""

import math

import numpy as np

from core.data.batching import Buckets, EncodedPairs, make_batches, padding_share
from core.data.corpus import ParallelText
from core.data.tasks import task
from core.data.vocabulary import Vocabularies, fitted
from core.preflight.memory import BatchShape, memory_of_a_step
from core.preflight.result import TextStatistics
from core.training.language_warnings import text_languages
from core.training.run import RunConfig
from core.training.text import Corpus, buckets_of

SAMPLED_PAIRS = 30_000  # a larger corpus is counted as a whole and sampled
BARS = 16  # of the histogram of lengths


def sample_text(config: RunConfig, corpus: Corpus) -> ParallelText:
    """Return the pairs to measure: all of them, or about `SAMPLED_PAIRS`, evenly spread."""
    if corpus.training is None:
        count = min(config.data.task_pairs, SAMPLED_PAIRS)
        return task(str(config.data.task)).pairs(count, config.training.seed, split="train")
    total = len(corpus.training)
    source, target = zip(*corpus.training.every(math.ceil(total / SAMPLED_PAIRS)), strict=True)
    return ParallelText(list(source), list(target))


def text_statistics(
    config: RunConfig,
    corpus: Corpus,
    sample: ParallelText,
    vocabularies: Vocabularies,
    pairs: EncodedPairs,
    *,
    learned: bool = True,
    start: tuple[str, str] = ("", ""),
) -> TextStatistics:
    """Return the statistics of a training text and of its batches.

    Args:
        config: of the run.
        corpus: all of its text.
        sample: the part that is measured.
        vocabularies: of its two sides.
        pairs: `sample` encoded, without pairs that are too long.
        learned: whether the vocabularies were learned from this text; only then is it of use how rare their tokens are.
        start: languages of the checkpoint to start from; "" without one.
    """
    buckets = buckets_of(config)
    rng = np.random.default_rng(config.training.seed)
    batches = make_batches(pairs, config.training.tokens_per_batch, rng, buckets)
    stream = corpus.training
    total = len(stream) if stream is not None else config.data.task_pairs
    scale = total / len(sample)
    source, target = pairs.source_lengths, pairs.target_lengths
    size = vocabularies.source.vocab_size
    median = None
    if learned:  # one vocabulary for both sides
        counts = np.bincount(pairs.source, minlength=size) + np.bincount(pairs.target, minlength=size)
        counts = np.delete(counts, vocabularies.source.special)
        median = float(np.median(counts[counts > 0]))  # ignore tokens that never occur (unused bytes, merges between)
    shapes = [_shape(len(b), int(source[b].max()), int(target[b].max()), buckets) for b in batches]
    model = fitted(config.model, vocabularies)
    longest = int(max(source.max(), target.max()))
    edges = np.linspace(0, max(BARS, longest), BARS + 1).round().astype(int)
    return TextStatistics(
        pairs=total,
        sampled=len(sample),
        blank=stream.counts.blank if stream is not None else 0,
        long_share=1 - len(pairs) / len(sample),
        source_tokens=round(scale * int(source.sum())),
        target_tokens=round(scale * int(target.sum())),
        vocabulary=size,
        median_occurrences=scale * median if median is not None and stream is not None else None,
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
        **text_languages(
            (corpus.source_language, corpus.target_language), sample, vocabularies, start, generated=stream is None
        )._asdict(),
    )


def repeated_pairs(corpus: Corpus) -> int:
    """Return the number of validation pairs that occur in the training text as well, both sides equal."""
    if corpus.training is None or corpus.validation is None:
        return 0
    held_out = list(zip(corpus.validation.source, corpus.validation.target, strict=True))
    wanted = set(held_out)
    seen = {pair for pair in corpus.training if pair in wanted}
    return sum(pair in seen for pair in held_out)


def _shape(sentences: int, source: int, target: int, buckets: Buckets | None) -> BatchShape:
    """Return the shape of a batch as the model receives it: that of its bucket, where there are buckets."""
    if buckets is None:
        return BatchShape(sentences, source, target)
    rows, length = buckets.shape(max(source, target))
    return BatchShape(rows, length, length)


def _histogram(lengths: np.ndarray, edges: np.ndarray) -> tuple[int, ...]:
    """Return the sentences in each bar; a length equal to an edge belongs to the bar that ends there."""
    bars = np.searchsorted(edges, lengths, side="left") - 1
    return tuple(np.bincount(bars, minlength=len(edges) - 1).tolist())
