"""Probabilities of the labels, against the translation's own."""

import numpy as np
import pytest

from core.config import DecodingConfig
from tests.viz.labs.model import measured, setting, translator


def test_probabilities_are_those_of_the_search():
    expected = translator().search(setting().text, DecodingConfig(beam_size=1)).hypotheses[0]
    assert measured("shifted_right")["probabilities"] == pytest.approx(np.exp(expected.token_log_probs), rel=1e-3)
