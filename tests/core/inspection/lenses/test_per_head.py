"""Lenses that read one pass head by head."""

import dataclasses

import numpy as np
import pytest
import torch

from core.attention_kinds import KINDS
from core.inspection.lenses import compute_lens
from core.model.transformer import Transformer

SITES = {"encoder": "encoder.{}.self", "decoder": "decoder.{}.self", "cross": "decoder.{}.cross"}


def recorded(subject, what: str) -> dict[str, np.ndarray]:
    states = subject.recorded().attentions
    layers = range(subject.model.config.num_layers)
    return {
        kind: np.stack([getattr(states[site.format(layer)], what)[0].numpy() for layer in layers])
        for kind, site in SITES.items()
    }


def test_weights_are_those_that_a_recorder_sees(subject):
    result, expected = (
        compute_lens("weights", subject.model, subject.source, subject.target),
        recorded(subject, "weights"),
    )
    for kind in KINDS:
        array = result.kind(kind)
        assert array.dtype == np.float32
        np.testing.assert_array_equal(array, expected[kind])
        np.testing.assert_allclose(array.sum(axis=-1), 1, atol=1e-5)


def test_scores_are_those_before_softmax_and_empty_where_masked(subject):
    result, expected = (
        compute_lens("scores", subject.model, subject.source, subject.target),
        recorded(subject, "scores"),
    )
    length = len(subject.target)
    future = np.triu(np.ones((length, length), dtype=bool), k=1)
    assert np.isnan(result.decoder[..., future]).all()
    for kind in KINDS:
        array = result.kind(kind)
        np.testing.assert_array_equal(np.isnan(array), np.isneginf(expected[kind]))
        np.testing.assert_array_equal(array[~np.isnan(array)], expected[kind][np.isfinite(expected[kind])])
    assert not np.isnan(result.encoder).any() and not np.isnan(result.cross).any()


@pytest.mark.parametrize("scaled", [True, False])
def test_scores_are_scaled_as_the_model_scales(post_norm, scaled):
    model = Transformer(dataclasses.replace(post_norm.model.config, scale_scores=scaled))
    model.load_state_dict(post_norm.model.state_dict())
    result = compute_lens("scores", model.eval(), post_norm.source, post_norm.target)
    block = post_norm.blocks()[0]  # the first layer of the encoder reads the same either way
    with torch.no_grad():
        query, key = block.attention.query(block.stream), block.attention.key(block.stream)
    products = np.stack([(query[:, h * 5 : h * 5 + 5] @ key[:, h * 5 : h * 5 + 5].T).numpy() for h in range(3)])
    np.testing.assert_allclose(result.encoder[0], products / (5**0.5 if scaled else 1.0), atol=1e-5)


def test_value_norms_match_each_heads_contributions(subject):
    result = compute_lens("value_norm", subject.model, subject.source, subject.target)
    for block in subject.blocks():
        weights, config = block.weights.numpy(), subject.model.config
        into, bias = block.attention.value.weight.numpy(), block.attention.value.bias.numpy()  # [H * V, D]
        out, width = block.attention.output.weight.numpy(), config.value_width  # [D, H * V]
        expected = np.zeros_like(weights)
        for head in range(config.num_heads):
            own = slice(head * width, head * width + width)
            for key in range(weights.shape[2]):
                value = into[own] @ block.memory[key].numpy() + bias[own]
                for query in range(weights.shape[1]):
                    expected[head, query, key] = np.linalg.norm(weights[head, query, key] * (out[:, own] @ value))
        np.testing.assert_allclose(result.kind(block.kind)[block.layer], expected, atol=1e-5)
    assert (np.triu(result.decoder, k=1) == 0).all()
