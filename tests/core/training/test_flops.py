"""Floating-point operations of training: by hand on a tiny model, and against torch's count."""

import numpy as np
import torch
from torch.utils.flop_counter import FlopCounterMode

from core.config import PRESETS, ModelConfig
from core.model.probe import Probe
from core.model.transformer import Transformer
from core.training.flops import training_flops


def lengths(*values: int) -> np.ndarray:
    return np.array(values)


def test_a_tiny_model_by_hand():
    model = ModelConfig(vocab_size=8, d_model=2, num_layers=1, num_heads=1, d_ff=3)
    # multiplications with their additions, forward, of 2 source and 3 target tokens:
    encoder = 2 * (4 * 4) + 2 * (2 * 6) + 4 * (2 + 2)  # four projections, two feed-forward products, 2 x 2 pairs
    decoder = 3 * (4 * 4) + 3 * (2 * 4) + 2 * (2 * 4) + 3 * (2 * 6) + 6 * (2 + 2) + 6 * (2 + 2)
    output = 3 * 2 * 8
    assert (encoder, decoder, output) == (72, 172, 48)
    assert training_flops(model, lengths(2), lengths(3)) == 2 * 3 * 292


def test_sentences_add_up_and_layers_multiply():
    model = ModelConfig(vocab_size=11, d_model=6, num_layers=5, num_heads=3, d_ff=7, d_k=5, d_v=2)
    both = training_flops(model, lengths(3, 7), lengths(5, 2))
    assert both == training_flops(model, lengths(3), lengths(5)) + training_flops(model, lengths(7), lengths(2))


def test_flops_match_torch_except_for_the_future():
    # the explicit path multiplies every query with every key: T (T - 1) / 2 pairs more than a causal model needs
    config = ModelConfig(vocab_size=13, d_model=10, num_layers=2, num_heads=5, d_ff=17, d_k=3, d_v=7, dropout=0.0)
    source, target = 11, 7
    with FlopCounterMode(display=False) as counter:
        Transformer(config)(torch.full((1, source), 3), torch.full((1, target), 3), Probe())
    future = config.num_layers * target * (target - 1) // 2 * config.num_heads * (3 + 7)
    assert training_flops(config, lengths(source), lengths(target)) == 3 * (counter.get_total_flops() - 2 * future)


def test_a_long_corpus_does_not_overflow():
    many = np.full(1_000_000, 250, dtype=np.int32)
    assert training_flops(PRESETS["big"], many, many) > 2**58
