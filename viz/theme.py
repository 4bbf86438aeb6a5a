"""Colours, fonts and the plotly template: one look for the page and every figure, in light and in dark.

No other file of the page defines a colour: style sheets and scripts read those of `PAGE_COLOURS` as the variables
`--gf-<name>`. Figures are built in the light theme's colours; `DARK` maps each to its colour on a dark page, and the
figure component swaps them in the browser. The hues are Okabe and Ito's, which colour-blind eyes can tell apart.
"""

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from core.attention_kinds import KINDS

if TYPE_CHECKING:
    import plotly.graph_objects as go
    from gradio.themes import Base


SERIES_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")

# Name -> the colour on a light page and on a dark one.
PAGE_COLOURS: dict[str, tuple[str, str]] = {
    "bg": ("#fcfcfa", "#121315"),
    "panel": ("#ffffff", "#17181b"),
    "ink": ("#1b1c1e", "#e9e9e6"),
    "soft": ("#62666d", "#9aa0a8"),
    "quiet": ("#a7aaac", "#8f959d"),  # a grey line or bar of a figure
    "rule": ("#e3e3de", "#2a2c30"),
    "hairline": ("rgb(27 28 30 / 7%)", "rgb(233 233 230 / 9%)"),
    "tint": ("#f1f1ed", "#1e2023"),
    "field": ("#d2d2cc", "#3a3d43"),
    "encoder": ("#0072B2", "#4ea8de"),
    "decoder": ("#009E73", "#3fc79a"),
    "cross": ("#D55E00", "#ff8f4a"),
    "encoder-text": ("#00649c", "#4ea8de"),  # legible in small letters
    "decoder-text": ("#00755a", "#3fc79a"),
    "cross-text": ("#b34e00", "#ff8f4a"),
    "on-hue": ("#ffffff", "#121315"),
    "right": ("#009E73", "#3fc79a"),  # passed, finished, better, without the mistake
    "right-text": ("#00755a", "#3fc79a"),
    "wrong": ("#b3261e", "#ff8a80"),
    "box": ("#85888d", "#70747c"),  # outline of what can be ticked: 3 to 1 against the page
    "mark": ("#a2437c", "#df8fbd"),  # what a chapter of the path speaks of
    "more": ("#E69F00", "#E69F00"),  # ends of a signed scale
    "less": ("#56B4E9", "#56B4E9"),
    "harm": ("#a2437c", "#df8fbd"),  # a head whose loss makes the translation better
}
# Overlaid heads; the current one keeps the hue of its kind.
OVERLAY_COLOURS = ("#E69F00", "#56B4E9", "#CC79A7", "#009E73", "#0072B2", "#D55E00", "#808080")

INK, _ = PAGE_COLOURS["ink"]
NEUTRAL_INK = "#8b8f98"  # readable on white and on near-black, where no component adapts it
NEUTRAL_GRID = "rgba(139,143,152,.25)"

SANS = (
    "Inter",
    "Source Sans 3",
    "Noto Sans",
    "-apple-system",
    "Segoe UI",
    "Roboto",
    "DejaVu Sans",
    "Liberation Sans",
    "system-ui",  # after fonts for Latin: on a Chinese Windows it is a Chinese font
    "Noto Sans CJK SC",
    "PingFang SC",
    "Microsoft YaHei",
    "WenQuanYi Micro Hei",
    "sans-serif",
)
MONO = (
    "IBM Plex Mono",
    "DejaVu Sans Mono",
    "SF Mono",
    "Menlo",
    "Cascadia Mono",
    "Consolas",
    "Liberation Mono",
    "PingFang SC",
    "Microsoft YaHei",
    "Noto Sans Mono CJK SC",
    "WenQuanYi Micro Hei Mono",
    "monospace",
)

_PLAIN = " ='/:.,-"  # what a picture in a style sheet need not encode

_DARK_COLOURS = {
    **dict(PAGE_COLOURS[kind] for kind in KINDS),
    "#CC79A7": "#e3a3c6",
    "#E69F00": "#f2c14e",
    "#56B4E9": "#b5def5",
}


def font_stack(families: tuple[str, ...]) -> str:
    """Return font families as CSS; names of several words are quoted."""
    return ", ".join(f'"{family}"' if " " in family else family for family in families)


def rgba(colour: str, alpha: float) -> str:
    """Return a `#rrggbb` colour with an opacity from 0 to 1, as CSS."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha:g})"


def _opening(colour: str) -> str:
    """Return the start of a colour's rgba form, whatever its opacity: `rgba(0,114,178,`."""
    return rgba(colour, 0).removesuffix("0)")


DARK: dict[str, str] = {
    **_DARK_COLOURS,
    **{_opening(light): _opening(dark) for light, dark in _DARK_COLOURS.items()},
}


def series_colour(index: int) -> str:
    """Return the colour of the line of that number, from 0; colours repeat after the last."""
    return SERIES_COLOURS[index % len(SERIES_COLOURS)]


@functools.cache
def plotly_template() -> "go.layout.Template":
    """Return the figures' template: transparent paper, neutral ink and grid, thin rules, the project's hues."""
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
    """Return the page's theme: white or near-black space, thin rules, ink buttons, no shadow, nothing fetched."""
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
    pairs = _theme_colours()
    settings = {name: light for name, (light, _) in pairs.items()}
    settings |= {f"{name}_dark": dark for name, (_, dark) in pairs.items()}
    return theme.set(**settings, color_accent="var(--body-text-color)", checkbox_shadow="none")


