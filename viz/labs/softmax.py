"""The reason why attention divides by sqrt(d_k) (3.2.1, footnote 4)."""

from typing import TYPE_CHECKING, Any

from viz.components.figure import pack
from viz.labs.lab import CheckpointValues, Figure, Lab, Setting, Slider
from viz.texts import Texts

if TYPE_CHECKING:
    from core.labs.softmax import SoftmaxSaturation
    from viz.figures.softmax import Panel

KEY = "maths.softmax"
HEAD_WIDTH = Slider("d_k", 1, 1024)
KEYS = Slider("keys", 2, 64)
SAMPLES = Slider("samples", 8, 512)
SEED = Slider("seed", 1, 1000)


def bind(values: CheckpointValues, texts: Texts) -> dict[str, Any]:
    """Return the controls' values for a checkpoint: its d_k."""
    return {"d_k": int(HEAD_WIDTH.within(values.get("d_k", 64))), "keys": 32, "samples": 128, "seed": 1}


def compute(*, d_k: int, keys: int, samples: int, seed: int) -> "SoftmaxSaturation":
    """Return the statistics at every d_k, the chosen one included."""
    from core.labs.softmax import WIDTHS, softmax_saturation

    return softmax_saturation(sorted({*WIDTHS, d_k}), num_keys=keys, num_samples=samples, seed=seed)


def draw(setting: Setting, measured: "SoftmaxSaturation", *, d_k: int, **_: object) -> dict[str, str]:
    """Draw five quantities against d_k, with the chosen d_k marked."""
    from viz.figures import softmax as figures

    labels = setting.words(figures.SoftmaxLabels, f"{KEY}.figure")
    figure = figures.softmax_saturation(measured.d_k, _panels(measured, setting), labels, marked=d_k)
    return {"figure": pack(figure)}


def _panels(measured: "SoftmaxSaturation", setting: Setting) -> "tuple[Panel, ...]":
    import numpy as np

    from viz.figures.softmax import Band, Panel

    d_k = measured.d_k.astype(np.float64)
    limits = {"variance": None, "largest": (0.0, 1.02), "entropy": (0.0, np.log(measured.num_keys) * 1.02)}
    exact = {"variance": (np.ones_like(d_k), d_k)}

    def panel(name: str) -> Panel:
        scaled, unscaled = getattr(measured.scaled, name), getattr(measured.unscaled, name)
        exact_scaled, exact_unscaled = exact.get(name, (None, None))
        # A mean over a few lively and many dead rows hides the dead ones: the gradient is shown by its median.
        central = "median" if name == "jacobian" else "mean"
        return Panel(
            setting.text(f"{KEY}.panel.{name}"),
            Band(getattr(scaled, central), scaled.low, scaled.high),
            Band(getattr(unscaled, central), unscaled.low, unscaled.high),
            limits.get(name, (0.0, 0.52)),  # the Jacobian's norm is at most 1/2
            exact_scaled,
            exact_unscaled,
        )

    scaled, unscaled = (Band(share, share, share) for share in (measured.scaled.dead, measured.unscaled.dead))
    dead = Panel(setting.text(f"{KEY}.panel.dead"), scaled, unscaled, (0.0, 1.02))
    return panel("variance"), panel("largest"), panel("entropy"), panel("jacobian"), dead


LAB = Lab(
    name="softmax",
    order=4,
    controls=(HEAD_WIDTH, KEYS, SAMPLES, SEED),
    figures=(Figure("figure", 940),),
    bind=bind,
    compute=compute,
    draw=draw,
)
