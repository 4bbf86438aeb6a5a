"""What is drawn from at a step, against torch."""

import numpy as np
import pytest
import torch

from core.errors import CoreError
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
@pytest.mark.parametrize(("temperature", "top_k", "top_p"), [(1, 200, 1), (2, 5, 1), (3, 200, 0.5)])
def test_weights_are_cut_and_scaled_as_by_torch(answer, temperature, top_k, top_p):
    values = {"temperature": temperature, "top_k": top_k, "top_p": top_p}
    found = computed("sampling", values, answer)
    weights = (torch.tensor(answer["logits"], dtype=torch.float64) / temperature).softmax(0)
    keep = (torch.arange(len(weights)) < top_k) & (weights.cumsum(0) - weights < top_p)
    expected = torch.where(keep, weights, 0)
    np.testing.assert_allclose(found["weights"], (expected / expected.sum()).numpy(), atol=1e-9)
    assert found["left"] == int(keep.sum())


def test_step_beyond_the_translation_is_refused():
    with pytest.raises(CoreError, match="steps"):
        measured("sampling", {"step": 900})
