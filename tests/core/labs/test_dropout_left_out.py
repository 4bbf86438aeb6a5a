"""Dropout place by place: what must hold for any draw."""

import pytest

from core.labs.attentions import target_logs
from tests.viz.labs.model import measured, setting


def test_no_dropout_gives_the_models_own_score_and_the_shared_model_stays():
    found = measured("dropout_left_out", {"rate": 0.1, "seed": 3})
    assert found["none"] == pytest.approx(float(target_logs(setting()).sum()), abs=1e-3)
    assert len(found["places"]) == 7
    assert all(spread > 0 for spread in found["spread"])
    assert not setting().model.training
    assert found == measured("dropout_left_out", {"rate": 0.1, "seed": 3})
