"""Inside the maths in a real browser: figures that update, keep their zoom, report errors and can be saved."""

import contextlib
import csv
import io
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.explorer import WAIT, until

CURVES = "#maths-positional-curves"
PLOT = f"{CURVES} .gf-figure-plot"
WIDTH, LENGTH = "maths-positional-d-model", "maths-positional-length"


@pytest.fixture(scope="module")
def asked(lasting_page) -> list[str]:
    """Addresses that the page has asked for."""
    urls: list[str] = []
    lasting_page.on("request", lambda request: urls.append(request.url))
    return urls


@pytest.fixture
def tab(lasting_page, asked):
    """The page with the tab open and its first figure drawn."""
    lasting_page.get_by_role("tab", name="Inside the maths").first.click()
    open_section(lasting_page, "Positions", CURVES)
    return lasting_page


def open_section(page, name: str, figure: str) -> None:
    """Open a lab and wait for its figure."""
    page.locator("#maths-sections").get_by_role("tab", name=name).first.click()
    page.wait_for_selector(f"{figure} .main-svg", timeout=WAIT)


def drawn_length(page) -> int:
    return page.evaluate(f"document.querySelector('{PLOT}')._fullData[0].x.length")


def download(page, figure: str, tool: str) -> tuple[str, bytes]:
    with page.expect_download() as waiting:
        page.locator(f"{figure} [data-tool={tool}]").click()
    return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()


@contextlib.contextmanager
def redrawn(page) -> Iterator[None]:
    """Wait at the end until the first figure has been drawn again."""
    count = f"document.querySelector('{PLOT}').drawings"
    page.evaluate(
        f"() => {{ const plot = document.querySelector('{PLOT}'); if (plot.drawings !== undefined) return;"
        " plot.drawings = 0; plot.on('plotly_afterplot', () => { plot.drawings += 1; }); }"
    )
    before = page.evaluate(count)
    yield
    page.wait_for_function(f"before => {count} > before", arg=before, timeout=WAIT)


def type_number(page, control: str, value: str) -> None:
    box = page.locator(f"#{control} input[type=number]")
    box.fill(value)
    box.blur()


def test_link_opens_its_lab(empty_page, served):
    empty_page.goto(f"{served}?lab=masks")
    empty_page.wait_for_selector("#maths-masks-second .main-svg", timeout=WAIT)
    assert empty_page.locator("#maths-masks-kind").is_visible()


def test_plotly_is_loaded_once_with_the_first_figure(lasting_page, asked):
    lasting_page.wait_for_selector("#attention [data-drawn]", timeout=WAIT)
    assert lasting_page.evaluate("window.Plotly") is None
    lasting_page.get_by_role("tab", name="Inside the maths").first.click()
    open_section(lasting_page, "Positions", CURVES)
    open_section(lasting_page, "Masks", "#maths-masks-second")
    assert len([url for url in asked if "plotly.min.js" in url]) == 1


def test_slider_moves_the_figure_and_keeps_its_caption(tab):
    type_number(tab, LENGTH, "37")
    until(tab, lambda: drawn_length(tab) == 37)
    assert tab.locator(f"{CURVES} .gf-figure-caption").inner_text().startswith("Look for")


def test_zoom_is_kept_through_updates_and_themes(tab):
    shown = f"document.querySelector('{PLOT}')._fullLayout.xaxis.range.map(Math.round)"
    whole = tab.evaluate(shown)
    area = tab.locator(f"{CURVES} .nsewdrag").first.bounding_box()
    tab.mouse.move(area["x"] + 60, area["y"] + 20)
    tab.mouse.down()
    tab.mouse.move(area["x"] + 240, area["y"] + 90, steps=4)
    tab.mouse.up()
    until(tab, lambda: tab.evaluate(shown) != whole)
    zoomed = tab.evaluate(shown)
    with redrawn(tab):
        type_number(tab, WIDTH, "64")
    for _ in ("dark", "light again"):
        with redrawn(tab):
            tab.evaluate("document.body.classList.toggle('dark')")
    assert tab.evaluate(shown) == zoomed
    tab.locator(f"{CURVES} [data-tool=reset]").click()
    until(tab, lambda: tab.evaluate(shown) == whole)
    assert not tab.locator(f"{CURVES} [data-tool=reset]").is_visible()


