"""Attributions and their rank correlation, worked by hand."""

import numpy as np
import pytest

from core.inspection.lenses import LensResult, agreement, compare, compute_lens, lenses, source_attribution


def test_spearman_with_ties_worked_by_hand():
    # Ranks of (1, 2, 2, 5) are 1, 2.5, 2.5, 4; of (3, 1, 4, 4): 2, 1, 3.5, 3.5; both have mean 2.5.
    # Deviations (-1.5, 0, 0, 1.5) and (-0.5, -1.5, 1, 1): product 0.75 + 1.5 = 2.25, squares 4.5 and 4.5: rho = 0.5.
    found = agreement(np.array([[1.0, 2, 2, 5, 0]]), np.array([[3.0, 1, 4, 4, 9]]))
    assert found.steps.tolist() == [0.5]
    assert found.mean == 0.5


def test_only_the_order_counts():
    ours = np.array([[0.1, 0.2, 0.7, 9], [0.5, 0.3, 0.2, 9]])
    theirs = np.array([[-3.0, 1, 40, -9], [1, 2, 3, -9]])
    found = agreement(ours, theirs)
    np.testing.assert_allclose(found.steps, [1, -1], atol=1e-7)
    assert found.mean == pytest.approx(0)


def test_the_end_symbol_is_left_out():
    ours, theirs = np.array([[1.0, 2, 3, 0]]), np.array([[1.0, 2, 3, 9]])
    assert agreement(ours, theirs).mean == pytest.approx(1)


def test_unordered_steps_are_nan_and_excluded_from_mean():
    nan = float("nan")
    ours = np.array([[1.0, 2, 3, 0], [1, 1, 1, 0], [nan, 2, 5, 0], [nan, nan, 7, 0]])
    theirs = np.array([[1.0, 2, 3, 0], [1, 2, 3, 0], [9, 1, 2, 0], [1, 2, 3, 0]])
    found = agreement(ours, theirs)
    np.testing.assert_allclose(found.steps, [1, nan, 1, nan], atol=1e-7)
    assert found.mean == pytest.approx(1)
    empty = agreement(np.ones((2, 1)), np.ones((2, 1)))
    assert np.isnan(empty.steps).all() and np.isnan(empty.mean)


def test_arrays_of_different_sizes_are_refused():
    with pytest.raises(ValueError, match=r"attribution \(2, 3\) and reference \(3, 2\) must both be \[T, S\]"):
        agreement(np.ones((2, 3)), np.ones((3, 2)))


def result(name: str, cross: np.ndarray) -> LensResult:
    return LensResult(lenses()[name], cross=cross.astype(np.float32))


def test_an_attribution_is_one_number_per_source_token_and_step():
    cross = np.arange(2 * 3 * 5 * 7, dtype=np.float32).reshape(2, 3, 5, 7)
    for name in ("weights", "scores", "value_norm"):
        np.testing.assert_allclose(source_attribution(result(name, cross)), cross.mean(axis=(0, 1)))
    np.testing.assert_allclose(source_attribution(result("gradient", cross)), cross.sum(axis=(0, 1)))
    for name in ("rollout", "alti"):
        np.testing.assert_array_equal(source_attribution(result(name, cross[:, :1])), cross[1, 0])
    np.testing.assert_array_equal(source_attribution(result("occlusion", cross[:1, :1])), cross[0, 0])


def test_lens_without_source_weights_refuses_attribution():
    with pytest.raises(ValueError, match="lens rollout does not attribute to the source"):
        source_attribution(LensResult(lenses()["rollout"], np.ones((1, 1, 3, 3))))


def test_unsigned_lens_is_compared_with_absolute_loss():
    lost = result("occlusion", np.array([[[[0.1, -0.9, 0.5, 7.0]]]]))
    sizes, signed = np.array([[[[1.0, 3, 2, 0]]]]), np.array([[[[2.0, 1, 3, 0]]]])
    assert compare(result("weights", sizes), lost).mean == pytest.approx(1)
    assert compare(result("gradient", signed), lost).mean == pytest.approx(1)
    assert compare(result("gradient", sizes), lost).mean == pytest.approx(-0.5)  # 1, 3, 2 against 2, 1, 3
    assert compare(result("scores", sizes), lost).mean == pytest.approx(1)  # signed, but only up to a constant
    assert compare(lost, lost).mean == pytest.approx(1)


def test_every_lens_can_be_compared_with_occlusion(subject):
    reference = compute_lens("occlusion", subject.model, subject.source, subject.target)
    for name in lenses():
        found = compare(compute_lens(name, subject.model, subject.source, subject.target), reference)
        assert found.steps.shape == (len(subject.target),)
        assert -1 <= found.mean <= 1
