"""What the four panels of softmax saturation draw."""

import numpy as np
import pytest

from viz.figures.softmax import Band, Panel, SoftmaxLabels, softmax_saturation

LABELS = SoftmaxLabels("title", "d_k", "scaled", "unscaled", "exact", "low", "high", "here {d_k}")
D_K = np.array([1, 7, 64])


def band(start: float) -> Band:
    return Band(start + D_K / 1000, start + D_K / 2000, start + D_K / 500)


PANELS = (
    Panel("variance", band(1), band(2), None, np.ones(3), D_K.astype(float)),
    *(Panel(name, band(place), band(place + 1), (0.0, 9.0)) for name, place in (("p", 3), ("h", 5), ("j", 7))),
)


@pytest.fixture
def figure():
    return softmax_saturation(D_K, PANELS, LABELS, marked=7)


def test_each_panel_draws_its_own_means_and_bands(figure):
    for index, panel in enumerate(PANELS):
        axis = f"x{index + 1}" if index else "x"
        for word, expected in (("scaled", panel.scaled), ("unscaled", panel.unscaled)):
            drawn = {t.name: t.y for t in figure.data if t.xaxis == axis and t.legendgroup == word}
            np.testing.assert_array_equal(drawn[word], expected.mean)
            np.testing.assert_array_equal(drawn[f"{word}, low"], expected.low)
            np.testing.assert_array_equal(drawn[f"{word}, high"], expected.high)


def test_exact_variance_is_drawn_with_the_measured_one(figure):
    exact = [trace.y.tolist() for trace in figure.data if trace.name == "exact"]
    assert exact == [[1.0, 7.0, 64.0], [1.0, 1.0, 1.0]]


def test_the_models_own_d_k_is_marked_in_all_panels(figure):
    assert [(shape.x0, shape.x1) for shape in figure.layout.shapes] == [(7, 7)] * 4
    assert figure.layout.annotations[-1].text == "here 7"
    assert len(softmax_saturation(D_K, PANELS, LABELS).layout.shapes) == 0


def test_legend_entries_are_unique(figure):
    assert sorted(trace.name for trace in figure.data if trace.showlegend) == ["exact", "scaled", "unscaled"]


def test_panels_never_overlap_side_by_side_or_stacked(figure):
    stacked = figure.layout.meta["narrow"]
    for layout in (figure.layout, stacked):
        domains = [(*layout[f"xaxis{n}"]["domain"], *layout[f"yaxis{n}"]["domain"]) for n in ("", "2", "3", "4")]
        for i, (left, right, low, high) in enumerate(domains):
            assert 0 <= left < right <= 1.0001
            assert 0 <= low < high <= 1
            for other_left, other_right, other_low, other_high in domains[i + 1 :]:
                beside = right <= other_left or other_right <= left
                assert beside or high <= other_low or other_high <= low
    assert {stacked[f"xaxis{n}"]["domain"][1] for n in ("", "2", "3", "4")} == {1.0}


def test_lines_of_another_length_are_refused():
    broken = PANELS[0]._replace(scaled=Band(*(values[:2] for values in band(1))))
    with pytest.raises(ValueError, match="variance: 3 values of d_k but 2 of scaled"):
        softmax_saturation(D_K, (broken, *PANELS[1:]), LABELS)