def test_figure_colours_follow_the_theme(tab):
    colour = f"document.querySelector('{PLOT}').data[0].line.color"
    tab.evaluate("document.body.classList.remove('dark')")
    until(tab, lambda: tab.evaluate(colour) == "#0072B2")
    tab.evaluate("document.body.classList.add('dark')")
    until(tab, lambda: tab.evaluate(colour) == "#4ea8de")
    tab.evaluate("document.body.classList.remove('dark')")


def test_number_out_of_range_goes_to_the_bound(tab):
    type_number(tab, LENGTH, "9999")
    until(tab, lambda: drawn_length(tab) == 512)
    assert tab.locator(".toast-body").count() == 0
    assert tab.locator(f"{CURVES} .main-svg").first.is_visible()


def test_figure_is_saved_as_svg_png_and_csv(tab):
    name, svg = download(tab, CURVES, "svg")
    assert name == "positional-encoding-curves.svg"
    assert svg.startswith(b"<svg")
    name, png = download(tab, CURVES, "png")
    assert name.endswith(".png")
    assert png.startswith(b"\x89PNG")
    name, table = download(tab, CURVES, "csv")
    assert name.endswith(".csv")
    rows = list(csv.reader(io.StringIO(table.decode("utf-8-sig"))))
    assert rows[0][1:] == ["position (tokens)", "PE"]
    first = [(int(position), float(value)) for series, position, value in rows[1:] if series == rows[1][0]]
    assert first[:3] == [(p, pytest.approx(math.sin(p), abs=1e-6)) for p in range(3)]


def test_matrix_is_saved_whole(tab):
    _, table = download(tab, "#maths-positional-heatmap", "csv")
    rows = list(csv.reader(io.StringIO(table.decode("utf-8-sig"))))
    assert rows[0][:3] == ["position (tokens) / dimension", "0", "1"]
    assert float(rows[4][2]) == pytest.approx(math.cos(3), abs=1e-6)
    assert {len(row) for row in rows} == {len(rows[0])}


def test_hostile_sentence_is_drawn_as_text(tab):
    tab.on("dialog", lambda dialog: pytest.fail("a script ran"))
    open_section(tab, "Masks", "#maths-masks-first")
    tab.get_by_label("Encoder: padding").click()
    tab.locator("#maths-masks-source-1 textarea").fill("<img src=x onerror=alert(1)> ${alert(2)} `x`")
    labels = "document.querySelector('#maths-masks-first .gf-figure-plot').layout.xaxis.ticktext.join('')"
    until(tab, lambda: "${" in tab.evaluate(labels).replace("▁", ""))
    assert tab.locator("#maths-masks-first img").count() == 0


def test_many_updates_leave_no_nodes_behind(tab):
    open_section(tab, "Learning rate", "#maths-schedule-figure")
    nodes = "document.querySelectorAll('*').length"
    slider = tab.locator("#maths-schedule-warmup input[type=range]")

    def move(times: int) -> None:
        for _ in range(times):
            slider.press("ArrowRight")
        name = f"{int(slider.input_value()):,}"
        first = "document.querySelector('#maths-schedule-figure .gf-figure-plot')._fullData[0].name"
        until(tab, lambda: name in tab.evaluate(first))

    slider.focus()
    move(1)
    before = tab.evaluate(nodes)
    move(31)
    until(tab, lambda: tab.evaluate(nodes) <= before + 20)


def test_figure_fits_a_phone(tab):
    tab.set_viewport_size({"width": 390, "height": 844})
    width = f"document.querySelector('{PLOT}')._fullLayout.width"
    until(tab, lambda: tab.evaluate(width) <= 390)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
