"""Truncation with and without the end symbol, against the translator."""

import numpy as np
import pytest

from core.config import DecodingConfig
from tests.viz.labs.model import measured, setting, translator


def test_uncut_right_side_is_the_translation():
    at = setting()
    found = measured("truncated_end", {"limit": len(at.source_ids)})
    expected = translator().search(at.text, DecodingConfig(beam_size=1)).hypotheses[0]
    assert found["right"]["target"] == at.surface(expected.ids)
    assert sum(np.log(found["right"]["weights"])) == pytest.approx(expected.log_prob, abs=1e-3)
    assert found["wrong"]["source"] == found["right"]["source"][:-1]


def test_only_the_right_side_keeps_the_end_symbol():
    found = measured("truncated_end", {"limit": 4})
    assert len(found["wrong"]["source"]) == len(found["right"]["source"]) == 4
    assert found["right"]["source"][-1] == "</s>"
    assert "</s>" not in found["wrong"]["source"]
