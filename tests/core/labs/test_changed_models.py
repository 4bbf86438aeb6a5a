"""Models with a part left out or changed: what must hold, and what the model computes without the change."""

import numpy as np
import pytest
import torch

from core.labs.shared.attentions import target_logs
from core.labs.shared.changed_models import without
from tests.viz.labs.computed import computed, node
from tests.viz.labs.model import measured, setting, translator


@pytest.fixture(scope="module")
def logs():
    return target_logs(setting()).tolist()


@node
def test_factor_of_one_changes_nothing(logs):
    at = setting()
    asked = {"kind": "encoder", "layer": 1, "head": 2}
    answer = measured("d_k_not_root", {**asked, "factor": 1.0})
    assert answer["right"] == pytest.approx(logs, abs=1e-4)
    assert answer["wrong"] == pytest.approx(logs, abs=1e-3)
    found = computed("d_k_not_root", {"divisor": "d_k", **asked}, answer, d_k=48, d_model=192)
    own = translator().trace_layer(at.text, at.target_ids, "encoder", 1)[2]
    np.testing.assert_allclose(found["right"], own, atol=1e-5)
    assert found["spreadWrong"] > found["spreadRight"]


def test_scale_left_out_is_a_smaller_embedding(logs):
    found = measured("scale_left_out")
    at = setting()
    assert found["right"] == pytest.approx(logs, abs=1e-4)
    table = at.model.encoder.embedding.weight[list(at.source_ids)]
    assert found["words"] == pytest.approx(table.norm(dim=-1).tolist(), rel=1e-5)
    copied = without(at.model, "scale")
    with torch.no_grad():
        embedded = copied.encoder.embedding(at.forced().source)[0]
    expected = table + at.model.encoder.embedding.positions[: len(at.source_ids)]
    torch.testing.assert_close(embedded, expected.detach())
    assert at.model.encoder.embedding.scale == pytest.approx(at.model.config.d_model**0.5)


def test_heads_add_up_to_the_output_of_the_module(logs):
    at, found = setting(), measured("no_output_projection", {"kind": "encoder", "layer": 0})
    layer, pair = at.model.encoder.layers[0], at.forced()
    with torch.no_grad():
        read = layer.self_residual.norm(at.model.encoder.embedding(pair.source))
        whole = layer.self_attention(read, read, None)[0]
        plain = without(at.model, "output").encoder.layers[0].self_attention(read, read, None)[0]
    assert found["right"] == pytest.approx(logs, abs=1e-4)
    assert found["cosine"] == pytest.approx(torch.cosine_similarity(plain, whole, dim=-1).tolist(), abs=1e-4)
    assert found["wrong"] != pytest.approx(logs, abs=1e-2)


def test_keys_are_projections_of_the_memory():
    found = measured("keys_from_attention", {"kind": "cross", "layer": 1, "head": 2})
    np.testing.assert_allclose(found["keys"], found["again"], atol=1e-5)
    assert max(found["errors"]) < 1e-5
    assert found["alike"][1] == pytest.approx(1)
