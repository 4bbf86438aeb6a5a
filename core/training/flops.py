"""Floating-point operations of training, from the shapes alone; loads no torch.

Shapes: S source and T target tokens of a sentence, D d_model, H heads, E d_k, V d_v, F d_ff, N layers.
"""

import numpy as np

from core.config import ModelConfig


def training_flops(model: ModelConfig, source_lengths: np.ndarray, target_lengths: np.ndarray) -> int:
    """Return the floating-point operations of the matrix products for training on these sentences once.

    A multiplication with its addition counts as two operations, and the backward pass as twice the forward pass. Only
    tokens and visible keys count, not padding or the future, so a share of a device's peak computed from this number
    is a lower bound.

        encoder layer   S (2DHE + 2DHV + 2DF) + S S H(E + V)
        decoder layer   T (3DHE + 3DHV + 2DF) + S (DHE + DHV) + (T(T+1)/2 + T S) H(E + V)
        output          T D output_size

    Args:
        model: its sizes.
        source_lengths: tokens of each source sentence with its end symbol, int64 [N].
        target_lengths: tokens of each target sentence with its end symbol, int64 [N].

    References:
        The share is the "model FLOPs utilisation" of Chowdhery et al. 2022 (PaLM), appendix B.
    """
    s, t = source_lengths.astype(np.int64), target_lengths.astype(np.int64)
    projection = model.d_model * model.num_heads * (model.query_width + model.value_width)  # DHE + DHV
    pair = model.num_heads * (model.query_width + model.value_width)  # one query, one key: score and weighted value
    encoder = s * (2 * projection + 2 * model.d_model * model.d_ff) + s * s * pair
    decoder = (
        t * (3 * projection + 2 * model.d_model * model.decoder_inner)
        + s * projection
        + (t * (t + 1) // 2 + t * s) * pair
    )
    output = t * model.d_model * model.output_size
    return 3 * 2 * int((model.num_layers * encoder + model.decoder_layers * decoder + output).sum())
