"""The choices of the charts, and which figures they draw."""

import math

import pytest

from tests.viz.tabs.train.made import charts, progress, request, tab, written
from viz.tabs.train.runs.charts import FIRST_CHARTS, chart_view, element_name, ticked_measures
from viz.tabs.train.runs.curves import MEASURES, ChartView
from viz.tabs.train.runs.panel import on_charts
from viz.theme import page_css


def test_only_ticked_charts_are_drawn(tmp_path):
    written(tmp_path, "a", progress(5, 2.0, 1.0, gradient_norm=1.0))
    shown = tab(tmp_path).runs
    updates = on_charts(shown, {**request(shown, "a"), **charts(shown, "gradient_norm", "loss")})
    drawn = [measure for measure, chart in shown.charts.figures.items() if updates[chart].value]
    assert drawn == ["loss", "gradient_norm"]


def test_waiting_run_has_small_charts_without_captions(tmp_path):
    """Two empty boxes of 320 pixels with captions stood below a run that waited for its turn."""
    written(tmp_path, "a")
    shown = tab(tmp_path).runs
    loss = on_charts(shown, request(shown, "a"))[shown.charts.figures["loss"]]
    assert loss.value is None and (loss.props["caption"], loss.props["space"]) == ("", 48)


def test_style_sheet_hides_each_chart_that_is_not_ticked():
    for measure in MEASURES:
        assert f"input[name={measure}]:checked)) #{element_name(measure)} {{ display: none; }}" in page_css()


@pytest.mark.parametrize("weight", [math.nan, math.inf, "0.5", None, [0.5], -3, 7, 10**400])
def test_choices_that_are_not_offered_become_the_first(tmp_path, weight):
    shown = tab(tmp_path).runs
    view = chart_view(shown.charts, charts(shown, axis="evil", scale=["log"], smoothing=weight))
    assert view == ChartView(smoothing=0.99 if weight in (7, 10**400) else 0.0)
    assert ticked_measures("loss") == FIRST_CHARTS and ticked_measures([{}, "bleu", "evil", "bleu"]) == ("bleu",)
