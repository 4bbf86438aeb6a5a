"""Layer normalisation by hand, against torch, at places of a pre-norm and of a post-norm model."""

import numpy as np
import pytest
import torch

from core.errors import CoreError
from tests.viz.labs.computed import computed, node, run_lab
from tests.viz.labs.model import measured, setting


def norms_of(model):
    return [name for name, module in model.named_modules() if isinstance(module, torch.nn.LayerNorm)]


@node
@pytest.mark.parametrize(("text", "checkpoint", "count"), [(None, "en-de", 22), ("twelve thousand", "numbers", 10)])
def test_every_norm_is_followed_by_hand(text, checkpoint, count):
    at = setting(text, checkpoint) if text else setting()
    config = at.model.config
    assert len(norms_of(at.model)) == count
    for site in (0, count // 2, count - 1):
        facts = {
            "num_layers": config.num_layers,
            "decoder_layers": config.decoder_layers,
            "norm": config.norm,
            "d_model": config.d_model,
        }
        names = dict(enumerate(sites(config)))
        assert len(names) == count
        answer = measured("layer_norm", {"site": names[site]}, at)
        found = computed("layer_norm", {"site": site, "position": 2}, answer, **facts)
        np.testing.assert_allclose(found["result"], found["made"], atol=2e-5)
        expected = torch.nn.functional.layer_norm(
            torch.tensor(answer["before"][2]),
            (config.d_model,),
            torch.tensor(answer["gain"]),
            torch.tensor(answer["bias"]),
        )
        np.testing.assert_allclose(found["made"], expected, atol=1e-4)


def sites(config):
    for side, parts in (("encoder", ("self", "feed_forward")), ("decoder", ("self", "cross", "feed_forward"))):
        yield from (f"{side}.{layer}.{part}" for layer in range(config.num_layers) for part in parts)
        if config.norm == "pre":
            yield f"{side}.final"


def test_norm_of_a_sub_layer_reads_what_its_module_is_given():
    model, pair = setting().model, setting().forced()
    seen = {}
    module = model.decoder.layers[1].cross_residual.norm
    handle = module.register_forward_hook(lambda _, given, made: seen.update(given=given[0], made=made))
    try:
        found = measured("layer_norm", {"site": "decoder.1.cross"})
    finally:
        handle.remove()
    with torch.no_grad():
        np.testing.assert_array_equal(found["before"], seen["given"][0])
        np.testing.assert_array_equal(found["after"], seen["made"][0])
    assert found["gain"] == module.weight.tolist()
    assert len(found["before"]) == pair.read.shape[1]


def test_missing_norm_is_refused():
    with pytest.raises(CoreError, match=r"layer normalisation 'encoder\.9\.self'"):
        measured("layer_norm", {"site": "encoder.9.self"})


@node
def test_sites_follow_the_depth_of_each_stack():
    depths = {"num_layers": 3, "decoder_layers": 1, "norm": "pre"}
    asked = run_lab(
        "layer_norm",
        {"site": 3 * 2 + 1 + 3},
        {"before": [[1, 2]], "after": [[0, 0]], "gain": [1, 1], "bias": [0, 0], "eps": 1e-6},
        depths,
    )["asked"]
    assert asked == {"site": "decoder.final"}
