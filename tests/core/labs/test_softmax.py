"""Softmax saturation: closed forms, the analytic variance, and the limits that theory gives."""

import math

import numpy as np
import pytest

from core.errors import CoreError
from core.labs.softmax import entropy, jacobian_norm, softmax_saturation


@pytest.fixture(scope="module")
def measured():
    return softmax_saturation([1, 3, 64, 1024], num_keys=31, num_samples=307, seed=5)


def test_jacobian_norm_matches_the_full_matrix():
    weights = np.random.default_rng(3).dirichlet(np.full(7, 0.5), size=11)
    full = [np.linalg.norm(np.diag(p) - np.outer(p, p)) for p in weights]
    np.testing.assert_allclose(jacobian_norm(weights), full, rtol=1e-10)


def test_two_equal_weights_have_the_largest_norm():
    np.testing.assert_allclose(jacobian_norm(np.array([[0.5, 0.5, 0.0], [1.0, 0.0, 0.0]])), [0.5, 0.0])


def test_entropy_of_uniform_and_single_weights():
    np.testing.assert_allclose(entropy(np.array([[0.2] * 5, [0, 0, 1.0, 0, 0]])), [math.log(5), 0], atol=1e-12)


def test_unscaled_variance_is_d_k_and_scaled_variance_one(measured):
    np.testing.assert_allclose(measured.unscaled.variance.mean, measured.d_k, rtol=0.2)
    np.testing.assert_allclose(measured.scaled.variance.mean, 1.0, rtol=0.2)


def test_scaling_divides_the_variance_by_d_k_exactly(measured):
    for unscaled, scaled in zip(measured.unscaled.variance, measured.scaled.variance, strict=True):
        np.testing.assert_allclose(unscaled / measured.d_k, scaled, rtol=1e-4)


def test_at_d_k_one_scaling_changes_nothing(measured):
    for unscaled, scaled in zip(measured.unscaled[:4], measured.scaled[:4], strict=True):
        assert [band[0] for band in unscaled] == [band[0] for band in scaled]


def test_wide_heads_saturate_without_scaling_only(measured):
    assert measured.unscaled.largest.mean[-1] > 0.9 > 0.3 > measured.scaled.largest.mean[-1]
    assert measured.unscaled.entropy.mean[-1] < 0.3 < 2.5 < measured.scaled.entropy.mean[-1]
    assert measured.unscaled.jacobian.mean[-1] < 0.5 * measured.scaled.jacobian.mean[-1]


def test_every_quantity_stays_within_its_bounds(measured):
    for statistics in (measured.scaled, measured.unscaled):
        assert (statistics.largest.low >= 1 / 31 - 1e-6).all()
        assert (statistics.largest.high <= 1 + 1e-6).all()
        assert (statistics.entropy.low >= 0).all()
        assert (statistics.entropy.high <= math.log(31) + 1e-6).all()
        assert (statistics.jacobian.high <= 0.5 + 1e-6).all()
        assert ((statistics.dead >= 0) & (statistics.dead <= 1)).all()
        for spread in statistics[:4]:
            assert (spread.low <= spread.high).all()
            assert spread.mean.shape == (4,)


def test_numbers_match_the_formula_on_the_same_draw():
    import torch

    one = softmax_saturation([5], num_keys=3, num_samples=2, seed=11)
    generator = torch.Generator().manual_seed(11)
    query = torch.randn(2, 1, 5, generator=generator).double().numpy()
    key = torch.randn(2, 3, 5, generator=generator).double().numpy()
    scores = (query * key).sum(-1)  # [R, K]
    weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    largest = [max(row) for row in weights]
    assert one.unscaled.largest.mean[0] == pytest.approx(sum(largest) / 2, rel=1e-5)
    assert one.unscaled.variance.mean[0] == pytest.approx(
        sum(sum((row - row.mean()) ** 2) / 2 for row in scores) / 2, rel=1e-5
    )


def test_mean_gradient_hides_dead_queries_that_the_share_shows():
    """At d_k 32 the unscaled mean lies above the scaled one, though 7 % of the queries pass no gradient."""
    import torch

    width, keys, samples = 32, 32, 512
    found = softmax_saturation([width], num_keys=keys, num_samples=samples, seed=3)
    generator = torch.Generator().manual_seed(3)
    query = torch.randn(samples, 1, width, generator=generator).double()
    key = torch.randn(samples, keys, width, generator=generator).double()
    weights = torch.softmax((query * key).sum(-1), -1).numpy()
    norms = [np.linalg.norm(np.diag(row) - np.outer(row, row)) for row in weights]
    assert found.unscaled.dead[0] == pytest.approx(np.mean([norm < 0.01 for norm in norms]), abs=2 / samples)
    assert found.unscaled.jacobian.median[0] == pytest.approx(np.median(norms), rel=1e-3)
    assert found.unscaled.jacobian.mean[0] > found.scaled.jacobian.mean[0]
    assert found.unscaled.dead[0] > 0.05 and found.scaled.dead[0] == 0


def test_a_seed_gives_the_same_numbers_and_another_seed_others():
    first, again, other = (
        softmax_saturation([2], num_keys=3, num_samples=5, seed=seed).unscaled.entropy.mean for seed in (1, 1, 2)
    )
    assert first == again != other


@pytest.mark.parametrize(
    ("widths", "keys", "samples", "code"),
    [
        ([], 3, 3, "labs.widths"),
        ([0], 3, 3, "labs.widths"),
        ([2], 1, 3, "labs.samples"),
        ([2], 3, 1, "labs.samples"),
        ([1024], 1024, 1024, "labs.draws"),
    ],
)
def test_numbers_out_of_range_are_refused(widths, keys, samples, code):
    with pytest.raises(CoreError) as refused:
        softmax_saturation(widths, num_keys=keys, num_samples=samples)
    assert refused.value.code == code
