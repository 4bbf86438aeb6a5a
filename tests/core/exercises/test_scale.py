"""Keys of the exercises on 1 / sqrt(d_k), recomputed by an own pass from raw weights."""

import numpy as np
import pytest

from tests.core.exercises.own_pass import check_all, largest_by, softmax


def width_of(own):
    return len(own.w["encoder.layers.0.self_attention.query.weight"]) // own.config.num_heads


def variance_of_products(width):
    """Return the exact variance of the product of two vectors whose components are -1 or 1 with equal chances."""
    counts = np.arange(width + 1)  # components in which both agree: binomial
    log_choose = np.cumsum(np.log(np.r_[1, (width - counts[:-1]) / (counts[:-1] + 1)]))
    chances = np.exp(log_choose - width * np.log(2))
    return (chances * (2 * counts - width) ** 2).sum()


def variance(exercise, own):
    assert exercise.answer.options[exercise.answer.right] == pytest.approx(variance_of_products(width_of(own)))


def quadrupled(exercise, own):
    width = width_of(own)
    grown = exercise.values["growth"] * width
    times = (variance_of_products(grown) / variance_of_products(width)) ** 0.5
    assert exercise.answer.options[exercise.answer.right] == pytest.approx(times)


def before_division(exercise, own):
    values = exercise.values
    row, column = own.tokens.index(values["row"].text), own.tokens.index(values["column"].text)
    product = own.scores(values["head"])[row, column] * width_of(own) ** 0.5
    assert exercise.answer.value == pytest.approx(product, abs=0.1)


def row_of(exercise, own):
    step = own.written.index(exercise.values["step"].text)
    scores = own.scores(exercise.values["head"])[step]
    weights = softmax(scores)
    assert own.tokens[weights.argmax()] == exercise.values["token"].text
    assert weights.max() == pytest.approx(exercise.values["weight"], abs=0.006)
    return scores, weights.argmax()


def without_root(exercise, own):
    scores, largest = row_of(exercise, own)
    assert softmax(scores * width_of(own) ** 0.5)[largest] == pytest.approx(exercise.answer.value, abs=0.006)


def divided_by_d_k(exercise, own):
    scores, largest = row_of(exercise, own)
    assert softmax(scores / width_of(own) ** 0.5)[largest] == pytest.approx(exercise.answer.value, abs=0.006)


def slope(exercise, own):
    """The derivative by a finite difference."""
    values, head = exercise.values, exercise.values["head"]
    rows = own.tokens if head.kind == "encoder" else own.written
    scores = own.scores(head)[rows.index(values["row"].text)]
    nudge = 1e-5 * (np.arange(len(scores)) == own.tokens.index(values["token"].text))
    grown = (softmax(scores + nudge) - softmax(scores - nudge)) @ nudge / (2 * 1e-5**2)
    assert grown == pytest.approx(exercise.answer.value, abs=0.006)


def flattest_row(exercise, own):
    """The trace of the derivative of softmax, diag(w) - w wᵀ, is least."""
    weights = own.row_weights(exercise.values["head"])
    traces = np.array([np.trace(np.diag(row) - np.outer(row, row)) for row in weights])
    smallest, apart = largest_by(-traces)
    assert exercise.answer.right == (smallest,) and apart > 0.02


def largest_variance(exercise, own):
    kind = exercise.answer.kind
    variances = [np.var([score for score in own.scores(head).ravel() if score > -np.inf]) for head in own.heads(kind)]
    largest, _ = largest_by(np.array(variances))
    assert exercise.answer.right == (own.heads(kind)[largest],)
    assert exercise.values["variance"] == pytest.approx(max(variances), abs=0.06)


def test_keys_follow_from_own_scores():
    check_all(
        "scale",
        variance,
        quadrupled,
        before_division,
        without_root,
        divided_by_d_k,
        slope,
        flattest_row,
        largest_variance,
    )
