"""Colours, fonts and the plotly template: one look for every figure, in light and in dark.

Figures are built in the light theme's colours; `DARK` says what each becomes on a dark page, and the figure
component swaps them in the browser. The hues are Okabe and Ito's, which colour-blind eyes can tell apart.
"""

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from core.attention_kinds import Kind

if TYPE_CHECKING:
    import plotly.graph_objects as go
    from gradio.themes import Base


KIND_COLOURS: dict[Kind, str] = {"encoder": "#0072B2", "decoder": "#009E73", "cross": "#D55E00"}
SERIES_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
SERIES_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")

INK = "#1b1c1e"
SOFT_INK = "#6d7178"
NEUTRAL_INK = "#8b8f98"  # readable on white and on near-black, where no component adapts it
NEUTRAL_GRID = "rgba(139,143,152,.25)"
FAINT_FILL = "rgba(139,143,152,.14)"
PANEL = "#ffffff"
RULE = "#e3e3de"

SANS = (
    "Inter",
    "Source Sans 3",
    "Noto Sans",
    "Noto Sans CJK SC",
    "PingFang SC",
    "Microsoft YaHei",
    "WenQuanYi Micro Hei",
    "system-ui",
    "sans-serif",
)
MONO = ("IBM Plex Mono", "DejaVu Sans Mono", "WenQuanYi Micro Hei Mono", "monospace")

_DARK_COLOURS = {
    "#0072B2": "#4ea8de",
    "#009E73": "#3fc79a",
    "#D55E00": "#ff8f4a",
    "#CC79A7": "#e3a3c6",
    "#E69F00": "#f2c14e",
    "#56B4E9": "#b5def5",
}


def font_stack(families: tuple[str, ...]) -> str:
    """Families as CSS; names of several words are quoted, or one with a digit would void the whole list."""
    return ", ".join(f'"{family}"' if " " in family else family for family in families)


def rgba(colour: str, alpha: float) -> str:
    """A `#rrggbb` colour with an opacity from 0 to 1, as CSS."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha:g})"


def _opening(colour: str) -> str:
    """The start of a colour's rgba form, whatever its opacity: `rgba(0,114,178,`."""
    return rgba(colour, 0).removesuffix("0)")


DARK: dict[str, str] = {
    **_DARK_COLOURS,
    **{_opening(light): _opening(dark) for light, dark in _DARK_COLOURS.items()},
}


def series_colour(index: int) -> str:
    """The colour of the line of that number, counted from 0; they begin again after the last."""
    return SERIES_COLOURS[index % len(SERIES_COLOURS)]


def diverging_scale(low: str = "#D55E00", high: str = "#0072B2") -> list[tuple[float, str]]:
    """From vermilion (lowest) through the page's background (middle) to blue (highest)."""
    return [(0.0, rgba(low, 1)), (0.5, rgba(low, 0)), (0.500001, rgba(high, 0)), (1.0, rgba(high, 1))]


@functools.cache
def plotly_template() -> "go.layout.Template":
    """The figures' template: transparent paper, neutral ink and grid, thin rules, the project's hues."""
    import plotly.graph_objects as go

    sans = font_stack(SANS)
    axis = {
        "gridcolor": NEUTRAL_GRID,
        "gridwidth": 1,
        "linecolor": NEUTRAL_GRID,
        "zeroline": False,
        "ticks": "",
        "ticklabelstandoff": 4,
        "tickfont": {"size": 12},
        "title": {"font": {"size": 13}, "standoff": 8},
        "automargin": True,
    }
    return go.layout.Template(
        layout={
            "font": {"family": sans, "size": 13, "color": NEUTRAL_INK},
            "title": {
                "font": {"size": 15, "color": NEUTRAL_INK},
                "x": 0,
                "xanchor": "left",
                "xref": "container",
                "y": 1,
                "yanchor": "top",
                "yref": "container",
                "pad": {"t": 8},
            },
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "colorway": list(SERIES_COLOURS),
            "xaxis": axis,
            "yaxis": axis,
            "legend": {
                "orientation": "h",
                "x": 0,
                "xref": "container",
                "xanchor": "left",
                "y": 1,
                "yanchor": "bottom",
                "font": {"size": 12},
                "itemwidth": 30,
            },
            "hoverlabel": {"font": {"family": sans, "size": 13}, "align": "left"},
            "hovermode": "closest",
            "margin": {"l": 56, "r": 16, "t": 72, "b": 48},
            "height": 360,
        }
    )


