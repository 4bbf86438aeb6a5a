"""Pairs made by rule."""

import random
import re
from pathlib import Path

import pytest

from core.data.corpora import phrasebook
from core.data.corpora.choosing import wording
from core.data.corpora.phrasebook import (
    phrase_pairs,
    phrase_table,
    phrase_tests,
    sentence_pairs,
    sentence_tests,
    written_sentences,
)
from core.data.corpora.registry import known_corpus
from core.data.number_words import chinese_number, english_number, german_number

COUNT = 3001
ROOT = Path(__file__).resolve().parents[4]


@pytest.mark.parametrize("language", ["de", "zh"])
def test_no_training_line_is_a_test_line(language):
    tests = phrase_tests(language)
    assert len(tests) == len({source for source, _ in tests}) == 200
    drawn = list(phrase_pairs(language, COUNT))
    assert len(drawn) == COUNT
    assert not {source for source, _ in drawn} & {source for source, _ in tests}


@pytest.mark.parametrize("language", ["de", "zh"])
def test_every_slot_is_filled_on_both_sides(language):
    for pair in [*phrase_pairs(language, COUNT), *phrase_tests(language)]:
        for side in pair:
            assert not re.search(r"[{}]|\.\.|  ", side), pair
        assert pair[0][0] == pair[0][0].upper(), pair


@pytest.mark.parametrize("language", ["de", "zh"])
def test_every_sentence_comes_as_often_as_asked(language):
    rows = written_sentences()
    found = list(sentence_pairs(language, 3))
    assert found[::3] == found[1::3] == found[2::3] == [(row["en"], row[language]) for row in rows]


def test_sentences_are_whole_and_none_comes_twice():
    rows = [*written_sentences(), *phrase_table("held_out")]
    for row in rows:
        assert all(row[code] == row[code].strip() != "" for code in ("en", "de", "zh")), row
        assert re.search(r"[.?!:\"]$", row["en"]) and re.search(r"[。？！：”…]$", row["zh"]), row
        assert not re.search(r"[\u4e00-\u9fff]", row["en"] + row["de"]), row
        assert not re.search(r"[,?!;]", row["zh"]), row
    sources = [wording(row["en"]) for row in rows]
    assert len(set(sources)) == len(sources)


@pytest.mark.parametrize("language", ["de", "zh"])
def test_held_out_sentences_are_not_trained_on(language):
    tests = list(sentence_tests(language))
    assert len(tests) == 500
    assert not {source for source, _ in tests} & {source for source, _ in sentence_pairs(language)}


@pytest.mark.parametrize("name", ["everyday-en-de", "everyday-en-zh"])
def test_corpus_says_how_many_sentences_were_written(name):
    assert f"{len(written_sentences()):,} sentences" in known_corpus(name).note


def test_no_sentence_is_of_a_list_that_readers_judge_nor_of_the_sample():
    lists = [*(ROOT / "docs").glob("*-sentences.en"), ROOT / "core" / "data" / "sample_en.txt"]
    judged = {wording(line) for path in lists for line in path.read_text(encoding="utf-8").splitlines()}
    assert len(judged) > 150
    assert not judged & {wording(row["en"]) for row in (*written_sentences(), *phrase_table("held_out"))}


def test_test_lines_name_fifty_places_and_sixty_people():
    sources = [source for source, _ in phrase_tests("de")]
    places = {row["en"] for name in ("cities", "countries") for row in phrase_table(name)}
    people = {row["en"] for row in phrase_table("people")}
    named = lambda names: [n for source in sources for n in names if re.search(rf"\b{n}\b", source)]  # noqa: E731
    assert len(set(named(places))) >= 50
    assert len(set(named(people))) == 60


@pytest.mark.parametrize(
    ("hour", "minute", "english", "german", "chinese"),
    [
        (6, 30, "half past six", "halb sieben", "六点半"),
        (12, 30, "half past twelve", "halb eins", "十二点半"),
        (6, 15, "quarter past six", "Viertel nach sechs", "六点一刻"),
        (2, 45, "quarter to three", "Viertel vor drei", "两点四十五分"),
        (6, 5, "five past six", "fünf nach sechs", "六点零五分"),
        (7, 40, "twenty to eight", "zwanzig vor acht", "七点四十分"),
    ],
)
def test_spoken_times_in_three_languages(hour, minute, english, german, chinese):
    assert phrasebook._spoken_time(hour, minute) == {"en": english, "de": german, "zh": chinese}


def test_number_words_agree_in_three_languages():
    rng = random.Random(7)
    for _ in range(307):
        forms = phrasebook._number(rng)
        spelt = [number for number in range(2000) if chinese_number(number) == forms["zh"]]
        assert len(spelt) == 1
        assert forms["de"] == german_number(spelt[0])
        plain = forms["en"].replace(" and ", " ").replace("a hundred", "one hundred")
        assert plain == english_number(spelt[0]).replace(" and ", " ")


def test_countries_with_an_article_are_declined():
    drawn = [pair for pair in phrase_pairs("de", 20_011) if "Switzerland" in pair[0] and "{" not in pair[0]]
    assert {re.search(r"(in der|in die|aus der|[Dd]ie) Schweiz", target) is not None for _, target in drawn} == {True}


def test_tables_have_three_languages_and_no_row_twice():
    for name in ("frames", "sentences", "longer", "cities", "countries", "terms", "things"):
        rows = phrase_table(name)
        assert all(row[code] for row in rows for code in ("en", "de", "zh")), name
        assert len({row["en"] for row in rows}) == len(rows), name
