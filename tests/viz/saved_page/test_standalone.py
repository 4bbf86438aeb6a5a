"""The saved page: one file that opens in a browser without requests, and shows any text as text."""

import dataclasses
import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from core.inspection.intervention import HeadName, Intervention
from core.library import CheckpointLibrary
from core.service import Answer, Service
from core.service.provenance import provenance
from core.training.snapshots import read_snapshots
from viz.saved_page import standalone
from viz.saved_page.exports import Exports, PageRequest
from viz.saved_page.standalone import page_variables, standalone_page
from viz.texts import ENGLISH
from viz.theme import page_css
from viz.wire.payload import payload_of

ROOT = Path(__file__).parents[3]
HOSTILE = (
    "${window.hacked=1} `{{payload}}` </script><script>window.hacked=1</script> <img src=x onerror=window.hacked=1>"
    " <!-- \u202eabc\u0301\u0302 שלום 👩‍👩‍👧 \x00\x1b\ud800 &lt;b&gt; "
)


@pytest.fixture(scope="module")
def shipped() -> Service:
    return Service(CheckpointLibrary(ROOT / "checkpoints"))


@pytest.fixture
def opened(new_page, tmp_path) -> Iterator[object]:
    """Opens a page from a file; in the end nothing was asked of anybody and nothing was complained of."""
    faults: list[str] = []

    def open_page(data: bytes) -> object:
        path = tmp_path / "saved page.html"
        path.write_bytes(data)
        page = new_page()
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: None if request.url == path.as_uri() else faults.append(request.url[:99]))
        page.goto(path.as_uri())
        page.wait_for_selector("#attention[data-drawn]")
        return page

    yield open_page
    assert faults == []


def saved(service: Service, checkpoint: str, sentence: str) -> bytes:
    id = json.loads(payload_of(service.translate(checkpoint, sentence, 4, 0.6)).to_json())["id"]
    exports = Exports(service)  # its folder lives as long as it does
    return Path(exports.write(id, "html", ENGLISH)).read_bytes()


def test_saved_page_of_20_tokens_is_under_a_megabyte(shipped):
    sentence = "A young man in a yellow shirt is playing with a blue ball on the street with friends."
    page = saved(shipped, "en-de", sentence)
    tokens = len(shipped.library.translator("en-de").vocabularies.source.encode(sentence).ids)
    assert tokens == 20
    assert len(page) < 1_000_000
    assert b'{"encoder": "' in page


def test_saved_page_works_from_a_file(shipped, opened):
    page = opened(saved(shipped, "en-de", "Two dogs play in the snow."))
    view = page.locator("#attention")
    assert view.get_attribute("data-exact") == "true"
    page.locator("#attention [role=gridcell]").nth(0).click()
    assert view.get_attribute("data-kind") == "encoder"
    for name in ("matrix", "table", "lines"):
        page.locator(f"#attention [data-option={name}]").first.click()
        assert view.get_attribute("data-view") == name
    step = view.get_attribute("data-step")
    page.locator("#attention [data-move='1']").click()
    assert int(view.get_attribute("data-step")) == int(step) + 1
    assert "figures checked" in page.locator("[data-opens=checks]").inner_text()
    header = page.locator(".gf-saved").inner_text()
    assert "Two dogs play in the snow." in header
    assert "Hund" in header and "en-de" in header and "beam 4" in header
    background = "getComputedStyle(document.querySelector('.gf-page')).backgroundColor"
    assert page.evaluate(background) == "rgb(252, 252, 250)"
    page.locator("#theme").click()
    page.wait_for_function(f"{background} === 'rgb(18, 19, 21)'")
    page.locator("[data-opens=hypotheses]").click()
    page.locator("[data-hypothesis='1']").click()
    page.wait_for_selector("text=open Glassformer")  # it needs the program


def test_saved_page_opens_on_the_saved_view(service, opened):
    """The file has the answers that were on the page, and offers nothing else."""
    id = json.loads(payload_of(service.translate("numbers", "seven", 2, 0.6)).to_json())["id"]
    off = {"id": id, "off": [["cross", 0, 1]], "uniform": [], "edits": [], "prefix": [], "same": False, "rank": 0}
    questions = [
        {"name": "lens_values", "request": {"id": id, "lens": "scores"}},
        {"name": "search_tree", "request": {"id": id}},
        {"name": "variant", "request": off},
        {"name": "search_tree", "request": {"id": "of nobody"}},
        *({"name": name, "request": id} for name in ("search_tree", "nothing", 7)),
        "no question",
    ]
    fields = {"kind": "encoder", "layer": "1", "head": "2", "view": "matrix", "specials": "0", "lens": "scores"}
    fields |= {"bench": "tree", "off": "c.1.2", "side": "both", "step": "2", "evil": "</script>"}
    exports = Exports(service)
    page = opened(Path(exports.write(id, "html", ENGLISH, page=PageRequest(fields, questions, "yes"))).read_bytes())
    page.wait_for_selector("#attention[data-side=both]")
    shown = {
        name: page.get_attribute("#attention", f"data-{name}") for name in ("kind", "layer", "head", "view", "lens")
    }
    assert shown == {"kind": "encoder", "layer": "0", "head": "1", "view": "matrix", "lens": "scores"}
    page.wait_for_selector("[data-panel-of=tree] [data-node]")
    assert page.locator("[data-part=lens] option").evaluate_all("all => all.map(one => one.value)") == [
        "weights",
        "scores",
    ]
    assert page.locator("[data-bench]").evaluate_all("all => all.map(one => one.dataset.bench)") == ["tree", "compare"]


