"""Choice of training and held-out pairs, on invented sentences."""

import hashlib
import random

from core.data.corpora.choosing import (
    by_group,
    by_source_sentence,
    everyday_valid,
    first_without_second,
    share,
    source_groups,
    wording,
)

SENTENCES = [(f"Sentence {n}!", f"句{n}a") for n in range(1009)] + [(f"Sentence {n}!", f"句{n}b") for n in range(97)]
CAPTIONS = [(f"Caption {n}.", f"图{n}") for n in range(31)]


def passes(*parts):
    return [lambda part=part: iter(part) for part in parts]


def shared(rule, sentences):
    """The pairs of each share."""
    return {name: list(share(rule, name)(*passes(sentences))) for name in ("train", "valid", "test")}


def test_sentences_are_split_by_the_hash_of_their_english_side():
    splits = shared(by_source_sentence, SENTENCES)
    for pair in SENTENCES:
        number = int.from_bytes(hashlib.sha256(pair[0].encode("utf-8")).digest(), "big")
        expected = "test" if str(number)[-1] == "0" else "valid" if number % 40 == 1 else "train"
        assert [name for name, pairs in splits.items() if pair in pairs] == [expected]
    assert 0.07 < len(splits["test"]) / len(SENTENCES) < 0.13
    assert 0.01 < len(splits["valid"]) / len(SENTENCES) < 0.04
    sides = [{english for english, _ in pairs} for pairs in splits.values()]
    assert not (sides[0] & sides[1] or sides[0] & sides[2] or sides[1] & sides[2])


def test_held_out_pairs_are_not_trained_on():
    first = [("a", "1"), ("b", "2"), ("a", "1"), ("a", "3")]
    assert list(first_without_second(*passes(first, [("a", "1")]))) == [("b", "2"), ("a", "3")]


def test_wording_keeps_only_the_words():
    assert wording("  “Don't -- STOP!”  ") == wording("don t stop") == "don t stop"


def test_source_groups_join_pairs_that_share_a_side():
    pairs = [
        ("Go!", "Geh!"),
        ("Leave.", "geh"),
        ("leave!", "Verschwinde!"),
        ("Stay.", "Bleib!"),
        ("Sit.", "Setz dich!"),
    ]
    groups = source_groups(iter(pairs))
    assert groups == {"go": "go", "leave": "go", "stay": "stay", "sit": "sit"}
    assert source_groups(reversed(pairs)) == groups  # the name is the first by alphabet, in whatever order they come


def test_source_groups_follow_chains():
    chain = [(f"a{n // 2}", f"b{(n + 1) // 2}") for n in range(211)]
    random.Random(3).shuffle(chain)
    assert set(source_groups(iter(chain)).values()) == {"a0"}


def test_by_group_shares_no_side_between_splits():
    generator = random.Random(5)
    pairs = [(f"Satz {generator.randrange(1500)}", f"sentence {generator.randrange(9000)}") for _ in range(2003)]
    splits = shared(by_group, pairs)
    assert sum(map(len, splits.values())) == len(pairs)
    assert 0.005 < len(splits["test"]) / len(pairs) < 0.05 and splits["valid"]
    for side in (0, 1):
        sides = [{pair[side] for pair in split} for split in splits.values()]
        assert not (sides[0] & sides[1] or sides[0] & sides[2] or sides[1] & sides[2])
    groups = source_groups(iter(pairs))
    for source, _ in splits["test"]:
        digest = hashlib.sha256(groups[wording(source)].encode("utf-8")).hexdigest()
        assert int(digest, 16) % 50 == 0


def test_joint_validation_text_is_mixed_and_deterministic():
    many = [(f"Caption {n}.", f"图{n}") for n in range(701)]
    choose = everyday_valid(by_source_sentence)
    pairs = list(choose(*passes(SENTENCES, many)))
    assert pairs == list(choose(*passes(SENTENCES, many)))
    sentences = shared(by_source_sentence, SENTENCES)["valid"]
    assert len(pairs) == len(set(pairs)) == len(sentences) + 500
    assert set(sentences) <= set(pairs) <= {*sentences, *many}
    generator = random.Random(1)
    expected = generator.sample(sentences, len(sentences)) + generator.sample(many, 500)
    generator.shuffle(expected)
    assert pairs == expected
