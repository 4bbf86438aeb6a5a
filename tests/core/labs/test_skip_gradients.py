"""Gradients of a fresh stack, against Jacobians and finite differences."""

import pytest
import torch

from core.labs.skip_gradients import fresh_stack, normalise, reaching, run_stack, small
from tests.viz.labs.model import measured, setting


@pytest.mark.parametrize("skip", [True, False])
@pytest.mark.parametrize("norm", ["pre", "post", "none"])
def test_gradient_is_the_product_of_jacobians(norm, skip):
    config = small(setting().model.config)
    stack = fresh_stack(config, 3, "feed_forward", 5)
    generator = torch.Generator().manual_seed(2)
    states, direction = torch.randn(2, 1, 1, config.d_model, generator=generator, dtype=torch.float64)

    def step(sublayer, x):
        result = sublayer(normalise(x) if norm == "pre" else x) + (x if skip else 0)
        return normalise(result) if norm == "post" else result

    x, product = states, torch.eye(config.d_model, dtype=torch.float64)
    for sublayer in stack:
        jacobian = torch.autograd.functional.jacobian(lambda y, layer=sublayer: step(layer, y), x)
        product = jacobian[0, 0, :, 0, 0] @ product
        x = step(sublayer, x)
    expected = direction[0, 0] @ product
    found = reaching(run_stack(stack, states.requires_grad_(), norm, skip=skip), direction)
    assert found["norms"][0] == pytest.approx(float(expected.norm() / direction.norm()))
    assert found["cosines"][0] == pytest.approx(float(torch.cosine_similarity(expected, direction[0, 0], dim=0)))
    assert [found["norms"][-1], found["cosines"][-1]] == pytest.approx([1, 1])


def test_stack_repeats_its_seed_and_leaves_the_global_generator():
    values = {"count": 5, "norm": "post", "kind": "both", "seed": 7}
    before = torch.random.get_rng_state()
    found = measured("skip_gradients", values)
    assert torch.equal(torch.random.get_rng_state(), before)
    assert measured("skip_gradients", values) == found
    assert measured("skip_gradients", {**values, "seed": 8}) != found


def test_skip_keeps_the_gradient_where_nothing_is_normalised():
    found = measured("skip_gradients", {"count": 16, "norm": "none", "kind": "feed_forward", "seed": 1})
    assert found["plain"]["norms"][0] < 0.01 < 1 < found["skip"]["norms"][0]
