"""Mixtures of corpora, on invented sentences."""

import pytest

from core.data.corpora.choosing import KEPT_OUT_EXAMPLES, by_source_sentence, share
from core.data.corpora.mixture import Ingredient, join, joined, mixture, titled

SENTENCES = [(f"Sentence {n}!", f"句{n}a") for n in range(1009)]
CAPTIONS = [(f"Caption {n}.", f"图{n}") for n in range(31)]
PLACE, PICTURES, HELD = ("sentences", "all"), ("captions", "train"), ("captions", "test")


def mixed(texts, *ingredients, held_out=(), **options):
    """The pairs of a mixture; `texts` maps places to pairs."""
    places, choose = mixture(ingredients, held_out, language="zh", **options)
    return list(choose(*(lambda place=place: iter(texts[place]) for place in places)))


def test_mixture_leaves_out_held_out_wordings():
    same_target = [("Elsewhere.", "图0")]
    texts = {
        PLACE: SENTENCES,
        PICTURES: [*CAPTIONS, ("sentence 0", "x"), *same_target],
        HELD: [("CAPTION 7?", "y"), ("Other.", "图0")],
    }
    held = ((PLACE, by_source_sentence), (HELD, None))
    trained = list(share(by_source_sentence, "train")(lambda: iter(SENTENCES)))
    kept = [pair for pair in CAPTIONS if pair[0] != "Caption 7."]
    found = mixed(texts, Ingredient(PLACE), Ingredient(PICTURES), held_out=held, compared=(0,))
    expected = [
        *trained,
        *kept,
        *([] if ("Sentence 0!", "句0a") not in trained else [("sentence 0", "x")]),
        *same_target,
    ]
    assert found == expected
    by_both = mixed(texts, Ingredient(PICTURES), held_out=held)
    assert ("Caption 0.", "图0") not in by_both and same_target[0] not in by_both


@pytest.mark.parametrize("example", KEPT_OUT_EXAMPLES)
def test_kept_out_examples_are_in_no_mixture(example):
    assert mixed({PLACE: [(example, "x")]}, Ingredient(PLACE), kept_out=KEPT_OUT_EXAMPLES) == []


def test_share_repeats_whole_copies_and_draws_the_rest():
    texts = {PLACE: SENTENCES}
    assert mixed(texts, Ingredient(PLACE, 2)) == [pair for pair in SENTENCES for _ in range(2)]
    some = mixed(texts, Ingredient(PLACE, 1.25))
    assert set(some) == set(SENTENCES)
    assert 0.2 < len(some) / len(SENTENCES) - 1 < 0.3
    assert mixed(texts, Ingredient(PLACE, 0.25)) == [pair for pair in SENTENCES if some.count(pair) == 2]
    assert mixed(texts, Ingredient(PLACE, first=17)) == SENTENCES[:17]


def test_changed_pairs_are_held_out_like_others():
    texts = {PLACE: [("a", "1")], HELD: [("b", "2")]}
    change = lambda pair: (pair, ("B!", "9"), ("d", "4"))  # noqa: E731
    found = mixed(texts, Ingredient(PLACE, change=change), held_out=((HELD, None),), made=lambda: iter([("e", "2")]))
    assert found == [("a", "1"), ("d", "4")]


def test_short_sentences_are_joined_and_some_lose_their_capital():
    pairs = [(f"We see {n} cats.", f"我们看见{n}只猫。") for n in range(1009)]
    found = list(joined(pairs, "zh"))
    both = [pair for pair in found if pair[0].count("cats") == 2]
    assert 0.05 < len(both) / len(pairs) < 0.12
    assert all(target.count("只猫") == 2 for _, target in both)
    small = [pair for pair in found if pair[0].startswith("we") and pair not in both]
    assert 0.03 < len(small) / len(pairs) < 0.1
    assert all(target.startswith("我们") for _, target in small)
    assert found == list(joined(pairs, "zh"))


def test_terms_and_headlines_have_capitals():
    pairs = [("They taught machine learning to adults, didn't they?", f"对{n}") for n in range(1009)]
    found = {target: source for source, target in titled(pairs)}
    assert 0.12 < len(found) / len(pairs) < 0.21
    assert found == {target: source for source, target in titled(reversed(pairs))}
    assert set(found.values()) == {
        "They Taught Machine Learning to Adults, Didn't They?",
        "They Taught Machine Learning to adults, didn't they?",
        "They taught Machine Learning to adults, didn't they?",
    }
    short = {source for source, _ in titled([("We can't.", str(n)) for n in range(1009)])}
    assert short == {"We Can't."}  # it has no term


@pytest.mark.parametrize(
    ("second", "joint", "expected"),
    [
        (
            ("She sleeps.", "Sie schläft."),
            (", and ", ", und "),
            ("He reads, and she sleeps.", "Er liest, und sie schläft."),
        ),
        (("Tom sleeps.", "Tom schläft."), (", and ", ", und "), ("He reads. Tom sleeps.", "Er liest. Tom schläft.")),
        (("She sleeps.", "Sie schläft."), (" ", " "), ("He reads. She sleeps.", "Er liest. Sie schläft.")),
    ],
)
def test_join_writes_the_second_sentence_small_where_possible(second, joint, expected):
    assert join(("He reads.", "Er liest."), second, joint, "de") == expected
