"""Which pairs belong to which split, where the published files do not say so.

A choice takes a function for each part, which begins a pass over its pairs, and yields the chosen pairs in order.
"""

import hashlib
import random
import re
from collections.abc import Callable, Iterator

Pair = tuple[str, str]
Pass = Callable[[], Iterator[Pair]]
Choice = Callable[..., Iterator[Pair]]

# Kept out of every training, so that a page can show how a model fares with them.
KEPT_OUT_EXAMPLES = ("Who are you?", "What is your name?", "I love Artificial Intelligence.")
_VALIDATION_PAIRS = 500  # of each kind, in the joint validation set
_VALIDATION_SEED = 1


def whole(part: Pass) -> Iterator[Pair]:
    """Every pair."""
    return part()


def first_without_second(first: Pass, second: Pass) -> Iterator[Pair]:
    """The pairs of the first part that do not stand in the second, both sides alike."""
    known = set(second())
    return (pair for pair in first() if pair not in known)


def tatoeba_train(sentences: Pass) -> Iterator[Pair]:
    """What is neither test nor validation."""
    return (pair for pair in sentences() if _bucket(pair) == "train")


def tatoeba_valid(sentences: Pass) -> Iterator[Pair]:
    """One fortieth."""
    return (pair for pair in sentences() if _bucket(pair) == "valid")


def tatoeba_test(sentences: Pass) -> Iterator[Pair]:
    """A tenth."""
    return (pair for pair in sentences() if _bucket(pair) == "test")


def everyday_train(sentences: Pass, captions: Pass, captions_valid: Pass, captions_test: Pass) -> Iterator[Pair]:
    """Sentences, then captions, less every pair whose English is that of a held-out pair but for case and marks."""
    held_out = {wording(example) for example in KEPT_OUT_EXAMPLES}
    for part in (captions_valid, captions_test):
        held_out |= {wording(english) for english, _ in part()}
    held_out |= {wording(pair[0]) for pair in sentences() if _bucket(pair) != "train"}
    for pairs in (tatoeba_train(sentences), captions()):
        yield from (pair for pair in pairs if wording(pair[0]) not in held_out)


def everyday_valid(sentences: Pass, captions_valid: Pass) -> Iterator[Pair]:
    """As many sentences as captions, drawn once for all and mixed."""
    generator = random.Random(_VALIDATION_SEED)
    drawn: list[Pair] = []
    for pairs in (list(tatoeba_valid(sentences)), list(captions_valid())):
        drawn += generator.sample(pairs, min(_VALIDATION_PAIRS, len(pairs)))
    generator.shuffle(drawn)
    return iter(drawn)


def wording(text: str) -> str:
    """A sentence's words alone: lower case, anything else one blank.

    Examples:
        >>> wording('"Who, me?" -- Yes.')
        'who me yes'
    """
    return re.sub(r"\W+", " ", text.lower()).strip()


def _bucket(pair: Pair) -> str:
    """The split of a pair, by its source sentence, so that all translations of a sentence stay together."""
    number = int(hashlib.sha256(pair[0].encode()).hexdigest(), 16)
    if number % 10 == 0:
        return "test"
    return "valid" if number % 40 == 1 else "train"
