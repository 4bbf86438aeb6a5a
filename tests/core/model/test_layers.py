"""Encoder and decoder layers: agreement with torch's own layers on copied weights, and Eq. 2 by hand."""

from typing import Literal

import pytest
import torch
from torch import nn

from core.config import LAYER_NORM_EPS, ModelConfig
from core.model.attention import MultiHeadAttention
from core.model.layers import AddAndNorm, DecoderLayer, EncoderLayer, FeedForward
from core.model.masks import causal_mask, combine
from core.model.probe import Probe

BATCH, SOURCE, TARGET, WIDTH, HEADS, INNER = 3, 11, 5, 14, 7, 23
PROBES = pytest.mark.parametrize("probe", [None, Probe()], ids=["fused", "explicit"])
NORMS = pytest.mark.parametrize("norm", ["post", "pre"])


def config(**options: object) -> ModelConfig:
    return ModelConfig(
        **{"vocab_size": 31, "d_model": WIDTH, "num_heads": HEADS, "d_ff": INNER, "dropout": 0.0, **options}
    )


def states(*shape: int, seed: int) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def randomise(module: nn.Module) -> None:
    """Every parameter, those of the normalisations too: a swapped pair must not pass by luck."""
    generator = torch.Generator().manual_seed(5)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.normal_(std=0.5, generator=generator)


def copy_attention(ours: MultiHeadAttention, theirs: nn.MultiheadAttention) -> None:
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([ours.query.weight, ours.key.weight, ours.value.weight]))
        theirs.in_proj_bias.copy_(torch.cat([ours.query.bias, ours.key.bias, ours.value.bias]))
    theirs.out_proj.load_state_dict(ours.output.state_dict())


def copy_rest(ours: EncoderLayer | DecoderLayer, theirs: nn.Module, *norms: AddAndNorm) -> None:
    theirs.linear1.load_state_dict(ours.feed_forward.inner.state_dict())
    theirs.linear2.load_state_dict(ours.feed_forward.outer.state_dict())
    for index, residual in enumerate(norms, start=1):
        getattr(theirs, f"norm{index}").load_state_dict(residual.norm.state_dict())


def torch_options(norm: Literal["post", "pre"]) -> dict[str, object]:
    return {
        "dropout": 0.0,
        "layer_norm_eps": LAYER_NORM_EPS,
        "batch_first": True,
        "norm_first": norm == "pre",
    }


def key_mask(length: int) -> torch.Tensor:
    """bool [B, K]: row b has length - b tokens."""
    return torch.arange(length)[None, :] < (length - torch.arange(BATCH))[:, None]


@NORMS
@PROBES
@pytest.mark.parametrize("masked", [False, True])
def test_an_encoder_layer_agrees_with_torchs_own(norm, probe, masked):
    ours = EncoderLayer(config(norm=norm), 0)
    randomise(ours)
    theirs = nn.TransformerEncoderLayer(WIDTH, HEADS, INNER, **torch_options(norm)).eval()
    copy_attention(ours.self_attention, theirs.self_attn)
    copy_rest(ours, theirs, ours.self_residual, ours.feed_forward_residual)
    inputs = states(BATCH, SOURCE, WIDTH, seed=1)
    seen = key_mask(SOURCE)
    output = ours(inputs, seen[:, None, None] if masked else None, probe)
    expected = theirs(inputs, src_key_padding_mask=~seen if masked else None)
    assert output.shape == (BATCH, SOURCE, WIDTH)
    compared = seen if masked else torch.ones_like(seen)  # torch may leave padded positions undefined
    torch.testing.assert_close(output[compared], expected[compared], atol=1e-4, rtol=1e-4)


@NORMS
@PROBES
def test_a_decoder_layer_agrees_with_torchs_own(norm, probe):
    ours = DecoderLayer(config(norm=norm), 0)
    randomise(ours)
    theirs = nn.TransformerDecoderLayer(WIDTH, HEADS, INNER, **torch_options(norm)).eval()
    copy_attention(ours.self_attention, theirs.self_attn)
    copy_attention(ours.cross_attention, theirs.multihead_attn)
    copy_rest(ours, theirs, ours.self_residual, ours.cross_residual, ours.feed_forward_residual)
    inputs, memory = states(BATCH, TARGET, WIDTH, seed=1), states(BATCH, SOURCE, WIDTH, seed=2)
    target_seen, source_seen = key_mask(TARGET), key_mask(SOURCE)
    self_mask = combine(target_seen[:, None, None], causal_mask(TARGET))
    output = ours(inputs, memory, self_mask, source_seen[:, None, None], probe=probe)
    expected = theirs(
        inputs,
        memory,
        tgt_mask=~causal_mask(TARGET)[0, 0],
        tgt_key_padding_mask=~target_seen,
        memory_key_padding_mask=~source_seen,
    )
    assert output.shape == (BATCH, TARGET, WIDTH)
    torch.testing.assert_close(output, expected, atol=1e-4, rtol=1e-4)


@NORMS
def test_the_causal_flag_means_the_causal_mask(norm):
    layer = DecoderLayer(config(norm=norm), 0)
    inputs, memory = states(BATCH, TARGET, WIDTH, seed=1), states(BATCH, SOURCE, WIDTH, seed=2)
    flagged = layer(inputs, memory, causal_mask(TARGET), None, causal=True)
    masked = layer(inputs, memory, causal_mask(TARGET), None)
    torch.testing.assert_close(flagged, masked, atol=2e-6, rtol=1e-5)


def test_feed_forward_is_equation_2():
    module = FeedForward(ModelConfig(vocab_size=31, d_model=2, num_heads=1, d_ff=3))
    with torch.no_grad():
        module.inner.weight.copy_(torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, -1.0]]))
        module.inner.bias.copy_(torch.tensor([0.0, -5.0, 1.0]))
        module.outer.weight.copy_(torch.tensor([[1.0, 10.0, 100.0], [2.0, 20.0, 200.0]]))
        module.outer.bias.copy_(torch.tensor([0.5, -0.5]))
    # x = (2, 3): hidden = max(0, (2, -2, 0)) = (2, 0, 0)
    assert module(torch.tensor([[[2.0, 3.0]]])).tolist() == [[[2.5, 3.5]]]


def test_post_norm_normalises_the_sum_and_pre_norm_the_input():
    inputs = torch.tensor([[[1.0, 3.0]]])  # normalised: (-1, 1)
    post = AddAndNorm(ModelConfig(vocab_size=31, d_model=2, num_heads=1, dropout=0.0))
    pre = AddAndNorm(ModelConfig(vocab_size=31, d_model=2, num_heads=1, dropout=0.0, norm="pre"))
    torch.testing.assert_close(post(inputs, lambda x: 5 * x), torch.tensor([[[-1.0, 1.0]]]))
    torch.testing.assert_close(pre(inputs, lambda x: 5 * x), torch.tensor([[[-4.0, 8.0]]]))


def test_dropout_applies_to_sublayer_output_not_residual():
    residual = AddAndNorm(config(dropout=0.5, norm="pre"))
    torch.manual_seed(1)
    inputs = states(BATCH, SOURCE, WIDTH, seed=1)
    added = residual(inputs, lambda x: torch.ones_like(x)) - inputs
    assert {round(value, 4) for value in added.flatten().tolist()} == {0.0, 2.0}
    added = residual.eval()(inputs, lambda x: torch.ones_like(x)) - inputs
    torch.testing.assert_close(added, torch.ones_like(inputs))
