"""Batches by token budget from length-sorted buckets, and a sampler with a two-number position (5.1).

Shapes: B batch, S source, T target.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np
import torch
from torch import Tensor

from core.config import SpecialIds
from core.data.corpus import ParallelText
from core.data.tasks import Task
from core.data.token_links import PairLinks, TokenLinks
from core.data.vocabulary import Vocabularies
from core.errors import CoreError


class Batch(NamedTuple):
    """Padded sentences, ready for teacher forcing."""

    source: Tensor  # int64 [B, S], each ends with the end symbol
    target_read: Tensor  # int64 [B, T], the start symbol first
    target_predicted: Tensor  # int64 [B, T], the end symbol last
    predicted: Tensor  # int64 [N], token indices in target_predicted.flatten(); found on the CPU: a GPU would wait
    special: SpecialIds
    links: TokenLinks | None = None  # for guided alignment

    @classmethod
    def of(cls, source: Tensor, target: Tensor, special: SpecialIds) -> "Batch":
        """Return the batch of padded source ids [B, S] and target ids [B, T], each row with its end symbol."""
        start = torch.full((len(target), 1), special.start)
        read = torch.cat([start, target[:, :-1]], dim=1)
        # The end symbol is never read: in its place the row ends and padding follows.
        read = read.masked_fill(target == special.pad, special.pad)
        return cls(source, read, target, (target != special.pad).flatten().nonzero()[:, 0], special)

    @property
    def tensors(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """The four tensors."""
        return self.source, self.target_read, self.target_predicted, self.predicted

    @property
    def tokens(self) -> int:
        """Number of predicted target tokens, without padding."""
        return len(self.predicted)

    def rows(self, chosen: slice) -> "Batch":
        """Return some of the sentences, with unchanged padding."""
        part = Batch.of(self.source[chosen], self.target_predicted[chosen], self.special)
        return part._replace(links=self.links and self.links.rows(chosen, len(self.source)))

    def filled(self, rows: int, length: int) -> "Batch":
        """Pad the same sentences to a shape: `rows` rows, `length` positions on both sides.

        An added row holds an end symbol to attend to and nothing to predict, so it does not change the loss.
        """
        source, target = (torch.full((rows, length), self.special.pad) for _ in range(2))
        source[:, 0] = self.special.end
        source[: len(self.source), : self.source.shape[1]] = self.source
        target[: len(self.source), : self.target_predicted.shape[1]] = self.target_predicted
        return Batch.of(source, target, self.special)._replace(links=self.links)

    def pinned(self) -> "Batch":
        """Copy the batch to pinned memory, from which a GPU copies asynchronously."""
        return self._each(lambda tensor: tensor.pin_memory())

    def to(self, device: torch.device) -> "Batch":
        """Copy the batch to another device."""
        return self._each(lambda tensor: tensor.to(device, non_blocking=True))

    def _each(self, copy: Callable[[Tensor], Tensor]) -> "Batch":
        source, read, target, predicted = map(copy, self.tensors)
        return Batch(source, read, target, predicted, self.special, self.links and self.links.each(copy))


class Position(NamedTuple):
    """Position of a sampler: the next batch to be consumed."""

    epoch: int
    batch: int


@dataclass(frozen=True)
class EncodedPairs:
    """Token ids of parallel sentences, each side one flat array with offsets."""

    source: np.ndarray  # int32 or uint16 [tokens], in memory or mapped from a file
    source_starts: np.ndarray  # int64 [N + 1]
    target: np.ndarray  # int32 or uint16 [tokens]
    target_starts: np.ndarray  # int64 [N + 1]
    special: SpecialIds = field(default_factory=SpecialIds)
    links: PairLinks | None = None  # for guided alignment

    def __len__(self) -> int:
        return len(self.source_starts) - 1

    @property
    def source_lengths(self) -> np.ndarray:
        """Tokens of each source sentence, end symbol included, int64 [N]."""
        return np.diff(self.source_starts)

    @property
    def target_lengths(self) -> np.ndarray:
        """Tokens of each target sentence, end symbol included, int64 [N]."""
        return np.diff(self.target_starts)

    def batch(self, chosen: np.ndarray) -> Batch:
        """Return the sentences with these indices, padded on the right."""
        pad_id = self.special.pad
        source = _pad_rows([self.source[self.source_starts[i] : self.source_starts[i + 1]] for i in chosen], pad_id)
        target = _pad_rows([self.target[self.target_starts[i] : self.target_starts[i + 1]] for i in chosen], pad_id)
        return Batch.of(source, target, self.special)._replace(links=self.links and self.links.batch(chosen))


def encode_pairs(vocabularies: Vocabularies, text: ParallelText, max_tokens: int) -> EncodedPairs:
    """Encode parallel text; pairs with a side longer than `max_tokens` (end symbol counted) are left out.

    Raises:
        CoreError: no pair is short enough.
    """
    source = [encoded.ids for encoded in vocabularies.source.encode_batch(text.source)]
    target = [encoded.ids for encoded in vocabularies.target.encode_batch(text.target)]
    kept = [(s, t) for s, t in zip(source, target, strict=True) if len(s) <= max_tokens and len(t) <= max_tokens]
    if not kept:
        raise all_too_long(len(source), max_tokens)
    sides = (*_flatten([s for s, _ in kept]), *_flatten([t for _, t in kept]))
    return EncodedPairs(*sides, vocabularies.target.special)


def all_too_long(pairs: int, max_tokens: int) -> CoreError:
    """Return the error about a text of which no pair is short enough."""
    return CoreError(
        "data.all_too_long",
        "none of the {pairs} pairs is within max_tokens ({max_tokens})",
        pairs=pairs,
        max_tokens=max_tokens,
    )


@dataclass(frozen=True)
class Buckets:
    """The few shapes of batches: both sides as long as a bucket, with as many rows as fit.

    Coarse buckets are for a compiled model, which has a graph for each shape. Lengths are multiples of 8 up to 64, then
    four between a power of two and the next: a sentence grows by at most a quarter, or by 7 positions, and up to 256
    there are 16 shapes. For Multi30k's short sentences in batches of 4,096 tokens this gives 6 shapes instead of 117,
    and 23 % padding instead of 7 %.

    Fine buckets are for bfloat16 on a CPU, where products of matrices keep a kernel for every number of tokens.
    Lengths are all up to 16, then eight between a power of two and the next. For Multi30k this gives 9 numbers of
    padded tokens instead of 101, and 9 % padding.

    Attributes:
        tokens_per_batch: most padded tokens on either side of a batch.
        longest: end of the last bucket, the length of the longest sentence.
        fine: fine buckets instead of coarse ones.
    """

    tokens_per_batch: int
    longest: int
    fine: bool = False

    def lengths(self, widths: np.ndarray) -> np.ndarray:
        """Return the bucket of each width, int64 [N]; widths beyond the last bucket are returned unchanged."""
        widths = widths.astype(np.int64)
        smallest, divisions = (1, 16) if self.fine else (8, 8)
        step = np.maximum(smallest, 2 ** np.ceil(np.log2(np.maximum(widths, 1))).astype(np.int64) // divisions)
        return np.maximum(widths, np.minimum(-(-widths // step) * step, self.longest))

    def shape(self, width: int) -> tuple[int, int]:
        """Return rows and length of the bucket for a batch of this width."""
        length = int(self.lengths(np.array([width]))[0])
        return max(1, self.tokens_per_batch // length), length

    def fill(self, batch: Batch) -> Batch:
        """Pad a batch to the shape of its bucket; it must have at most `tokens_per_batch` tokens after rounding up."""
        return batch.filled(*self.shape(max(batch.source.shape[1], batch.target_read.shape[1])))


def make_batches(
    pairs: EncodedPairs,
    tokens_per_batch: int,
    rng: np.random.Generator | None = None,
    buckets: Buckets | None = None,
) -> list[np.ndarray]:
    """Return the indices of each batch: sentences of similar length together, to limit padding.

    Args:
        pairs: the sentences.
        tokens_per_batch: most padded target tokens of a batch, and likewise source tokens; a sentence longer than this
            forms its own batch.
        rng: shuffles sentences of equal length among one another, and the order of the batches; None keeps both.
        buckets: form batches of their shapes. The longest sentences come first: where too few of a bucket are left for
            a batch, shorter ones fill it up.
    """
    order = rng.permutation(len(pairs)) if rng else np.arange(len(pairs))
    source, target = _narrow_lengths(pairs.source_lengths)[order], _narrow_lengths(pairs.target_lengths)[order]
    if buckets is not None:
        widths = _narrow_lengths(buckets.lengths(np.maximum(source, target)))
        by_length = np.argsort(widths, kind="stable")[::-1]
    else:
        widths = np.maximum(source, target)
        by_source = np.argsort(source, kind="stable")
        by_length = by_source[np.argsort(target[by_source], kind="stable")]
    order, widths = order[by_length], widths[by_length]
    batches: list[np.ndarray] = []
    start = 0
    while start < len(order):
        rows = buckets.shape(int(widths[start]))[0] if buckets else _count_fitting(widths, start, tokens_per_batch)
        batches.append(order[start : start + rows])
        start += rows
    return [batches[i] for i in rng.permutation(len(batches))] if rng else batches


def _narrow_lengths(lengths: np.ndarray) -> np.ndarray:
    """Store lengths in two bytes if they fit: NumPy radix-sorts these, in linear time."""
    return lengths.astype(np.uint16) if len(lengths) and lengths.max() < 1 << 16 else lengths


def _count_fitting(widths: np.ndarray, start: int, tokens_per_batch: int) -> int:
    """Return how many sentences from `start` fit in one batch, padded to the widest; at least one."""
    most = max(1, tokens_per_batch // int(widths[start]))  # upper bound: if none were wider than the first
    window = np.maximum.accumulate(widths[start : start + most])
    padded = window * np.arange(1, len(window) + 1, dtype=np.int64)  # grows with every sentence
    return max(1, int(np.searchsorted(padded, tokens_per_batch, side="right")))


def padding_share(pairs: EncodedPairs, batches: Sequence[np.ndarray], buckets: Buckets | None = None) -> float:
    """Return the share of a pass's positions, both sides together, that are padding."""
    source, target = pairs.source_lengths, pairs.target_lengths
    used = int(source.sum() + target.sum())
    if buckets is None:
        return 1 - used / sum(len(b) * int(source[b].max() + target[b].max()) for b in batches)
    widths = np.maximum(source, target)
    lengths = buckets.lengths(np.array([widths[b].max() for b in batches]))
    return 1 - used / int((2 * lengths * np.maximum(1, buckets.tokens_per_batch // lengths)).sum())


class PairSource(Protocol):
    """Source of the pairs of each epoch."""

    def epoch(self, number: int) -> EncodedPairs:
        """Return the pairs of one epoch, the same at every call."""
        ...


@dataclass(frozen=True)
class FixedPairs:
    """The same pairs in every epoch."""

    pairs: EncodedPairs

    def epoch(self, number: int) -> EncodedPairs:
        """Return the same pairs, whatever the number."""
        return self.pairs


@dataclass(frozen=True)
class GeneratedPairs:
    """Fresh pairs of a generated task in every epoch."""

    task: Task
    vocabularies: Vocabularies
    pairs_per_epoch: int
    seed: int
    max_tokens: int

    def epoch(self, number: int) -> EncodedPairs:
        """Draw the pairs of this epoch."""
        text = self.task.pairs(self.pairs_per_epoch, self.seed * 1_000_003 + number, split="train")
        return encode_pairs(self.vocabularies, text, self.max_tokens)


@dataclass(frozen=True)
class Epoch:
    """One pass over the pairs, in batches."""

    number: int
    pairs: EncodedPairs
    batches: list[np.ndarray]  # indices of each
    buckets: Buckets | None

    @cached_property
    def padding_share(self) -> float:
        """Share of its positions that are padding."""
        return padding_share(self.pairs, self.batches, self.buckets)


class BatchSampler:
    """Batches of successive epochs; its `Position` can be saved and restored.

    Args:
        source: provides the pairs of each epoch.
        tokens_per_batch: see `make_batches`.
        seed: of the batches and their order.
        buckets: the shapes of all batches, where they must be few.
    """

    def __init__(self, source: PairSource, tokens_per_batch: int, seed: int, buckets: Buckets | None = None) -> None:
        self._source = source
        self._tokens_per_batch = tokens_per_batch
        self._seed = seed
        self._buckets = buckets
        self._epoch, self._position = self._begin_epoch(0), Position(0, 0)

    def seek(self, position: Position) -> None:
        """Move to the batch at `position`.

        Raises:
            CoreError: the batch does not exist: the position was saved for other data.
        """
        if position.epoch >= 0 and position.epoch != self._epoch.number:
            self._epoch = self._begin_epoch(position.epoch)
        if min(position) < 0 or position.batch >= len(self._epoch.batches):
            raise CoreError(
                "data.position",
                "batch {batch} of epoch {epoch} does not exist: the training data has changed",
                epoch=position.epoch,
                batch=position.batch,
            )
        self._position = position

    @property
    def position(self) -> Position:
        """The next batch to be consumed."""
        return self._position

    @property
    def epoch(self) -> Epoch:
        """The epoch of the next batch."""
        return self._epoch

    @property
    def batches_per_epoch(self) -> int:
        """Batches in the current epoch."""
        return len(self._epoch.batches)

    def next(self) -> Batch:
        """Return the next batch and advance the position."""
        number, index = self._position
        batch = self._epoch.pairs.batch(self._epoch.batches[index])
        if index + 1 == len(self._epoch.batches):
            self._epoch, self._position = self._begin_epoch(number + 1), Position(number + 1, 0)
        else:
            self._position = Position(number, index + 1)
        return self._buckets.fill(batch) if self._buckets is not None else batch

    def _begin_epoch(self, number: int) -> Epoch:
        pairs = self._source.epoch(number)
        rng = np.random.default_rng((self._seed, number))
        batches = make_batches(pairs, self._tokens_per_batch, rng, self._buckets)
        return Epoch(number, pairs, batches, self._buckets)


def pad(sequences: Sequence[Sequence[int]], pad_id: int) -> Tensor:
    """Pad token ids on the right, int64 [B, longest]."""
    return _pad_rows([np.asarray(sequence, dtype=np.int64) for sequence in sequences], pad_id)


def _pad_rows(rows: Sequence[np.ndarray], pad_id: int) -> Tensor:
    table = np.full((len(rows), max(map(len, rows))), pad_id, dtype=np.int64)
    for line, row in zip(table, rows, strict=True):
        line[: len(row)] = row
    return torch.from_numpy(table)


def _flatten(rows: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    starts = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64)
    return np.fromiter((i for row in rows for i in row), dtype=np.int32, count=int(starts[-1])), starts
