"""The figure component without a browser: its value, its texts, and the files that the server sends for it."""

import json
import re
import urllib.error
import urllib.request
from pathlib import Path

import gradio as gr
import numpy as np
import plotly.graph_objects as go
import pytest

from viz.components.figure import WORDS, pack, plotly_figure, serve_plotly, unpack

SAID = {word: f"<{word}>" for word in WORDS}
FOLDER = Path(__file__).parents[3] / "viz" / "components" / "figure"


def test_a_packed_figure_is_one_string_with_arrays_in_base64():
    values = np.arange(6, dtype=np.float32).reshape(2, 3)
    packed = pack(go.Figure(go.Heatmap(z=values), layout={"meta": {"name": "m"}}), caption="look")
    figure = unpack(packed)
    assert isinstance(packed, str)
    assert figure["data"][0]["z"]["dtype"] == "f4"
    assert figure["layout"]["meta"] == {"name": "m", "caption": "look"}


def test_no_figure_is_the_empty_state():
    assert pack(None) is None


def test_template_is_constant():
    component = plotly_figure("${alert(1)}", words=SAID, dark={}, caption="`${alert(2)}`")
    for template in (component.html_template, component.css_template):
        assert "${" not in template
        assert "{{" not in template


def test_every_word_is_asked_for_by_name():
    with pytest.raises(ValueError, match="words lacks failed; needed are empty"):
        plotly_figure(words={word: said for word, said in SAID.items() if word != "failed"}, dark={})


def test_figure_script_uses_exactly_its_words():
    modules = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.js"))
    assert set(re.findall(r"\bwords(?:Of\(view\))?\.(\w+)", modules)) == set(WORDS)


def test_figure_script_holds_its_options_as_inert_text():
    hostile = '</script> `${alert(1)}` "; alert(2) \u2028'
    component = plotly_figure(words=SAID, dark={"#111111": "#eeeeee"}, caption=hostile, min_height=99)
    line = component.js_on_load.splitlines()[0]
    given = json.loads(line.removeprefix("const given = ").removesuffix(";"))
    assert line.isascii() and component.props == {}
    assert given.pop("plotly").startswith("file=")
    assert given.pop("light") == {"ink": "#1b1c1e", "soft": "#62666d", "rule": "#e3e3de", "panel": "#ffffff"}
    assert given == {"words": SAID, "dark": {"#111111": "#eeeeee"}, "caption": hostile, "space": 99}


def test_server_serves_only_plotly_js():
    with gr.Blocks() as page:
        plotly_figure(words=SAID, dark={})
    _, address, _ = page.launch(prevent_thread_lock=True, quiet=True, run_history=False, ssr_mode=False)
    try:
        asked = f"{address}gradio_api/{serve_plotly()}"
        with urllib.request.urlopen(asked) as answer:
            assert "javascript" in answer.headers["content-type"]
            assert b"plotly.js v" in answer.read(200)
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(re.sub(r"plotly\.min\.js.*", "widgetbundle.js", asked))
        assert refused.value.code == 403
    finally:
        page.close()


def test_serving_twice_allows_one_file():
    from gradio.data_classes import _StaticFiles

    serve_plotly()
    before = list(_StaticFiles.all_paths)
    serve_plotly()
    assert _StaticFiles.all_paths == before
