"""Sequence-level distillation: which translations are left out, and what one pass over a text finds."""

import dataclasses

import numpy as np
import pytest

from core.data.tokenizer import EOS_ID
from core.decoding.hypothesis import Hypothesis
from core.errors import CoreError
from core.training.distillation import SourceText, fault_of, header, most_repeats
from core.translator import Translation


def translation(source, target, *, text="x", finished=True, truncated=False) -> Translation:
    ids = (*target, EOS_ID) if finished else tuple(target)
    best = Hypothesis(ids, (-1.0,) * len(ids), -1.0, finished)
    return Translation("s", (*source, EOS_ID), truncated, (text,), (best,))


# Faults

ONCE, TWICE, LOOP = [11, 12, 13, 14, 15, 16, 17], [11, 12] * 2, [11, 12] * 4


@pytest.mark.parametrize(
    ("found", "fault"),
    [
        (translation(ONCE, ONCE), None),
        (translation(ONCE, ONCE, finished=False), "cut"),
        (translation(ONCE, ONCE, truncated=True), "cut"),
        (translation(ONCE, LOOP, finished=False), "cut"),
        (translation(ONCE, [], text=""), "empty"),
        (translation(ONCE, [11], text=" "), "empty"),
        (Translation("s", (EOS_ID,), False, (), ()), "empty"),
        (translation(ONCE, LOOP), "repeated"),
        (translation(ONCE, [*ONCE, *LOOP, *ONCE]), "repeated"),
        (translation(ONCE, [11] * 8), "repeated"),
        (translation(ONCE, [11] * 7), None),  # as the zeros of a number
        (translation(ONCE, [11, 12] * 3 + [11]), None),
        (translation(TWICE, LOOP), "repeated"),
        (translation([11, 12] * 3, LOOP), None),  # "no, no, no!"
        (translation(LOOP, [21, 22] * 5), None),
        (translation(LOOP, [21, 22] * 8), "repeated"),
        (translation(ONCE, [*range(11, 31)] * 4), "repeated"),
    ],
)
def test_fault_names_what_is_obviously_broken(found, fault):
    assert fault_of(found) == fault


def test_most_repeats_counts_the_block_that_occurs_most():
    assert most_repeats([]) == 1
    assert most_repeats([5, 5, 5, 6, 7, 6, 7]) == 3
    assert most_repeats([1, 2, 3] * 2 + [1]) == pytest.approx(7 / 3)
    assert most_repeats([1, 2, 3] * 4, 4, 12) == 4
    assert most_repeats([1, 2, 3] * 4, 4, 13) == most_repeats([1, 2, 3] * 4, 5) == 0


# The text


def text(lines, limit=None) -> SourceText:
    return SourceText(lambda: iter(lines), limit)


def test_survey_marks_the_first_of_equal_sources():
    lines = [("b", "1"), ("a", ""), ("", "2"), ("b", "3"), ("c", ""), ("a", "")]
    assert list(text(lines)) == [line for line in lines if line[0]]
    np.testing.assert_array_equal(text(lines).survey.first, [True, True, False, True, False])
    assert list(text(lines, 3)) == [("b", "1"), ("a", ""), ("b", "3")]
    np.testing.assert_array_equal(text(lines, 3).survey.first, [True, True, False])


def test_digest_depends_on_sources_references_and_limit():
    lines = [("a", "1"), ("b", "2"), ("c", "3")]
    texts = [text(lines), text(lines, 2), text([*lines[:2], ("c", "4")]), text([*lines[:2], ("d", "3")])]
    assert len({one.survey.digest for one in texts}) == 4
    assert text(lines, 3).survey.digest == texts[0].survey.digest


def test_text_without_sources_is_refused():
    with pytest.raises(CoreError, match="does not contain a source sentence"):
        text([("", "x"), ("", "")]).survey  # noqa: B018


def test_header_has_language_codes_that_tables_recognise(translator):
    for codes, expected in [
        (("en", "zh"), ("en", "zh")),
        (("letters", "letters"), ("source", "target")),
        (("en", "en"), ("source", "target")),
        (("src", "de"), ("source", "target")),
        (("zh-CN", "en"), ("zh-CN", "en")),
    ]:
        names = dict(zip(("source_language", "target_language"), codes, strict=True))
        other = type(translator)(dataclasses.replace(translator.checkpoint, **names))
        assert header(other) == expected, codes
