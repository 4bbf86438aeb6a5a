"""Each measure of a head, worked by hand on small matrices."""

import math

import numpy as np
import pytest

from core.attention_kinds import KINDS
from core.inspection import measures
from core.inspection.measures import (
    MEASURES,
    SELF_MEASURES,
    best_roles,
    measure_heads,
    uniform_measures,
    visible_keys,
)

UNIFORM = np.full((5, 5), 1 / 5)
IDENTITY = np.eye(5)
PREVIOUS = np.vstack([np.eye(5)[0], np.eye(5)[:-1]])  # row 0 lacks a previous key and uses itself
NEXT = np.vstack([np.eye(5)[1:], np.eye(5)[-1]])
CAUSAL = np.tril(np.ones((5, 5))) / np.arange(1, 6)[:, None]  # uniform over what each row may see
LAST_IS_SPECIAL = np.array([False] * 4 + [True])
CHANCE = {kind: uniform_measures(5, 5, kind, LAST_IS_SPECIAL) for kind in KINDS}


def measured(weights: np.ndarray, kind: str = "encoder", special: np.ndarray = LAST_IS_SPECIAL) -> dict[str, float]:
    return {name: float(value) for name, value in measure_heads(weights, kind, special).items()}


def test_a_uniform_head_by_hand():
    found = measured(UNIFORM)
    assert found == pytest.approx(
        {
            "entropy": math.log(5),
            "relative_entropy": 1,
            "confidence": 0.2,
            # mean of |q - k| over 5 x 5: 2 (4*1 + 3*2 + 2*3 + 1*4) / 25
            "mean_distance": 1.6,
            "share_previous": 0.2,
            "share_same": 0.2,
            "share_next": 0.2,
            "share_first": 0.2,
            "share_last": 0.2,
            "share_special": 0.2,
            "diagonality": (2 + 3 + 3 + 3 + 2) / 25,
        }
    )


def test_an_identity_head_by_hand():
    assert measured(IDENTITY) == pytest.approx(
        {
            "entropy": 0,
            "relative_entropy": 0,
            "confidence": 0.8,  # the last row has all of its weight on the end symbol
            "mean_distance": 0,
            "share_previous": 0,
            "share_same": 1,
            "share_next": 0,
            "share_first": 0.2,
            "share_last": 0.2,
            "share_special": 0.2,
            "diagonality": 1,
        }
    )


def test_previous_token_head_ignores_the_first_row():
    found = measured(PREVIOUS)
    assert found["share_previous"] == 1
    assert found["share_same"] == pytest.approx(0.2)  # row 0
    assert found["share_first"] == pytest.approx(0.4)  # rows 0 and 1
    assert found["mean_distance"] == pytest.approx(0.8)
    assert measured(NEXT)["share_next"] == 1


def test_in_a_causal_head_only_visible_keys_count():
    found = measured(CAUSAL, "decoder", np.array([True] + [False] * 4))
    rows = range(2, 6)  # the first row sees one key only: it says nothing of the head
    inverse = sum(1 / n for n in rows) / 4
    assert found["relative_entropy"] == pytest.approx(1)
    assert found["entropy"] == pytest.approx(sum(math.log(n) for n in rows) / 4)
    assert found["mean_distance"] == pytest.approx(sum((n - 1) / 2 for n in rows) / 4)
    assert found["share_first"] == found["share_special"] == pytest.approx(inverse)
    assert found["share_last"] == found["share_same"] == pytest.approx(inverse)
    assert found["share_previous"] == pytest.approx(inverse)
    assert found["share_next"] == 0
    assert found["confidence"] == pytest.approx(inverse)


def test_entropy_of_a_row_by_hand():
    weights = np.array([[0.5, 0.25, 0.25], [1.0, 0.0, 0.0]])
    assert measures.entropy(weights) == pytest.approx(1.5 * math.log(2) / 2)
    assert measures.relative_entropy(weights) == pytest.approx(1.5 * math.log(2) / math.log(3) / 2)
    assert measures.confidence(weights) == pytest.approx(0.75)
    assert measures.confidence(weights, special=np.array([True, False, False])) == pytest.approx(0.125)


def test_cross_attention_measures_distance_from_the_diagonal_of_both_lengths():
    # 3 target rows over 7 source keys stand at 0, 3 and 6
    weights = np.zeros((3, 7))
    weights[0, 0] = weights[1, 4] = weights[2, 2] = 1
    found = measured(weights, "cross", np.array([False] * 6 + [True]))
    assert found["mean_distance"] == pytest.approx((0 + 1 + 4) / 3)
    assert found["diagonality"] == pytest.approx(2 / 3)
    assert found["share_first"] == pytest.approx(1 / 3)
    assert found["share_special"] == found["share_last"] == 0
    assert not found.keys() & set(SELF_MEASURES)


def test_single_cross_row_is_at_the_first_key():
    found = measured(np.array([[0.25, 0.75]]), "cross", np.array([False, True]))
    assert found["mean_distance"] == pytest.approx(0.75)
    assert found["confidence"] == pytest.approx(0.25)


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_switched_off_head_gives_zeros_without_warning(kind):
    with np.errstate(all="raise"):
        found = measure_heads(np.zeros((2, 3, 5, 5)), kind, LAST_IS_SPECIAL)
    assert all((value == np.zeros((2, 3))).all() for value in found.values())


def test_empty_rows_do_not_dilute_the_others():
    weights = UNIFORM.copy()
    weights[1:3] = 0
    found = measured(weights)
    assert found["entropy"] == pytest.approx(math.log(5))
    assert found["share_special"] == pytest.approx(0.2)


