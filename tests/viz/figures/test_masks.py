"""What a mask's figure draws: its cells, its labels, its words."""

import numpy as np
import pytest

from viz.figures.masks import MaskLabels, mask_matrix

LABELS = MaskLabels("title", "query", "key", "open", "closed")
MASK = np.array([[True, False, False], [True, True, False]])
QUERIES, KEYS = ["<s>", " <b>x</b>"], ["the", " the", ""]


def test_cells_are_the_mask_and_rows_are_queries_from_above():
    figure = mask_matrix(MASK, QUERIES, KEYS, LABELS, kind="decoder")
    heatmap = figure.data[0]
    assert heatmap.z.tolist() == [[1, 0, 0], [1, 1, 0]]
    assert heatmap.text.tolist() == [["open", "closed", "closed"], ["open", "open", "closed"]]
    assert figure.layout.yaxis.range == (1.5, -0.5)
    assert figure.layout.xaxis.range == (-0.5, 2.5)


def test_equal_tokens_keep_own_places_and_markup_is_inert():
    figure = mask_matrix(MASK, QUERIES, KEYS, LABELS, kind="decoder")
    assert list(figure.layout.xaxis.tickvals) == [0, 1, 2]
    assert list(figure.layout.xaxis.ticktext) == ["the", "▁the", "·"]
    assert list(figure.layout.yaxis.ticktext) == ["&lt;s&gt;", "▁&lt;b&gt;x&lt;/b&gt;"]
    assert figure.data[0].customdata[1][1].tolist() == ["▁&lt;b&gt;x&lt;/b&gt;", "▁the"]


def test_long_token_is_cut_on_the_axis_only():
    figure = mask_matrix(np.ones((1, 1), dtype=bool), ["a" * 40], ["b"], LABELS, kind="cross")
    assert figure.layout.yaxis.ticktext[0] == "a" * 15 + "…"
    assert figure.data[0].customdata[0][0][0] == "a" * 40


def test_the_hue_is_that_of_the_kind():
    hues = {
        mask_matrix(MASK, QUERIES, KEYS, LABELS, kind=kind).data[0].colorscale[1][1]
        for kind in ("encoder", "decoder", "cross")
    }
    assert hues == {"#0072B2", "#009E73", "#D55E00"}


def test_both_fills_stand_in_the_legend():
    figure = mask_matrix(MASK, QUERIES, KEYS, LABELS, kind="encoder")
    assert [trace.name for trace in figure.data[1:]] == ["open", "closed"]


def test_mask_refuses_inconsistent_shapes():
    with pytest.raises(ValueError, match="mask must be boolean, not float64"):
        mask_matrix(MASK.astype(float), QUERIES, KEYS, LABELS, kind="encoder")
    with pytest.raises(ValueError, match="query_tokens must have 2 labels, not 3"):
        mask_matrix(MASK, KEYS, KEYS, LABELS, kind="encoder")
    with pytest.raises(ValueError, match="key_tokens must have 3 labels, not 2"):
        mask_matrix(MASK, QUERIES, QUERIES, LABELS, kind="encoder")
