"""Which pairs are trained on and which are held out, on invented sentences."""

import hashlib
import random

import pytest

from core.data.corpora.choosing import (
    KEPT_OUT_EXAMPLES,
    everyday_train,
    everyday_valid,
    first_without_second,
    tatoeba_test,
    tatoeba_train,
    tatoeba_valid,
    wording,
)

SENTENCES = [(f"Sentence {n}!", f"句{n}a") for n in range(1009)] + [(f"Sentence {n}!", f"句{n}b") for n in range(97)]
CAPTIONS = [(f"Caption {n}.", f"图{n}") for n in range(31)]


def passes(*parts):
    return [lambda part=part: iter(part) for part in parts]


def test_sentences_are_split_by_the_hash_of_their_english_side():
    splits = {"test": list(tatoeba_test(*passes(SENTENCES)))}
    splits["valid"], splits["train"] = list(tatoeba_valid(*passes(SENTENCES))), list(tatoeba_train(*passes(SENTENCES)))
    for pair in SENTENCES:
        number = int.from_bytes(hashlib.sha256(pair[0].encode("utf-8")).digest(), "big")
        expected = "test" if str(number)[-1] == "0" else "valid" if number % 40 == 1 else "train"
        assert [name for name, pairs in splits.items() if pair in pairs] == [expected]
    assert 0.07 < len(splits["test"]) / len(SENTENCES) < 0.13
    assert 0.01 < len(splits["valid"]) / len(SENTENCES) < 0.04
    sides = [{english for english, _ in pairs} for pairs in splits.values()]
    assert not (sides[0] & sides[1] or sides[0] & sides[2] or sides[1] & sides[2])


def test_pairs_that_are_tested_on_are_not_trained_on_but_another_translation_is():
    first = [("a", "1"), ("b", "2"), ("a", "1"), ("a", "3")]
    assert list(first_without_second(*passes(first, [("a", "1")]))) == [("b", "2"), ("a", "3")]


def test_a_wording_is_the_words_alone():
    assert wording("  “Don't -- STOP!”  ") == wording("don t stop") == "don t stop"


def test_the_joint_training_text_is_sentences_then_captions_less_every_held_out_wording():
    test_sentence = next(tatoeba_test(*passes(SENTENCES)))[0]
    captions = [
        *CAPTIONS,
        (test_sentence.upper().rstrip("!") + "?", "x"),  # a test sentence but for case and marks
        ("caption VALID", "y"),
        ("Caption, test", "z"),
        *((example.lower(), "例") for example in KEPT_OUT_EXAMPLES),
    ]
    held = [[("Caption valid.", "v")], [("Caption test.", "t")]]
    pairs = list(everyday_train(*passes(SENTENCES, captions, *held)))
    assert pairs == [*tatoeba_train(*passes(SENTENCES)), *CAPTIONS]


def test_the_joint_validation_text_is_drawn_from_both_and_always_the_same():
    many = [(f"Caption {n}.", f"图{n}") for n in range(701)]
    pairs = list(everyday_valid(*passes(SENTENCES, many)))
    assert pairs == list(everyday_valid(*passes(SENTENCES, many)))
    sentences = list(tatoeba_valid(*passes(SENTENCES)))
    assert len(pairs) == len(set(pairs)) == len(sentences) + 500
    assert set(sentences) <= set(pairs) <= {*sentences, *many}
    generator = random.Random(1)
    expected = generator.sample(sentences, len(sentences)) + generator.sample(many, 500)
    generator.shuffle(expected)
    assert pairs == expected


@pytest.mark.parametrize("example", KEPT_OUT_EXAMPLES)
def test_the_kept_out_examples_are_kept_out_of_the_sentences_too(example):
    assert list(everyday_train(*passes([(example, "x")], [], [], []))) == []
