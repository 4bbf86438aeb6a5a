"""Positional encoding (3.5): curves and matrix."""

from typing import TYPE_CHECKING, Any

import gradio as gr

from viz.components.figure import pack
from viz.labs.lab import CheckpointValues, Entry, Figure, Lab, Setting, Slider, number
from viz.texts import Texts

if TYPE_CHECKING:
    from core.labs.positional import PositionalEncoding

WIDTH = Slider("d_model", 2, 1024, step=2, even=True)
LENGTH = Slider("length", 2, 512)
LARGEST_BASE = 1e9
BASES = ("10", "100", "1000", "10000", "100000")
MAX_CURVES = 12


def bind(values: CheckpointValues, texts: Texts) -> dict[str, Any]:
    """Return the controls' values for a checkpoint: its width, and three waves of that width."""
    width = int(WIDTH.within(values.get("d_model", 512)))
    dimensions = ", ".join(map(str, spread_dimensions(width)))
    return {"d_model": width, "length": 96, "base": "10000", "dimensions": dimensions}


def spread_dimensions(d_model: int) -> list[int]:
    """Return three pairs of a sine and its cosine, from fast to slow: 0, 1, D/8, D/8 + 1, D/4, D/4 + 1."""
    pairs = d_model // 2
    return [2 * pair + part for pair in sorted({0, pairs // 8, pairs // 4}) for part in (0, 1)]


def compute(*, d_model: int, length: int, base: float, **_: object) -> "PositionalEncoding":
    """Return sines, cosines and wavelengths."""
    from core.labs.positional import positional_encoding

    return positional_encoding(length, d_model, base)


def draw(
    setting: Setting, encoding: "PositionalEncoding", *, d_model: int, dimensions: list[int], **_: object
) -> dict[str, str]:
    """Draw single dimensions as curves and the whole matrix as a heat map.

    Dimensions beyond this width are omitted and reported in the caption.
    """
    from viz.figures.positional import PositionalLabels, positional_curves, positional_heatmap

    chosen = [dimension for dimension in dimensions if dimension < d_model]
    missing = [str(dimension) for dimension in dimensions if dimension >= d_model]
    labels = setting.words(PositionalLabels, "maths.positional.figure")
    curves = positional_curves(encoding.values, encoding.wavelengths, chosen, labels)
    caption = setting.text("maths.positional.curves.caption")
    if missing:
        caption += " " + setting.text("maths.positional.left_out", dimensions=", ".join(missing))
    heatmap = positional_heatmap(encoding.values, labels)
    return {"curves": pack(curves, caption=caption), "heatmap": pack(heatmap)}


def read_base(value: object, setting: Setting) -> float:
    """Return the base, a number above 1; commas or blanks may separate thousands."""
    try:
        written = str(value).replace(",", "").replace(" ", "")
        base = number(written, "maths.positional.base", 1, LARGEST_BASE, setting)
    except gr.Error:
        base = 0.0
    if base <= 1:
        shown = "" if value is None else value
        raise setting.refusal("maths.error.base", maximum=f"{LARGEST_BASE:,.0f}", value=shown)
    return base


def read_dimensions(value: object, setting: Setting) -> list[int]:
    """Return the dimensions of a text such as `0, 1, 16`, each once, in the order given."""
    chosen: list[int] = []
    for part in str(value or "").replace(";", ",").replace(" ", ",").split(","):
        if not part:
            continue
        if not (part.isascii() and part.isdigit() and int(part[:9]) < WIDTH.maximum and len(part) < 9):
            raise setting.refusal("maths.error.dimension", maximum=int(WIDTH.maximum) - 1, value=part)
        if int(part) not in chosen:
            chosen.append(int(part))
    if len(chosen) > MAX_CURVES:
        raise setting.refusal("maths.error.too_many_dimensions", limit=MAX_CURVES, given=len(chosen))
    return chosen


LAB = Lab(
    name="positional",
    order=1,
    controls=(WIDTH, LENGTH, Entry("base", read_base, BASES), Entry("dimensions", read_dimensions)),
    figures=(Figure("curves", 340, "curves.caption"), Figure("heatmap", 400, "heatmap.caption")),
    bind=bind,
    compute=compute,
    draw=draw,
)
