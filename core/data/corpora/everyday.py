"""The mixtures that the shipped models are trained on, and their smaller versions of two corpora each."""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from core.data.corpora import choosing
from core.data.corpora.choosing import Pair, Rule
from core.data.corpora.known import KnownCorpus, Split
from core.data.corpora.mixture import Ingredient, Place, mixture, titled
from core.data.corpora.phrasebook import phrase_pairs, phrase_tests, sentence_pairs, sentence_tests
from core.data.corpora.varying import varied, varied_chinese


class _HeldOut(NamedTuple):
    """Text that the mixtures of one language are measured on, and that they do not train on."""

    language: str  # of the target
    sentences: Place  # everyday sentences, published without splits
    rule: Rule  # assigns these to shares
    captions: str  # a corpus with splits
    compared: tuple[int, ...] = (0, 1)  # see `mixture`
    kept_out: tuple[str, ...] = ()


_TATOEBA_DE, _TATOEBA_ZH = ("tatoeba-en-de", "all"), ("tatoeba-en-zh", "all")
_HELD_OUT_DE = _HeldOut("de", _TATOEBA_DE, choosing.by_group, "multi30k-en-de")
_HELD_OUT_ZH = _HeldOut("zh", _TATOEBA_ZH, choosing.by_source_sentence, "3am-en-zh", (0,), choosing.KEPT_OUT_EXAMPLES)


def _splits(ingredients: tuple[Ingredient, ...], held_out: _HeldOut, *, phrases: int = 0) -> dict[str, Split]:
    """Return the splits of a mixture.

    Those that are held out are everyday sentences and captions, together for validation, and what this project wrote.

    Args:
        ingredients: what it trains on.
        held_out: and what not.
        phrases: pairs made by rule to train on as well.
    """
    language, sentences, rule, captions, compared, kept_out = held_out
    name = captions.partition("-")[0]
    train = mixture(
        ingredients,
        ((sentences, rule), ((captions, "valid"), None), ((captions, "test"), None)),
        language=language,
        compared=compared,
        kept_out=kept_out,
        made=lambda: _made(language, phrases),
    )
    found = {
        "train": Split(*train),
        "valid": Split((sentences, (captions, "valid")), choosing.everyday_valid(rule)),
        "tatoeba_test": Split((sentences,), choosing.share(rule, "test")),
        "tatoeba_valid": Split((sentences,), choosing.share(rule, "valid")),
        f"{name}_test": Split(((captions, "test"),)),
        f"{name}_valid": Split(((captions, "valid"),)),
    }
    written = {
        "phrases_test": Split((), lambda: iter(phrase_tests(language))),
        "sentences_test": Split((), lambda: sentence_tests(language)),
    }
    return found | (written if phrases else {})


def _made(language: str, phrases: int) -> Iterator[Pair]:
    """Yield the pairs that this project wrote: `phrases` made by rule, and whole sentences; none if it is 0."""
    if not phrases:
        return iter(())
    sentences = sentence_pairs(language, _COPIES), titled(sentence_pairs(language))
    return chain(phrase_pairs(language, phrases), *sentences)


def _train(name: str, share: float = 1.0, *, part: str = "train", first: int | None = None) -> Ingredient:
    is_prose = part == "train" and not name.startswith(("dictionary", "names"))
    return Ingredient((name, part), share, first, is_prose=is_prose)


