"""Text for the benchmarks: the given files, else seeded generated sentences of the same lengths.

The generated text follows Multi30k's English to German, measured with a joint vocabulary of 8,000: sentences of 15.3
and 15.8 tokens on average with their end, log-normal (sigma 0.29), lengths of the two sides correlated by 0.8.
"""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.data.corpus import ParallelText
from core.data.stream import stream_parallel_files
from core.data.tokenizer import EOS_ID, Tokenizer

VOCABULARY = 8000
_WORDS = 6000  # a language; frequent ones become one token each, rare ones a few
_MEAN_LOG_WORDS, _LOG_SIGMA, _CORRELATION = math.log(10.8), 0.29, 0.8
_ONSETS = (*"bdfghklmnprstvwz", "br", "dr", "fl", "gr", "kl", "pr", "sch", "sp", "st", "tr")
_VOWELS = (*"aeiou", "ai", "au", "ei", "ie", "oo")
_CODAS = ("", "", "", "n", "r", "s", "t", "nd", "ng", "st")


def training_text(source: Path | None, target: Path | None, pairs: int) -> ParallelText:
    """Sentence pairs to train on.

    Args:
        source: source sentences, one per line; generated if None.
        target: target sentences.
        pairs: how many, at most.

    Raises:
        CoreError: files that cannot be read as parallel text.
    """
    if source is not None and target is not None:
        return stream_parallel_files(source, target).read(pairs)
    return made_up_text(pairs)


def made_up_text(pairs: int, seed: int = 1) -> ParallelText:
    """Seeded sentences of generated words, frequent and rare as in a natural language (Zipf)."""
    rng = np.random.default_rng(seed)
    lengths = np.exp(
        rng.multivariate_normal(
            [_MEAN_LOG_WORDS] * 2, _LOG_SIGMA**2 * np.array([[1, _CORRELATION], [_CORRELATION, 1]]), size=pairs
        )
    )
    words = np.clip(lengths.round().astype(int), 3, 60)  # [pairs, 2]
    words_rng = np.random.default_rng(0)  # the languages do not depend on the sentences
    languages = [_words(words_rng), _words(words_rng)]
    frequency = 1 / np.arange(3, _WORDS + 3)
    frequency /= frequency.sum()
    sides = []
    for side, vocabulary in enumerate(languages):
        drawn = rng.choice(_WORDS, size=int(words[:, side].sum()), p=frequency)
        ends = np.cumsum(words[:, side])
        starts = ends - words[:, side]
        sides.append([" ".join(vocabulary[drawn[a:b]]) + "." for a, b in zip(starts, ends, strict=True)])
    return ParallelText(*sides)


def of_length(sources: Sequence[Sequence[int]], tokens: int, count: int) -> list[list[int]]:
    """Sources of exactly `tokens` tokens with their end: sentences strung together and cut."""
    stream = [index for source in sources for index in source if index != EOS_ID]
    wanted = (tokens - 1) * count
    stream = (stream * (wanted // len(stream) + 1))[:wanted]
    return [[*stream[i : i + tokens - 1], EOS_ID] for i in range(0, wanted, tokens - 1)]


def sentences_of_length(tokenizer: Tokenizer, tokens: int, count: int) -> list[str]:
    """Generated sentences of exactly `tokens` tokens with the end symbol: words are added until they are so many."""
    found: list[str] = []
    words = iter(" ".join(made_up_text(20 * count, seed=3).source).replace(".", "").split())
    while len(found) < count:
        sentence = next(words)
        while (length := len(tokenizer.encode(sentence).ids)) < tokens:
            sentence += " " + next(words)
        if length == tokens:
            found.append(sentence)
    return found


def joint_tokenizer(text: ParallelText) -> Tokenizer:
    """The joint vocabulary of both sides, of the tiny preset's size."""
    return Tokenizer.train((line for side in (text.source, text.target) for line in side), VOCABULARY)


def _words(rng: np.random.Generator) -> np.ndarray:
    """Distinct generated words, the frequent ones short."""
    found: dict[str, None] = {}
    while len(found) < _WORDS:
        syllables = 1 + int(rng.integers(0, 2 + len(found) * 3 // _WORDS))
        parts = (rng.choice(_ONSETS) + rng.choice(_VOWELS) + rng.choice(_CODAS) for _ in range(syllables))
        found["".join(parts)] = None
    return np.array(list(found))
