"""Exercises of every chapter: valid forms, keys that are accepted, equal for equal seeds, words in each language."""

import string
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from core.errors import CoreError
from core.exercises.chapters import CHAPTERS, exercise_material, exercises_of, make_exercises, makers
from core.exercises.exercise import Amount, Cells, Choice, Exercise, Order, Phrase, PickedHead, PickedToken
from core.exercises.material import Material
from core.labs.shared.setting import Setting
from core.translator import Translator
from viz.labs import lab_names
from viz.texts import CATALOGUES
from viz.texts.beside import exercise_words

CHECKPOINTS = Path(__file__).parents[3] / "checkpoints"
SENTENCES = {
    "en-de": "I would have called you if I had known your number.",
    "en-zh": "I would like a cup of tea.",
    "numbers": "three thousand four hundred and eighty-one",
}
ADDRESS = {"tab", "kind", "layer", "head", "step", "view", "rows", "lens", "block", "at", "mode", "lab", "set", "bench"}


@cache
def setting(name: str) -> Setting:
    translator = Translator.load(CHECKPOINTS / name)
    found = translator.translate([SENTENCES[name]])[0]
    return Setting(translator, found.source, found.source_ids, tuple(found.hypotheses[0].ids), CHECKPOINTS / name)


@cache
def material(name: str) -> Material:
    return exercise_material(setting(name))


@cache
def made(name: str, chapter: str, seed: int) -> list[Exercise]:
    return exercises_of(material(name), chapter, seed)


def fields(words: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(words) if name}


def given_right(exercise: Exercise):
    """Return an answer as the browser would send the right one."""
    match exercise.answer:
        case Choice(_, right):
            return right
        case Amount(value):
            return value
        case PickedHead(_, _, _, right):
            return list(right[0])
        case PickedToken(_, right):
            return right[0]
        case Cells(_, _, right):
            return [list(row) for row in right]
        case Order(_, right):
            return list(right)


def given_wrong(exercise: Exercise):
    """Return an answer that is wrong."""
    match exercise.answer:
        case Choice(options, right):
            return (right + 1) % len(options)
        case Amount(value, _, high, tolerance):
            return value + 1.01 * tolerance + 1e-6 if value + 2 * tolerance <= high else value - 1.01 * tolerance - 1e-6
        case PickedHead(kind, layers, heads, right):
            every = [[kind, layer, head] for layer in range(layers) for head in range(heads)]
            return next(one for one in every if tuple(one) not in right)
        case PickedToken(tokens, right):
            return next(place for place in range(len(tokens)) if place not in right)
        case Cells(_, _, right):
            return (~np.array(right)).tolist()
        case Order(_, right):
            return [*right[1:], right[0]]


@pytest.mark.parametrize("model", SENTENCES)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_exercises_accept_their_keys_and_refuse_others(chapter, model):
    for seed in range(3):
        found = made(model, chapter, seed)
        assert seed or found == make_exercises(setting(model), chapter, seed)
        assert len(found) >= len(makers(chapter)) / 2
        for exercise in found:
            assert exercise.chapter == chapter
            assert exercise.answer.is_right(given_right(exercise)), exercise
            assert not exercise.answer.is_right(given_wrong(exercise)), exercise
            assert not any(exercise.answer.is_right(bad) for bad in (None, "1", [], {}, True)), exercise
            assert exercise.place.keys() <= ADDRESS
            assert exercise.lab in lab_names()
            if isinstance(exercise.answer, Amount):
                assert exercise.answer.low <= exercise.answer.value <= exercise.answer.high
            if isinstance(exercise.answer, Choice):
                assert len(set(exercise.answer.options)) == len(exercise.answer.options)


@pytest.mark.parametrize("language", CATALOGUES)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_exercises_have_words_for_all_that_they_say(chapter, language):
    words = exercise_words(language)
    found = [one for model in SENTENCES for seed in range(3) for one in made(model, chapter, seed)]
    assert {one.name for one in found} == {make.__name__ for make in makers(chapter)}  # each is clear somewhere
    for exercise in found:
        for key in (exercise.name, f"{exercise.name}.why"):
            assert fields(words[f"exercises.{chapter}.{key}"]) <= exercise.values.keys(), key
        options = getattr(exercise.answer, "options", getattr(exercise.answer, "items", ()))
        for said in (one for one in (*options, *exercise.values.values()) if isinstance(one, Phrase)):
            key = said.key if "." in said.key else f"{chapter}.{exercise.name}.{said.key}"
            assert f"exercises.{key}" in words, key


def test_unknown_chapter_is_refused():
    with pytest.raises(CoreError, match="there is no chapter 'x'; chapters: embedding"):
        make_exercises(setting("numbers"), "x")


def test_long_sentence_is_refused():
    base = setting("numbers")
    with pytest.raises(CoreError, match="at most 80 tokens; this one has 90"):
        make_exercises(base._replace(source_ids=(base.source_ids * 90)[:90]), "attention")
