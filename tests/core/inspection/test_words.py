"""Words from tokens, and attention between words."""

from pathlib import Path

import numpy as np
import pytest

from core.data.vocabulary import is_special
from core.data.words import split_words
from core.inspection.words import (
    content_words,
    join_words,
    merge_words,
    word_spans,
)
from viz.components import attention_view
from viz.components.modules import bundle

TEXTS = [
    "three thousand four hundred and eighty-one",
    "三千四百八十一",
    "我有12只dog。 很好",
    "seven 🙂 eight",
    "naïve café\u0301 x",
    "</s> <s>",
    "𠀀𠀁 rare",
    "a",
]


# Words by hand


@pytest.mark.parametrize(
    ("tokens", "spans"),
    [
        ([" A", " yellow", " dr", "ess", ".", "</s>"], [(0, 1), (1, 2), (2, 4), (4, 5)]),
        (["<s>", " A", " dog"], [(1, 2), (2, 3)]),
        (["三", "千", "</s>"], [(0, 1), (1, 2)]),
        (["我", "有", "1", "2", "只", "dog", "。"], [(0, 1), (1, 2), (2, 4), (4, 5), (5, 6), (6, 7)]),
        (["我", "。"], [(0, 1), (1, 2)]),
        # a separate blank belongs to the following token
        ([" x", " ", "三", "千"], [(0, 1), (1, 3), (3, 4)]),
        # the bytes of one character: the last token shows it
        (["", "", "三", "千", "</s>"], [(0, 3), (3, 4)]),
        ([" x", " ", "", "🙂", "y"], [(0, 1), (1, 5)]),
        ([" x", "", "🙂"], [(0, 3)]),
        ([" x", "‹E4›", "</s>"], [(0, 2)]),  # a byte without its character
        # marks at either end are separate words; inside of a word they belong to it
        ([" (", "dr", "ess", "ed", ")", ",", " eight", "y", "-", "one"], [(0, 1), (1, 4), (4, 5), (5, 6), (6, 10)]),
        ([" don", "'", "t", "'", " .", ".", "."], [(0, 3), (3, 4), (4, 5), (5, 6), (6, 7)]),
        ([" x", "", "”", " y"], [(0, 1), (1, 3), (3, 4)]),  # the bytes of a mark
        (["</s>"], []),
        ([], []),
    ],
)
def test_words_of_tokens_by_hand(tokens, spans):
    assert word_spans(tokens) == spans


def test_the_page_groups_tokens_into_the_same_words(new_page, translator):
    """The page merges sub-words by numbers/words.js: the same tokens must make the same words there and here."""
    sentences = [*TEXTS, "(He said: “don't, eighty-one!”)", "한국 사람은 개를", "x…  ! 好,y ／Ａ", "\ufeffa \u3000 b"]
    encode, surface = translator.vocabularies.source.encode, translator.vocabularies.target.surface
    cases = [surface(encode(text).ids) for text in sentences]
    cases += [["<s>", "", "三", " ", "千", ".", "-", "a"], [" x", "", "</s>", "b"], [" x", " "], ["", "</s>"], []]
    cases += [[" x", "‹E4 BD›", "</s>"], ["‹E4›", " x"]]
    page = new_page()
    words_js = bundle(Path(attention_view.__file__).parent / "numbers" / "words.js")
    found = page.evaluate(f"cases => cases.map({words_js}.wordsAlone)", cases)
    for tokens, groups in zip(cases, found, strict=True):
        assert sorted(index for group in groups for index in group) == list(range(len(tokens)))
        words = word_spans(tokens)
        inside = {index for start, stop in words for index in range(start, stop)}
        assert [list(range(*span)) for span in words] == [group for group in groups if group[0] in inside]
        assert all(len(group) == 1 for group in groups if group[0] not in inside)


@pytest.mark.parametrize("text", TEXTS)
def test_word_spans_cover_every_word(translator, text):
    tokens = translator.vocabularies.target.surface(translator.vocabularies.source.encode(text).ids)
    spans = word_spans(tokens)
    assert [index for start, stop in spans for index in range(start, stop)] == list(range(len(tokens) - 1))
    words = ["".join(tokens[start:stop]) for start, stop in spans]
    assert "".join("".join(words).split()) == "".join("".join(split_words(text)))
    assert all(word.strip() and " " not in word.strip() for word in words)