_GERMAN = (
    Ingredient(_TATOEBA_DE, change=varied, is_prose=True),
    Ingredient(("multi30k-en-de", "train"), 2),
    _train("phrases-en-de"),
    _train("phrases-en-de", 0.5, part="short"),
    _train("cataclysm-en-de", 0.5),
    _train("wesnoth-en-de", 0.3),
    _train("games-en-de", 0.5),
    _train("woz-en-de", 0.5),
    _train("stamps-en-de"),
    _train("xquad-en-de"),
    _train("pud-en-de"),
    _train("gnome-help-en-de", 0.5),
    _train("debian-handbook-en-de", 0.5),
    _train("libreoffice-help-en-de", 0.15),
    _train("dictionary-en-de", first=25_000),
    _train("dictionary-en-de", part="article", first=15_000),
    _train("dictionary-en-de", part="terms", first=15_000),
    _train("names-en-de", 1.5),
)
_CHINESE = (
    Ingredient(_TATOEBA_ZH, is_prose=True),
    Ingredient(_TATOEBA_ZH, change=varied_chinese),
    Ingredient(("3am-en-zh", "train")),
    _train("xpersona-en-zh"),
    _train("cataclysm-en-zh", 0.5),
    _train("wesnoth-en-zh", 0.4),
    _train("games-en-zh"),
    _train("stamps-en-zh"),
    _train("xquad-en-zh"),
    _train("pud-en-zh"),
    _train("debian-handbook-en-zh"),
    _train("libreoffice-help-en-zh", 0.3),
    _train("dictionary-en-zh", first=15_000),
    _train("dictionary-en-zh", part="terms", first=10_000),
    _train("names-en-zh"),
)
_PHRASES = 20_000  # pairs made by rule
_COPIES = 3  # of each sentence that was written for this project

EVERYDAY = (
    KnownCorpus(
        name="everyday-en-de",
        title="everyday sentences, captions, phrases, dialogues, words and names: 15 corpora",
        languages=("en", "de"),
        licence="CC-BY 2.0, CC BY-SA, GPL, LGPL, MPL-2.0, Apache-2.0, see each corpus; Multi30k: not stated",
        citation="as each of its corpora",
        home="made of 15 corpora, of which 13 are read from local folders",
        megabytes=20,
        parts={},
        splits=_splits(_GERMAN, _HELD_OUT_DE, phrases=_PHRASES),
        note="No side of a held-out pair occurs in training. Half of the sentences with Tom, Mary or Boston have other "
        "names; some short ones are joined; 20,000 pairs with numbers, times and names are made by rule, and 118,216 "
        "sentences were written for this project.",
    ),
    KnownCorpus(
        name="everyday-en-zh",
        title="everyday sentences, captions, dialogues, words and names: 13 corpora",
        languages=("en", "zh"),
        licence="CC-BY 2.0 FR, CC BY-SA, GPL, LGPL, MPL-2.0, MIT, see each corpus",
        citation="as each of its corpora",
        home="made of 13 corpora, of which 11 are read from local folders",
        megabytes=20,
        parts={},
        splits=_splits(_CHINESE, _HELD_OUT_ZH, phrases=_PHRASES),
        simplify=True,
        note="No training pair has the English side of a held-out pair, nor of three kept-out examples. Names vary; "
        "20,000 pairs with numbers, times and names are made by rule, and 118,216 sentences were written for this "
        "project.",
    ),
    KnownCorpus(
        name="tatoeba-multi30k-en-de",
        title="everyday sentences and image captions: Tatoeba with Multi30k",
        languages=("en", "de"),
        licence="CC-BY 2.0 (Tatoeba), not stated by the authors (Multi30k)",
        citation="as tatoeba-en-de and multi30k-en-de",
        home="made of tatoeba-en-de and multi30k-en-de",
        megabytes=5.3,
        parts={},
        splits=_splits(
            (Ingredient(_TATOEBA_DE, change=varied), Ingredient(("multi30k-en-de", "train"), 2)), _HELD_OUT_DE
        ),
        note="No side of a held-out pair occurs in training. Captions occur twice, to balance them against the more "
        "numerous sentences; half of the sentences with Tom, Mary or Boston have other names.",
    ),
    KnownCorpus(
        name="tatoeba-3am-en-zh",
        title="everyday sentences and image captions: Tatoeba with 3AM",
        languages=("en", "zh"),
        licence="CC-BY 2.0 FR (Tatoeba), MIT (3AM)",
        citation="as tatoeba-en-zh and 3am-en-zh",
        home="made of tatoeba-en-zh and 3am-en-zh",
        megabytes=7.5,
        parts={},
        splits=_splits((Ingredient(_TATOEBA_ZH), Ingredient(("3am-en-zh", "train"))), _HELD_OUT_ZH),
        simplify=True,
        note="No training pair has the English side of a held-out pair, nor of three kept-out examples.",
    ),
)
