"""Keys of the exercises on embeddings, recomputed from the raw table and the tokenizer."""

from collections import defaultdict
from functools import cache

import numpy as np
import pytest

from tests.core.exercises.own_pass import check_all, positions


def pieces(own, text):
    translator = own.setting.translator
    return len(translator.encode(text).ids) - 1


@cache
def tokens_of(setting):
    """Return the ids of each text."""
    found = defaultdict(list)
    for token in range(setting.model.config.vocab_size):
        found[setting.surface([token], source=True)[0]].append(token)
    return found


def tokens_of_word(exercise, own):
    word = exercise.values["word"]
    assert exercise.answer.value == pieces(own, word)
    assert exercise.values["pieces"].replace(" | ", "") == word


def most_pieces(exercise, own):
    counts = [pieces(own, word) for word in exercise.answer.options]
    assert exercise.answer.right == int(np.argmax(counts)) and sorted(counts)[-2] < max(counts)


def rows_of_source(exercise, own):
    assert exercise.answer.value == len(own.setting.source_ids) and own.setting.source_ids[-1] == own.config.end_id
    assert exercise.values["tokens"] == exercise.answer.value - 1


def nearest(exercise, own):
    table = own.w["encoder.embedding.weight"]
    unit = table / np.linalg.norm(table, axis=1, keepdims=True).clip(1e-12)
    row = unit[own.setting.source_ids[own.tokens.index(exercise.values["token"].text)]]
    cosines = [max(unit[tokens_of(own.setting)[one.text]] @ row) for one in exercise.answer.options]
    assert exercise.answer.right == int(np.argmax(cosines)) and max(cosines) - sorted(cosines)[-2] > 0.1
    assert exercise.values["cosine"] == pytest.approx(max(cosines), abs=0.006)


def scaled_norm(exercise, own):
    token = own.setting.source_ids[own.tokens.index(exercise.values["token"].text)]
    scaled = own.w["encoder.embedding.weight"][token] * own.config.d_model**0.5
    assert np.linalg.norm(scaled) == pytest.approx(exercise.answer.value, abs=exercise.answer.tolerance / 2)


def left_out(exercise, own):
    at = own.tokens.index(exercise.values["token"].text)
    word = np.linalg.norm(own.w["encoder.embedding.weight"][own.setting.source_ids[at]])
    position = np.linalg.norm(positions(at + 1, own.config.d_model)[at])
    right = exercise.answer.options[exercise.answer.right].key
    assert right == ("word" if word > position else "position")
    assert (word, position) == pytest.approx((exercise.values["word"], exercise.values["position"]), abs=0.006)


def matrices(exercise, own):
    tied = {"three-way": 1, "two-way": 2, "none": 3}[own.config.tying]
    assert exercise.answer.value == tied


def test_keys_follow_from_table_and_tokenizer():
    check_all(
        "embedding",
        tokens_of_word,
        most_pieces,
        rows_of_source,
        nearest,
        scaled_norm,
        left_out,
        matrices,
    )
