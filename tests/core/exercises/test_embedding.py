"""Keys of the exercises on embeddings, recomputed from the raw table and the tokenizer."""

from collections import defaultdict
from functools import cache

import numpy as np
import pytest

from core.exercises.embedding import MAKERS
from tests.core.exercises.own_pass import MODELS, made, own_pass


def pieces(own, text):
    translator = own.setting.translator
    return len(translator.encode(text).ids) - 1


@cache
def tokens_of(model):
    """Return the ids of each text."""
    found = defaultdict(list)
    for token in range(own_pass(model).config.vocab_size):
        found[own_pass(model).setting.surface([token], source=True)[0]].append(token)
    return found


def tokens_of_word(exercise, own):
    word = exercise.values["word"]
    assert exercise.answer.value == pieces(own, word)
    assert exercise.values["pieces"].replace(" | ", "") == word


def most_pieces(exercise, own):
    counts = [pieces(own, word) for word in exercise.answer.options]
    assert exercise.answer.right == int(np.argmax(counts)) and sorted(counts)[-2] < max(counts)


def rows_of_source(exercise, own):
    assert exercise.answer.value == len(own.source_ids) and own.source_ids[-1] == own.config.end_id
    assert exercise.values["tokens"] == exercise.answer.value - 1


def nearest(exercise, own):
    table = own.raw["encoder.embedding.weight"]
    unit = table / np.linalg.norm(table, axis=1, keepdims=True).clip(1e-12)
    row = unit[own.source_ids[own.source.index(exercise.values["token"].text)]]
    cosines = [max(unit[tokens_of(own.model)[one.text]] @ row) for one in exercise.answer.options]
    assert exercise.answer.right == int(np.argmax(cosines)) and max(cosines) - sorted(cosines)[-2] > 0.1
    assert exercise.values["cosine"] == pytest.approx(max(cosines), abs=0.006)


def scaled_norm(exercise, own):
    token = own.source_ids[own.source.index(exercise.values["token"].text)]
    scaled = own.raw["encoder.embedding.weight"][token] * own.config.d_model**0.5
    assert np.linalg.norm(scaled) == pytest.approx(exercise.answer.value, abs=exercise.answer.tolerance / 2)


def left_out(exercise, own):
    at = own.source.index(exercise.values["token"].text)
    word = np.linalg.norm(own.raw["encoder.embedding.weight"][own.source_ids[at]])
    position = np.linalg.norm(own.positions(at + 1)[at])
    right = exercise.answer.options[exercise.answer.right].key
    assert right == ("word" if word > position else "position")
    assert (word, position) == pytest.approx((exercise.values["word"], exercise.values["position"]), abs=0.006)


def matrices(exercise, own):
    tied = {"three-way": 1, "two-way": 2, "none": 3}[own.config.tying]
    assert exercise.answer.value == tied


CHECKS = (tokens_of_word, most_pieces, rows_of_source, nearest, scaled_norm, left_out, matrices)


@pytest.mark.parametrize("model", MODELS)
def test_keys_follow_from_table_and_tokenizer(model):
    checks = {check.__name__: check for check in CHECKS}
    assert checks.keys() == {make.__name__ for make in MAKERS}
    for exercise in made("embedding", model):
        checks[exercise.name](exercise, own_pass(model))
