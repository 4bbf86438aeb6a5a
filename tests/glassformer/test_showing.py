"""A result in a cell: the widget's properties and messages, two of them in a page, and what a reader without a kernel
sees."""

import html
import json
import re
import subprocess
import sys
import zlib
from base64 import b64decode
from pathlib import Path

import numpy as np
import pytest

from core.errors import CoreError
from core.library import CheckpointLibrary
from core.service import Answer, Service
from glassformer import showing
from glassformer.model import load
from glassformer.tensors import show_attention
from tests.glassformer.cells import Cells
from viz.notebook.widget import AttentionWidget, view
from viz.texts import ENGLISH
from viz.wire.payload import payload_of

ROOT = Path(__file__).parents[2]
HOSTILE = '<img src=x onerror="window.hacked = 1">${1}`</script>'


class Result:
    """What `show` needs of a result."""

    def __init__(self, service: Service, text: str, checkpoint: str = "numbers") -> None:
        self.service = service
        self._answer = service.translate(checkpoint, text, 4, 0.6)

    def answer(self) -> Answer:
        return self._answer


@pytest.fixture(scope="module")
def service() -> Service:
    return Service(CheckpointLibrary(ROOT / "checkpoints"))


@pytest.fixture(scope="module")
def result(service) -> Result:
    return Result(service, "forty-two")


@pytest.fixture
def cells(new_page):
    page, faults = new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith("blob:") else faults.append(request.url))
    yield Cells(page)
    assert faults == []


def asked(widget: AttentionWidget, question: str, request: dict) -> tuple[dict, list[bytes]]:
    """Send a question as the browser does; return the answer and its buffers."""
    sent = []
    widget.send = lambda content, buffers=None: sent.append((content, buffers))
    widget._handle_custom_msg({"question": question, "number": "7", "request": request}, [])
    ((message, buffers),) = sent
    assert message["number"] == "7"
    return message["reply"], buffers


# Properties


def test_widget_begins_as_the_page_does_or_as_asked(result):
    opened, chosen = showing.show(result), showing.show(result, kind="encoder", layer=2, step=3)
    assert opened.kind == "cross" and opened.step == payload_of(result.answer()).opening.get("step", 0) + 1
    assert (chosen.kind, chosen.layer, chosen.head, chosen.step) == ("encoder", 2, 1, 3)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ({"layer": 9}, r"^layer must be from 1 to \d, not 9$"),
        ({"step": 0}, r"^step must be from 1 to 4, not 0$"),
        ({"head": 0}, r"^head must be from 1 to \d, not 0$"),
        ({"kind": "self"}, "^kind must be one of encoder, decoder, cross, not 'self'$"),
    ],
)
def test_widget_refuses_a_place_that_does_not_exist(result, place, message):
    with pytest.raises(CoreError, match=message):
        showing.show(result, **place)
    widget = showing.show(result)
    with pytest.raises(CoreError, match=message):
        widget.set_trait(*next(iter(place.items())))


def test_another_kind_keeps_the_layer_inside(service):
    answer = Result(service, "forty-two").answer()
    payload = payload_of(answer)
    object.__setattr__(payload, "encoder", payload.encoder[:1])
    widget = view(payload, layer=2)
    widget.kind = "encoder"
    assert widget.layer == 1


def test_bundle_imports_nothing(result):
    widget = showing.show(result)
    assert not re.search(r"^\s*import\b|\bimport\(", widget._esm, re.MULTILINE)
    assert widget._esm.endswith("export default {render};\n")
    assert not re.search(r"url\((?!\"data:)|@import", widget._css)


# Messages


def test_kernel_answers_questions_of_the_explorer(result):
    widget = showing.show(result)
    id = json.loads(widget.payload)["id"]
    reply, _ = asked(widget, "head_values", {"id": id, "kind": "cross", "layer": 0, "head": 0})
    trace = result.answer().trace
    assert b64decode(reply["values"]) == trace.cross[0, 0].astype("<f4").tobytes()
    another, _ = asked(widget, "hypothesis", {"id": id, "index": 1})
    assert json.loads(another["payload"])["chosen"] == 1


def test_kernel_refuses_in_words(result, caplog):
    widget = showing.show(result)
    refused, _ = asked(widget, "search_tree", {"id": "unknown"})
    assert "no longer" in refused["problem"]
    refused, _ = asked(widget, "hypothesis", {"id": 3, "index": "x"})
    assert refused["problem"]
    assert asked(widget, "os.system", {"command": "true"}) == ({}, [])
    assert asked(widget, "model", {}) == ({}, [])  # it was not asked for

    def fail(*_):
        raise RuntimeError

    widget._answer = fail
    assert asked(widget, "search_tree", {"id": "x"})[0]["problem"] == ENGLISH("translate.failed")
    assert "search_tree could not be answered" in caplog.text


