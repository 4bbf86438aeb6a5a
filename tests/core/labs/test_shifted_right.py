"""Probabilities of the labels, against the translation's own and a pass of the model; what the mask leaves in sight."""

import pytest
import torch

from core.config import DecodingConfig
from tests.viz.labs.computed import computed, node
from tests.viz.labs.model import measured, setting, translator


def test_log_probabilities_are_those_of_the_search_and_of_the_model():
    at, found = setting(), measured("shifted_right")
    expected = translator().search(at.text, DecodingConfig(beam_size=1)).hypotheses[0]
    assert found["shifted"] == pytest.approx(expected.token_log_probs, rel=1e-3, abs=1e-4)
    pair = at.forced()
    with torch.no_grad():
        logs = at.model(pair.source, pair.target[None])[0].log_softmax(-1)
    assert found["forgotten"] == pytest.approx(logs[range(len(pair.target)), pair.target].tolist(), rel=1e-3, abs=1e-4)


@node
def test_label_is_in_sight_only_without_the_shift():
    answer, facts = measured("shifted_right"), {"target": setting().surface(setting().target_ids)}
    shifted = computed("shifted_right", {"input": "shifted"}, answer, **facts)
    forgotten = computed("shifted_right", {"input": "forgotten"}, answer, **facts)
    assert shifted["inSight"] == 0
    assert forgotten["inSight"] == len(facts["target"]) == len(shifted["read"])
    for t, k in enumerate(shifted["own"][:-1]):
        assert shifted["read"][k] == shifted["labels"][t]
        assert shifted["open"][t][k] == 0
