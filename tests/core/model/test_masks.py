"""Masks: True = may attend."""

import torch

from core.model.masks import causal_mask, combine, decoder_mask, padding_mask

IDS = torch.tensor([[5, 9, 2, 0], [7, 2, 0, 0], [3, 4, 5, 2]])


def test_padding_mask_lets_tokens_be_seen_and_padding_not():
    mask = padding_mask(IDS, pad_id=0)
    assert mask.shape == (3, 1, 1, 4) and mask.dtype == torch.bool
    assert mask[:, 0, 0].tolist() == [
        [True, True, True, False],
        [True, True, False, False],
        [True, True, True, True],
    ]


def test_the_id_of_padding_can_be_chosen():
    assert padding_mask(IDS, pad_id=2)[0, 0, 0].tolist() == [True, True, False, True]


def test_causal_mask_shows_the_past_and_the_present():
    mask = causal_mask(3)
    assert mask.shape == (1, 1, 3, 3) and mask.dtype == torch.bool
    assert mask[0, 0].int().tolist() == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]


def test_combined_mask_obeys_both_rules():
    mask = combine(padding_mask(IDS, pad_id=0), causal_mask(4))
    assert mask.shape == (3, 1, 4, 4)
    assert mask[0, 0].int().tolist() == [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 0]]
    assert mask[1, 0].int().tolist() == [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0]]
    assert torch.equal(mask[2:], causal_mask(4))


def test_decoder_mask_shows_a_start_symbol_equal_to_padding():
    mask = decoder_mask(torch.tensor([[0, 9, 4, 0], [0, 3, 0, 0]]), pad_id=0)
    assert mask[0, 0].int().tolist() == [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 0]]
    assert mask[1, 0].int().tolist() == [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0]]
