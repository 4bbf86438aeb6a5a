"""Batches by token budget from length-sorted buckets, and a sampler whose position is two numbers (5.1).

Shapes: B batch, S source, T target.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
import torch
from torch import Tensor

from core.data.corpus import ParallelText
from core.data.tasks import Task
from core.data.tokenizer import BOS_ID, PAD_ID, Tokenizer
from core.errors import CoreError


class Batch(NamedTuple):
    """Padded sentences, ready for teacher forcing."""

    source: Tensor  # int64 [B, S], each ends with the end symbol
    target_read: Tensor  # int64 [B, T], the start symbol first
    target_predicted: Tensor  # int64 [B, T], the end symbol last

    @property
    def tokens(self) -> int:
        """Target tokens that are predicted, padding not counted."""
        return int((self.target_predicted != PAD_ID).sum())

    def to(self, device: torch.device) -> "Batch":
        """The same batch on another device."""
        return Batch(*(tensor.to(device, non_blocking=True) for tensor in self))


class Position(NamedTuple):
    """Where a sampler stands: the next batch to be consumed."""

    epoch: int
    batch: int


@dataclass(frozen=True)
class EncodedPairs:
    """Token ids of parallel sentences, each side one flat array with offsets."""

    source: np.ndarray  # int32 or uint16 [tokens], in memory or mapped from a file
    source_starts: np.ndarray  # int64 [N + 1]
    target: np.ndarray  # int32 or uint16 [tokens]
    target_starts: np.ndarray  # int64 [N + 1]

    def __len__(self) -> int:
        return len(self.source_starts) - 1

    @property
    def source_lengths(self) -> np.ndarray:
        """Tokens of each source sentence with its end, int64 [N]."""
        return np.diff(self.source_starts)

    @property
    def target_lengths(self) -> np.ndarray:
        """Tokens of each target sentence with its end, int64 [N]."""
        return np.diff(self.target_starts)

    def batch(self, chosen: np.ndarray) -> Batch:
        """The sentences with these indices, padded on the right."""
        source = _padded([self.source[self.source_starts[i] : self.source_starts[i + 1]] for i in chosen])
        target = _padded([self.target[self.target_starts[i] : self.target_starts[i + 1]] for i in chosen])
        start = torch.full((len(chosen), 1), BOS_ID)
        read = torch.cat([start, target[:, :-1]], dim=1)
        # The end symbol is never read: where it would be, the row has ended and padding follows.
        return Batch(source, read.masked_fill(target == PAD_ID, PAD_ID), target)


def encode_pairs(tokenizer: Tokenizer, text: ParallelText, max_tokens: int) -> EncodedPairs:
    """Encode parallel text; pairs with a side longer than `max_tokens` (end symbol counted) are left out.

    Raises:
        CoreError: no pair is short enough.
    """
    source = [encoded.ids for encoded in tokenizer.encode_batch(text.source)]
    target = [encoded.ids for encoded in tokenizer.encode_batch(text.target)]
    kept = [(s, t) for s, t in zip(source, target, strict=True) if len(s) <= max_tokens and len(t) <= max_tokens]
    if not kept:
        raise CoreError(
            "data.all_too_long",
            "none of the {pairs} pairs is within max_tokens ({max_tokens})",
            pairs=len(source),
            max_tokens=max_tokens,
        )
    return EncodedPairs(*_flat([s for s, _ in kept]), *_flat([t for _, t in kept]))


def make_batches(
    pairs: EncodedPairs, tokens_per_batch: int, rng: np.random.Generator | None = None
) -> list[np.ndarray]:
    """Indices of each batch: sentences of like length together, so that little is padding.

    Args:
        pairs: the sentences.
        tokens_per_batch: padded target tokens of a batch at most, and padded source tokens likewise; a sentence that
            is longer by itself is a batch of its own.
        rng: shuffles sentences of equal length among one another, and the order of the batches; None keeps both.
    """
    order = rng.permutation(len(pairs)) if rng else np.arange(len(pairs))
    source, target = _narrow(pairs.source_lengths)[order], _narrow(pairs.target_lengths)[order]
    by_source = np.argsort(source, kind="stable")
    by_length = by_source[np.argsort(target[by_source], kind="stable")]
    widths = np.maximum(source, target)[by_length]
    order = order[by_length]
    batches: list[np.ndarray] = []
    start = 0
    while start < len(order):
        end = start + _fitting(widths, start, tokens_per_batch)
        batches.append(order[start:end])
        start = end
    return [batches[i] for i in rng.permutation(len(batches))] if rng else batches


def _narrow(lengths: np.ndarray) -> np.ndarray:
    """Lengths in two bytes where they fit: NumPy sorts those by radix, in time that is linear in their number."""
    return lengths.astype(np.uint16) if len(lengths) and lengths.max() < 1 << 16 else lengths


def _fitting(widths: np.ndarray, start: int, tokens_per_batch: int) -> int:
    """How many sentences from `start` on fit one batch, padded to the widest; at least one."""
    most = max(1, tokens_per_batch // int(widths[start]))  # were none of them wider than the first
    window = np.maximum.accumulate(widths[start : start + most])
    padded = window * np.arange(1, len(window) + 1, dtype=np.int64)  # grows with every sentence
    return max(1, int(np.searchsorted(padded, tokens_per_batch, side="right")))


def padding_share(pairs: EncodedPairs, batches: Sequence[np.ndarray]) -> float:
    """Share of a pass's positions, both sides together, that are padding."""
    source, target = pairs.source_lengths, pairs.target_lengths
    used = int(source.sum() + target.sum())
    padded = sum(len(b) * int(source[b].max() + target[b].max()) for b in batches)
    return 1 - used / padded


