"""Learning-rate schedule (5.3, Eq. 3) for several settings."""

from typing import Any, NamedTuple

import gradio as gr
from gradio.components import Component

from core.errors import CoreError
from core.labs.schedule import ScheduleSetting, schedule_curve
from viz.components.figure import pack
from viz.tabs.maths.fields import (
    CheckpointValues,
    Section,
    number,
    refusal,
    told,
    whole_number,
    within,
    words_for,
)
from viz.tabs.wording import Wording
from viz.texts import text

KEY = "maths.schedule"
WIDTHS = (2, 1024)
WARMUPS = (1, 16_000)
FACTORS = (0.05, 10.0)
LAST_STEPS = (100, 100_000)
MAX_CURVES = 6
# The paper's base and big (Table 3), a longer warm-up and a narrower model beside them.
COMPARISONS = ["512 / 4000", "1024 / 4000", "512 / 8000", "256 / 4000"]


def build(wording: Wording, values: CheckpointValues, language: Component) -> Section:
    """Lay the section out; the first line is the checkpoint's own setting."""
    width, warmup, factor, last, compared, logarithmic = defaults(values, wording.language)
    with wording.tab(KEY) as tab, gr.Row(elem_classes=["gf-maths-section"]):
        with gr.Column(scale=4, min_width=280, elem_classes=["gf-maths-controls"]):
            wording.intro(KEY)
            controls = (
                wording.control(gr.Slider, f"{KEY}.d_model", minimum=WIDTHS[0], maximum=WIDTHS[1], step=2, value=width),
                wording.control(
                    gr.Slider, f"{KEY}.warmup", minimum=WARMUPS[0], maximum=WARMUPS[1], step=1, value=warmup
                ),
                wording.control(
                    gr.Slider,
                    f"{KEY}.factor",
                    minimum=FACTORS[0],
                    maximum=FACTORS[1],
                    step=0.05,
                    value=factor,
                ),
                wording.control(
                    gr.Slider,
                    f"{KEY}.last",
                    minimum=LAST_STEPS[0],
                    maximum=LAST_STEPS[1],
                    step=100,
                    value=last,
                ),
                wording.control(
                    gr.Dropdown,
                    f"{KEY}.compare",
                    choices=COMPARISONS,
                    value=compared,
                    multiselect=True,
                    allow_custom_value=True,
                ),
                wording.control(gr.Checkbox, f"{KEY}.logarithmic", value=logarithmic),
            )
        with gr.Column(scale=8, min_width=320, elem_classes=["gf-maths-figures"]):
            figures = (wording.figure(KEY, "maths-schedule-figure", min_height=480),)
    return Section(tab, controls, (*controls, language), figures, read, draw, defaults)


def defaults(values: CheckpointValues, language: str) -> tuple[Any, ...]:
    """The controls' values for a checkpoint: its width, warm-up, factor and training's length."""
    warmup = int(within(values.get("warmup_steps", 4000), *WARMUPS))
    last = values.get("last_step", 5 * warmup)
    return (
        int(within(values.get("d_model", 512), *WIDTHS)),
        warmup,
        within(values.get("rate_factor", 1.0), *FACTORS),
        int(within(max(last, 2 * warmup), *LAST_STEPS)),
        COMPARISONS[:3],
        False,
    )


class Settings(NamedTuple):
    """The controls' checked values."""

    curves: list[ScheduleSetting]  # the sliders' own first, none twice
    last_step: int
    logarithmic: bool


def read(
    d_model: object,
    warmup: object,
    factor: object,
    last: object,
    compared: object,
    logarithmic: object,
    language: str,
) -> Settings:
    """Check what the controls hold.

    Args:
        d_model: width of the first line's model.
        warmup: its warm-up, in steps.
        factor: its factor.
        last: last step drawn.
        compared: texts such as `512 / 4000`.
        logarithmic: both axes.
        language: of an error's words.

    Raises:
        gr.Error: a value that is no number or out of range.
    """
    own = ScheduleSetting(
        whole_number(d_model, f"{KEY}.d_model", *WIDTHS, language),
        whole_number(warmup, f"{KEY}.warmup", *WARMUPS, language),
        number(factor, f"{KEY}.factor", *FACTORS, language),
    )
    last_step = whole_number(last, f"{KEY}.last", *LAST_STEPS, language)
    curves = list(dict.fromkeys([own, *read_settings(compared, language)]))
    return Settings(curves, last_step, bool(logarithmic))


def draw(
    d_model: object,
    warmup: object,
    factor: object,
    last: object,
    compared: object,
    logarithmic: object,
    language: str,
) -> str:
    """The figure, packed; arguments and errors as of `read`."""
    from viz.figures.schedule import RateCurve, ScheduleLabels, learning_rate_curves

    settings = read(d_model, warmup, factor, last, compared, logarithmic, language)
    try:
        curves = [schedule_curve(setting, settings.last_step) for setting in settings.curves]
    except CoreError as error:
        raise told(error, language) from error
    lines = [
        RateCurve(_name(curve.setting, language), curve.steps, curve.rates, curve.peak_step, curve.peak_rate)
        for curve in curves
    ]
    labels = words_for(ScheduleLabels, f"{KEY}.figure", language)
    return str(pack(learning_rate_curves(lines, labels, logarithmic=settings.logarithmic)))


def read_settings(compared: object, language: str) -> list[ScheduleSetting]:
    """Settings from texts such as `512 / 4000` or `512 / 4000 / 2`."""
    entries = compared if isinstance(compared, list) else [compared] if compared else []
    if len(entries) > MAX_CURVES - 1:
        raise refusal("maths.error.too_many_curves", language, limit=MAX_CURVES - 1, given=len(entries))
    settings = []
    for entry in entries:
        parts = str(entry).split("/")
        if len(parts) not in (2, 3):
            raise refusal("maths.error.compare", language, value=entry)
        width, warmup, *factor = (part.strip().replace(",", "") for part in parts)
        settings.append(
            ScheduleSetting(
                whole_number(width, f"{KEY}.d_model", *WIDTHS, language),
                whole_number(warmup, f"{KEY}.warmup", *WARMUPS, language),
                number(factor[0], f"{KEY}.factor", *FACTORS, language) if factor else 1.0,
            )
        )
    return settings


def _name(setting: ScheduleSetting, language: str) -> str:
    key = "name" if setting.factor == 1 else "name_with_factor"
    return text(
        f"{KEY}.{key}",
        language,
        d_model=setting.d_model,
        warmup=f"{setting.warmup_steps:,}",
        factor=f"{setting.factor:g}",
    )
