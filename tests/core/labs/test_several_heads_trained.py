"""Trainings with one head and with several: the task, what all have in common, and what the page shows of them."""

import numpy as np
import pytest
import torch

from core.errors import CoreError
from core.labs import several_heads_trained
from tests.viz.labs.computed import node, run_lab
from tests.viz.labs.model import measured

STEPS = 30


@pytest.fixture(autouse=True)
def short(monkeypatch):
    monkeypatch.setattr(several_heads_trained, "STEPS", STEPS)


def trained(heads, seed=3):
    return measured("several_heads_trained", {"heads": heads, "seed": seed})


def test_target_token_stands_for_two_words():
    batch = several_heads_trained.drawn(torch.Generator().manual_seed(1), 4)
    words, pairs = batch.source[:, :-1] - 3, batch.target_predicted[:, :-1] - 3
    assert pairs.shape[1] == words.shape[1] - 2
    for t in range(pairs.shape[1]):
        assert torch.equal(pairs[:, t] // several_heads_trained.WORDS, words[:, t])
        assert torch.equal(pairs[:, t] % several_heads_trained.WORDS, words[:, t + 2])


def test_models_differ_in_their_heads_alone():
    one, four = trained(1), trained(4)
    assert one["parameters"] == four["parameters"]
    assert (len(one["rows"]), len(four["rows"])) == (1, 4)
    assert one["losses"] != four["losses"]
    for found in (one, four):
        assert len(found["losses"]) == STEPS
        assert np.mean(found["losses"][-5:]) < np.mean(found["losses"][:5])
        assert np.array(found["rows"]).sum(-1).max() <= 1 + 1e-5
        assert 0 <= found["right"] <= 1
    assert trained(4) == four


@pytest.mark.parametrize("wrong", [{"heads": 3}, {"seed": 0}])
def test_values_out_of_bounds_are_refused(wrong):
    with pytest.raises(CoreError, match=next(iter(wrong))):
        measured("several_heads_trained", {"heads": 2, "seed": 1, **wrong})


@node
def test_lab_draws_the_trainings_that_have_come():
    found = trained(2)
    partial = run_lab("several_heads_trained", {}, [None, found, None, None])
    assert (partial["drawn"]["progress"], partial["drawn"]["reading"]) == ("progress", "")
    assert partial["drawn"]["numbers"]["right_1"] == "…"
    whole = run_lab("several_heads_trained", {}, [found] * len(partial["asked"]))
    assert whole["drawn"]["reading"] == "reading"
    assert whole["drawn"]["numbers"]["last_8"] == pytest.approx(np.mean(found["losses"][-10:]))
