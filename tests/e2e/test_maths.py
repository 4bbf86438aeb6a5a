"""Inside the maths in a real browser: figures that move, keep their zoom, speak plainly and can be taken away."""

import csv
import io
import math
from pathlib import Path

import pytest

CURVES = "#maths-positional-curves"
PLOT = f"{CURVES} .gf-figure-plot"
WAIT = 60_000  # ms


@pytest.fixture
def tab(page):
    """The page with the tab open and its first figure drawn; what it asked for so far stands in `asked`."""
    page.asked = []
    page.on("request", lambda request: page.asked.append(request.url))
    page.wait_for_selector("#maths-positional-curves, button[role=tab]", timeout=WAIT)
    page.get_by_role("tab", name="Inside the maths").first.click()
    page.wait_for_selector(f"{PLOT} .main-svg", timeout=WAIT)
    page.wait_for_timeout(300)
    return page


def open_section(page, name: str, figure: str) -> None:
    page.locator("#maths-sections").get_by_role("tab", name=name).first.click()
    page.wait_for_selector(f"{figure} .main-svg", timeout=WAIT)


def drawn_length(page) -> int:
    return page.evaluate(f"document.querySelector('{PLOT}')._fullData[0].x.length")


def until(page, condition) -> bool:
    for _ in range(WAIT // 50):
        if condition():
            return True
        page.wait_for_timeout(50)
    return False


def download(page, figure: str, tool: str) -> tuple[str, bytes]:
    with page.expect_download() as waiting:
        page.locator(f"{figure} [data-tool={tool}]").click()
    return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()


def type_number(page, control: str, value: str) -> None:
    box = page.locator(f"#{control} input[type=number]")
    box.fill(value)
    box.blur()


def test_a_link_opens_its_lab(empty_page, served):
    empty_page.goto(f"{served}?lab=masks")
    empty_page.wait_for_selector("#maths-masks-second .main-svg", timeout=WAIT)
    assert empty_page.locator("#maths-masks-kind").is_visible()


def test_plotly_comes_once_from_this_server_and_only_when_a_figure_is_drawn(tab):
    open_section(tab, "Masks", "#maths-masks-second")
    assert len([url for url in tab.asked if "plotly.min.js" in url]) == 1


def test_a_slider_moves_the_figure_and_each_figure_has_something_to_look_for(tab):
    type_number(tab, "maths-positional-length", "37")
    assert until(tab, lambda: drawn_length(tab) == 37)
    assert tab.locator(f"{CURVES} .gf-figure-caption").inner_text().startswith("Look for")


def test_a_zoom_is_kept_through_updates_and_themes_and_taken_back(tab):
    shown = f"document.querySelector('{PLOT}')._fullLayout.xaxis.range.map(Math.round)"
    whole = tab.evaluate(shown)
    area = tab.locator(f"{CURVES} .nsewdrag").first.bounding_box()
    tab.mouse.move(area["x"] + 60, area["y"] + 20)
    tab.mouse.down()
    tab.mouse.move(area["x"] + 240, area["y"] + 90, steps=4)
    tab.mouse.up()
    assert until(tab, lambda: tab.evaluate(shown) != whole)
    zoomed = tab.evaluate(shown)
    type_number(tab, "maths-positional-d-model", "64")
    tab.wait_for_timeout(500)
    tab.evaluate("document.body.classList.toggle('dark')")
    tab.wait_for_timeout(300)
    assert tab.evaluate(shown) == zoomed
    tab.locator(f"{CURVES} [data-tool=reset]").click()
    assert until(tab, lambda: tab.evaluate(shown) == whole)
    assert not tab.locator(f"{CURVES} [data-tool=reset]").is_visible()


def test_colours_follow_the_theme(tab):
    colour = f"document.querySelector('{PLOT}').data[0].line.color"
    tab.evaluate("document.body.classList.remove('dark')")
    assert until(tab, lambda: tab.evaluate(colour) == "#0072B2")
    tab.evaluate("document.body.classList.add('dark')")
    assert until(tab, lambda: tab.evaluate(colour) == "#4ea8de")


def test_a_number_out_of_range_is_refused_in_words_and_nothing_is_lost(tab):
    type_number(tab, "maths-positional-length", "9999")
    tab.wait_for_selector("text=Positions must be from 2 to 512, not 9,999.", timeout=WAIT)
    assert until(tab, lambda: drawn_length(tab) == 512)  # the slider has gone back to its bound
    assert tab.locator(f"{CURVES} .main-svg").first.is_visible()


def test_figures_are_saved_as_svg_png_and_csv(tab):
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


def test_the_matrix_is_saved_whole(tab):
    _, table = download(tab, "#maths-positional-heatmap", "csv")
    rows = list(csv.reader(io.StringIO(table.decode("utf-8-sig"))))
    assert rows[0][:3] == ["position (tokens) / dimension", "0", "1"]
    assert float(rows[4][2]) == pytest.approx(math.cos(3), abs=1e-6)
    assert {len(row) for row in rows} == {len(rows[0])}


def test_a_hostile_sentence_is_drawn_as_text(tab):
    tab.on("dialog", lambda dialog: pytest.fail("a script ran"))
    open_section(tab, "Masks", "#maths-masks-first")
    tab.get_by_label("Encoder: padding").click()
    tab.locator("#maths-masks-source-1 textarea").fill("<img src=x onerror=alert(1)> ${alert(2)} `x`")
    labels = "document.querySelector('#maths-masks-first .gf-figure-plot').layout.xaxis.ticktext.join('')"
    assert until(tab, lambda: "${" in tab.evaluate(labels).replace("▁", ""))
    assert tab.locator("#maths-masks-first img").count() == 0


def test_many_updates_leave_no_nodes_behind(tab):
    open_section(tab, "Learning rate", "#maths-schedule-figure")
    nodes = "document.querySelectorAll('*').length"
    slider = tab.locator("#maths-schedule-warmup input[type=range]")
    slider.focus()
    slider.press("ArrowRight")
    tab.wait_for_timeout(500)
    before = tab.evaluate(nodes)
    for _ in range(31):
        slider.press("ArrowRight")
        tab.wait_for_timeout(30)
    tab.wait_for_timeout(500)
    assert tab.evaluate(nodes) <= before + 20


def test_nothing_is_wider_than_a_phone(tab):
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.wait_for_timeout(600)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    assert tab.evaluate(f"document.querySelector('{PLOT}')._fullLayout.width") <= 390
