"""Generated tasks: endless translation data without a corpus (a substitute for 5.1).

`copy` and `reverse` are the smallest tasks in which attention becomes visible: as the diagonal and the antidiagonal.
`numbers` is a real translation with reordering: English number words, grouped by thousands, to Chinese,
grouped by ten thousands ("three thousand four hundred and eighty-one" to 三千四百八十一).

Every task divides its space of sources into train, valid and test by a hash (blake2b) of the source, so that
no test source can be drawn for training, whatever the seeds: bucket 0 of 20 is test, bucket 1 is valid,
the other 18 are train. Very short sources (numbers below 1,000, sequences of fewer than four words) always
belong to train: they are few, they provide the vocabulary of all others, and a model cannot infer them.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

import numpy as np

from core.config import TaskName
from core.data.corpus import ParallelText
from core.data.number_words import chinese_number, english_number
from core.errors import CoreError, Names

Split = Literal["train", "valid", "test"]

FIRST_HELD_OUT_NUMBER = 1_000
FIRST_HELD_OUT_LENGTH = 4  # words
_BUCKETS = 20


@dataclass(frozen=True)
class Task(ABC):
    """A generator of sentence pairs.

    Attributes:
        name: the task's name on the command line.
        source_language: language code, or a description of the words.
        target_language: likewise.
    """

    name: str
    source_language: str
    target_language: str

    @abstractmethod
    def draw(self, rng: np.random.Generator) -> tuple[str, str, Split]:
        """Draw one (source, target) pair from the whole space, with the split of its source."""

    def pairs(self, count: int, seed: int, *, split: Split) -> ParallelText:
        """Return `count` pairs of one split, the same for the same (task, split, seed) in every process.

        Pairs may repeat; the splits share no source.

        Args:
            count: pairs, at least 1.
            seed: any integer from 0.
            split: "train", "valid" or "test".
        """
        rng = np.random.default_rng(_stable_hash(f"{self.name}/{split}/{seed}"))
        drawn = [self._draw_from(split, rng) for _ in range(count)]
        return ParallelText([source for source, _ in drawn], [target for _, target in drawn])

    def _draw_from(self, split: Split, rng: np.random.Generator) -> tuple[str, str]:
        while True:  # about 1 draw for train, 20 to 30 for valid and test
            source, target, belongs_to = self.draw(rng)
            if belongs_to == split:
                return source, target

    def _bucket(self, key: str) -> Split:
        bucket = _stable_hash(f"{self.name}:{key}") % _BUCKETS
        return "test" if bucket == 0 else "valid" if bucket == 1 else "train"


@dataclass(frozen=True)
class SequenceTask(Task):
    """Sequences of words from a small alphabet, copied or reversed.

    The length is uniform from 1 to `max_length`, then each word is uniform. Sequences of fewer than four
    words always belong to train.

    Attributes:
        alphabet: different words without spaces.
        max_length: words.
        reverse: the target is the source in reverse order.
    """

    alphabet: tuple[str, ...] = tuple("abcdefghijklmnopqrstuvwxyz")
    max_length: int = 12
    reverse: bool = False

    def draw(self, rng: np.random.Generator) -> tuple[str, str, Split]:
        length = int(rng.integers(1, self.max_length + 1))
        words = [self.alphabet[index] for index in rng.integers(len(self.alphabet), size=length)]
        source = " ".join(words)
        target = " ".join(reversed(words)) if self.reverse else source
        return source, target, "train" if length < FIRST_HELD_OUT_LENGTH else self._bucket(source)


@dataclass(frozen=True)
class NumbersTask(Task):
    """Integers 0 to 999,999,999 in English words and in Chinese.

    The number of digits is drawn first, uniform from 1 to 9, so that short numbers are as frequent as long ones. Half
    of the numbers then have uniform digits; a quarter end in zeros (a uniform number of them), and in a quarter each
    digit after the first is made zero with probability 1/2: otherwise the rules of 零 would rarely apply. Numbers
    below 1,000 always belong to train.
    """

    def draw(self, rng: np.random.Generator) -> tuple[str, str, Split]:
        number = _random_number(rng)
        split = "train" if number < FIRST_HELD_OUT_NUMBER else self._bucket(str(number))
        return english_number(number), chinese_number(number), split


TASKS: dict[TaskName, Task] = {
    "copy": SequenceTask("copy", "letters", "letters"),
    "reverse": SequenceTask("reverse", "letters", "letters", reverse=True),
    "numbers": NumbersTask("numbers", "en", "zh"),
}


def task(name: str) -> Task:
    """Return the task with that name.

    Raises:
        CoreError: an unknown name; the message lists the allowed ones.
    """
    if name not in TASKS:
        raise CoreError("task.unknown", "unknown task {name!r}; allowed: {allowed}", name=name, allowed=Names(TASKS))
    return TASKS[name]


def _random_number(rng: np.random.Generator) -> int:
    """Draw a number; see `NumbersTask` for the distribution."""
    length = int(rng.integers(1, 10))
    digits = rng.integers(10, size=length)
    if length == 1:
        return int(digits[0])
    digits[0] = rng.integers(1, 10)
    form = rng.random()
    if form < 0.25:
        digits[length - int(rng.integers(1, length)) :] = 0
    elif form < 0.5:
        digits[1:] *= rng.integers(2, size=length - 1)
    return int("".join(map(str, digits)))


def _stable_hash(text: str) -> int:
    """Return the same 64-bit number in every process (Python's own hash of a text is salted)."""
    return int.from_bytes(blake2b(text.encode("utf-8"), digest_size=8).digest(), "big")
