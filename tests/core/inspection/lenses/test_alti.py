"""ALTI+ against its own decomposition, plain loops and numbers worked by hand."""

import numpy as np
import pytest
import torch

from core.inspection.lenses import alti as module
from core.inspection.lenses import compute_lens
from core.inspection.lenses.alti import contributions, decompose, key_vectors
from core.inspection.lenses.per_head import Place


def test_contributions_worked_by_hand():
    # y = (3, -1), |y| = 4. T_0 = (2, 0): |y - T_0| = 2, near by 2. T_1 = (1, -1): 2, near by 2.
    # T_2 = (0, 1): |(3, -2)| = 5: farther than nothing is, so 0. T_3 = (1, 0): 3, near by 1. Shares 2, 2, 0, 1 of 5.
    terms = torch.tensor([[[2.0, 0], [1, -1], [0, 1], [1, 0]]])
    shares = contributions(terms, torch.tensor([[3.0, -1]]), torch.tensor([0]))
    torch.testing.assert_close(shares, torch.tensor([[0.4, 0.4, 0, 0.2]]))


def test_row_without_contribution_goes_to_residual():
    terms = torch.tensor([[[0.0, 5], [0, -5], [-1, 0]]])
    shares = contributions(terms, torch.tensor([[2.0, 0]]), torch.tensor([2]))
    assert shares.tolist() == [[0, 0, 1]]


def test_parts_sum_to_the_block_output(subject):
    states = subject.recorded()
    for block in subject.blocks():
        site = f"{'encoder' if block.kind == 'encoder' else 'decoder'}.{block.layer}"
        site += ".cross" if block.kind == "cross" else ".self"
        here = Place(block.kind, block.layer, block.attention, block.residual)
        vectors = key_vectors(here, states.attentions[site].value[0])
        parts = decompose(here, block.weights, vectors, block.stream, states.observed[f"{site}.output"][0])
        whole = parts.terms.sum(dim=1) + parts.kept + parts.rest
        torch.testing.assert_close(whole, block.after, atol=1e-4, rtol=0)


def looped_block(subject, block) -> np.ndarray:
    """Shares of one block by plain loops in float64; the last column of cross-attention is the own stream."""
    config = subject.model.config
    weights, memory = block.weights.double().numpy(), block.memory.double().numpy()
    stream, after = block.stream.double().numpy(), block.after.double().numpy()
    into, into_bias, out, out_bias, gain = (
        tensor.detach().double().numpy()
        for tensor in (
            block.attention.value.weight,
            block.attention.value.bias,
            block.attention.output.weight,
            block.attention.output.bias,
            block.residual.norm.weight,
        )
    )
    queries, keys, width = weights.shape[1], weights.shape[2], config.value_width
    cross = block.kind == "cross"
    found = np.zeros((queries, keys + cross))
    for i in range(queries):
        vectors = []
        for j in range(keys):
            vector = np.zeros(config.d_model)
            for head in range(config.num_heads):
                own = slice(head * width, (head + 1) * width)
                vector += weights[head, i, j] * out[:, own] @ (into[own] @ memory[j] + into_bias[own])
            vectors.append(vector)
        total = stream[i] + out_bias + sum(vectors)
        if cross:
            vectors.append(stream[i])
        else:
            vectors[i] = vectors[i] + stream[i]
        for j, vector in enumerate(vectors):
            if config.norm == "post":
                vector = gain * (vector - vector.mean()) / np.sqrt(total.var() + 1e-6)
            found[i, j] = max(0.0, np.abs(after[i]).sum() - np.abs(after[i] - vector).sum())
        found[i] /= found[i].sum()
    return found


def test_contributions_through_the_layers_are_those_of_plain_loops(subject):
    result = compute_lens("alti", subject.model, subject.source, subject.target)
    shares = {(block.kind, block.layer): looped_block(subject, block) for block in subject.blocks()}
    source = np.eye(len(subject.source))
    for layer in range(subject.model.config.num_layers):
        source = shares["encoder", layer] @ source
        np.testing.assert_allclose(result.encoder[layer, 0], source, atol=1e-4)
    # The decoder as one matrix over source and target: a layer's own stream is what the target columns stand for.
    size, length = len(subject.source), len(subject.target)
    rolled = np.concatenate([np.zeros((length, size)), np.eye(length)], axis=1)
    for layer in range(subject.model.config.num_layers):
        seen, kept = shares["cross", layer][:, :size], shares["cross", layer][:, size]
        rolled = (kept[:, None] * shares["decoder", layer]) @ rolled
        rolled[:, :size] += seen @ source
        np.testing.assert_allclose(result.cross[layer, 0], rolled[:, :size], atol=1e-4)
        np.testing.assert_allclose(result.decoder[layer, 0], rolled[:, size:], atol=1e-4)


def test_each_step_shares_itself_among_source_and_target_prefix(subject):
    result = compute_lens("alti", subject.model, subject.source, subject.target)
    np.testing.assert_allclose(result.encoder.sum(axis=-1), 1, atol=1e-5)
    np.testing.assert_allclose(result.decoder.sum(axis=-1) + result.cross.sum(axis=-1), 1, atol=1e-5)
    for array in (result.encoder, result.decoder, result.cross):
        assert array.min() >= 0
    assert (np.triu(result.decoder, k=1) == 0).all()


@pytest.mark.parametrize("numbers", [1, 26 * 11 * 2])
def test_chunked_queries_give_the_same_result(post_norm, monkeypatch, numbers):
    whole = compute_lens("alti", post_norm.model, post_norm.source, post_norm.target)
    monkeypatch.setattr(module, "_CHUNK_NUMBERS", numbers)
    parted = compute_lens("alti", post_norm.model, post_norm.source, post_norm.target)
    np.testing.assert_allclose(parted.encoder, whole.encoder, atol=1e-6)
    np.testing.assert_allclose(parted.cross, whole.cross, atol=1e-6)


def test_block_with_only_a_bias_keeps_each_position(post_norm, monkeypatch):
    for residual in (post_norm.model.encoder.layers[0].self_residual, post_norm.model.decoder.layers[0].cross_residual):
        residual.norm.weight.zero_()
    monkeypatch.setattr(module, "_CHUNK_NUMBERS", 1)
    result = compute_lens("alti", post_norm.model, post_norm.source, post_norm.target)
    np.testing.assert_array_equal(result.encoder[0, 0], np.eye(11))
    np.testing.assert_array_equal(result.cross[0, 0], np.zeros((5, 11)))
