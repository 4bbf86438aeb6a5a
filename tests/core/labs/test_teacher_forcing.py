"""What follows a wrong token, against a pass of the model and the translator."""

import pytest
import torch

from core.config import DecodingConfig
from core.errors import CoreError
from tests.viz.labs.model import measured, setting, translator


def test_forced_steps_read_one_wrong_token():
    at, found = setting(), measured("teacher_forcing", {"step": 1, "rank": 1})
    assert found["forced"][:2] == pytest.approx(found["right"][:2], abs=1e-5)  # the past does not see it
    free = translator().search(at.text, DecodingConfig(beam_size=1), prefix=[at.target_ids[0]])
    assert found["free"][0] == at.surface(free.hypotheses[0].ids)[0]
    assert found["free"][1] == found["wrong"] != at.surface(at.target_ids)[1]
    pair = at.forced()
    with torch.no_grad():
        weights = at.model(pair.source, pair.read)[0].softmax(-1)
    assert found["right"] == pytest.approx(weights[range(len(at.target_ids)), list(at.target_ids)].tolist(), rel=1e-3)


def test_last_step_is_refused():
    with pytest.raises(CoreError, match="before the last"):
        measured("teacher_forcing", {"step": len(setting().target_ids) - 1, "rank": 1})
