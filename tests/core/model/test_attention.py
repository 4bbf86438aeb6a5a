"""Eq. 1 and multi-head attention: by hand, by invariant, and against torch's own module."""

import math

import pytest
import torch
from torch import nn

from core.config import ModelConfig
from core.model.attention import MultiHeadAttention, masked_softmax, scaled_dot_product_attention
from core.model.masks import causal_mask
from core.model.probe import Probe

BATCH, QUERIES, KEYS, HEADS, WIDTH = 3, 5, 11, 7, 14


def config(**options: object) -> ModelConfig:
    return ModelConfig(**{"vocab_size": 31, "d_model": WIDTH, "num_heads": HEADS, "dropout": 0.0, **options})


def states(*shape: int, seed: int = 1) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def some_mask() -> torch.Tensor:
    """bool [B, 1, 1, K]: row b may see KEYS - 2b keys."""
    return torch.arange(KEYS)[None, None, None, :] < (KEYS - 2 * torch.arange(BATCH))[:, None, None, None]


def test_equation_1_worked_by_hand():
    query = torch.tensor([[2.0, 0.0, 0.0, 0.0]])  # d_k = 4, so scores are halved
    key = torch.tensor([[math.log(3.0), 5.0, 5.0, 5.0], [0.0, 5.0, 5.0, 5.0]])
    value = torch.tensor([[4.0], [8.0]])
    result = scaled_dot_product_attention(query, key, value)
    torch.testing.assert_close(result.scores, torch.tensor([[math.log(3.0), 0.0]]))
    torch.testing.assert_close(result.weights, torch.tensor([[0.75, 0.25]]))
    torch.testing.assert_close(result.output, torch.tensor([[5.0]]))  # 3/4 * 4 + 1/4 * 8


def test_without_scaling_softmax_is_sharper():
    query = torch.tensor([[2.0, 0.0, 0.0, 0.0]])
    key = torch.tensor([[math.log(3.0), 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]])
    result = scaled_dot_product_attention(query, key, torch.tensor([[4.0], [8.0]]), scaled=False)
    torch.testing.assert_close(result.weights, torch.tensor([[0.9, 0.1]]))  # e^(2 ln 3) = 9
    torch.testing.assert_close(result.output, torch.tensor([[4.4]]))


def test_a_masked_key_gets_nothing_and_the_others_share():
    query, key = torch.ones(1, 2), torch.ones(3, 2)
    value = torch.tensor([[1.0], [2.0], [1000.0]])
    result = scaled_dot_product_attention(query, key, value, torch.tensor([[True, True, False]]))
    assert result.weights.tolist() == [[0.5, 0.5, 0.0]]
    assert result.scores[0, 2] == -torch.inf
    assert result.output.item() == 1.5


def test_rows_of_weights_sum_to_one():
    query, key = states(BATCH, HEADS, QUERIES, 2), states(BATCH, HEADS, KEYS, 2, seed=2)
    value = states(BATCH, HEADS, KEYS, 13, seed=3)
    result = scaled_dot_product_attention(3 * query, key, value, some_mask())
    assert result.weights.shape == (BATCH, HEADS, QUERIES, KEYS) and result.output.shape[-1] == 13
    torch.testing.assert_close(result.weights.sum(-1), torch.ones(BATCH, HEADS, QUERIES))
    assert bool((result.weights >= 0).all())
    assert bool((result.weights[2, :, :, 7:] == 0).all()) and bool((result.weights[2, :, :, :7] > 0).all())


def test_softmax_survives_huge_scores_and_an_empty_row():
    weights = masked_softmax(torch.tensor([[1e4, 0.0], [-1e4, -1e4], [-torch.inf, 3.0], [-torch.inf, -torch.inf]]))
    assert weights.tolist() == [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0], [0.0, 0.0]]


@pytest.mark.parametrize("probe", [None, Probe()], ids=["fused", "explicit"])
def test_a_fully_masked_row_gives_zeros_and_finite_gradients(probe):
    attention = MultiHeadAttention(config())
    nn.init.ones_(attention.output.bias)
    inputs = states(BATCH, QUERIES, WIDTH).requires_grad_()
    mask = torch.ones(BATCH, 1, QUERIES, QUERIES, dtype=torch.bool)
    mask[1, 0, 3] = False
    output = attention(inputs, inputs, mask, probe=probe)
    assert torch.equal(output[1, 3], torch.ones(WIDTH))  # nothing but the output projection's bias
    assert not torch.equal(output[1, 2], torch.ones(WIDTH))
    output.sum().backward()
    assert bool(torch.isfinite(inputs.grad).all())
    assert all(bool(torch.isfinite(parameter.grad).all()) for parameter in attention.parameters())


