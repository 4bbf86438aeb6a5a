"""Why attention divides by sqrt(d_k) (3.2.1, footnote 4)."""

from typing import TYPE_CHECKING, Any, NamedTuple

import gradio as gr
from gradio.components import Component

from core.errors import CoreError
from viz.components.figure import pack
from viz.tabs.maths.fields import CheckpointValues, Section, told, whole_number, within, words_for
from viz.tabs.wording import Wording
from viz.texts import text

if TYPE_CHECKING:
    from core.labs.softmax import SoftmaxSaturation
    from viz.figures.softmax import Panel

KEY = "maths.softmax"
HEAD_WIDTHS = (1, 1024)
KEYS = (2, 64)
SAMPLES = (8, 512)
SEEDS = (1, 1000)


def build(wording: Wording, values: CheckpointValues, language: Component) -> Section:
    """Lay the section out; the checkpoint's own d_k is marked."""
    d_k, keys, samples, seed = defaults(values, wording.language)
    with wording.tab(KEY) as tab, gr.Row(elem_classes=["gf-maths-section"]):
        with gr.Column(scale=4, min_width=280, elem_classes=["gf-maths-controls"]):
            wording.intro(KEY)
            controls = tuple(
                wording.control(gr.Slider, f"{KEY}.{name}", minimum=minimum, maximum=maximum, step=1, value=value)
                for name, (minimum, maximum), value in (
                    ("d_k", HEAD_WIDTHS, d_k),
                    ("keys", KEYS, keys),
                    ("samples", SAMPLES, samples),
                    ("seed", SEEDS, seed),
                )
            )
        with gr.Column(scale=8, min_width=320, elem_classes=["gf-maths-figures"]):
            figures = (wording.figure(KEY, "maths-softmax-figure", min_height=640),)
    return Section(tab, controls, (*controls, language), figures, read, draw, defaults)


def defaults(values: CheckpointValues, language: str) -> tuple[Any, ...]:
    """The controls' values for a checkpoint: its d_k."""
    return int(within(values.get("d_k", 64), *HEAD_WIDTHS)), 32, 128, 1


class Settings(NamedTuple):
    """The controls' checked values."""

    d_k: int
    num_keys: int
    num_samples: int
    seed: int


def read(d_k: object, keys: object, samples: object, seed: object, language: str) -> Settings:
    """Check what the controls hold.

    Args:
        d_k: width to mark; it is measured too.
        keys: keys of each query.
        samples: random queries.
        seed: of the random numbers.
        language: of an error's words.

    Raises:
        gr.Error: a value that is no number or out of range.
    """
    return Settings(
        whole_number(d_k, f"{KEY}.d_k", *HEAD_WIDTHS, language),
        whole_number(keys, f"{KEY}.keys", *KEYS, language),
        whole_number(samples, f"{KEY}.samples", *SAMPLES, language),
        whole_number(seed, f"{KEY}.seed", *SEEDS, language),
    )


def draw(d_k: object, keys: object, samples: object, seed: object, language: str) -> str:
    """The figure of four quantities against d_k, packed; arguments and errors as of `read`."""
    from core.labs.softmax import WIDTHS, softmax_saturation
    from viz.figures import softmax as figures

    marked, num_keys, num_samples, first = read(d_k, keys, samples, seed, language)
    try:
        measured = softmax_saturation(sorted({*WIDTHS, marked}), num_keys=num_keys, num_samples=num_samples, seed=first)
    except CoreError as error:
        raise told(error, language) from error
    labels = words_for(figures.SoftmaxLabels, f"{KEY}.figure", language)
    return str(pack(figures.softmax_saturation(measured.d_k, _panels(measured, language), labels, marked=marked)))


def _panels(measured: "SoftmaxSaturation", language: str) -> "tuple[Panel, Panel, Panel, Panel]":
    import numpy as np

    from viz.figures.softmax import Band, Panel

    d_k = measured.d_k.astype(np.float64)
    limits = {"variance": None, "largest": (0.0, 1.02), "entropy": (0.0, np.log(measured.num_keys) * 1.02)}
    exact = {"variance": (np.ones_like(d_k), d_k)}

    def panel(name: str) -> Panel:
        scaled, unscaled = getattr(measured.scaled, name), getattr(measured.unscaled, name)
        exact_scaled, exact_unscaled = exact.get(name, (None, None))
        return Panel(
            text(f"{KEY}.panel.{name}", language),
            Band(*scaled),
            Band(*unscaled),
            limits.get(name, (0.0, 0.52)),  # the Jacobian's norm is at most 1/2
            exact_scaled,
            exact_unscaled,
        )

    return panel("variance"), panel("largest"), panel("entropy"), panel("jacobian")
