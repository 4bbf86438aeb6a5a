"""Both placements of the norm, against the model's own encoder layers with the same weights."""

import dataclasses

import pytest
import torch

from core.labs.norm_placement import at_start
from core.labs.skip_gradients import fresh_stack, small
from core.model.layers import EncoderLayer
from core.model.probe import Probe, Recorder
from tests.viz.labs.model import measured, setting


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_fresh_stack_is_an_encoder_of_the_model(norm):
    config = dataclasses.replace(small(setting().model.config), norm=norm)
    stack = fresh_stack(config, 4, "both", 3)
    generator = torch.Generator().manual_seed(1)
    states, direction = torch.randn(2, 2, 5, config.d_model, generator=generator, dtype=torch.float64)
    layers = [EncoderLayer(config, i).double() for i in range(2)]
    x, stream = states, [states]
    for i, layer in enumerate(layers):
        layer.self_attention.load_state_dict(stack[2 * i].state_dict())
        layer.feed_forward.load_state_dict(stack[2 * i + 1].state_dict())
        x = layer(x, None, Probe())
        stream.append(x)
    output = torch.nn.functional.layer_norm(x, x.shape[-1:], eps=1e-6) if norm == "pre" else x
    (direction * output).sum().backward()
    found = at_start(stack, states, direction, norm)
    for i, layer in enumerate(layers):
        modules = (layer.self_attention, layer.feed_forward)
        squares = sum(float(one.grad.square().sum()) for module in modules for one in module.parameters())
        assert found["gradients"][i] == pytest.approx(squares**0.5)
    assert found["stream"][::2] == pytest.approx([float(one.detach().square().mean() ** 0.5) for one in stream])


def test_loaded_streams_are_those_of_a_pass():
    model, pair = setting().model, setting().forced()
    last = f"decoder.{model.config.num_layers - 1}.feed_forward.residual"
    recorder = Recorder(sites=frozenset({"encoder.embedding", "encoder.1.self.input", last}))
    with torch.no_grad():
        model(pair.source, pair.read, probe=recorder)
    found = measured("norm_placement", {"layers": 2, "seed": 1})
    sizes = {site: float(one.square().mean().sqrt()) for site, one in recorder.observed.items()}
    assert found["encoder"][0] == pytest.approx(sizes["encoder.embedding"], rel=1e-5)
    assert found["encoder"][2] == pytest.approx(sizes["encoder.1.self.input"], rel=1e-5)
    assert found["decoder"][-1] == pytest.approx(sizes[last], rel=1e-5)
    assert len(found["decoder"]) == 3 * model.config.num_layers + 1
    assert found["post"]["stream"][1:] == pytest.approx([1.0] * 4, abs=1e-4)
