"""Options that the paper does not have, for models from elsewhere, against torch's own layers."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from core.config import ModelConfig
from core.model.layers import EncoderLayer
from core.model.transformer import Transformer

ACTIVATIONS = {"relu": F.relu, "gelu": F.gelu, "swish": F.silu}


def model(**options: object) -> Transformer:
    torch.manual_seed(2)
    small = {"vocab_size": 19, "d_model": 12, "num_heads": 3, "num_layers": 2, "d_ff": 7, "dropout": 0.0}
    built = Transformer(ModelConfig(**{**small, **options})).requires_grad_(False).eval()
    for parameter in built.parameters():
        parameter.add_(0.3 * torch.randn_like(parameter))  # biases and gains unlike their initial values
    return built


def torch_layer(layer: EncoderLayer, config: ModelConfig) -> nn.TransformerEncoderLayer:
    """The same layer, by torch."""
    other = nn.TransformerEncoderLayer(
        config.d_model,
        config.num_heads,
        config.d_ff,
        dropout=0.0,
        activation=ACTIVATIONS[config.activation],
        layer_norm_eps=config.layer_norm_eps,
        batch_first=True,
        norm_first=config.norm == "pre",
    )
    own = layer.state_dict()
    projections = [f"self_attention.{name}" for name in ("query", "key", "value")]
    names = {
        "self_attn.out_proj": "self_attention.output",
        "linear1": "feed_forward.inner",
        "linear2": "feed_forward.outer",
        "norm1": "self_residual.norm",
        "norm2": "feed_forward_residual.norm",
    }
    state = {f"{theirs}.{part}": own[f"{ours}.{part}"] for theirs, ours in names.items() for part in ("weight", "bias")}
    for part in ("weight", "bias"):
        state[f"self_attn.in_proj_{part}"] = torch.cat([own[f"{name}.{part}"] for name in projections])
    other.load_state_dict(state)
    return other.requires_grad_(False).train()  # in eval mode torch would take a fused path of its own


@pytest.mark.parametrize("activation", sorted(ACTIVATIONS))
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_layers_are_those_of_torch(activation, norm):
    built = model(activation=activation, norm=norm, layer_norm_eps=0.05)
    states = torch.randn(2, 5, 12)
    for layer in built.encoder.layers:
        torch.testing.assert_close(layer(states, None), torch_layer(layer, built.config)(states), atol=2e-6, rtol=0)


def test_depth_and_inner_width_of_the_decoder_are_its_own():
    built = model(num_decoder_layers=3, decoder_d_ff=4)
    assert [len(stack.layers) for stack in (built.encoder, built.decoder)] == [2, 3]
    assert {layer.feed_forward.inner.out_features for layer in built.decoder.layers} == {4}
    assert built.config.total_heads == (2 + 2 * 3) * 3
    assert built.config.num_parameters == sum(parameter.numel() for parameter in built.parameters())


def test_embeddings_may_stay_unscaled():
    built = model(scale_embedding=False)
    ids = torch.tensor([[4, 9]])
    expected = built.encoder.embedding.weight[ids] + built.encoder.embedding.positions[:2]
    torch.testing.assert_close(built.encoder.embedding(ids), expected, atol=1e-7, rtol=0)


@pytest.mark.parametrize("rows", [1, 3, 9])
def test_output_bias_is_added_to_the_logits(rows):
    built = model(output_bias=True)
    states = torch.randn(rows, 12)
    expected = states @ built.output_weight.T + built.output_bias
    torch.testing.assert_close(built.logits(states), expected, atol=2e-6, rtol=0)
    assert built.output_bias.abs().max() > 0.1
