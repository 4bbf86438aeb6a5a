"""Largest values of a row, found block by block: equal to torch's topk, with distinct tokens."""

import pytest
import torch

from core.decoding.candidates import top


@pytest.mark.parametrize("size", [5, 8, 63, 64, 65, 521, 1024, 1061, 8009])
@pytest.mark.parametrize("count", [1, 2, 5])
def test_top_is_topk(size, count):
    generator = torch.Generator().manual_seed(size)
    for scale in (1.0, 1e-3, 1e4):
        logits = torch.randn(13, size, generator=generator) * scale
        logits[:, : size // 7] = -torch.inf
        values, tokens = top(logits, count)
        expected = logits.topk(count, dim=-1)
        assert torch.equal(values, expected.values)
        assert torch.equal(tokens, expected.indices)


def test_top_handles_shared_blocks_and_row_end():
    logits = torch.zeros(3, 1061)
    logits[0, 64:74] = torch.arange(10.0) + 1
    logits[1, -10:] = torch.arange(10.0) + 1
    logits[2, ::128] = torch.arange(9.0) + 1
    values, tokens = top(logits, 4)
    assert values.tolist() == [[10, 9, 8, 7], [10, 9, 8, 7], [9, 8, 7, 6]]
    assert tokens.tolist() == [[73, 72, 71, 70], [1060, 1059, 1058, 1057], [1024, 896, 768, 640]]


def test_top_of_equal_values_names_different_tokens():
    values, tokens = top(torch.zeros(2, 1061), 4)
    assert values.tolist() == [[0.0] * 4] * 2
    assert all(len(set(row)) == 4 for row in tokens.tolist())
