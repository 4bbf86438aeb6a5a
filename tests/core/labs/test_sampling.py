"""What is drawn from at a step, against torch."""

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
import torch

from core.data.tokenizer import Tokenizer
from core.errors import CoreError
from core.labs.shared.setting import Setting
from tests.viz.labs.computed import computed, node
from tests.viz.labs.model import measured, setting


@pytest.fixture(scope="module")
def answer():
    return measured("sampling", {"step": 3})


def test_logits_are_those_that_predict_the_translation(answer):
    at = setting()
    assert answer["tokens"][0] == at.surface(at.target_ids)[3]  # greedy
    assert len(answer["logits"]) == at.model.config.output_size
    assert answer["logits"] == sorted(answer["logits"], reverse=True)


@node
@pytest.mark.parametrize(("temperature", "top_k", "top_p"), [(1, 0, 1), (2, 5, 1), (3, 0, 0.5), (3, 20, 0.6)])
def test_weights_are_cut_and_scaled_as_by_torch(answer, temperature, top_k, top_p):
    values = {"temperature": temperature, "top_k": top_k, "top_p": top_p}
    found = computed("sampling", values, answer)
    weights = (torch.tensor(answer["logits"], dtype=torch.float64) / temperature).softmax(0)
    first = torch.where(torch.arange(len(weights)) < (top_k or len(weights)), weights, 0)
    share = first / first.sum()
    expected = torch.where((share.cumsum(0) - share < top_p) | (top_p == 1), first, 0)
    np.testing.assert_allclose(found["weights"], (expected / expected.sum()).numpy(), atol=1e-9)
    assert found["left"] == int((expected > 0).sum())
    assert found["mass"] == pytest.approx(float(expected.sum()))


@node
def test_first_settings_leave_the_distribution_of_the_model(answer):
    found = computed("sampling", {}, answer)
    np.testing.assert_allclose(found["weights"], torch.tensor(answer["logits"]).softmax(0).numpy(), rtol=1e-4)
    assert found["mass"] == pytest.approx(1)


@node
def test_draws_are_of_what_is_kept_and_repeat(answer):
    values = {"temperature": 5, "top_k": 3, "seed": 7}
    drawn = computed("sampling", values, answer)["drawn"]
    assert set(drawn) <= {0, 1, 2}
    assert drawn == computed("sampling", values, answer)["drawn"]
    assert drawn != computed("sampling", {**values, "seed": 8}, answer)["drawn"]


def test_step_beyond_the_translation_is_refused():
    with pytest.raises(CoreError, match="steps"):
        measured("sampling", {"step": 900})


def test_candidates_of_one_step_are_not_read_as_one_text():
    """The bytes of neighbouring candidates joined to a character that none of them is."""
    vocabulary = Tokenizer.train(["a dog"], 300)
    ids = vocabulary.encode("靴").ids[:-1]
    assert vocabulary.surface(ids) == ["", "", "靴"]
    own = SimpleNamespace(surface=vocabulary.surface)
    assert Setting.surfaces(cast("Setting", own), ids) == ["‹E9›", "‹9D›", "‹B4›"]
