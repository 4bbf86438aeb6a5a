"""Positions moved or joined in other ways, against the model itself."""

import numpy as np
import pytest
import torch

from core.labs.attentions import target_logs
from tests.viz.labs.computed import computed, node
from tests.viz.labs.model import measured, setting


@pytest.mark.parametrize("side", ["both", "source", "target"])
def test_offset_of_zero_is_the_models_own_score(side):
    found = measured("beyond_training", {"side": side})
    assert found["logs"][0] == pytest.approx(float(target_logs(setting()).mean()), abs=1e-4)
    assert len(found["logs"]) == len(found["offsets"])


@node
def test_sum_is_what_the_encoder_reads():
    at, answer = setting(), measured("add_multiply_concatenate")
    with torch.no_grad():
        read = at.model.encoder.embedding(at.forced().source)[0].numpy()
    found = computed("add_multiply_concatenate", {"way": "add", "token": 2}, answer, d_model=192)
    np.testing.assert_allclose(found["joined"], read[2], atol=1e-4)
    words = np.array(answer["words"])
    cosine = (read * words).sum(1) / np.linalg.norm(read, axis=1) / np.linalg.norm(words, axis=1)
    assert found["toWord"] == pytest.approx(cosine.tolist(), abs=1e-4)
    assert computed("add_multiply_concatenate", {"way": "concatenate"}, answer, d_model=192)["width"] == 384
