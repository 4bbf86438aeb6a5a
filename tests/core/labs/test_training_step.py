"""Training steps of the lab, against torch's own loss and optimiser."""

import copy
import math

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from core.errors import CoreError
from core.labs import training_step
from core.model.probe import Recorder
from core.training.schedule import learning_rate
from tests.viz.labs.computed import node, run_lab
from tests.viz.labs.model import measured, setting

ASKED = {"model": "loaded", "steps": 1, "at": 400, "kind": "cross", "layer": 1, "head": 2}


@pytest.fixture(scope="module")
def numbers():
    return setting("twenty one", "numbers")


def pairs_of(numbers):
    other = min((one for one in numbers.examples if one != numbers.text), key=len)
    return [numbers.forced(), setting(other, "numbers").forced()]


def label_losses(model, pairs, smoothing):
    losses = [
        F.cross_entropy(model(pair.source, pair.read)[0], pair.target, label_smoothing=smoothing, reduction="none")
        for pair in pairs
    ]
    return torch.cat(losses)


@pytest.fixture(scope="module")
def stepped(numbers):
    """A copy of the model after one step of torch's Adam, with the losses around it."""
    model, training = copy.deepcopy(numbers.model).requires_grad_(True).eval(), numbers.card.part("training")
    rate = learning_rate(400, model.config.d_model, training["warmup_steps"], training["rate_factor"])
    optimiser = torch.optim.Adam(model.parameters(), lr=rate, betas=(0.9, 0.98), eps=1e-9)
    old = {name: one.detach().clone() for name, one in model.named_parameters()}
    before = label_losses(model, pairs_of(numbers), training["label_smoothing"])
    before.mean().backward()
    optimiser.step()
    after = label_losses(model, pairs_of(numbers), training["label_smoothing"])
    return model, old, optimiser, before.detach(), after.detach()


def test_first_step_is_that_of_torch(numbers, stepped):
    model, old, _, before, after = stepped
    found = measured("training_step", ASKED, numbers)
    assert found["losses"] == pytest.approx([float(before.mean()), float(after.mean())], rel=1e-3, abs=1e-5)
    assert found["tokens"]["before"]["smoothed"] == pytest.approx(before.tolist(), rel=1e-3, abs=1e-4)
    gradient = torch.cat([one.grad.double().flatten() for one in model.parameters()])
    assert found["norm"] == pytest.approx(float(gradient.norm()), rel=1e-3)
    moved = torch.cat([(one - old[name]).flatten() for name, one in model.named_parameters()]).detach()
    assert found["parts"]["all"][0] == found["norm"]
    assert found["parts"]["all"][3] == pytest.approx(float(moved.norm()), rel=1e-3)
    assert found["moved"] == pytest.approx(float((moved != 0).double().mean()), abs=0.05)
    assert found["parts"]["all"][1] == pytest.approx(0.1 * float(gradient.abs().mean()), rel=1e-3)
    assert found["parts"]["all"][2] ** 2 == pytest.approx(0.02 * float((gradient**2).mean()), rel=1e-3)


def test_parts_layers_and_heads_are_those_of_the_gradient(numbers, stepped):
    model, *_ = stepped
    found = measured("training_step", ASKED, numbers)
    layer = model.decoder.layers[1]
    weights = {
        "self": layer.self_attention,
        "cross": layer.cross_attention,
        "feed_forward": layer.feed_forward,
    }
    for column, name in enumerate(training_step.PARTS[:3]):
        parameters = list(weights[name].named_parameters())
        gradient = torch.cat([one.grad.flatten() for _, one in parameters])
        assert found["layers"]["gradients"][3][column] == pytest.approx(float(gradient.norm()), rel=1e-3)
    assert found["layers"]["gradients"][0][1] is None
    square = sum(found["parts"][name][0] ** 2 for name in found["parts"] if name != "all")
    assert square == pytest.approx(found["norm"] ** 2)
    cross, width = layer.cross_attention, numbers.model.config.query_width
    of_head = slice(2 * width, 3 * width)
    pieces = [cross.query.weight.grad[of_head], cross.key.weight.grad[of_head], cross.value.weight.grad[of_head]]
    pieces.append(cross.output.weight.grad[:, of_head])
    expected = torch.cat([one.flatten() for one in pieces]).norm()
    assert found["heads"][found["sites"].index("decoder.1.cross")][2] == pytest.approx(float(expected), rel=1e-3)


