"""Learning-rate schedule (5.3, Eq. 3) for several settings."""

from typing import Any

from core.labs.schedule import ScheduleCurve, ScheduleSetting, schedule_curve
from viz.components.figure import pack
from viz.labs.lab import CheckpointValues, Entry, Figure, Lab, Setting, Slider, Toggle, number, whole_number
from viz.texts import Texts

KEY = "maths.schedule"
WIDTH = Slider("d_model", 2, 1024, step=2)
WARMUP = Slider("warmup", 1, 16_000)
FACTOR = Slider("factor", 0.05, 10.0, step=0.05)
LAST = Slider("last", 100, 100_000, step=100)
MAX_CURVES = 6
# The paper's base and big (Table 3), then a longer warm-up and a narrower model.
COMPARISONS = ("512 / 4000", "1024 / 4000", "512 / 8000", "256 / 4000")


def bind(values: CheckpointValues, texts: Texts) -> dict[str, Any]:
    """Return the controls' values for a checkpoint: its width, warm-up, factor and training's length."""
    warmup = int(WARMUP.within(values.get("warmup_steps", 4000)))
    last = values.get("last_step", 5 * warmup)
    return {
        "d_model": int(WIDTH.within(values.get("d_model", 512))),
        "warmup": warmup,
        "factor": FACTOR.within(values.get("rate_factor", 1.0)),
        "last": int(LAST.within(max(last, 2 * warmup))),
        "compare": list(COMPARISONS[:3]),
        "logarithmic": False,
    }


def compute(
    *, d_model: int, warmup: int, factor: float, last: int, compare: list[ScheduleSetting], **_: object
) -> list[ScheduleCurve]:
    """Return the curve of the sliders' setting first, then those compared, each once."""
    settings = dict.fromkeys([ScheduleSetting(d_model, warmup, factor), *compare])
    return [schedule_curve(one, last) for one in settings]


def draw(setting: Setting, curves: list[ScheduleCurve], *, logarithmic: bool, **_: object) -> dict[str, str]:
    """Draw the rate against the step."""
    from viz.figures.schedule import RateCurve, ScheduleLabels, learning_rate_curves

    lines = [
        RateCurve(_name(curve.setting, setting), curve.steps, curve.rates, curve.peak_step, curve.peak_rate)
        for curve in curves
    ]
    labels = setting.words(ScheduleLabels, f"{KEY}.figure")
    return {"figure": pack(learning_rate_curves(lines, labels, logarithmic=logarithmic))}


def read_settings(value: object, setting: Setting) -> list[ScheduleSetting]:
    """Return the settings of texts such as `512 / 4000` or `512 / 4000 / 2`."""
    entries = value if isinstance(value, list) else [value] if value else []
    if len(entries) > MAX_CURVES - 1:
        raise setting.refusal("maths.error.too_many_curves", limit=MAX_CURVES - 1, given=len(entries))
    return [_read_setting(entry, setting) for entry in entries]


def _read_setting(entry: object, setting: Setting) -> ScheduleSetting:
    parts = str(entry).split("/")
    if len(parts) not in (2, 3):
        raise setting.refusal("maths.error.compare", value=entry)
    width, warmup, *factor = (part.strip().replace(",", "") for part in parts)
    return ScheduleSetting(
        whole_number(width, f"{KEY}.d_model", int(WIDTH.minimum), int(WIDTH.maximum), setting),
        whole_number(warmup, f"{KEY}.warmup", int(WARMUP.minimum), int(WARMUP.maximum), setting),
        number(factor[0], f"{KEY}.factor", FACTOR.minimum, FACTOR.maximum, setting) if factor else 1.0,
    )


def _name(curve: ScheduleSetting, setting: Setting) -> str:
    return setting.text(
        f"{KEY}.name" if curve.factor == 1 else f"{KEY}.name_with_factor",
        d_model=curve.d_model,
        warmup=f"{curve.warmup_steps:,}",
        factor=f"{curve.factor:g}",
    )


LAB = Lab(
    name="schedule",
    order=3,
    controls=(
        *(WIDTH, WARMUP, FACTOR, LAST),
        Entry("compare", read_settings, COMPARISONS, several=True),
        Toggle("logarithmic"),
    ),
    figures=(Figure("figure", 480),),
    bind=bind,
    compute=compute,
    draw=draw,
)
