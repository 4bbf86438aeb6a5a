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
from viz.components.modules import FOLDER, bundle, join_modules, module_graph, modules_path, mounting, read_module


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


def test_joined_file_mounts_every_component_and_shares_modules():
    entries = sorted(FOLDER.glob("*/index.js"))
    script = join_modules(entries).script
    exported = re.search(r"export const mounts = \{(.*)\};", script)[1]
    assert [one.split(":")[0].strip() for one in exported.split(",")] == [entry.parent.name for entry in entries]
    assert script.count("const LISTENER = ") == 1  # of shared/address.js, which two components import


def test_source_map_leads_every_line_to_its_own(tmp_path):
    joined = join_modules(sorted(FOLDER.glob("*/index.js")))
    described = json.loads(joined.source_map)
    sources = [text.split("\n") for text in described["sourcesContent"]]
    source = line = seen = 0
    for mapping, written in zip(described["mappings"].split(";"), joined.script.split("\n"), strict=False):
        if mapping:
            column, by_source, by_line, start = decoded(mapping)
            source, line, seen = source + by_source, line + by_line, seen + 1
            assert (column, start) == (0, 0)
            assert written in sources[source][line] or not written  # an import is left out
    assert seen > 10_000 and source == len(sources) - 1


def decoded(mapping: str) -> list[int]:
    """Read the numbers of a segment of a source map."""
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    numbers, value, shift = [], 0, 0
    for digit in map(digits.index, mapping):
        value, shift = value | (digit & 31) << shift, shift + 5
        if not digit & 32:
            numbers.append(-(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    return numbers


def test_server_hands_out_the_joined_file_and_no_module(serve: Serve):
    with gr.Blocks() as page:
        gr.HTML("", js_on_load=mounting(ENTRY))
    address = f"{serve(page)}gradio_api/"
    with urllib.request.urlopen(address + modules_path()) as answer:
        assert answer.headers["content-type"].startswith(("text/javascript", "application/javascript"))
    with urllib.request.urlopen(f"{address}{modules_path()}.map") as answer:
        assert json.load(answer)["version"] == 3
    for other in ("modules.py", "attention_view/component.py", "attention_view/index.js"):
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(f"{address}file={FOLDER.as_posix()}/{other}")


def test_modules_are_asked_for_below_the_root_of_the_page(open_page: OpenPage, serve: Serve):
    """A page below another path, or in a frame, says in its own configuration where its server is."""
    with gr.Blocks() as page:
        gr.HTML("drawn", elem_id="drawn")
    address = serve(page)
    opened = open_page(address, "#drawn")  # Gradio has read its own configuration
    asked: list[str] = []
    opened.route("**/below/**", lambda route: (asked.append(route.request.url), route.abort()))
    script = mounting(ENTRY).replace("mounted = ", "mounted = window.mounted = ")
    config = f"window.gradio_config = {{root: '{address}below/', api_prefix: '/api'}};"
    opened.evaluate(f"() => {{ {config} {script} window.mounted.catch(() => null); }}")  # expected: nothing is there
    opened.wait_for_function("window.mounted.then(() => false, () => true)")
    assert asked == [f"{address}below/api/{modules_path()}"]
