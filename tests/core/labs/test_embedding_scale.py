"""Token against position in the embedding's sum, against a pass of the model's encoder."""

import numpy as np
import pytest
import torch

from core.model.probe import Recorder
from tests.viz.labs.computed import computed, node, shown
from tests.viz.labs.model import measured, setting


@node
@pytest.mark.parametrize("side", ["source", "target"])
def test_scaled_norms_are_those_that_the_model_adds(side):
    model, pair = setting().model, setting().forced()
    place = "encoder.embedding" if side == "source" else "decoder.embedding"
    recorder = Recorder(sites=frozenset({place, f"{place}.tokens", f"{place}.positions"}))
    with torch.no_grad():
        model(pair.source, pair.read, probe=recorder)
    tokens, positions = recorder.observed[f"{place}.tokens"][0], recorder.observed[f"{place}.positions"]
    d_model = model.config.d_model
    found = computed("embedding_scale", {"side": side}, measured("embedding_scale"), d_model=d_model)
    np.testing.assert_allclose(found["own"]["scaled"], tokens.norm(dim=-1), rtol=1e-5)
    np.testing.assert_allclose(found["positions"], positions.norm(dim=-1), rtol=1e-5)
    cosines = torch.cosine_similarity(tokens, recorder.observed[place][0], dim=-1)
    np.testing.assert_allclose(found["own"]["cosines"], cosines, atol=1e-5)


@node
def test_sinusoidal_positions_have_the_norm_that_is_named():
    d_model = setting().model.config.d_model
    numbers = shown("embedding_scale", {"power": 0}, measured("embedding_scale"), d_model=d_model)
    assert numbers["position"] == pytest.approx(numbers["expected"], rel=1e-5)
    assert numbers["factor"] == 1
    assert numbers["ratio"] == numbers["ratio_plain"]
    assert numbers["share"] == numbers["share_plain"]
