"""Masks that are too small or strict, against the attention of the model."""

import numpy as np
import pytest
import torch

from core.labs.shared.attentions import target_logs
from core.labs.strict_mask import StrictMask
from tests.viz.labs.computed import computed, node
from tests.viz.labs.model import measured, setting, translator

pytestmark = node


def weights():
    at = setting()
    return translator().trace_layer(at.text, at.target_ids, "decoder", 1)[2]


def test_right_side_of_both_is_the_models_attention():
    answer = measured("strict_mask", {"kind": "decoder", "layer": 1, "head": 2})
    found = computed("strict_mask", {}, answer)
    np.testing.assert_allclose(found["causal"], weights(), atol=1e-5)
    assert set(found["strict"][0]) == {"NaN"}
    first = measured("strict_mask", {"kind": "decoder", "layer": 0, "head": 2})
    strict = np.array(first["strict"])[1:]  # before any layer is changed: the rows without their diagonal
    rest = np.tril(np.array(first["causal"]), -1)[1:]
    np.testing.assert_allclose(strict, rest / rest.sum(axis=1, keepdims=True), atol=1e-4)
    assert np.diag(np.array(found["strict"][1:])[:, 1:]) == pytest.approx(0)
    tiny = computed("tiny_mask", {"fill": "1e-9"}, measured("tiny_mask", {"layer": 1, "head": 2}))
    np.testing.assert_allclose(tiny["right"], weights(), atol=1e-5)
    assert max(tiny["future"]) > 0
    large = computed("tiny_mask", {"fill": "-1e9"}, measured("tiny_mask", {"layer": 1, "head": 2}))
    assert max(large["future"]) == 0


def test_strict_weights_are_those_of_the_changed_model():
    """The picture masked the scores of the unchanged model, while the words are of strict masks in all layers."""
    at = setting()
    pair, mask = at.forced(), StrictMask("decoder.1.self")
    with torch.no_grad():
        pair.states(at.model, mask)
    found = computed("strict_mask", {}, measured("strict_mask", {"kind": "decoder", "layer": 1, "head": 2}))
    np.testing.assert_allclose(found["strict"][1:], mask.weights[0, 2, 1:], atol=1e-5)
    rest = np.tril(np.array(found["causal"]), -1)[1:]
    assert np.abs(np.array(found["strict"][1:]) - rest / rest.sum(axis=1, keepdims=True)).max() > 1e-3


def test_log_probabilities_are_those_of_the_translation():
    answer = measured("strict_mask", {"kind": "decoder", "layer": 0, "head": 0})
    expected = target_logs(setting()).tolist()
    assert answer["right"] == pytest.approx(expected, abs=1e-4)
    assert answer["wrong"] != pytest.approx(expected, abs=1e-2)
