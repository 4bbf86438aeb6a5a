"""Scores before the mask: with it they give the weights of the model."""

import numpy as np
import pytest
import torch

from core.errors import CoreError
from core.model.probe import Recorder
from tests.viz.labs.computed import computed, node
from tests.viz.labs.model import measured, setting, unscaled


@node
@pytest.mark.parametrize("model", [setting, unscaled])
def test_right_side_is_the_attention_of_the_model(model):
    """Scores were divided by the root of d_k in models, too, that do not divide theirs."""
    at, recorder = model(), Recorder()
    pair = at.forced()
    with torch.no_grad():
        at.model(pair.source, pair.read, probe=recorder)
    found = computed("mask_after_softmax", {}, measured("mask_after_softmax", {"layer": 1, "head": 2}, at))
    weights = recorder.weights["decoder.1.self"][0, 2].numpy()
    np.testing.assert_allclose(found["right"], weights, atol=1e-5)
    assert found["sums"][-1] == pytest.approx(1)
    assert min(found["sums"]) < 1


def test_missing_head_is_refused():
    with pytest.raises(CoreError, match="head"):
        measured("mask_after_softmax", {"layer": 1, "head": 90})