class PairSource(Protocol):
    """Where the pairs of each epoch come from."""

    def epoch(self, number: int) -> EncodedPairs:
        """The pairs of one epoch, the same at every call."""
        ...


@dataclass(frozen=True)
class FixedPairs:
    """The same pairs in every epoch."""

    pairs: EncodedPairs

    def epoch(self, number: int) -> EncodedPairs:
        """The same pairs, whatever the number."""
        return self.pairs


@dataclass(frozen=True)
class GeneratedPairs:
    """Fresh pairs of a generated task in every epoch."""

    task: Task
    tokenizer: Tokenizer
    pairs_per_epoch: int
    seed: int
    max_tokens: int

    def epoch(self, number: int) -> EncodedPairs:
        """Pairs drawn for this epoch alone."""
        text = self.task.pairs(self.pairs_per_epoch, self.seed * 1_000_003 + number, split="train")
        return encode_pairs(self.tokenizer, text, self.max_tokens)


class BatchSampler:
    """Batches of epoch after epoch; where it stands is a `Position`, so it can be saved and set."""

    def __init__(self, source: PairSource, tokens_per_batch: int, seed: int) -> None:
        self._source = source
        self._tokens_per_batch = tokens_per_batch
        self._seed = seed
        self._begin(Position(0, 0))

    def seek(self, position: Position) -> None:
        """Stand before the batch at `position`.

        Raises:
            CoreError: the data has no such batch: it is not what the position was taken in.
        """
        if min(position) >= 0:
            self._begin(position)
        if min(position) < 0 or position.batch >= len(self._batches):
            raise CoreError(
                "data.position",
                "epoch {epoch} has no batch {batch}: the training data has changed",
                epoch=position.epoch,
                batch=position.batch,
            )

    @property
    def position(self) -> Position:
        """The next batch to be consumed."""
        return self._position

    @property
    def batches_per_epoch(self) -> int:
        """Batches in the epoch at hand."""
        return len(self._batches)

    @property
    def padding_share(self) -> float:
        """Share of padding in the epoch at hand."""
        return padding_share(self._pairs, self._batches)

    def next(self) -> Batch:
        """The batch at the position, which then moves on."""
        batch = self._pairs.batch(self._batches[self._position.batch])
        epoch, index = self._position.epoch, self._position.batch + 1
        if index == len(self._batches):
            self._begin(Position(epoch + 1, 0))
        else:
            self._position = Position(epoch, index)
        return batch

    def _begin(self, position: Position) -> None:
        self._pairs = self._source.epoch(position.epoch)
        rng = np.random.default_rng((self._seed, position.epoch))
        self._batches = make_batches(self._pairs, self._tokens_per_batch, rng)
        self._position = position


def pad(sequences: Sequence[Sequence[int]]) -> Tensor:
    """Token ids padded on the right, int64 [B, longest]."""
    return _padded([np.asarray(sequence, dtype=np.int64) for sequence in sequences])


def _padded(rows: Sequence[np.ndarray]) -> Tensor:
    table = np.full((len(rows), max(map(len, rows))), PAD_ID, dtype=np.int64)
    for line, row in zip(table, rows, strict=True):
        line[: len(row)] = row
    return torch.from_numpy(table)


def _flat(rows: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    starts = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64)
    return np.fromiter((i for row in rows for i in row), dtype=np.int32, count=int(starts[-1])), starts