def gradio_theme() -> "Base":
    """The page's theme: white or near-black space, thin rules, ink buttons, no shadow, nothing fetched."""
    from gradio.themes import Base, colors, sizes

    theme = Base(
        primary_hue=colors.neutral,
        secondary_hue=colors.neutral,
        neutral_hue=colors.neutral,
        radius_size=sizes.radius_sm,
        spacing_size=sizes.spacing_md,
        text_size=sizes.text_md,
        font=list(SANS),
        font_mono=list(MONO),
    )
    pairs = {
        "body_background_fill": ("#fcfcfa", "#121315"),
        "body_text_color": (INK, "#e9e9e6"),
        "body_text_color_subdued": (SOFT_INK, "#9aa0a8"),
        "background_fill_primary": (PANEL, "#17181b"),
        "background_fill_secondary": ("#f6f6f3", "#1c1e21"),
        "border_color_primary": (RULE, "#2a2c30"),
        "border_color_accent": ("#c9c9c3", "#3c3f45"),
        "color_accent_soft": ("#f0f0ec", "#24262a"),
        "link_text_color": ("#0072B2", "#4ea8de"),
        "link_text_color_hover": ("#005a8d", "#7cc0ea"),
        "link_text_color_active": ("#005a8d", "#7cc0ea"),
        "link_text_color_visited": ("#0072B2", "#4ea8de"),
        "block_background_fill": ("transparent", "transparent"),
        "block_border_width": ("0px", "0px"),
        "block_shadow": ("none", "none"),
        "block_label_background_fill": ("transparent", "transparent"),
        "block_label_border_width": ("0px", "0px"),
        "block_label_text_color": (SOFT_INK, "#9aa0a8"),
        "block_title_text_color": (INK, "#e9e9e6"),
        "block_info_text_color": (SOFT_INK, "#9aa0a8"),
        "panel_background_fill": ("transparent", "transparent"),
        "panel_border_width": ("0px", "0px"),
        "input_background_fill": (PANEL, "#17181b"),
        "input_border_color": ("#d2d2cc", "#383b41"),
        "input_border_color_focus": (INK, "#e9e9e6"),
        "input_shadow": ("none", "none"),
        "input_shadow_focus": ("none", "none"),
        "input_placeholder_color": (SOFT_INK, "#9aa0a8"),
        "button_primary_background_fill": (INK, "#e9e9e6"),
        "button_primary_background_fill_hover": ("#3a3c40", "#ffffff"),
        "button_primary_border_color": (INK, "#e9e9e6"),
        "button_primary_text_color": ("#fcfcfa", "#121315"),
        "button_secondary_background_fill": ("transparent", "transparent"),
        "button_secondary_background_fill_hover": ("#f0f0ec", "#24262a"),
        "button_secondary_border_color": ("#d2d2cc", "#383b41"),
        "button_secondary_text_color": (INK, "#e9e9e6"),
        "checkbox_background_color_selected": (INK, "#e9e9e6"),
        "checkbox_border_color_selected": (INK, "#e9e9e6"),
        "checkbox_label_background_fill": ("transparent", "transparent"),
        "checkbox_label_background_fill_hover": ("#f0f0ec", "#24262a"),
        "checkbox_label_background_fill_selected": ("#f0f0ec", "#24262a"),
        "checkbox_label_border_color": ("#d2d2cc", "#383b41"),
        "checkbox_label_border_color_selected": (INK, "#e9e9e6"),
        "checkbox_label_text_color_selected": (INK, "#e9e9e6"),
        "slider_color": (INK, "#e9e9e6"),
    }
    settings = {name: light for name, (light, _) in pairs.items()}
    settings |= {f"{name}_dark": dark for name, (_, dark) in pairs.items()}
    return theme.set(**settings, color_accent="var(--body-text-color)", checkbox_shadow="none")


def page_css() -> str:
    """The page's style sheet, `viz/page.css`, for `launch(css=...)`."""
    return (Path(__file__).parent / "page.css").read_text(encoding="utf-8")
