"""Positions moved or joined in other ways, against the model itself."""

import copy

import numpy as np
import pytest
import torch

from core.labs.shared.attentions import target_logs
from core.model.embedding import sinusoidal_positions
from tests.viz.labs.computed import computed, node
from tests.viz.labs.model import measured, setting


@pytest.mark.parametrize("side", ["both", "source", "target"])
def test_offset_of_zero_is_the_models_own_score(side):
    found = measured("beyond_training", {"side": side})
    assert found["logs"][0] == pytest.approx(float(target_logs(setting()).mean()), abs=1e-4)
    assert len(found["logs"]) == len(found["offsets"])


@pytest.mark.parametrize("side", ["both", "source", "target"])
def test_offset_is_a_shifted_table_of_the_model(side):
    found, at, offset = measured("beyond_training", {"side": side}), setting(), 64
    moved = copy.deepcopy(at.model)
    table = sinusoidal_positions(512, moved.config.d_model)[offset:]
    if side != "target":
        moved.encoder.embedding.positions = table
    if side != "source":
        moved.decoder.embedding.positions = table
    with torch.no_grad():
        logs = moved(at.forced().source, at.forced().read).log_softmax(-1)[0]
    expected = logs[torch.arange(logs.shape[0]), at.forced().target].mean()
    assert found["logs"][found["offsets"].index(offset)] == pytest.approx(float(expected), abs=1e-4)


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