def _theme_colours() -> dict[str, tuple[str, str]]:
    """Return Gradio's own settings in the page's colours, in light and in dark."""
    paper, panel, ink, soft, rule = (PAGE_COLOURS[name] for name in ("bg", "panel", "ink", "soft", "rule"))
    return {
        "body_background_fill": paper,
        "body_text_color": ink,
        "body_text_color_subdued": soft,
        "background_fill_primary": panel,
        "background_fill_secondary": ("#f6f6f3", "#1c1e21"),
        "border_color_primary": rule,
        "border_color_accent": ("#c9c9c3", "#3c3f45"),
        "color_accent_soft": ("#f0f0ec", "#24262a"),
        "link_text_color": PAGE_COLOURS["encoder"],
        "link_text_color_hover": ("#005a8d", "#7cc0ea"),
        "link_text_color_active": ("#005a8d", "#7cc0ea"),
        "link_text_color_visited": PAGE_COLOURS["encoder"],
        "block_background_fill": ("transparent", "transparent"),
        "block_border_width": ("0px", "0px"),
        "block_shadow": ("none", "none"),
        "block_label_background_fill": ("transparent", "transparent"),
        "block_label_border_width": ("0px", "0px"),
        "block_label_text_color": soft,
        "block_title_text_color": ink,
        "block_info_text_color": soft,
        "panel_background_fill": ("transparent", "transparent"),
        "panel_border_width": ("0px", "0px"),
        "input_background_fill": panel,
        "input_border_color": ("#d2d2cc", "#383b41"),
        "input_border_color_focus": ink,
        "input_shadow": ("none", "none"),
        "input_shadow_focus": ("none", "none"),
        "input_placeholder_color": soft,
        "button_primary_background_fill": ink,
        "button_primary_background_fill_hover": ("#3a3c40", "#ffffff"),
        "button_primary_border_color": ink,
        "button_primary_text_color": paper,
        "button_secondary_background_fill": ("transparent", "transparent"),
        "button_secondary_background_fill_hover": ("#f0f0ec", "#24262a"),
        "button_secondary_border_color": ("#d2d2cc", "#383b41"),
        "button_secondary_text_color": ink,
        "checkbox_background_color_selected": ink,
        "checkbox_border_color_selected": ink,
        "checkbox_label_background_fill": ("transparent", "transparent"),
        "checkbox_label_background_fill_hover": ("#f0f0ec", "#24262a"),
        "checkbox_label_background_fill_selected": ("#f0f0ec", "#24262a"),
        "checkbox_label_border_color": ("#d2d2cc", "#383b41"),
        "checkbox_label_border_color_selected": ink,
        "checkbox_label_text_color_selected": ink,
        "slider_color": ink,
    }


def page_css() -> str:
    """Return the page's style sheet for `launch(css=...)`: its colours as variables, then those of `viz`."""
    light = light_colours()
    dark = {name: colour for name, (_, colour) in PAGE_COLOURS.items()}
    rules = [_css_rule(".gradio-container", light, "light"), _css_rule(".dark .gradio-container", dark, "dark")]
    rules += [_marks_rule(".gradio-container", light), _marks_rule(".dark .gradio-container", dark)]
    for selector, colours in (("body", light), ("body.dark", dark)):
        rules.append(f"{selector} {{ --body-background-fill: {colours['bg']}; background: {colours['bg']}; }}")
    rules.append("html:has(> body.dark) { color-scheme: dark; }")  # the scrollbar of the window
    sheets = ("page.css", "forced_colours.css")
    return "\n".join([*rules, *((Path(__file__).parent / name).read_text(encoding="utf-8") for name in sheets)])


def light_colours() -> dict[str, str]:
    """Return the colours of the light page and those of overlaid heads, by name."""
    light = {name: colour for name, (colour, _) in PAGE_COLOURS.items()}
    return light | {f"overlay-{number}": colour for number, colour in enumerate(OVERLAY_COLOURS, start=1)}


def print_css(selector: str) -> str:
    """Return the rule of an element that has the light colours on a dark page too, as figures for print do."""
    return _css_rule(selector, light_colours(), "light")


def _marks_rule(selector: str, colours: Mapping[str, str]) -> str:
    """Return the pictures in ticked boxes and chosen radio buttons: Gradio's are white, which ink on dark hides."""
    tick = "<path d='M4 8.5l3 3 5.5-6.5' fill='none' stroke='{}' stroke-width='2'/>"
    shapes = {"check": tick, "dot": "<circle cx='8' cy='8' r='3' fill='{}'/>"}
    declared = [f"--gf-{name}: {_picture(shape.format(colours['bg']))};" for name, shape in shapes.items()]
    return f"{selector} {{ {' '.join(declared)} }}"


def _picture(shape: str) -> str:
    drawn = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>{shape}</svg>"
    return f'url("data:image/svg+xml,{quote(drawn, safe=_PLAIN)}")'


def _css_rule(selector: str, colours: Mapping[str, str], scheme: str) -> str:
    declared = " ".join(f"--gf-{name}: {colour};" for name, colour in colours.items())
    return f"{selector} {{ {declared} color-scheme: {scheme}; }}"