def test_saved_page_has_two_lenses_of_a_head(service, opened):
    id = json.loads(payload_of(service.translate("numbers", "seven", 2, 0.6)).to_json())["id"]
    questions = [{"name": "lens_values", "request": {"id": id, "lens": "value_norm"}}]
    fields = {"kind": "cross", "layer": "2", "head": "1", "bench": "compare", "vs_lens": "value_norm"}
    exports = Exports(service)
    page = opened(Path(exports.write(id, "html", ENGLISH, page=PageRequest(fields, questions, "no"))).read_bytes())
    page.wait_for_selector("[data-lens-figure='2']")
    assert "weight × value norm ≈" in page.inner_text("[data-lenses=readout]")
    assert page.locator("[data-compare=form]").is_hidden()  # it needs the program


@pytest.mark.parametrize("fields", [None, [], "x", {"kind": 7}, {1: "2"}])
@pytest.mark.parametrize(
    "questions", [None, {}, "x", [None, 7, {"name": ["tree"]}, {"name": "variant", "request": None}]]
)
def test_hostile_view_is_saved_as_a_fresh_page(service, fields, questions):
    id = json.loads(payload_of(service.translate("numbers", "seven", 2, 0.6)).to_json())["id"]
    exports = Exports(service)
    page = Path(exports.write(id, "html", ENGLISH, page=PageRequest(fields, questions, "yes"))).read_bytes()
    assert b'id="opened">{"fields": {}, "answers": []}<' in page and b'id="history"' not in page


@pytest.mark.parametrize("text", [HOSTILE, "\u202e" + "x" * 5000], ids=["markup", "long word"])
def test_hostile_text_is_shown_as_text(service, opened, text):
    translator = service.library.translator("numbers")
    request = service.new_request("numbers", "seven", 2, 0.6)
    translation, trace = service.traced(request)
    count = len(trace.src_tokens)
    shown = payload_of(Answer(request._replace(text=text), translation, trace, 0.0))
    payload = dataclasses.replace(
        shown,
        translation=text,
        src_tokens=[text] * count,
        predicted_tokens=[text] * len(trace.predicted_tokens),
        top=[[(text, p) for _, p in step] for step in shown.top],
        hypotheses=[dataclasses.replace(one, text=text) for one in shown.hypotheses],
        checkpoint=text,
    )
    page = opened(standalone_page(payload, trace, service.library.card("numbers"), ENGLISH))
    for name in ("matrix", "table", "lines"):
        page.locator(f"#attention [data-option={name}]").first.click()
    for name in ("checks", "hypotheses", "save"):
        page.locator(f"[data-opens={name}]").click()
    assert page.evaluate("window.hacked") is None
    assert page.locator("img").count() == 0
    assert page.evaluate("document.querySelectorAll('script:not([type])').length") == 1
    words = text.replace("\x00", "").replace("\x1b", "").replace("\ud800", "?")
    assert words.strip()[:200] in page.locator(".gf-saved-source").text_content()
    assert translator is service.library.translator("numbers")


def test_added_script_does_not_run(shipped, new_page, tmp_path):
    """The policy in the file names its one script by its hash."""
    page = saved(shipped, "en-de", "Two dogs.").replace(b"<noscript>", b"<script>window.hacked=1</script><noscript>")
    path = tmp_path / "changed.html"
    path.write_bytes(page)
    assert re.search(rb"script-src 'sha256-[\w+/=]{44}'", page)
    another = new_page()
    another.goto(path.as_uri())
    another.wait_for_selector("#attention[data-drawn]")
    assert another.evaluate("window.hacked") is None


def test_large_page_holds_only_8_bit_weights(service, monkeypatch):
    request = service.new_request("numbers", "seven", 2, 0.6)
    translation, trace = service.traced(request)
    payload, card = payload_of(Answer(request, translation, trace, 0.0)), service.library.card("numbers")
    whole = standalone_page(payload, trace, card, ENGLISH)
    monkeypatch.setattr(standalone, "MAX_BYTES", len(whole) - 1)
    assert b'id="exact">{}<' in standalone_page(payload, trace, card, ENGLISH)


def test_saved_page_reports_changed_attention(service):
    off = Intervention(off=(HeadName("cross", 0, 1), HeadName("encoder", 1, 0)))
    request = service.new_request("numbers", "seven", 2, 0.6)._replace(intervention=off)
    translation, trace = service.traced(request)
    payload = payload_of(Answer(request, translation, trace, 0.0))
    page = standalone_page(payload, trace, service.library.card("numbers"), ENGLISH)
    assert "heads off 2, uniform 0, rows edited 0" in page.decode()


def test_saved_page_has_the_history_that_is_open_and_its_provenance(shipped, opened):
    id = json.loads(payload_of(shipped.translate("numbers", "seven", 2, 0.6)).to_json())["id"]
    exports = Exports(shipped)
    data = Path(exports.write(id, "html", ENGLISH, page=PageRequest(history=True))).read_bytes()
    page = opened(data)
    page.wait_for_selector("#history [data-part=body]:not([hidden]) [data-part=figure]")
    taken = read_snapshots(ROOT / "checkpoints" / "numbers" / "snapshots.npz")
    assert page.locator("#history [data-part=sentence] option").count() == len(taken.sentences)
    found = json.loads(page.locator("#provenance").text_content())
    assert found == provenance(shipped, id) and found["source"] == "seven" and len(found["weights_sha256"]) == 64


def test_page_variables_are_taken_in_light_and_dark():
    css = ".gradio-container {\n --gf-a: 1; color: red\n;}\n.dark .gradio-container {\n --gf-a: 2;\n}\n.a { --gf-a: 3 }"
    assert page_variables(css) == "body { --gf-a: 1; }\n.dark body { --gf-a: 2; }"
    own = page_variables(page_css())
    assert own.count("--gf-bg:") == 2
    assert np.all([f"--gf-{name}:" in own for name in ("ink", "cross", "mono", "wrong")])
