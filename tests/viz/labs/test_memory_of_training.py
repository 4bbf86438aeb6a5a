"""Memory of a training step, against tensors that torch makes."""

import pytest
import torch

from core.config import ModelConfig
from core.model.layers import DecoderLayer, EncoderLayer
from tests.viz.labs.computed import computed, node

pytestmark = node


def test_optimiser_and_logits_are_those_of_torch():
    layer = torch.nn.Linear(30, 20)
    parameters = sum(one.numel() for one in layer.parameters())
    steps = torch.optim.Adam(layer.parameters())
    layer(torch.ones(1, 30)).sum().backward()
    steps.step()
    moments = sum(state[name].nbytes for state in steps.state.values() for name in ("exp_avg", "exp_avg_sq"))
    found = computed("memory_of_training", {"tokens": 512}, parameters=parameters, vocabulary=700)["parts"]
    assert found["moments"] == moments
    assert found["gradients"] == found["weights"] == sum(one.nbytes for one in layer.parameters())
    assert found["logits"] == torch.empty(512, 700).nbytes


def test_explicit_attention_keeps_a_matrix_for_each_head():
    values = {"tokens": 512, "length": 64, "attention": "explicit", "activations": "fp32"}
    found = computed("memory_of_training", values, num_layers=2, decoder_layers=3, num_heads=4)["parts"]
    one_layer = torch.empty(512 // 64, 4, 64, 64)
    assert found["scores"] == pytest.approx((2 + 2 * 3) * one_layer.nbytes)


@pytest.mark.parametrize("dropout", [0.0, 0.1])
def test_states_are_those_that_autograd_keeps(dropout):
    config = ModelConfig(vocab_size=20, d_model=64, num_heads=4, d_ff=256, num_layers=1, dropout=dropout)
    states, memory = (torch.randn(8, 16, 64, requires_grad=True) for _ in range(2))
    held: dict[int, torch.Tensor] = {}  # kept alive, so that no address is used twice
    parameters: set[int] = set()

    def keep(tensor: torch.Tensor) -> torch.Tensor:
        address = tensor.untyped_storage().data_ptr()
        if address not in parameters:
            held[address] = tensor
        return tensor

    layers = ((EncoderLayer(config, 0), (states, None)), (DecoderLayer(config, 0), (states, memory, None, None)))
    for layer, given in layers:
        parameters |= {one.untyped_storage().data_ptr() for one in layer.train().parameters()}
        with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
            kept = layer(*given)
        assert kept.requires_grad
    numbers = sum(one.untyped_storage().nbytes() for one in held.values())
    facts = {"num_layers": 1, "decoder_layers": 1, "d_model": 64, "d_ff": 256, "decoder_d_ff": 256, "dropout": dropout}
    found = computed("memory_of_training", {"tokens": 256, "activations": "fp32"}, **facts)["parts"]
    assert found["states"] / 256 == pytest.approx(numbers / (8 * 16), rel=0.08)
