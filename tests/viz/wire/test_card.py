"""The lines that describe a model."""

from core.config import ModelConfig
from core.library import Card
from viz.texts import ENGLISH, texts_in
from viz.wire.card import card_rows, scope_words


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


def test_card_has_six_rows_of_what_its_folder_records():
    details = {
        "step": 8500,
        "started_from": {"run": "first", "step": 16000},
        "data": {"corpus": "tatoeba-en-de"},
        "scores": {"bleu": 43.48, "chrf": 62.4, "perplexity": 3.134, "sentences": 3356, "test_set": "Tatoeba"},
        "license": "cc-by-sa-4.0",
    }
    rows = dict(card_rows(card(**details), ENGLISH))
    assert [*rows] == ["Translates", "Model", "Vocabulary", "Training", "Test scores", "Licence"]
    assert rows["Training"] == "tatoeba-en-de · 8,500 steps · from the weights of first, step 16,000"
    assert rows["Test scores"] == "BLEU 43.5 · chrF 62.4 · perplexity 3.13 · Tatoeba · 3,356 sentences"
    assert rows["Licence"] == "CC-BY-SA-4.0"


def test_card_rows_leave_out_what_is_missing_or_malformed():
    odd = {"step": "8", "started_from": 3, "data": {"corpus": "a\nb"}, "scores": [], "license": {"a": 1}}
    for details in ({}, odd):
        rows = dict(card_rows(card(**details), ENGLISH))
        assert [*rows] == ["Translates", "Model", "Vocabulary", "Licence"]
        assert rows["Licence"] == "not stated in the model's folder"
