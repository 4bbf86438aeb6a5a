"""Positional encoding (3.5): curves and matrix."""

from typing import Any, NamedTuple

import gradio as gr
from gradio.components import Component

from core.errors import CoreError
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

KEY = "maths.positional"
WIDTHS = (2, 1024)
LENGTHS = (2, 512)
LARGEST_BASE = 1e9
BASES = ["10", "100", "1000", "10000", "100000"]
MAX_CURVES = 12


def build(wording: Wording, values: CheckpointValues, language: Component) -> Section:
    """Lay the section out, bound to the checkpoint's d_model."""
    width, length, base, dimensions = defaults(values, wording.language)
    with wording.tab(KEY) as tab, gr.Row(elem_classes=["gf-maths-section"]):
        with gr.Column(scale=4, min_width=280, elem_classes=["gf-maths-controls"]):
            wording.intro(KEY)
            controls = (
                wording.control(gr.Slider, f"{KEY}.d_model", minimum=WIDTHS[0], maximum=WIDTHS[1], step=2, value=width),
                wording.control(
                    gr.Slider, f"{KEY}.length", minimum=LENGTHS[0], maximum=LENGTHS[1], step=1, value=length
                ),
                wording.control(gr.Dropdown, f"{KEY}.base", choices=BASES, value=base, allow_custom_value=True),
                wording.control(gr.Textbox, f"{KEY}.dimensions", value=dimensions, max_lines=1),
            )
        with gr.Column(scale=8, min_width=320, elem_classes=["gf-maths-figures"]):
            figures = (
                wording.figure(f"{KEY}.curves", "maths-positional-curves", min_height=340),
                wording.figure(f"{KEY}.heatmap", "maths-positional-heatmap", min_height=400),
            )
    return Section(tab, controls, (*controls, language), figures, read, draw, defaults)


def defaults(values: CheckpointValues, language: str) -> tuple[Any, ...]:
    """The controls' values for a checkpoint: its width, and three waves of that width."""
    width = int(within(values.get("d_model", 512), *WIDTHS))
    return width, 96, "10000", ", ".join(str(dimension) for dimension in spread_dimensions(width))


def spread_dimensions(d_model: int) -> list[int]:
    """Three pairs of a sine and its cosine, from fast to slow: 0, 1, D/8, D/8 + 1, D/4, D/4 + 1."""
    pairs = d_model // 2
    return [2 * pair + part for pair in sorted({0, pairs // 8, pairs // 4}) for part in (0, 1)]


class Settings(NamedTuple):
    """The controls' checked values."""

    d_model: int
    length: int  # positions
    base: float
    dimensions: list[int]  # may hold some that this width does not have


def read(d_model: object, length: object, base: object, dimensions: object, language: str) -> Settings:
    """Check what the controls hold.

    Args:
        d_model: width, even.
        length: positions.
        base: as text or number.
        dimensions: numbers with commas between.
        language: of an error's words.

    Raises:
        gr.Error: a value that is no number or out of range.
    """
    return Settings(
        whole_number(d_model, f"{KEY}.d_model", *WIDTHS, language, even=True),
        whole_number(length, f"{KEY}.length", *LENGTHS, language),
        read_base(base, language),
        read_dimensions(dimensions, language),
    )


def draw(d_model: object, length: object, base: object, dimensions: object, language: str) -> tuple[str, str]:
    """Both figures, packed; arguments and errors as of `read`.

    Dimensions that this width does not have are left out, and the caption says so.
    """
    from core.labs.positional import positional_encoding
    from viz.figures.positional import PositionalLabels, positional_curves, positional_heatmap

    settings = read(d_model, length, base, dimensions, language)
    try:
        encoding = positional_encoding(settings.length, settings.d_model, settings.base)
    except CoreError as error:
        raise told(error, language) from error
    chosen = [dimension for dimension in settings.dimensions if dimension < settings.d_model]
    missing = [str(dimension) for dimension in settings.dimensions if dimension >= settings.d_model]
    labels = words_for(PositionalLabels, f"{KEY}.figure", language)
    curves = positional_curves(encoding.values, encoding.wavelengths, chosen, labels)
    caption = text(f"{KEY}.curves.caption", language)
    if missing:
        caption += " " + text(f"{KEY}.left_out", language, dimensions=", ".join(missing))
    heatmap = positional_heatmap(encoding.values, labels)
    return str(pack(curves, caption=caption)), str(pack(heatmap))


def read_base(value: object, language: str) -> float:
    """The base as a number above 1; thousands may be set off by commas or blanks."""
    try:
        base = number(str(value).replace(",", "").replace(" ", ""), f"{KEY}.base", 1, LARGEST_BASE, language)
    except gr.Error:
        base = 0.0
    if base <= 1:
        shown = "" if value is None else value
        raise refusal("maths.error.base", language, maximum=f"{LARGEST_BASE:,.0f}", value=shown)
    return base


def read_dimensions(value: object, language: str) -> list[int]:
    """Dimensions from a text such as `0, 1, 16`, each once, in the order given."""
    chosen: list[int] = []
    for part in str(value or "").replace(";", ",").replace(" ", ",").split(","):
        if not part:
            continue
        if not (part.isascii() and part.isdigit() and int(part) < WIDTHS[1]):
            raise refusal("maths.error.dimension", language, maximum=WIDTHS[1] - 1, value=part)
        if int(part) not in chosen:
            chosen.append(int(part))
    if len(chosen) > MAX_CURVES:
        raise refusal("maths.error.too_many_dimensions", language, limit=MAX_CURVES, given=len(chosen))
    return chosen
