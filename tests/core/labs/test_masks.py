"""Masks of a batch, against rules written out for each cell."""

import pytest

from core.errors import CoreError
from tests.viz.labs.model import measured


def test_masks_open_what_the_paper_says():
    found = measured("masks", {"other": "Where is it?"})
    masks, sources, reads = found["masks"], found["sources"], found["reads"]
    for i in range(2):
        source_open = [token != "<pad>" for token in sources[i]]
        target_open = [token != "<pad>" for token in reads[i]]
        for q in range(len(reads[i])):
            assert masks["cross"][i][q] == source_open
            assert masks["padding"][i][q] == target_open
            assert masks["causal"][i][q] == [k <= q for k in range(len(reads[i]))]
            assert masks["combined"][i][q] == [k <= q and target_open[k] for k in range(len(reads[i]))]
        assert masks["encoder"][i] == [source_open] * len(sources[i])
    assert "<pad>" in sources[1]
    assert "<pad>" not in sources[0]


def test_blank_or_long_sentence_is_refused():
    with pytest.raises(CoreError, match="blank"):
        measured("masks", {"other": "  "})
    with pytest.raises(CoreError, match="at most 40 tokens"):
        measured("masks", {"other": "dog " * 60})