def test_a_text_that_spells_a_special_token_is_a_word(translator):
    tokens = translator.vocabularies.target.surface(translator.vocabularies.source.encode("</s> <s>").ids)
    assert len(word_spans(tokens)) == 2
    assert [is_special(token) for token in tokens] == [False] * (len(tokens) - 1) + [True]


def test_words_are_joined_as_their_script_is_written():
    assert join_words(["科学家", "一直", "存在", "。"]) == "科学家一直存在。"
    assert join_words(["mr", "president", ",", "we"]) == "mr president, we"
    assert join_words(["我", "有", "12", "只", "big", "dog"]) == "我有12只big dog"


@pytest.mark.parametrize(
    "text",
    [
        "A man ( right ) waits : yesterday .",
        "„ Ja “ , sagt er ; « nein » ?!",
        '" No " , they said : " it is n\'t Tom \'s … " .',
        "¿ Qué ? ¡ No ! 50 % [ sic ]",
        "“ We ’ll see ”",
        "a - b – c / d",
        ". . .",
    ],
)
def test_marks_are_joined_as_in_ordinary_text(text):
    expected = {
        "A": "A man (right) waits: yesterday.",
        "„": "„Ja“, sagt er; «nein»?!",
        '"': '"No", they said: "it isn\'t Tom\'s…".',
        "¿": "¿Qué? ¡No! 50% [sic]",
        "“": "“We’ll see”",
        "a": "a - b – c / d",
        ".": "...",
    }
    assert join_words(text.split()) == expected[text.split()[0]]


# Attention between words

# 4 target tokens in 2 words, 5 source tokens in 3 words, the last source token is the end symbol
WEIGHTS = np.array(
    [
        [0.1, 0.2, 0.3, 0.2, 0.2],
        [0.5, 0.1, 0.1, 0.1, 0.2],
        [0.0, 0.0, 0.0, 0.0, 1.0],
        [0.2, 0.2, 0.2, 0.2, 0.2],
    ]
)
TARGET, SOURCE = [(0, 1), (1, 3)], [(0, 2), (2, 3), (3, 4)]


def test_weights_add_up_over_keys_and_are_averaged_over_queries():
    merged = merge_words(WEIGHTS, TARGET, SOURCE)
    np.testing.assert_allclose(merged, [[0.3, 0.3, 0.2], [0.3, 0.05, 0.05]], atol=1e-12)


def test_rows_can_be_made_to_sum_to_one_again():
    merged = merge_words(WEIGHTS, TARGET, SOURCE, renormalise=True)
    np.testing.assert_allclose(merged, [[3 / 8, 3 / 8, 2 / 8], [6 / 8, 1 / 8, 1 / 8]], atol=1e-12)


def test_rows_with_nothing_on_words_stay_zero_without_a_warning():
    with np.errstate(all="raise"):
        merged = merge_words(WEIGHTS, [(2, 3), (0, 0)], SOURCE, renormalise=True)
    assert (merged == 0).all()


def test_words_of_one_token_change_nothing():
    alone = [(k, k + 1) for k in range(5)]
    np.testing.assert_allclose(merge_words(WEIGHTS, alone[:4], alone), WEIGHTS)


def test_all_layers_and_heads_are_merged_at_once():
    stack = np.random.default_rng(2).random((2, 3, 4, 5)).astype(np.float32)
    merged = merge_words(stack, TARGET, SOURCE)
    assert merged.shape == (2, 3, 2, 3)
    np.testing.assert_allclose(merged[1, 2], merge_words(stack[1, 2], TARGET, SOURCE), rtol=1e-6)
    assert merged[1, 2, 1, 0] == pytest.approx(stack[1, 2, 1:3, :2].sum() / 2)


def test_no_words_give_an_empty_matrix():
    assert merge_words(WEIGHTS, [], SOURCE, renormalise=True).shape == (0, 3)


@pytest.mark.parametrize(
    ("tokens", "words"),
    [
        ([" Ich", " habe", " das", " ange", "rufen", ".", "</s>"], [(3, 5), (1, 2)]),
        ([" so", " a", ",", "</s>"], [(0, 1), (1, 2), (2, 3)]),  # no long word: all words
        (["我", "喝", "水", "。", "</s>"], [(2, 3), (1, 2), (0, 1)]),  # nearest the middle first
        (["</s>"], []),
    ],
)
def test_content_words_are_the_long_ones(tokens, words):
    assert content_words(tokens) == words
