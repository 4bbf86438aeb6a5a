"""Components in a tab that is not opened yet, and how Gradio updates them there."""

from collections.abc import Iterator

import gradio as gr
import plotly.graph_objects as go
import pytest

from viz.components.figure import WORDS, pack, plotly_figure
from viz.components.time_travel import time_travel

SAID = {word: f"said {word}" for word in WORDS}


@pytest.fixture(scope="module")
def two_tabs() -> Iterator[str]:
    """Address of a page whose second tab holds a figure and a time travel; buttons update them from the first one."""
    line = pack(go.Figure(go.Scatter(y=[1, 2], name="line", mode="lines"), {"height": 200}))
    with gr.Blocks() as page:
        with gr.Tab("first"):
            skip, draw = gr.Button("skip"), gr.Button("draw")
            done = gr.Number(0, elem_id="done")
        with gr.Tab("second"):
            figure = plotly_figure(words=SAID, dark={}, caption="what to see", elem_id="figure")
            travel = time_travel(texts={"empty": "nothing yet"}, elem_id="travel")
        skip.click(lambda count: (gr.skip(), gr.skip(), count + 1), done, [figure, travel, done])
        draw.click(lambda count: (line, gr.skip(), count + 1), done, [figure, travel, done])
    _, address, _ = page.launch(prevent_thread_lock=True, quiet=True, run_history=False, ssr_mode=False)
    yield address
    page.close()


@pytest.mark.parametrize("steps", [("skip", "draw"), ("draw", "skip"), ("skip",), ()], ids="-".join)
def test_component_updated_in_a_closed_tab_is_drawn(two_tabs, new_page, steps):
    page = new_page()
    page.goto(two_tabs)
    for number, step in enumerate(steps, start=1):
        page.get_by_role("button", name=step).click()
        page.wait_for_function(f"document.querySelector('#done input').value === '{number}'")
    page.get_by_role("tab", name="second").click()
    if "draw" in steps:
        page.wait_for_selector("#figure .main-svg")
        assert page.locator("#figure [data-tool=svg]").get_attribute("title") == SAID["save"]
        assert page.locator("#figure .gf-figure-caption").inner_text() == "said look_for what to see"
    else:
        page.get_by_text(SAID["empty"]).wait_for()
    page.get_by_text("nothing yet").wait_for()


def test_figure_keeps_its_lines_when_the_address_changes(two_tabs, new_page):
    """Gradio's page has a base, under which plotly clips by the full address: after a change only axes were left."""
    page = new_page()
    page.goto(two_tabs)
    page.get_by_role("button", name="draw").click()
    page.get_by_role("tab", name="second").click()
    page.wait_for_selector("#figure .scatterlayer path", state="attached")
    clips = page.locator("#figure [clip-path]").evaluate_all("nodes => nodes.map(one => one.getAttribute('clip-path'))")
    assert clips and all(clip.startswith(("url(#", "url('#")) for clip in clips)
