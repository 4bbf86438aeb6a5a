"""Trainings with and without smoothing: the task, numbers worked by hand, and what the page shows of them."""

import pytest
import torch

from core.errors import CoreError
from core.labs import label_smoothing_trained
from tests.viz.labs.computed import node, run_lab
from tests.viz.labs.model import measured

STEPS = 30


@pytest.fixture(autouse=True)
def short(monkeypatch):
    monkeypatch.setattr(label_smoothing_trained, "STEPS", STEPS)


def trained(epsilon, seed=3):
    return measured("label_smoothing_trained", {"epsilon": epsilon, "seed": seed})


def test_each_word_has_two_translations():
    source, target = label_smoothing_trained.drawn(torch.Generator().manual_seed(1), 500)
    words, tokens = source[:, :-1] - 3, target[:, :-1] - 3
    assert torch.equal(tokens // 2, words)
    assert float((tokens % 2).float().mean()) == pytest.approx(label_smoothing_trained.RARER, abs=0.05)


def test_measures_worked_by_hand():
    logs = torch.tensor([[0.9, 0.1], [0.4, 0.6], [0.05, 0.95]]).log()
    found = label_smoothing_trained.measured(logs, torch.tensor([0, 0, 1]))
    assert found["right"] == pytest.approx(2 / 3)
    assert found["confidence"] == pytest.approx((0.9 + 0.6 + 0.95) / 3)
    assert found["loss"] == pytest.approx(-float(torch.tensor([0.9, 0.4, 0.95]).log().mean()))
    assert found["counts"].tolist() == [0, 0, 0, 0, 0, 0, 1, 0, 0, 2]
    assert found["rights"].tolist() == [0, 0, 0, 0, 0, 0, 0, 0, 0, 2]
    assert found["confidences"][9] == pytest.approx(1.85)


def test_smoothing_makes_less_sure():
    plain, smoothed = trained(0.0), trained(0.3)
    assert smoothed["confidence"] < plain["confidence"]
    assert smoothed["known"] != plain["known"]
    assert sum(plain["counts"]) == label_smoothing_trained.NEW * label_smoothing_trained.LONG
    assert trained(0.3) == smoothed


@pytest.mark.parametrize("wrong", [{"epsilon": 0.9}, {"seed": 0}])
def test_values_out_of_bounds_are_refused(wrong):
    with pytest.raises(CoreError, match=next(iter(wrong))):
        measured("label_smoothing_trained", {"epsilon": 0.1, "seed": 1, **wrong})


@node
def test_lab_draws_the_trainings_that_have_come():
    plain, smoothed = trained(0.0), trained(0.1)
    partial = run_lab("label_smoothing_trained", {}, [plain, *[None] * 5])
    assert (partial["drawn"]["progress"], partial["drawn"]["reading"]) == ("progress", "")
    assert partial["drawn"]["numbers"]["right_with"] == "…"
    whole = run_lab("label_smoothing_trained", {}, [plain, smoothed] * 3)
    assert [one["epsilon"] for one in whole["asked"]] == [0, 0.1] * 3
    assert whole["numbers"]["without"]["right"] == pytest.approx(plain["right"])
    assert whole["numbers"]["with"]["confidence"] == pytest.approx(smoothed["confidence"])
