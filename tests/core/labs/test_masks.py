"""Masks of a batch, against the rule for each cell."""

import numpy as np
import pytest

from core.errors import CoreError
from core.labs.masks import batch_masks

SOURCES, TARGETS = (5, 3), (2, 7)


@pytest.fixture(scope="module")
def masks():
    return batch_masks(SOURCES, TARGETS)


def written_out(rule, queries: int, keys: int) -> list:
    return [[[rule(b, q, k) for k in range(keys)] for q in range(queries)] for b in range(2)]


@pytest.mark.parametrize(
    ("name", "queries", "keys", "rule"),
    [
        ("encoder_padding", 5, 5, lambda b, q, k: k < SOURCES[b]),
        ("decoder_padding", 7, 7, lambda b, q, k: k < TARGETS[b]),
        ("decoder_causal", 7, 7, lambda b, q, k: k <= q),
        ("decoder_combined", 7, 7, lambda b, q, k: k <= q and k < TARGETS[b]),
        ("cross", 7, 5, lambda b, q, k: k < SOURCES[b]),
    ],
)
def test_cell_is_open_exactly_where_its_rule_allows(masks, name, queries, keys, rule):
    mask = getattr(masks, name)
    assert mask.dtype == bool
    assert mask.tolist() == written_out(rule, queries, keys)


def test_lengths_are_kept(masks):
    assert masks.source_lengths.tolist() == [5, 3]
    assert masks.target_lengths.tolist() == [2, 7]


def test_sentences_of_one_length_need_no_padding():
    masks = batch_masks([3, 3], [1, 1])
    assert masks.encoder_padding.all()
    assert np.array_equal(masks.decoder_combined, [[[True]], [[True]]])


@pytest.mark.parametrize(
    ("sources", "targets", "code"),
    [([], [], "labs.empty_sentence"), ([2, 0], [1, 1], "labs.empty_sentence"), ([2, 3], [1], "labs.sentences")],
)
def test_invalid_batch_is_refused(sources, targets, code):
    with pytest.raises(CoreError) as refused:
        batch_masks(sources, targets)
    assert refused.value.code == code
