"""The line that says what a model can do."""

from core.config import ModelConfig
from core.library import Card
from viz.tabs.translate.scope import scope_words
from viz.texts import ENGLISH, texts_in


def card(**details) -> Card:
    return Card("x", "en", "de", ModelConfig(), details)


def test_scope_names_languages_topics_and_length():
    known = card(scope={"topics": ["everyday", "captions", "poems"], "words": 17})
    expected = "English to German · everyday sentences · image captions · up to about 17 words · one sentence at a time"
    assert scope_words(known, ENGLISH) == expected
    assert scope_words(known, texts_in("zh")) == "英语译德语 · 日常句子 · 图片说明 · 约 17 个词以内 · 每次一个句子"


def test_scope_of_a_folder_without_records():
    assert scope_words(card(), ENGLISH) == "English to German · one sentence at a time"
    assert (
        scope_words(card(scope={"topics": "x", "words": True}), ENGLISH) == "English to German · one sentence at a time"
    )
    assert scope_words(card(scope=3), ENGLISH) == "English to German · one sentence at a time"
