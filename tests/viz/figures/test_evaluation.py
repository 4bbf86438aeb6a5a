"""Bars of scores by bucket."""

import numpy as np
import pytest

from viz.figures.evaluation import BucketLabels, bucket_scores

LABELS = BucketLabels("BLEU by length", "words", "BLEU", "sentences", "95 % interval")


def test_bars_are_the_scores_of_each_system():
    figure = bucket_scores(
        ["1–5", "6–10"], np.array([29, 30]), np.array([[10, 20], [30, np.nan]]), ["a", "b"], LABELS, name="x"
    )
    first, second = figure.data
    assert (first.x.tolist(), first.y.tolist(), second.y.tolist()[0]) == ([0, 1], [10.0, 20.0], 30.0)
    assert np.isnan(second.y[1]) and figure.layout.showlegend is True
    assert first.marker.opacity.tolist() == [0.4, 1.0]
    assert figure.layout.xaxis.ticktext == ("1–5<br>n=29", "6–10<br>n=30")


def test_lines_reach_to_the_ends_of_the_interval():
    ends = np.array([[[8.0, 13.0], [np.nan, np.nan]]])
    (bar,) = bucket_scores(
        ["a", "b"], np.array([30, 3]), np.array([[10.0, 20.0]]), ["s"], LABELS, name="x", intervals=ends
    ).data
    assert (bar.error_y.array[0], bar.error_y.arrayminus[0], bar.error_y.symmetric) == (3.0, 2.0, False)
    assert np.isnan(bar.error_y.array[1])
    assert bar.customdata.tolist() == [["a", 30, "8.0–13.0"], ["b", 3, "–"]]


def test_labels_are_text_and_long_ones_are_cut():
    figure = bucket_scores(["<i>" + "x" * 30], np.array([1]), np.array([[5.0]]), ["<b>"], LABELS, name="x")
    assert figure.layout.xaxis.ticktext[0] == "&lt;i&gt;" + "x" * 14 + "…<br>n=1"
    assert figure.data[0].name == "&lt;b&gt;" and figure.layout.showlegend is False


def test_no_buckets_give_the_empty_figure():
    figure = bucket_scores([], np.array([]), np.zeros((2, 0)), ["a", "b"], LABELS, name="x")
    assert figure.layout.yaxis.title.text == "BLEU" and all(len(bar.x) == 0 for bar in figure.data)


def test_numbers_that_do_not_belong_together_are_refused():
    with pytest.raises(ValueError, match="2 buckets"):
        bucket_scores(["a", "b"], np.array([1]), np.array([[1.0, 2.0]]), ["a"], LABELS, name="x")