def test_one_token_sentence_does_not_count():
    assert set(measured(np.ones((1, 1)), "decoder", np.array([True])).values()) == {0.0}


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_layers_and_heads_are_measured_each_on_its_own(kind):
    rng = np.random.default_rng(3)
    keys = 7 if kind == "cross" else 5
    special = np.arange(keys) == keys - 1
    raw = rng.random((2, 3, 5, keys)) * visible_keys(5, keys, kind)
    weights = (raw / raw.sum(axis=-1, keepdims=True)).astype(np.float32)
    together = measure_heads(weights, kind, special)
    assert list(together) == [*dict.fromkeys(together)]
    assert together.keys() == set(MEASURES) - (set(SELF_MEASURES) if kind == "cross" else set())
    for layer, head in np.ndindex(2, 3):
        alone = measure_heads(weights[layer, head], kind, special)
        for name, value in together.items():
            assert value.shape == (2, 3)
            assert value[layer, head] == pytest.approx(float(alone[name]), abs=1e-12)


def test_measures_agree_with_a_plain_loop_over_rows():
    rng = np.random.default_rng(5)
    raw = rng.random((5, 5)) * np.tril(np.ones((5, 5)))
    weights = raw / raw.sum(axis=-1, keepdims=True)
    rows = range(1, 5)
    found = measured(weights, "decoder", np.array([True] + [False] * 4))
    distance = [sum(weights[q, k] * (q - k) for k in range(q + 1)) for q in rows]
    entropies = [-sum(weights[q, k] * math.log(weights[q, k]) for k in range(q + 1)) for q in rows]
    assert found["mean_distance"] == pytest.approx(np.mean(distance))
    assert found["entropy"] == pytest.approx(np.mean(entropies))
    assert found["relative_entropy"] == pytest.approx(
        np.mean([e / math.log(q + 1) for e, q in zip(entropies, rows, strict=True)])
    )
    assert found["share_previous"] == pytest.approx(np.mean([weights[q, q - 1] for q in rows]))
    assert found["confidence"] == pytest.approx(np.mean([weights[q, 1:].max() for q in rows]))


# Roles


@pytest.mark.parametrize(
    ("weights", "kind", "role"),
    [
        (IDENTITY, "encoder", "same"),
        (PREVIOUS, "encoder", "previous"),
        (NEXT, "encoder", "next"),
        (UNIFORM, "encoder", "broad"),
        (np.tile(np.eye(5)[0], (5, 1)), "encoder", "first"),
        (np.tile(np.eye(5)[4], (5, 1)), "encoder", "special"),
        (PREVIOUS, "decoder", "previous"),
        (CAUSAL, "decoder", "broad"),
        (IDENTITY, "cross", "aligned"),
        (np.tile(np.eye(5)[4], (5, 1)), "cross", "special"),
    ],
)
def test_a_pure_head_has_its_role_with_score_one(weights, kind, role):
    roles = best_roles(measured(weights, kind), CHANCE[kind], kind)
    assert roles[0] == (role, pytest.approx(1))
    assert all(0.2 <= score < 1 for _, score in roles[1:])


def test_chance_is_the_score_of_a_uniform_head():
    # Rows of a decoder see 1, 2, 3, 4, 5 keys, and the first has no choice: the start symbol gets
    # (1/2 + 1/3 + 1/4 + 1/5) / 4.
    start = uniform_measures(5, 5, "decoder", np.array([True] + [False] * 4))
    assert start["share_special"] == pytest.approx((1 / 2 + 1 / 3 + 1 / 4 + 1 / 5) / 4)
    assert CHANCE["encoder"]["share_same"] == pytest.approx(1 / 5)
    assert CHANCE["cross"]["diagonality"] == pytest.approx((2 + 3 + 3 + 3 + 2) / 25)


@pytest.mark.parametrize(
    ("share", "spread", "roles"),
    [
        # A uniform head has 1/5 on the same position; 0.6 is half the way from there to 1.
        (0.6, 0.5, [("same", pytest.approx(0.5))]),
        (0.37, 0.8, [("same", pytest.approx(0.17 / 0.8))]),
        (0.35, 0.8, []),  # too near to chance to be a role, too uneven to be broad
        (0.35, 0.86, [("broad", 0.86)]),
        (0.6, 0.9, [("same", pytest.approx(0.5))]),  # what it does says more than that it does it weakly
    ],
)
def test_a_role_is_named_where_the_head_clearly_exceeds_chance(share, spread, roles):
    means = {**CHANCE["encoder"], "share_same": share, "relative_entropy": spread}
    assert best_roles(means, CHANCE["encoder"], "encoder") == roles


def test_roles_are_sorted_by_score_above_chance():
    chance = {**CHANCE["encoder"], "share_first": 0.1, "share_special": 0.4}
    means = {**chance, "share_first": 0.55, "share_special": 0.67}  # 0.5 and 0.45 of the way
    assert [role for role, _ in best_roles(means, chance, "encoder")] == ["first", "special"]


def test_diagonality_over_two_keys_is_never_above_chance():
    special = np.array([False, True])
    chance = uniform_measures(3, 2, "cross", special)
    assert chance["diagonality"] == 1
    means = measure_heads(np.tile([1.0, 0.0], (3, 1)), "cross", special)
    assert [role for role, _ in best_roles({k: float(v) for k, v in means.items()}, chance, "cross")] == ["first"]
