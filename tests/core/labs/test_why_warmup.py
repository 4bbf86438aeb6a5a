"""Trainings with and without warm-up, against torch's own loss and optimiser."""

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from core.config import ModelConfig
from core.errors import CoreError
from core.labs import why_warmup
from core.labs.training_step import redraw
from core.model.transformer import Transformer
from core.training.schedule import learning_rate
from tests.viz.labs.computed import node, run_lab
from tests.viz.labs.model import measured

ASKED = {"norm": "post", "warmup": 7, "factor": 0.5, "ramp": True, "seed": 3}
STEPS = 12


@pytest.fixture(autouse=True)
def short(monkeypatch):
    monkeypatch.setattr(why_warmup, "STEPS", STEPS)


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_training_is_that_of_torch(norm):
    found = measured("why_warmup", {**ASKED, "norm": norm})
    generator = torch.Generator().manual_seed(3)
    words = why_warmup.WORDS + 3
    config = ModelConfig(words, why_warmup.WIDTH, why_warmup.LAYERS, why_warmup.HEADS, why_warmup.INNER, norm=norm)
    model = Transformer(config).eval()
    redraw(model, generator)
    optimiser = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98), eps=1e-9)
    for step in range(STEPS):
        batch = why_warmup.drawn(generator)
        loss = F.cross_entropy(model(batch.source, batch.target_read).flatten(0, 1), batch.target_predicted.flatten())
        assert found["losses"][step] == pytest.approx(loss.item(), rel=1e-3)
        optimiser.zero_grad()
        loss.backward()
        before = torch.cat([one.detach().flatten() for one in model.parameters()])
        gradient = torch.cat([one.grad.flatten() for one in model.parameters()])
        assert found["norms"][step] == pytest.approx(float(gradient.norm()), rel=1e-2)
        rate = learning_rate(step + 1, why_warmup.WIDTH, 7, 0.5)
        optimiser.param_groups[0]["lr"] = rate
        optimiser.step()
        update = torch.cat([one.detach().flatten() for one in model.parameters()]) - before
        assert found["rates"][step] == pytest.approx(rate)
        assert found["sizes"][step] == pytest.approx(float(update.abs().mean()) / rate, rel=1e-2)
        assert found["moved"][step] == pytest.approx(float(update.norm() / before.norm()), rel=1e-2)


def test_first_update_is_one_rate_for_each_weight_that_has_a_gradient():
    found = measured("why_warmup", ASKED)
    assert 0.9 < found["sizes"][0] <= 1.001
    assert found["sizes"][-1] < found["sizes"][0]


def test_loss_of_frequencies_is_the_entropy_of_the_labels():
    labels = why_warmup.drawn(torch.Generator().manual_seed(1)).target_predicted
    share = float((labels == 2).float().mean())
    entropy = -share * np.log(share) - (1 - share) * np.log((1 - share) / why_warmup.WORDS)
    assert measured("why_warmup", ASKED)["frequencies"] == pytest.approx(entropy)


def test_rate_without_rise_begins_at_the_peak():
    found, rising = (measured("why_warmup", {**ASKED, "ramp": ramp})["rates"] for ramp in (False, True))
    assert found[:7] == pytest.approx([max(rising)] * 7)
    assert found[7:] == pytest.approx(rising[7:])


def test_same_question_has_the_same_answer_and_the_data_does_not_depend_on_the_rate():
    torch.manual_seed(99)  # the trainings have generators of their own
    first = measured("why_warmup", ASKED)
    assert measured("why_warmup", ASKED) == first
    assert measured("why_warmup", {**ASKED, "ramp": False})["losses"][0] == first["losses"][0]
    assert measured("why_warmup", {**ASKED, "seed": 4})["losses"] != first["losses"]


@pytest.mark.parametrize("wrong", [{"warmup": 0}, {"seed": 0}, {"factor": 9.0}, {"norm": "none"}, {"ramp": 1}])
def test_values_out_of_bounds_are_refused(wrong):
    with pytest.raises(CoreError, match=next(iter(wrong))):
        measured("why_warmup", {**ASKED, **wrong})


@node
def test_lab_draws_the_trainings_that_have_come():
    found = measured("why_warmup", ASKED)
    partial = run_lab("why_warmup", {}, [found, *[None] * 5])
    assert (partial["drawn"]["progress"], partial["drawn"]["reading"]) == ("progress", "")
    assert partial["drawn"]["numbers"]["pre_with"] == "…"
    whole = run_lab("why_warmup", {}, [found] * len(partial["asked"]))
    assert whole["drawn"]["numbers"]["post_with"] == pytest.approx(np.mean(found["losses"][-10:]))
