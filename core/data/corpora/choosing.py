"""Choice of the pairs of each split of a corpus that is published without splits.

A choice takes a function for each part, which begins a pass over its pairs, and yields the chosen pairs in order.
"""

import functools
import hashlib
import random
import re
from collections.abc import Callable, Iterable, Iterator

Pair = tuple[str, str]
Pass = Callable[[], Iterator[Pair]]
Choice = Callable[..., Iterator[Pair]]
Rule = Callable[[Pass], Callable[[Pair], str]]

# Kept out of every training, so that a page can show how a model fares with them.
KEPT_OUT_EXAMPLES = ("Who are you?", "What is your name?", "I love Artificial Intelligence.")
_VALIDATION_PAIRS = 500  # of each kind, in the joint validation set
_VALIDATION_SEED = 1


def whole(part: Pass) -> Iterator[Pair]:
    """Return every pair."""
    return part()


def first_without_second(first: Pass, second: Pass) -> Iterator[Pair]:
    """Return the pairs of the first part that are not in the second, both sides equal."""
    known = set(second())
    return (pair for pair in first() if pair not in known)


@functools.cache  # equal choices are one object, so equal splits of two corpora are known as such
def share(rule: Rule, name: str) -> Choice:
    """Return the choice of one share (train, valid or test) of a part that is published without splits.

    Args:
        rule: how pairs are assigned to shares.
        name: the share to choose.
    """

    def choose(sentences: Pass) -> Iterator[Pair]:
        share_of = rule(sentences)
        return (pair for pair in sentences() if share_of(pair) == name)

    return choose


@functools.cache
def everyday_valid(rule: Rule) -> Choice:
    """Return the choice of up to 500 held-out sentences and 500 captions, drawn with a fixed seed and shuffled."""

    def choose(sentences: Pass, captions_valid: Pass) -> Iterator[Pair]:
        generator = random.Random(_VALIDATION_SEED)
        drawn: list[Pair] = []
        for pairs in (list(share(rule, "valid")(sentences)), list(captions_valid())):
            drawn += generator.sample(pairs, min(_VALIDATION_PAIRS, len(pairs)))
        generator.shuffle(drawn)
        return iter(drawn)

    return choose


def by_source_sentence(sentences: Pass) -> Callable[[Pair], str]:
    """Assign a tenth of the pairs to test and a fortieth to validation, by a hash of the source sentence.

    All translations of a sentence get the same share.
    """

    def share_of(pair: Pair) -> str:
        number = number_of(pair[0])
        if number % 10 == 0:
            return "test"
        return "valid" if number % 40 == 1 else "train"

    return share_of


def by_group(sentences: Pass) -> Callable[[Pair], str]:
    """Assign a fiftieth of the pairs to test and a hundredth to validation, by a hash of their connected group.

    Two pairs with an equal wording on either side are connected. No group is divided, so no sentence of a test pair
    occurs in training, even where a sentence has several translations and these have several sources.
    """
    group_of = source_groups(sentences())

    def share_of(pair: Pair) -> str:
        number = number_of(group_of[wording(pair[0])])
        if number % 50 == 0:
            return "test"
        return "valid" if number % 100 == 1 else "train"

    return share_of


def source_groups(pairs: Iterable[Pair]) -> dict[str, str]:
    """Map the wording of each source to the name of its connected group.

    Two pairs with an equal wording on either side are connected. The name of a group is the alphabetically first of
    its source wordings, so it does not depend on the order of the pairs.
    """
    parent: dict[tuple[int, str], tuple[int, str]] = {}

    def root(node: tuple[int, str]) -> tuple[int, str]:
        while (above := parent.setdefault(node, node)) != node:
            parent[node] = parent[above]  # path halving
            node = above
        return node

    for pair in pairs:
        source, target = root((0, wording(pair[0]))), root((1, wording(pair[1])))
        # (0, source) sorts before (1, target), so a root is always the first source of its group
        parent[max(source, target)] = min(source, target)
    return {node[1]: root(node)[1] for node in list(parent) if node[0] == 0}


def wording(text: str) -> str:
    """Return the words of a sentence alone: lower case, one space for anything else.

    Examples:
        >>> wording('"Who, me?" -- Yes.')
        'who me yes'
    """
    return re.sub(r"\W+", " ", text.lower()).strip()


def number_of(text: str) -> int:
    """Return a number that depends on the text alone: its SHA-256."""
    return int(hashlib.sha256(text.encode()).hexdigest(), 16)