@pytest.mark.parametrize("scaled", [True, False])
@pytest.mark.parametrize("widths", [{}, {"d_k": 3, "d_v": 5}])
@pytest.mark.parametrize("masked", ["none", "padding", "causal", "causal flag"])
def test_fused_and_explicit_path_agree(scaled, widths, masked):
    attention = MultiHeadAttention(config(scale_scores=scaled, **widths))
    queries = states(BATCH, KEYS, WIDTH)
    memory = states(BATCH, KEYS, WIDTH, seed=2)
    mask = {"none": None, "padding": some_mask()}.get(masked, causal_mask(KEYS))
    causal = masked == "causal flag"
    fused = attention(queries, memory, mask, causal=causal)
    explicit = attention(queries, memory, mask, causal=causal, probe=Probe())
    torch.testing.assert_close(fused, explicit, atol=2e-6, rtol=1e-5)
    if masked != "none":
        assert not torch.allclose(fused, attention(queries, memory, None), atol=1e-3)


@pytest.mark.parametrize("probe", [None, Probe()], ids=["fused", "explicit"])
@pytest.mark.parametrize("masked", [False, True])
def test_multi_head_attention_agrees_with_torchs_own_module(probe, masked):
    ours = MultiHeadAttention(config())
    theirs = nn.MultiheadAttention(WIDTH, HEADS, batch_first=True).eval()
    with torch.no_grad():
        for parameter in ours.parameters():
            parameter.normal_(generator=torch.Generator().manual_seed(parameter.numel()))
        theirs.in_proj_weight.copy_(torch.cat([ours.query.weight, ours.key.weight, ours.value.weight]))
        theirs.in_proj_bias.copy_(torch.cat([ours.query.bias, ours.key.bias, ours.value.bias]))
        theirs.out_proj.weight.copy_(ours.output.weight)
        theirs.out_proj.bias.copy_(ours.output.bias)
    queries, memory = states(BATCH, QUERIES, WIDTH), states(BATCH, KEYS, WIDTH, seed=2)
    mask = some_mask() if masked else None
    ignored = ~some_mask()[:, 0, 0] if masked else None  # torch's key_padding_mask says the opposite
    expected, _ = theirs(queries, memory, memory, key_padding_mask=ignored)
    torch.testing.assert_close(ours(queries, memory, mask, probe=probe), expected, atol=1e-5, rtol=1e-5)


def test_each_head_sees_its_own_slice_of_the_projection():
    attention = MultiHeadAttention(config())
    projected = torch.arange(2.0 * 3 * WIDTH).reshape(2, 3, WIDTH)
    heads = attention.split_heads(projected)
    assert heads.shape == (2, HEADS, 3, 2)
    assert heads[1, 4, 2].tolist() == projected[1, 2, 8:10].tolist()


def test_there_are_three_h_plus_one_projections_with_free_widths():
    attention = MultiHeadAttention(config(d_k=3, d_v=5))
    shapes = {name: tuple(parameter.shape) for name, parameter in attention.named_parameters()}
    assert shapes["query.weight"] == shapes["key.weight"] == (HEADS * 3, WIDTH)
    assert shapes["value.weight"] == (HEADS * 5, WIDTH)
    assert shapes["output.weight"] == (WIDTH, HEADS * 5)
    assert sum(name.endswith("bias") for name in shapes) == 4


def test_attention_dropout_acts_in_training_only():
    attention = MultiHeadAttention(config(attention_dropout=0.5))
    inputs = states(BATCH, QUERIES, WIDTH)
    for probe in (None, Probe()):
        torch.manual_seed(1)
        assert not torch.allclose(attention(inputs, inputs, None, probe=probe), attention.eval()(inputs, inputs, None))
        torch.testing.assert_close(
            attention(inputs, inputs, None, probe=probe),
            attention(inputs, inputs, None),
            atol=2e-6,
            rtol=1e-5,
        )
        attention.train()
