"""Controls of the sections: checked values, errors in the catalogue's words, words in any language."""

import functools
import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypedDict

import gradio as gr
from gradio.components import Component

from core.errors import CoreError
from viz import theme
from viz.components.figure import WORDS, figure_properties, plotly_figure
from viz.texts import error_text, text

LATEX = [
    {"left": "$$", "right": "$$", "display": True},
    {"left": "$", "right": "$", "display": False},
]


class CheckpointValues(TypedDict, total=False):
    """What the tab takes from the loaded checkpoint; what is left out is the paper's base model."""

    d_model: int
    d_k: int
    warmup_steps: int
    rate_factor: float
    last_step: int  # length of its training, in steps
    pairs: list[tuple[str, str]]  # two sentences of its languages with their translations


class Section(NamedTuple):
    """One idea of the tab: its controls, its figures and the function between them."""

    tab: gr.Tab
    controls: tuple[Component, ...]
    inputs: tuple[Component, ...]  # of `draw`: the controls, and more where it needs more
    figures: tuple[gr.HTML, ...]
    read: Callable[..., Any]  # checks the inputs; raises gr.Error for a value that cannot be drawn
    draw: Callable[..., Any]  # the figures, packed; raises as `read`
    defaults: Callable[[CheckpointValues, str], tuple[Any, ...]]  # values of the controls


class Wording:
    """Words of the components that stand on the page, so that a language switch finds each of them."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.components: list[Any] = []
        self._settings: list[Callable[[str], dict[str, Any]]] = []

    def add(self, component: Any, settings: Callable[[str], dict[str, Any]]) -> Any:
        """Remember a component and the function that gives its words in a language."""
        self.components.append(component)
        self._settings.append(settings)
        return component

    def updates(self, language: str) -> list[dict[str, Any]]:
        """One update for each of `components`, in order."""
        return [gr.update(**settings(language)) for settings in self._settings]

    def control(self, kind: type[Any], key: str, **options: Any) -> Any:
        """A control whose label and hint are `<key>.label` and `<key>.info`."""
        words = functools.partial(_control_words, key)
        elem_id = key.replace(".", "-").replace("_", "-")
        return self.add(kind(**words(self.language), elem_id=elem_id, **options), words)

    def tab(self, key: str) -> gr.Tab:
        """A sub-tab named `<key>.tab`."""
        words = functools.partial(_tab_words, key)
        elem_id = key.replace(".", "-")
        return self.add(gr.Tab(**words(self.language), id=elem_id, elem_id=f"{elem_id}-tab"), words)

    def intro(self, key: str) -> gr.Markdown:
        """Formula, section of the paper and meaning: `<key>.intro`."""
        words = functools.partial(_intro_words, key)
        markdown = gr.Markdown(
            **words(self.language), latex_delimiters=LATEX, elem_classes=["gf-maths-intro"], container=False
        )
        return self.add(markdown, words)

    def figure(self, key: str, elem_id: str, *, min_height: int, **options: Any) -> gr.HTML:
        """A figure with the caption `<key>.caption`."""
        words = functools.partial(_figure_words, key)
        component = plotly_figure(
            **words(self.language), dark=theme.DARK, min_height=min_height, elem_id=elem_id, **options
        )

        def properties(language: str) -> dict[str, Any]:
            return figure_properties(**words(language), dark=theme.DARK, min_height=min_height)

        return self.add(component, properties)


def words_for(labels: type[Any], prefix: str, language: str) -> Any:
    """The words of a figure: one text `<prefix>.<field>` for each field of its labels."""
    return labels(**{field: text(f"{prefix}.{field}", language) for field in labels._fields})


def refusal(key: str, language: str, **values: object) -> gr.Error:
    """An error in the catalogue's words, ready to be raised."""
    return gr.Error(text(key, language, **values), print_exception=False)


def told(error: CoreError, language: str) -> gr.Error:
    """The core's error in the page's words, or in its own where the catalogue has none."""
    return gr.Error(error_text(error, language), print_exception=False)


def number(value: object, key: str, minimum: float, maximum: float, language: str) -> float:
    """A finite number within bounds, or a refusal that names the control."""
    name = text(f"{key}.label", language)
    try:
        checked = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        checked = math.nan
    if value is None or value == "":
        raise refusal("maths.error.missing", language, name=name)
    if isinstance(value, bool) or not math.isfinite(checked):
        raise refusal("maths.error.number", language, name=name, value=value)
    if not minimum <= checked <= maximum:
        bounds = {"minimum": f"{minimum:,g}", "maximum": f"{maximum:,g}"}
        raise refusal("maths.error.range", language, name=name, value=f"{checked:,.6g}", **bounds)
    return checked


def whole_number(value: object, key: str, minimum: int, maximum: int, language: str, *, even: bool = False) -> int:
    """A whole number within bounds, even if asked for, or a refusal that names the control."""
    checked = number(value, key, minimum, maximum, language)
    name = text(f"{key}.label", language)
    if checked != int(checked):
        raise refusal("maths.error.whole", language, name=name, value=f"{checked:,.6g}")
    if even and checked % 2:
        raise refusal("maths.error.even", language, name=name, value=f"{checked:,.0f}")
    return int(checked)


def within(value: float, minimum: float, maximum: float) -> float:
    """A checkpoint's value, moved into a slider's bounds."""
    return min(max(value, minimum), maximum)


def gently(draw: Callable[..., Any]) -> Callable[..., Any]:
    """The same handler for a value that is still being typed: what cannot be drawn yet changes nothing."""

    @functools.wraps(draw)
    def draw_or_skip(*values: Any) -> Any:
        try:
            return draw(*values)
        except gr.Error:
            return gr.skip()

    return draw_or_skip


def aloud(read: Callable[..., Any]) -> Callable[..., None]:
    """A handler without outputs that only refuses what cannot be drawn."""

    @functools.wraps(read)
    def check(*values: Any) -> None:
        read(*values)

    return check


def _control_words(key: str, language: str) -> dict[str, Any]:
    return {"label": text(f"{key}.label", language), "info": text(f"{key}.info", language)}


def _tab_words(key: str, language: str) -> dict[str, Any]:
    return {"label": text(f"{key}.tab", language)}


def _intro_words(key: str, language: str) -> dict[str, Any]:
    return {"value": text(f"{key}.intro", language)}


def _figure_words(key: str, language: str) -> dict[str, Any]:
    words: dict[str, str] = {word: text(f"figure.{word}", language) for word in WORDS}
    words["empty"] = text("maths.waiting", language)  # a figure is on its way from the moment it is seen
    return {"caption": text(f"{key}.caption", language), "words": words}