def test_weight_by_hand_is_adams(numbers, stepped):
    model, old, optimiser, *_ = stepped
    found = measured("training_step", ASKED, numbers)
    weight, query = found["weight"], model.decoder.layers[1].cross_attention.query.weight
    at = 2 * numbers.model.config.query_width + weight["row"], weight["column"]
    assert weight["before"] == float(old["decoder.layers.1.cross_attention.query.weight"][at])
    assert weight["after"] == pytest.approx(float(query.detach()[at]), abs=1e-6)
    assert weight["first"] == pytest.approx(float(optimiser.state[query]["exp_avg"][at]), rel=1e-3)
    assert weight["second"] == pytest.approx(float(optimiser.state[query]["exp_avg_sq"][at]), rel=1e-3)
    assert weight["before"] - weight["after"] == pytest.approx(
        math.copysign(found["rate"], weight["gradient"]), rel=1e-3
    )


def test_fresh_model_learns_the_pairs(numbers):
    found = measured("training_step", {**ASKED, "model": "fresh", "steps": 20}, numbers)
    assert len(found["losses"]) == 21
    assert found["losses"][-1] < found["losses"][0]
    assert np.mean(found["tokens"]["before"]["plain"]) > 0.5 * math.log(found["vocabulary"])


def test_attention_before_is_that_of_the_model_without_padding(numbers):
    pair, recorder = numbers.forced(), Recorder()
    with torch.no_grad():
        numbers.model(pair.source, pair.read, probe=recorder)
    found = measured("training_step", ASKED, numbers)["attention"]
    np.testing.assert_allclose(found["before"], recorder.weights["decoder.1.cross"][0, 2], atol=1e-6)
    assert np.shape(found["after"]) == np.shape(found["before"]) == (len(numbers.target_ids), len(numbers.source_ids))


def test_shared_model_is_not_moved(numbers):
    before = [one.detach().clone() for one in numbers.model.parameters()]
    measured("training_step", {**ASKED, "steps": 2}, numbers)
    assert all(torch.equal(a, b) for a, b in zip(before, numbers.model.parameters(), strict=True))
    assert not any(one.requires_grad for one in numbers.model.parameters())


@node
def test_least_loss_is_the_entropy_of_the_target(numbers):
    found = {**measured("training_step", ASKED, numbers), "epsilon": 0.1, "vocabulary": 50}
    target = torch.full((50,), 0.1 / 50, dtype=torch.float64)
    target[0] += 0.9
    least = run_lab("training_step", {}, found)["drawn"]["numbers"]["least"]
    assert least == pytest.approx(float(torch.special.entr(target).sum()))


@node
def test_layers_are_named_by_their_stack_where_the_stacks_differ_in_depth(numbers):
    """The rows were halved: with three encoder layers and one in the decoder, "decoder 1" was the encoder's third."""
    found = measured("training_step", ASKED, numbers)
    found["layers"] = {name: [*rows[:2], rows[0], rows[-1]] for name, rows in found["layers"].items()}
    figures = run_lab("training_step", {}, found, {"num_layers": 3, "decoder_layers": 1})["drawn"]["figures"]
    pair = next(one for one in figures if one["kind"] == "pair" and one["left"][0]["title"] == "layer_gradients")
    expected = ["kind.encoder 1", "kind.encoder 2", "kind.encoder 3", "kind.decoder 1"]
    assert pair["left"][0]["rows"] == pair["right"][0]["rows"] == expected


@node
def test_too_much_work_takes_fewer_steps_and_says_so(numbers, monkeypatch):
    monkeypatch.setattr(training_step, "MOST_WORK", 3.5 * 710_656 * 100)
    found = measured("training_step", {**ASKED, "steps": 10}, numbers)
    assert 1 <= len(found["losses"]) - 1 < 10
    drawn = run_lab("training_step", {"steps": "10"}, found)["drawn"]
    assert drawn["reading"].startswith("fewer")


def test_model_that_is_too_large_is_refused(numbers, monkeypatch):
    monkeypatch.setattr(training_step, "MOST_PARAMETERS", 1000)
    with pytest.raises(CoreError, match="at most 1,000 parameters"):
        measured("training_step", ASKED, numbers)
