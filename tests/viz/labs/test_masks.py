"""The lab of the masks: the right cells are open, on the right axes, and what it refuses."""

import pytest

from core.errors import CoreError
from tests.viz.labs.packed import drawn, numbers, refused
from viz.labs import CheckpointValues, Setting
from viz.labs.masks import LAB, MASKS, bind, untranslated
from viz.texts import ENGLISH


def values(kind: object, *sentences: object) -> dict[str, object]:
    return {"kind": kind, **dict(zip(("source_1", "target_1", "source_2", "target_2"), sentences, strict=True))}


def test_tokens_are_on_their_axes_and_padding_is_real():
    first, second = drawn(LAB, values("cross", "x y z", "p q", "x", "p")).values()
    assert first["layout"]["xaxis"]["ticktext"] == ["x", "y", "z", "&lt;/s&gt;"]
    assert first["layout"]["yaxis"]["ticktext"] == ["&lt;s&gt;", "p", "q"]
    assert second["layout"]["xaxis"]["ticktext"] == ["x", "&lt;/s&gt;", "&lt;pad&gt;", "&lt;pad&gt;"]
    assert second["layout"]["yaxis"]["ticktext"] == ["&lt;s&gt;", "p", "&lt;pad&gt;"]
    assert numbers(first["data"][0]["z"]).tolist() == [[1, 1, 1, 1]] * 3
    assert numbers(second["data"][0]["z"]).tolist() == [[1, 1, 0, 0]] * 3


def test_combined_mask_closes_future_and_padding():
    second = drawn(LAB, values("decoder_combined", "x", "p q", "x", "p"))["second"]
    assert numbers(second["data"][0]["z"]).tolist() == [[1, 0, 0], [1, 1, 0], [1, 1, 0]]


@pytest.mark.parametrize("kind", MASKS)
def test_every_mask_has_a_caption(kind):
    for figure in drawn(LAB, values(kind, "x y", "p", "", "")).values():
        assert figure["layout"]["meta"]["caption"]


def test_wrong_values_are_refused():
    assert refused(LAB, values("other", "x", "p", "x", "p")) == "Mask does not offer “other”."
    long = "x " * 48
    assert refused(LAB, values("cross", long, "p", "x", "p")) == (
        "First sentence has 49 tokens; at most 48 can be drawn."
    )


def test_words_replace_tokens_without_a_checkpoint():
    first = drawn(LAB, values("cross", "x y", "p", "", ""), Setting(ENGLISH))["first"]
    assert first["layout"]["xaxis"]["ticktext"] == ["x", "▁y", "&lt;/s&gt;"]


def test_an_unreadable_checkpoint_is_reported():
    def broken(sentence: str) -> list[str]:
        raise CoreError("test.unknown", "{name} is broken", name="c")

    assert refused(LAB, values("cross", "x", "p", "x", "p"), Setting(ENGLISH, broken)) == "c is broken."


def test_second_sentence_is_a_short_example_of_the_checkpoint():
    pairs = untranslated(["of five words or so", "of five words or so", "many more words than those", "a few"])
    assert pairs == [("of five words or so", ""), ("a few", "")]
    assert untranslated([]) == untranslated(["one"]) == untranslated(["one", "one"]) == []
    bound = bind(CheckpointValues(pairs=pairs), ENGLISH)
    assert list(bound.values())[1:] == ["of five words or so", "", "a few", ""]
    assert all(figure["data"] for figure in drawn(LAB, bound).values())
