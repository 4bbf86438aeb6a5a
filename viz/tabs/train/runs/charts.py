"""The charts of the shown runs: a grid of one figure for each ticked measure, and how all of them are drawn.

Any client can send anything: choices that are not offered become the first ones.
"""

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import gradio as gr
from gradio.components import Component

from core.training.run import Run
from viz.tabs.browser import browser_functions
from viz.tabs.controls import worded
from viz.tabs.language import request_texts
from viz.tabs.page import current_page
from viz.tabs.train.context import Sent, Updates
from viz.tabs.train.runs.curves import AXES, MEASURES, MOST_SMOOTHING, SCALES, Axis, ChartView, Scale, figure
from viz.tabs.wording import Wording, figure_words
from viz.texts import Texts

FIGURE_HEIGHT = 320  # pixels, of each
EMPTY_HEIGHT = 48  # of one without measurements
FIRST_CHARTS = ("loss", "learning_rate")
_STORE, _STORED = browser_functions(__file__, "store", "stored")


@dataclass(frozen=True)
class Charts:
    """The components of the charts.

    Attributes:
        measures: which of them are drawn.
        axis, scale, smoothing: how.
        figures: one for each measure; the style sheet shows those whose boxes are ticked.
    """

    measures: gr.CheckboxGroup
    axis: gr.Radio
    scale: gr.Radio
    smoothing: gr.Slider
    figures: dict[str, gr.HTML]

    @property
    def choices(self) -> list[Component]:
        """Return the components that say what is drawn and how."""
        return [self.measures, self.axis, self.scale, self.smoothing]

    @property
    def changes(self) -> list[Any]:
        """Return the events of another choice, also of one that is filled in after a reload."""
        return [self.measures.change, self.axis.change, self.scale.change, self.smoothing.change]


def lay_out_charts(wording: Wording) -> Charts:
    """Lay out the choices and the grid of figures."""
    measures = worded(
        wording, gr.CheckboxGroup, "train.charts", choices=_choices("train.measure", MEASURES), value=[*FIRST_CHARTS]
    )
    with gr.Row(elem_id="train-charts-view"):
        options: dict[str, Any] = {"min_width": 160}
        axis = worded(wording, gr.Radio, "train.axis", choices=_choices("train.axis", AXES), value=AXES[0], **options)
        scale = worded(
            wording, gr.Radio, "train.scale", choices=_choices("train.scale", SCALES), value=SCALES[0], **options
        )
        options |= {"minimum": 0, "maximum": MOST_SMOOTHING, "step": 0.01, "buttons": []}
        smoothing = worded(wording, gr.Slider, "train.smoothing", value=0, **options)
    figures: dict[str, gr.HTML] = {}
    with gr.Row(equal_height=False, elem_id="train-charts-grid"):
        for measure in MEASURES:
            name = element_name(measure)
            figures[measure] = wording.figure(
                caption_key(measure), name, min_height=FIGURE_HEIGHT, empty="train.nothing"
            )
    return Charts(measures, axis, scale, smoothing, figures)


def wire_kept_charts(charts: Charts) -> None:
    """Keep the choices over a reload of the browser tab; call it inside of gr.Blocks."""
    current_page().load(None, charts.choices, charts.choices, js=_STORED)
    gr.on(charts.changes, None, charts.choices, None, js=_STORE)


def element_name(measure: str) -> str:
    """Return the id in the page of the chart of a measure."""
    return f"train-chart-{measure.replace('_', '-')}"


def caption_key(measure: str) -> str:
    """Return the key of the words of a chart."""
    return f"train.measure.{measure}"


def chart_updates(charts: Charts, sent: Sent, shown: Sequence[Run]) -> Updates:
    """Draw the ticked measures of the shown runs; the style sheet hides the other charts by the boxes."""
    texts, ticked, view = request_texts(), ticked_measures(sent[charts.measures]), chart_view(charts, sent)
    found: Updates = {}
    for measure, component in charts.figures.items():
        value = figure(shown, measure, texts, view) if shown and measure in ticked else None
        # While its tab is closed, a figure keeps only the words that its last update names.
        words = figure_words(caption_key(measure), texts, empty="train.nothing")
        if value is None:  # a large empty box and its caption would say nothing
            words["caption"] = ""
        found[component] = gr.HTML(value=value, space=FIGURE_HEIGHT if value else EMPTY_HEIGHT, **words)
    return found


def ticked_measures(sent: object) -> tuple[str, ...]:
    """Return the measures that a client has ticked."""
    ticked = sent if isinstance(sent, list | tuple) else FIRST_CHARTS
    return tuple(measure for measure in MEASURES if measure in ticked)


def chart_view(charts: Charts, sent: Sent) -> ChartView:
    """Return how a client wants the charts to be drawn."""
    weight = sent[charts.smoothing]
    sound = isinstance(weight, int | float) and abs(weight) < math.inf  # not NaN; a whole number may be of any size
    axes: list[Axis] = [axis for axis in AXES if axis == sent[charts.axis]]
    scales: list[Scale] = [scale for scale in SCALES if scale == sent[charts.scale]]
    return ChartView(
        axes[0] if axes else AXES[0],
        scales[0] if scales else SCALES[0],
        float(min(max(weight, 0.0), MOST_SMOOTHING)) if sound else 0.0,
    )


def _choices(key: str, names: Sequence[str]) -> Any:
    return functools.partial(_named, key, names)


def _named(key: str, names: Sequence[str], texts: Texts) -> list[tuple[str, str]]:
    return [(texts(f"{key}.{name}.name"), name) for name in names]
