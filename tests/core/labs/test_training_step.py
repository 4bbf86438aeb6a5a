"""Training steps of the lab, against torch's own loss and optimiser."""

import copy
import math

import pytest
import torch
import torch.nn.functional as F

from core.errors import CoreError
from core.training.schedule import learning_rate
from tests.viz.labs.model import measured, setting

ASKED = {"model": "loaded", "steps": 1, "at": 400, "kind": "cross", "layer": 1, "head": 2}


@pytest.fixture(scope="module")
def numbers():
    return setting("twenty one", "numbers")


def test_first_step_is_that_of_torch(numbers):
    found = measured("training_step", ASKED, numbers)
    model = copy.deepcopy(numbers.model).requires_grad_(True).eval()
    training = numbers.card.part("training")
    smoothing = training["label_smoothing"]
    total, tokens = torch.zeros(()), 0
    other = min((one for one in numbers.examples if one != numbers.text), key=len)
    for at in (numbers, setting(other, "numbers")):
        pair = at.forced()
        logits = model(pair.source, pair.read)[0]
        total = total + F.cross_entropy(logits, pair.target, label_smoothing=smoothing, reduction="sum")
        tokens += len(at.target_ids)
    loss = total / tokens
    loss.backward()
    assert found["losses"][0] == pytest.approx(float(loss), rel=1e-4)
    gradient = torch.cat([one.grad.flatten() for one in model.parameters() if one.grad is not None])
    assert found["norm"] == pytest.approx(float(gradient.norm()), rel=1e-3)
    rate = learning_rate(400, model.config.d_model, training["warmup_steps"], training["rate_factor"])
    assert found["rate"] == pytest.approx(rate)
    # Adam's first update is the rate times g / (|g| + eps)
    moved = math.sqrt(sum(update**2 for update in found["updates"]))
    expected = rate * float((gradient / (gradient.abs() + training.get("adam_eps", 1e-9))).norm())
    assert moved == pytest.approx(expected, rel=0.02)
    head = model.decoder.layers[1].cross_attention.query.weight.grad.unflatten(0, (model.config.num_heads, -1))[2]
    torch.testing.assert_close(torch.tensor(found["picture"]), head, rtol=1e-3, atol=1e-6)


def test_fresh_model_begins_at_uniform_probabilities_and_learns(numbers):
    found = measured("training_step", {**ASKED, "model": "fresh", "steps": 20}, numbers)
    assert found["losses"][0] == pytest.approx(math.log(numbers.model.config.output_size), abs=1)
    assert found["losses"][-1] < found["losses"][0]
    assert len(found["losses"]) == 21


def test_shared_model_is_not_moved(numbers):
    before = [one.detach().clone() for one in numbers.model.parameters()]
    measured("training_step", {**ASKED, "steps": 2}, numbers)
    assert all(torch.equal(a, b) for a, b in zip(before, numbers.model.parameters(), strict=True))
    assert not any(one.requires_grad for one in numbers.model.parameters())


def test_too_many_steps_are_refused():
    with pytest.raises(CoreError, match="at most"):
        measured("training_step", {**ASKED, "steps": 100})