def test_model_travels_only_where_asked(result):
    widget = showing.show(result, live=True)
    _, (archive,) = asked(widget, "model", {})
    assert len(zlib.decompress(archive)) > 100_000
    assert all(len(str(value)) < 200_000 for name, value in widget.get_state().items() if name != "_esm")


def test_live_refuses_heads_that_are_off():
    """What was typed in the cell was translated by the whole model."""
    result = load("numbers").ablate("c")("twenty-one")
    assert showing.show(result).live is False
    with pytest.raises(CoreError, match=r"^numbers has heads off: show\(live=True\) takes whole models$"):
        showing.show(result, live=True)


# A part alone


def test_machine_is_shown_alone_and_leaves_the_address(result, cells):
    shown = cells.draw(showing.show_machine(result))
    shown.locator(".gf-machine-figure svg").wait_for()
    shown.locator('[data-part="play"]').click()
    shown.locator('[data-part="play"]').click()
    cells.page.wait_for_timeout(600)
    assert "?" not in cells.page.url
    assert not shown.locator('[data-part="path"]').is_visible()


@pytest.mark.parametrize("name", ["softmax", "precision"])
def test_lab_is_shown_alone(result, cells, name):
    widget = showing.show_lab(name, result)
    assert len(widget._esm) < 400_000
    shown = cells.draw(widget)
    shown.locator(".gf-lab-figure").first.wait_for()
    assert shown.locator(f'[data-part="lab"][data-lab="{name}"]').is_visible()
    assert not shown.locator('[data-part="nav"]').is_visible()


def test_styles_of_other_widgets_leave_a_lab_alone(result, cells):
    """A lab below an attention view was laid out in the columns of that view."""
    cells.draw(showing.show(result))
    cells.draw(showing.show_machine(result))
    shown = cells.draw(showing.show_lab("softmax", result))
    shown.locator(".gf-lab-figure").first.wait_for()
    width = "node => node.clientWidth"
    assert shown.locator(".gf-maths-lab").evaluate(width) == shown.evaluate(width)


def test_unknown_lab_is_refused(result):
    with pytest.raises(CoreError, match=r"^there is no lab 'nothing'; there are accumulated_mean, "):
        showing.show_lab("nothing", result)


# Without a kernel


def test_fallback_is_the_whole_page_in_a_frame(result, new_page, tmp_path):
    data, _ = showing.mimebundle(result)
    assert data["application/vnd.jupyter.widget-view+json"]
    assert len(data["text/html"]) < 400_000
    assert data["text/plain"].startswith("forty-two → ")
    assert "allow-same-origin" not in data["text/html"]
    path = tmp_path / "notebook.html"
    path.write_text(data["text/html"], encoding="utf-8")
    page, requests = new_page(), []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(path.as_uri())
    frame = page.frame_locator("iframe")
    frame.locator("#attention[data-drawn]").wait_for()
    assert "forty-two" in frame.locator(".gf-saved-source").inner_text()
    assert [url for url in requests if not url.startswith(("about:", "blob:"))] == [path.as_uri()]


def test_fallback_of_a_lab_is_the_saved_page_of_labs(result, new_page, tmp_path):
    data, _ = showing.show_lab("precision", result)._repr_mimebundle_()
    assert data["text/plain"] and len(data["text/html"]) < 400_000
    path = tmp_path / "notebook.html"
    path.write_text(data["text/html"], encoding="utf-8")
    page = new_page()
    page.goto(path.as_uri())
    frame = page.frame_locator("iframe")
    frame.locator('[data-lab="precision"] .gf-lab-figure').first.wait_for()


def opened(page: bytes) -> dict:
    """Return the place on which a page opens."""
    found = re.search(rb'"fields": (\{[^}]*\})', page)
    assert found is not None
    return json.loads(found[1])


def test_page_opens_where_the_widget_is(result, tmp_path):
    """The page had the arguments of the caller; the head that was chosen later was forgotten."""
    widget = showing.show(result, kind="decoder", layer=2)
    widget.head, widget.step = 3, 4
    place = {"kind": "decoder", "layer": "2", "head": "3", "step": "4"}
    data, _ = widget._repr_mimebundle_()
    packed = re.search(r'id="page">([^<]*)<', html.unescape(data["text/html"]))
    assert packed is not None
    assert opened(zlib.decompress(b64decode(packed[1]))) == place
    widget.steps = widget.step = 9  # of a longer sentence that was typed
    widget.save(tmp_path / "page.html")
    assert opened((tmp_path / "page.html").read_bytes()) == place


