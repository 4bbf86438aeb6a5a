"""Mixtures: training pairs drawn from many corpora, each with its share, and changed where that makes them more useful.

A mixture is read in order and never held in memory; what is drawn of a corpus depends on its pairs alone.
"""

import random
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from core.data.corpora.choosing import Choice, Pair, Pass, Rule, number_of, wording

Place = tuple[str, str]  # corpus, part
Change = Callable[[Pair], Iterable[Pair]]

_JOINED_WORDS = 6  # longest source of a pair that is joined with another
_JOINED_SHARE = 1 / 12  # of these
_WINDOW = 500  # last short pairs, of which one is joined
_CASUAL_SHARE = 0.06  # of sentences, that are written without a capital at the start
_JOINTS: dict[str, tuple[tuple[str, str], ...]] = {  # between two sentences, source and target
    "de": ((" ", " "), (", and ", ", und "), (", but ", ", aber ")),
    "zh": ((" ", ""), (", and ", "，"), (", but ", "，但是")),
}
_STARTS_EN = "He She We You They It The This That There My His Her Our A"
_STARTS_DE = "Er Sie Wir Du Ihr Es Der Die Das Ich Dies Mein Meine Sein Seine Unser Unsere Ein Eine"
_STARTS = {  # first words that are written small inside a sentence; Chinese has no capitals
    language: tuple(f"{word} " for word in words.split())
    for language, words in (("en", _STARTS_EN), ("de", _STARTS_DE))
}
_QUESTIONS = "Where What When Who Why How Can Could Do Did Does Is Are Please Let's"
_CASUAL = (*_STARTS["en"], *(f"{word} " for word in _QUESTIONS.split()))  # these may begin without a capital
_TITLED_SHARE = 1 / 6  # of sentences, that are written once more with words in capitals
_HEADLINE_SHARE = 0.3  # of these, that are so as a whole; the others have a term of two or three words in capitals
_TERM_WORD = r"[a-z]{4,}"
_TERM = re.compile(rf"(?<=[a-z] )(?=((?:{_TERM_WORD} ){{1,2}}{_TERM_WORD}\b(?!')))")  # after the first word
_SMALL = frozenset(
    ("a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with")
)
_STOPS = {"en": ".", "de": ".", "zh": "。"}


@dataclass(frozen=True)
class Ingredient:
    """Pairs of one part of a corpus in a mixture.

    Attributes:
        place: the corpus and its part.
        share: of the pairs, chosen by a hash; above 1 they are repeated.
        first: only this many pairs from the beginning, before `share` applies; for lists that begin with the
            commonest words.
        change: the pairs to train on in place of one.
        is_prose: consists of sentences, of which some are joined and some begin without a capital.
    """

    place: Place
    share: float = 1.0
    first: int | None = None
    change: Change = lambda pair: (pair,)
    is_prose: bool = False

    def pairs(self, begin: Pass) -> Iterator[Pair]:
        """Yield the drawn pairs, changed."""
        whole, rest = divmod(self.share, 1)
        for pair in islice(begin(), self.first):
            drawn = int(whole) + (rest > 0 and number_of("\t".join(pair)) % 1000 < 1000 * rest)
            for _ in range(drawn):
                yield from self.change(pair)


def mixture(
    ingredients: tuple[Ingredient, ...],
    held_out: tuple[tuple[Place, Rule | None], ...],
    *,
    language: str,
    compared: tuple[int, ...] = (0, 1),
    kept_out: tuple[str, ...] = (),
    made: Callable[[], Iterator[Pair]] = lambda: iter(()),
) -> tuple[tuple[Place, ...], Choice]:
    """Return the parts of a mixture and the choice of its training pairs, for a `Split`.

    A pair is left out if a side has the wording of a held-out side.

    Args:
        ingredients: what is drawn.
        held_out: parts that are not trained on: whole ones, or those with a rule, which assigns pairs to shares.
        language: of the target.
        compared: which sides are compared with held-out ones: 0 the source, 1 the target.
        kept_out: further source sentences to hold out.
        made: further pairs, made by rule.
    """
    places = tuple(dict.fromkeys([*(item.place for item in ingredients), *(place for place, _ in held_out)]))

    def choose(*parts: Pass) -> Iterator[Pair]:
        part_of = dict(zip(places, parts, strict=True))
        wordings = {(0, wording(example)) for example in kept_out}
        for place, rule in held_out:
            share_of = rule(part_of[place]) if rule is not None else lambda pair: "test"
            kept = (pair for pair in part_of[place]() if share_of(pair) != "train")
            wordings.update((side, wording(pair[side])) for pair in kept for side in compared)

        def allowed(pair: Pair) -> bool:
            return not any((side, wording(pair[side])) in wordings for side in compared)

        for item in ingredients:
            drawn = filter(allowed, item.pairs(part_of[item.place]))
            yield from joined(drawn, language) if item.is_prose else drawn
        yield from filter(allowed, made())

    return places, choose


def joined(pairs: Iterable[Pair], language: str) -> Iterator[Pair]:
    """Yield sentences as they are, some without a capital at the start, and one in twelve short ones with another.

    Two short sentences become one text: next to each other, or with "and" or "but" where the first words of the second
    are written small inside a sentence. What is drawn depends on the pairs alone.

    Args:
        pairs: English sentences and their translations.
        language: of the translations.
    """
    short: deque[Pair] = deque(maxlen=_WINDOW)
    for pair in pairs:
        rng = random.Random(number_of("\t".join(pair)))
        casual = rng.random() < _CASUAL_SHARE and pair[0].startswith(_CASUAL)
        yield (pair[0][:1].lower() + pair[0][1:], pair[1]) if casual else pair
        if len(pair[0].split()) > _JOINED_WORDS:
            continue
        if short and rng.random() < _JOINED_SHARE:
            yield join(rng.choice(short), pair, rng.choice(_JOINTS[language]), language)
        short.append(pair)


def titled(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Yield one sentence in six with words in capitals on the source side, as terms and headlines have them.

    In most of them two or three words that follow each other begin with a capital ("She teaches Machine Learning
    here."), in the others all but the small ones. What is drawn depends on the pair alone.

    Args:
        pairs: English sentences and their translations, which stay as they are.
    """
    for pair in pairs:
        rng = random.Random(number_of("\t".join(pair)))
        if rng.random() >= _TITLED_SHARE:
            continue
        source, terms = pair[0], [match.span(1) for match in _TERM.finditer(pair[0])]
        if rng.random() < _HEADLINE_SHARE:
            yield " ".join(_large(word) for word in source.split(" ")), pair[1]
        elif terms:
            start, end = rng.choice(terms)
            yield source[:start] + source[start:end].title() + source[end:], pair[1]


def _large(word: str) -> str:
    return word if word in _SMALL else word[:1].upper() + word[1:]


def join(first: Pair, second: Pair, joint: Pair, language: str) -> Pair:
    """Return two pairs as one, with `joint` between them; next to each other where the joint is not possible."""
    codes = ("en", language)
    possible = all(
        one.endswith(_STOPS[code]) and (code not in _STARTS or other.startswith(_STARTS[code]))
        for code, one, other in zip(codes, first, second, strict=True)
    )
    if not possible or joint[0] == " ":
        gap = _JOINTS[language][0]
        return first[0] + gap[0] + second[0], first[1] + gap[1] + second[1]
    source, target = (
        one.removesuffix(_STOPS[code]) + between + other[:1].lower() + other[1:]
        for code, one, between, other in zip(codes, first, joint, second, strict=True)
    )
    return source, target
