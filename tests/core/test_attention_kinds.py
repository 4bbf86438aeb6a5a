"""Attention kinds: sites and sizes match the model, and quantised weights are close to the weights."""

import numpy as np
import pytest
import torch

from core.attention_kinds import KINDS, attention_site, attention_sizes, kind_and_layer, quantise
from core.config import ModelConfig
from core.model.probe import Recorder
from core.model.transformer import Transformer


def test_sites_and_sizes_are_the_models():
    recorder = Recorder()
    config = ModelConfig(vocab_size=17, d_model=6, num_layers=3, num_heads=2, d_ff=5)
    Transformer(config).eval()(torch.tensor([[7, 5, 9, 3, 2]]), torch.tensor([[1, 11, 13]]), recorder)
    sizes = attention_sizes(5, 3)
    named = {attention_site(kind, layer): sizes[kind] for kind in KINDS for layer in range(3)}
    assert {site: tuple(weights.shape[-2:]) for site, weights in recorder.weights.items()} == named
    assert all(attention_site(*kind_and_layer(site)) == site for site in named)


def test_quantise_rounds_to_the_nearest_level():
    weights = np.array([0.0, 0.001, 0.0019, 0.002, 0.5, 0.9999, 1.0, 1.00001], dtype=np.float32)
    assert quantise(weights).tolist() == [0, 0, 0, 1, 128, 255, 255, 255]
    many = np.random.default_rng(1).random((5, 7, 11), dtype=np.float32)
    assert np.abs(quantise(many) / 255 - many).max() <= 0.5 / 255 + 1e-6


@pytest.mark.parametrize("wrong", [np.array([np.nan]), np.array([np.inf]), np.array([-0.01]), np.array([1.01])])
def test_quantise_refuses_invalid_weights(wrong):
    with pytest.raises(ValueError, match="attention weights must"):
        quantise(wrong)
