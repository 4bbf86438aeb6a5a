"""Colours that carry meaning stay legible, in light and in dark."""

import colorsys
import re
from pathlib import Path

import pytest

from core.attention_kinds import KINDS
from viz import theme

ROOT = Path(__file__).parents[2]


def channels(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("colour", [theme.PAGE_COLOURS[kind][0] for kind in KINDS])
def test_the_kinds_stand_out_from_the_page_in_both_themes(colour):
    assert contrast(colour, "#fcfcfa") >= 3
    assert contrast(theme.DARK[colour], "#121315") >= 3


@pytest.mark.parametrize("scheme", [0, 1])
@pytest.mark.parametrize("name", ["box", "ink"])
def test_boxes_stand_out_from_the_page_ticked_or_not(name, scheme):
    """WCAG 1.4.11; in dark a ticked box was blue, unlike everything else that is chosen."""
    for paper in ("bg", "panel", "tint"):
        assert contrast(theme.PAGE_COLOURS[name][scheme], theme.PAGE_COLOURS[paper][scheme]) >= 3
    assert "--checkbox-border-color: var(--gf-box)" in theme.page_css()
    assert "--checkbox-background-color-selected: var(--gf-ink)" in theme.page_css()


def test_series_colours_are_distinct_in_light_and_dark():
    dark = [theme.DARK[colour] for colour in theme.SERIES_COLOURS]
    assert len(set(theme.SERIES_COLOURS)) == len(set(dark)) == 6
    for light, bright in zip(theme.SERIES_COLOURS, dark, strict=True):
        difference = abs(colorsys.rgb_to_hls(*channels(light))[0] - colorsys.rgb_to_hls(*channels(bright))[0])
        assert min(difference, 1 - difference) < 0.06  # the hue stays


def test_a_colour_with_opacity_is_swapped_as_well():
    assert theme.rgba("#0072B2", 0.25) == "rgba(0,114,178,0.25)"
    assert theme.DARK["rgba(0,114,178,"] == "rgba(78,168,222,"


def test_font_names_of_several_words_are_quoted():
    assert theme.font_stack(("Inter", "Source Sans 3", "sans-serif")) == 'Inter, "Source Sans 3", sans-serif'


def test_the_templates_paper_is_transparent():
    layout = theme.plotly_template().layout
    assert layout.paper_bgcolor == layout.plot_bgcolor == "rgba(0,0,0,0)"


def test_the_theme_fetches_no_font():
    assert "http" not in str(theme.gradio_theme()._stylesheets)


def test_the_style_sheet_is_read():
    assert "--gf-ink" in theme.page_css()


def test_page_and_saved_page_have_every_colour_in_both_themes():
    light, dark = (f"--gf-ink: {colour};" for colour in theme.PAGE_COLOURS["ink"])
    css = theme.page_css()
    assert css.index(light) < css.index(dark)
    assert all(css.count(f"--gf-{name}: ") == 2 for name in theme.PAGE_COLOURS)
    assert css.count("--gf-overlay-") == len(theme.OVERLAY_COLOURS)


def coloured(folder: Path) -> list[str]:
    """Lines of style sheets, scripts and Python beside theme.py that hold a colour."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix in {".css", ".js", ".html", ".py"} and path.name != "theme.py":
            lines = path.read_text(encoding="utf-8").splitlines()
            found += [f"{path.name}: {line}" for line in lines if re.search(r"#[0-9a-fA-F]{6}\b", line)]
    return found


def test_colours_are_in_theme_only(tmp_path):
    assert coloured(Path(theme.__file__).parent) == []
    (tmp_path / "a.css").write_text("b { color: #5f636a; }\n", encoding="utf-8")
    assert coloured(tmp_path) == ["a.css: b { color: #5f636a; }"]


def test_no_verdict_has_the_colour_of_an_attention_kind():
    """What is passed, finished, better or right keeps its colour if that of a kind is changed."""
    rules = [
        rule
        for path in (ROOT / "viz").rglob("*.css")
        for rule in re.findall(r"[^{}]+\{[^{}]*\}", path.read_text(encoding="utf-8"))
    ]
    verdicts = [rule for rule in rules if re.search(r"\[data-(tone=good|passed|verdict|is|side=.right)", rule)]
    assert len(verdicts) >= 8
    assert [rule for rule in verdicts if re.search(r"--gf-decoder", rule)] == []
