"""Models with a part left out or changed: what must hold, and what the model computes without the change."""

import dataclasses

import numpy as np
import pytest
import torch

from core.labs.d_k_not_root import Rescale
from core.labs.shared.attentions import target_logs
from core.labs.shared.changed_models import without
from core.model.attention import MultiHeadAttention
from core.model.probe import Recorder
from core.model.transformer import Transformer
from tests.viz.labs.computed import computed, node
from tests.viz.labs.model import measured, setting, translator, unscaled


@pytest.fixture(scope="module")
def logs():
    return target_logs(setting()).tolist()


@node
def test_factor_of_one_changes_nothing(logs):
    at = setting()
    assert target_logs(at, Rescale(1.0, "encoder.1.self")).tolist() == pytest.approx(logs, abs=1e-3)
    answer = measured("d_k_not_root", {"divisor": "d_k", "kind": "encoder", "layer": 1, "head": 2})
    assert answer["right"] == pytest.approx(logs, abs=1e-4)
    assert answer["wrong"] != pytest.approx(logs, abs=1e-2)
    found = computed("d_k_not_root", {}, answer)
    own = translator().trace_layer(at.text, at.target_ids, "encoder", 1)[2]
    np.testing.assert_allclose(found["right"], own, atol=1e-5)
    assert found["spreadWrong"] > found["spreadRight"]


@pytest.mark.parametrize("divisor", ["d_k", "d_model", "none"])
@pytest.mark.parametrize("at", [setting, unscaled])
def test_wrong_divisor_changes_every_attention_before_the_one_shown(divisor, at):
    """The picture rescaled the scores of the unchanged model, while the words are of a model changed everywhere."""
    own = at().model.config
    model = Transformer(dataclasses.replace(own, scale_scores=False)).eval()
    model.load_state_dict(at().model.state_dict())
    by = {"d_k": own.query_width, "d_model": own.d_model**0.5, "none": 1.0}[divisor]
    pair, recorder = at().forced(), Recorder()
    with torch.no_grad():
        for module in model.modules():
            if isinstance(module, MultiHeadAttention):
                for parameter in module.query.parameters():
                    parameter /= by
        model(pair.source, pair.read, probe=recorder)
    found = measured("d_k_not_root", {"divisor": divisor, "kind": "cross", "layer": 1, "head": 2}, at())
    np.testing.assert_allclose(found["changed"], recorder.weights["decoder.1.cross"][0, 2], atol=1e-4)
    assert found["wrong"] == pytest.approx(target_logs(at(), model=model).tolist(), abs=1e-2)


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
