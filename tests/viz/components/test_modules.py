"""Modules of the components: taken apart, joined into one text, and handed out by the page's own server."""

import json
import re
import urllib.error
import urllib.request
from pathlib import Path

import gradio as gr
import pytest

from tests.viz.components.conftest import OpenPage, Serve
from viz.components.attention_view.component import ENTRY
from viz.components.modules import FOLDER, bundle, module_graph, mounting, read_module


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return folder / f"{next(reversed(files))}.js"


def test_bundle_keeps_private_names_apart(tmp_path, new_page):
    entry = write(
        tmp_path,
        a="const own = 2;\nexport const twice = x => own * x;\n",
        b="import {twice} from './a.js';\n\nconst own = 5;\nexport const ten = () => twice(own);\n",
        c="import * as b from './b.js';\nimport {twice} from './a.js';\nexport const all = [b.ten(), twice(1)];\n",
    )
    assert [path.stem for path in module_graph(entry)] == ["a", "b", "c"]
    assert new_page().evaluate(f"{bundle(entry)}.all") == [10, 2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("export default 7;\n", "cannot be joined: export default 7;"),
        ("import {a as b} from './a.js';\n", "cannot be joined: import"),
        ("const a = import('./a.js');\n", "cannot be joined: import"),
        ("export let a = 1;\n", "cannot be joined: export let"),
    ],
)
def test_read_module_refuses_unsupported_imports(tmp_path, text, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        read_module(write(tmp_path, a=text))


def test_module_graph_refuses_circles_and_missing_names(tmp_path):
    entry = write(tmp_path, a="import {b} from './b.js';\n", b="import {a} from './a.js';\n")
    with pytest.raises(ValueError, match=r"modules import each other: b\.js -> a\.js -> b\.js"):
        module_graph(entry)
    entry = write(tmp_path, a="export const c = 1;\n", b="import {a} from './a.js';\n")
    with pytest.raises(ValueError, match=r"b\.js imports a, which a\.js lacks"):
        module_graph(entry)


def test_mounting_names_every_module_once():
    files = json.loads(re.search(r"\[\"shared.*?\]", mounting(ENTRY))[0])
    assert len(files) == len(set(files)) == len(module_graph(ENTRY))
    assert files[-1] == "attention_view/index.js"


def test_the_server_hands_out_modules_and_no_other_file(serve: Serve):
    with gr.Blocks() as page:
        gr.HTML("", js_on_load=mounting(ENTRY))
    address = f"{serve(page)}gradio_api/file={FOLDER.as_posix()}"
    with urllib.request.urlopen(f"{address}/attention_view/index.js") as answer:
        assert answer.headers["content-type"].startswith(("text/javascript", "application/javascript"))
    for other in ("modules.py", "attention_view/component.py", "attention_view/attention_view.html"):
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(f"{address}/{other}")


def test_modules_are_asked_for_below_the_root_of_the_page(open_page: OpenPage, serve: Serve):
    """A page below another path, or in a frame, says in its own configuration where its server is."""
    with gr.Blocks() as page:
        gr.HTML("", js_on_load=mounting(ENTRY))
    address = serve(page)
    opened = open_page(address, "body")
    asked: list[str] = []
    opened.route("**/below/**", lambda route: (asked.append(route.request.url), route.abort()))
    script = mounting(ENTRY).replace("mounted = ", "mounted = window.mounted = ")
    opened.evaluate(f"() => {{ window.gradio_config = {{root: '{address}below/', api_prefix: '/api'}}; {script} }}")
    opened.wait_for_function("window.mounted.then(() => false, () => true)")
    assert asked[-1] == f"{address}below/api/file={FOLDER.as_posix()}/attention_view/index.js"
