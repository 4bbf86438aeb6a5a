"""Buckets and flags of hand-made sentences."""

from collections import Counter

import pytest

from core.evaluation.buckets import BUCKETS, buckets
from core.evaluation.flags import FLAGS, flags_of
from core.evaluation.table import Row

SOURCES = [
    "Where is the station?",
    "It costs 25 euros.",
    "The station is a large building near the old river bridge.",
    "他问：“你去哪里？”",
    "Who?",
]


def rows(own: tuple[str, ...] = ()) -> list[Row]:
    return [Row(k + 1, line, ("",), own[k] if own else "", ()) for k, line in enumerate(SOURCES)]


def found(by: str, own: tuple[str, ...] = ()) -> dict[str, list[int]]:
    return {bucket.label: [*bucket.rows] for bucket in buckets(rows(own), by)}


def test_sentences_are_divided_by_their_source():
    assert found("length") == {"0–5": [0, 1, 4], "6–10": [3], "11–15": [2]}
    assert found("question") == {"yes": [0, 3, 4], "no": [1, 2]}
    assert found("number") == {"yes": [1], "no": [0, 2, 3, 4]}
    assert found("own", own=("a", "b", "a", "c", "a")) == {"a": [0, 2, 4], "b": [1], "c": [3]}


def test_numbers_are_those_that_the_flag_counts():
    sources = ("It costs 25 euros.", "Twenty of them.", "我有三十本书。", "One moment.", "He is a tenant.")
    made = [Row(k + 1, line, ("",), "", ()) for k, line in enumerate(sources)]
    assert buckets(made, "number")[0].rows == (0, 1, 2)


def test_words_are_counted_in_the_sources_of_the_set():
    assert found("rarest") == {"1": [0, 1, 2, 3, 4]}
    assert found("unseen") == {"1": [0, 4], "> 2": [1, 2, 3]}
    twice = [Row(k, line, ("",), "", ()) for k, line in enumerate([*SOURCES, SOURCES[4]])]
    assert [(bucket.label, bucket.rows[-1]) for bucket in buckets(twice, "rarest")] == [("1", 3), ("2", 5)]


def test_every_sentence_is_in_one_bucket_and_many_values_share_the_last():
    for by in BUCKETS:
        placed = [index for bucket in buckets(rows(), by) for index in bucket.rows]
        assert sorted(placed) == [*range(len(SOURCES))], by
    many = [Row(k, "a", ("a",), str(min(k, 20)), ()) for k in range(40)]
    sizes = Counter({bucket.label: len(bucket.rows) for bucket in buckets(many, "own")})
    assert sizes["20"] == 20 and sizes["other"] == 10 and len(sizes) == 12
    with pytest.raises(ValueError, match="there are length, rarest"):
        buckets(rows(), "nothing")


@pytest.mark.parametrize(
    ("source", "translation", "reference", "expected"),
    [
        ("The dog runs.", "Der Hund läuft.", "Der Hund rennt.", ()),
        ("A man and a woman sit on a bench.", "Ein Mann.", "Ein Mann und eine Frau sitzen auf einer Bank.", "omission"),
        ("Yes.", "", "Ja.", "omission"),
        ("He is very old.", "Er ist sehr alt, sehr alt, sehr alt.", "Er ist sehr alt.", "repetition"),
        ("是的。", "否则否则否则", "不然", "repetition"),
        ("It is early.", "Es ist sehr, sehr, sehr früh.", "Es ist früh.", "repetition"),
        ("This morning it rained.", "今天早上，下雨今天早上。", "今天早上下过一场雨。", "repetition"),
        ("A girl in white and a girl in red.", "Ein Kind in Weiß, ein Kind in Rot.", "Kinder in Weiß und Rot.", ()),
        ("Good.", "Gut, und wir gehen heute noch in das Kino.", "Gut.", "addition"),
        ("The boy is wakeboarding.", "Der Junge wakeboarding.", "Der Junge fährt Wakeboard.", "untranslated"),
        ("She plays in Jeans.", "Sie spielt in Jeans.", "Sie spielt in einer Hose.", ()),
        ("It costs 25 euros.", "Es kostet 52 Euro.", "Es kostet 25 Euro.", "number"),
        ("It costs twenty-five euros.", "Es kostet 25 Euro.", "Es kostet fünfundzwanzig Euro.", ()),
        ("I have three hundred and five books.", "Ich habe 350 Bücher.", "Ich habe 305 Bücher.", "number"),
        ("There are twelve.", "有二十个。", "有十二个。", "number"),
        ("There are two.", "有两个。", "有2个。", ()),
        ("Tom lives in Berlin.", "Er wohnt in Berlin.", "Tom wohnt in Berlin.", "name"),
        ("This is Tom's house.", "Das ist Toms Haus.", "Das ist Toms Haus.", ()),
    ],
)
def test_each_flag_tells_its_fault(source, translation, reference, expected):
    flags = flags_of(source, translation, references=[reference], source_language="en", target_language="de")
    assert flags == ((expected,) if expected else ())
    assert {*flags} <= {*FLAGS}


def test_a_content_word_without_attention_is_an_omission_where_the_translation_is_short():
    given = {"references": ["Der alte Hund rennt schnell."], "pieces": [" The", " old", " dog", "wood", "."]}
    source, short = "The old dogwood.", "Der Hund rennt."
    assert flags_of(source, short, coverage=[0.4, 0.9, 0.05, 0.3, 0.9], **given) == ("omission",)
    assert flags_of(source, short, coverage=[0.4, 0.9, 0.05, 0.5, 0.9], **given) == ()
