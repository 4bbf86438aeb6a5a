"""Masks of a batch, against rules written out for each cell."""

import pytest
import torch

from core.errors import CoreError
from core.labs.masks import batch_masks
from core.model.masks import decoder_mask
from tests.viz.labs.computed import node, run_lab
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


@pytest.mark.parametrize("start", [9, 2])
def test_combined_mask_is_the_one_the_decoder_uses(start):
    """The first key was closed in models whose start symbol is the padding symbol."""
    read = torch.tensor([[start, 5, 6], [start, 7, 9]])
    masks = batch_masks(torch.tensor([[4, 3], [4, 9]]), read, pad_id=9)
    assert masks["combined"].tolist() == decoder_mask(read, pad_id=9)[:, 0].tolist()
    assert (masks["combined"] == (masks["padding"] & masks["causal"])).all()
    assert masks["padding"][:, 0].tolist() == [[True, True, True], [True, True, False]]


@node
def test_decoder_shows_three_masks_of_the_sentence_with_padding():
    answer = measured("masks", {"other": "Where is it?"})
    found = run_lab("masks", {}, answer)
    padding, causal, combined = (answer["masks"][name][1] for name in ("padding", "causal", "combined"))
    assert found["numbers"]["masks"] == {"padding": padding, "causal": causal, "combined": combined}
    assert combined == [[a * b for a, b in zip(*rows, strict=True)] for rows in zip(padding, causal, strict=True)]
    [row] = found["drawn"]["figures"]
    assert row["least"] > 13 * len(answer["reads"][1])  # every name of a column has room
    assert [column["figures"][0]["rows"] for column in row["columns"]] == [answer["reads"][1]] * 3
    numbers = found["drawn"]["numbers"]
    assert numbers["combined"] == sum(row.count(0) for row in combined)
    assert numbers["combined"] <= numbers["padding"] + numbers["causal"]
    longer = run_lab("masks", {"sentence": "longer", "where": "cross"}, answer)
    assert longer["numbers"]["masks"] == {"cross": answer["masks"]["cross"][0]}
    assert longer["numbers"]["columns"] == answer["sources"][0]


@node
def test_sentences_of_one_length_have_no_padding():
    same = {"masks": {name: [[[1, 1], [1, 1]]] * 2 for name in ("encoder", "padding", "causal", "combined", "cross")}}
    tokens = {"sources": [["a", "b"]] * 2, "reads": [["c", "d"]] * 2}
    assert run_lab("masks", {}, {**same, **tokens})["drawn"]["reading"] == "no_padding"


@pytest.mark.parametrize("other", ["  ", "\u200b", "\ufeff \u00ad"])
def test_blank_sentence_is_refused(other):
    with pytest.raises(CoreError, match="blank"):
        measured("masks", {"other": other})


def test_long_sentence_is_refused():
    with pytest.raises(CoreError, match="at most 40 tokens"):
        measured("masks", {"other": "dog " * 60})
