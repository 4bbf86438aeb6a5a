"""Words separated by spaces find their tokens."""

import pytest

from core.data.words import given_word_spans, split_words
from core.errors import CoreError
from tests.core.inspection.test_words import TEXTS


@pytest.mark.parametrize(
    ("tokens", "words", "spans"),
    [
        ([" A", " dr", "ess", ".", "</s>"], ["A", "dress", "."], [(0, 1), (1, 3), (3, 4)]),
        (["科", "学", "家", "一", "直"], ["科学家", "一直"], [(0, 3), (3, 5)]),
        (["<s>", " ", "科", "学"], ["科学"], [(1, 4)]),
        # one token holds two words: it belongs to the one in which it begins
        (["好", "，“", "我"], ["好", "，", "“", "我"], [(0, 1), (1, 2), (0, 0), (2, 3)]),
        ([" ", "", "三"], ["三"], [(0, 3)]),
        (["</s>"], [], []),
    ],
)
def test_given_words_find_their_tokens(tokens, words, spans):
    assert given_word_spans(tokens, words) == spans


@pytest.mark.parametrize("text", TEXTS)
def test_given_words_find_their_tokens_in_real_sentences(translator, text):
    tokens = translator.vocabularies.target.surface(translator.vocabularies.source.encode(text).ids)
    words = split_words(text)
    assert ["".join(tokens[start:stop]).strip() for start, stop in given_word_spans(tokens, words)] == words


@pytest.mark.parametrize(("tokens", "words"), [([" A"], ["B"]), ([" A"], ["A", "b"]), ([" A", " b"], ["A"])])
def test_given_words_of_another_text_are_refused(tokens, words):
    with pytest.raises(CoreError, match="differ in their text after"):
        given_word_spans(tokens, words)


def test_words_are_counted_as_aligners_do(translator):
    """A no-break blank made two words of "5 000", and every later link was off by one."""
    text = "they cost\u3000much\t5\u00a0000  euros "
    words = split_words(text)
    assert words == ["they", "cost much", "5 000", "euros"]
    tokens = translator.vocabularies.source.surface(translator.vocabularies.source.encode(text).ids)
    spans = given_word_spans(tokens, words)
    found = ["".join(tokens[start:stop]).strip() for start, stop in spans]
    assert found == ["they", "cost much", "5 000", "euros"]


def test_lone_blank_of_another_kind_is_a_word_without_tokens():
    for blank in ("\u00a0", "\u200b", "\u00ad\u3000"):
        assert split_words(f"a {blank} b") == ["a", "", "b"]
    assert given_word_spans([" a", " b"], ["a", "", "b"]) == [(0, 1), (0, 0), (1, 2)]


def test_words_with_invisible_characters_find_their_tokens(translator):
    """Tokens lack a soft hyphen that the words had: their texts differed."""
    text = "fi\u00adve \u200bsix\ufeff se\u0301ven\x00"
    tokens = translator.vocabularies.source.surface(translator.vocabularies.source.encode(text).ids)
    spans = given_word_spans(tokens, split_words(text))
    assert ["".join(tokens[start:stop]).strip() for start, stop in spans] == ["five", "six", "séven"]
