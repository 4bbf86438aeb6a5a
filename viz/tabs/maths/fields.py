"""Controls of the sections: checked values, errors in the catalogue's words, words in any language."""

import functools
import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypedDict

import gradio as gr
from gradio.components import Component

from core.errors import CoreError
from viz.tabs.wording import error_toast
from viz.texts import error_text, text


class CheckpointValues(TypedDict, total=False):
    """What the tab takes from the loaded checkpoint; what is left out is the paper's base model."""

    d_model: int
    d_k: int
    warmup_steps: int
    rate_factor: float
    last_step: int  # length of its training, in steps
    pairs: list[tuple[str, str]]  # two sentences of its languages with translations, blank until there are some


class Section(NamedTuple):
    """One idea of the tab: its controls, its figures and the function between them."""

    tab: gr.Tab
    controls: tuple[Component, ...]
    inputs: tuple[Component, ...]  # of `draw`: the controls, and more where it needs more
    figures: tuple[gr.HTML, ...]
    read: Callable[..., Any]  # checks the inputs; raises gr.Error for a value that cannot be drawn
    draw: Callable[..., Any]  # the figures, packed; raises as `read`
    defaults: Callable[[CheckpointValues, str], tuple[Any, ...]]  # values of the controls


def words_for(labels: type[Any], prefix: str, language: str) -> Any:
    """The words of a figure: one text `<prefix>.<field>` for each field of its labels."""
    return labels(**{field: text(f"{prefix}.{field}", language) for field in labels._fields})


def refusal(key: str, language: str, **values: object) -> gr.Error:
    """An error in the catalogue's words, ready to be raised."""
    return error_toast(text(key, language, **values))


def told(error: CoreError, language: str) -> gr.Error:
    """The core's error in the page's words, or in its own where the catalogue has none."""
    return error_toast(error_text(error, language))


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