def test_result_without_anywidget_shows_the_page(tmp_path):
    """Only base is installed: neither Gradio nor anywidget."""
    script = """
import sys
sys.modules.update(dict.fromkeys(("gradio", "plotly", "latex2mathml", "anywidget", "ipywidgets")))
from pathlib import Path
from core.library import CheckpointLibrary
from core.service import Service
from glassformer import showing
from glassformer.tensors import show_attention
class Result:
    service = Service(CheckpointLibrary(Path("checkpoints")))
    def answer(self):
        return self.service.translate("numbers", "forty-two", 4, 0.6)
data, _ = showing.mimebundle(Result())
print(sorted(data), len(data["text/html"]) > 100_000)
try:
    showing.show(Result())
except ValueError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "['text/html', 'text/plain'] True",
        'this needs packages that are not installed (anywidget, latex2mathml): pip install ".[notebook]"',
    ]


def test_widget_is_saved_as_a_page(result, tmp_path):
    path = tmp_path / "shown.html"
    showing.show(result).save(path)
    assert b'id="attention"' in path.read_bytes()
    with pytest.raises(CoreError, match="cannot be saved"):
        view(payload_of(result.answer())).save(path)


# In a page


def test_two_cells_are_drawn_and_python_follows(result, service, cells):
    first, second = (cells.draw(showing.show(one)) for one in (result, Result(service, "ninety-nine")))
    second.locator('[data-choice="kind"]').select_option(index=1)
    second.locator('[data-choice="head"]').select_option(index=2)
    there = cells.widgets[1]
    assert (there.kind, there.head) == ("decoder", 3)
    assert first.get_attribute("data-kind") == "cross"
    with there.hold_sync():
        there.kind, there.layer, there.head, there.step = "encoder", 2, 1, 4
    cells.page.wait_for_timeout(200)
    assert second.get_attribute("data-kind") == "encoder"
    assert second.locator('[data-choice="layer"]').input_value() == "1"
    assert len({node.get_attribute("id") for node in (first, second)}) == 2


def test_an_encoder_alone_is_drawn_without_steps(cells):
    weights = np.full((2, 4, 3, 3), 1 / 3, dtype=np.float32)
    shown = cells.draw(show_attention(encoder=weights, source_tokens=["[CLS]", "word", "[SEP]"], layer=2, head=4))
    widget = cells.widgets[0]
    assert (widget.kind, widget.layer, widget.head, widget.step) == ("encoder", 2, 4, 1)
    shown.locator('[data-choice="head"]').select_option(index=0)
    assert (widget.head, widget.step) == (1, 1)


def test_questions_are_answered_in_the_cell(result, cells):
    shown = cells.draw(showing.show(result))
    shown.locator('[data-bench="tree"]').click()
    shown.locator(".gf-tree-node").first.wait_for()
    shown.locator('[data-opens="hypotheses"]').click()
    before = shown.get_attribute("data-drawn")
    shown.locator('[data-hypothesis="1"]').click()
    cells.page.wait_for_function(
        "before => document.querySelector('.gf-explorer').dataset.drawn !== before", arg=before
    )


def test_a_sentence_is_translated_in_the_cell(result, cells):
    shown = cells.draw(showing.show(result, live=True))
    shown.locator(".gf-live textarea").fill("twelve")
    shown.locator(".gf-live textarea").press("Enter")
    shown.locator("[data-part=words]", has_text="十二").wait_for()


def test_cell_is_dark_in_a_dark_notebook(result, cells):
    cells.draw(showing.show(result))
    host = cells.page.locator(".gf-notebook")
    colour = "node => getComputedStyle(node).getPropertyValue('--gf-bg')"
    light = host.evaluate(colour)
    cells.page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    cells.page.wait_for_timeout(100)
    assert (light, host.evaluate(colour)) == ("#fcfcfa", "#121315")


def test_keys_in_a_cell_are_not_commands_of_the_notebook(result, cells):
    shown = cells.draw(showing.show(result))
    cells.page.evaluate("document.addEventListener('keydown', ({key}) => { document.title += key })")
    shown.locator('[data-part="play"]').focus()
    for key in ("a", "p", "Control+s"):
        cells.page.keyboard.press(key)
    assert cells.page.title() == "Controls"
    assert shown.get_attribute("data-stage") is None


def test_panel_stays_open_in_a_shadow_root(result, cells):
    """A document sees events of a shadow root as those of its host: each click in the panel closed it."""
    shown = cells.draw(showing.show(result), shadow=True)
    shown.locator('[data-opens="more"]').click()
    shown.locator('[data-panel="more"] h3').click()
    assert shown.locator('[data-panel="more"]').is_visible()
    shown.locator("[data-part=about]").click()
    assert not shown.locator('[data-panel="more"]').is_visible()


def test_arrow_keys_move_between_tabs_in_a_shadow_root(result, cells):
    """The document's active element is the host of the shadow root, which is not among the tabs."""
    shown = cells.draw(showing.show(result), shadow=True)
    shown.locator("[data-bench]").nth(1).focus()
    cells.page.keyboard.press("ArrowDown")
    shown.locator("[data-bench]").nth(2).and_(cells.page.locator(":focus")).wait_for()


def test_hostile_text_is_shown_as_text(service, cells):
    shown = cells.draw(showing.show(Result(service, HOSTILE)))
    shown.locator("[data-part=figure]").wait_for()
    assert cells.page.evaluate("window.hacked") is None
