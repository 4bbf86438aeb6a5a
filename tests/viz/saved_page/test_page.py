"""The saved page that translates: from a file, without a network, with the answers that torch gives."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.config import ModelConfig
from core.data.vocabulary import Vocabularies
from core.errors import CoreError
from core.library import CheckpointLibrary
from core.service import Service, ask
from tests.core import two_vocabularies
from viz.saved_page import archive
from viz.saved_page.archive import model_archive, page_bytes, saveable_vocabulary
from viz.saved_page.exports import Exports, PageRequest
from viz.tabs.translate.engine_model import model_page
from viz.texts import ENGLISH
from viz.wire.answers import FORMS
from viz.wire.payload import payload_of

ROOT = Path(__file__).parents[3]
TYPED = "one hundred and twenty <img src=x onerror=window.hacked=1>"


@pytest.fixture(scope="module")
def shipped() -> Service:
    return Service(CheckpointLibrary(ROOT / "checkpoints"))


@pytest.fixture(scope="module")
def file(shipped, tmp_path_factory) -> Path:
    """A page with the model of `numbers`, saved while a second translation was shown."""
    id = json.loads(payload_of(shipped.translate("numbers", "seven", 4, 0.6)).to_json())["id"]
    questions = [{"name": "variant", "request": {"id": id, "off": [["cross", 0, 1]]}}]
    exports = Exports(shipped)  # its folder lives as long as it does
    written = exports.write(id, "html_model", ENGLISH, page=PageRequest({"off": "c.1.2", "side": "both"}, questions))
    path = tmp_path_factory.mktemp("saved") / "page.html"
    path.write_bytes(Path(written).read_bytes())
    assert Path(written).name == "numbers_model_seven.html"
    return path


@pytest.fixture
def page(file, new_page) -> Iterator[Any]:
    """The page, opened from its file; in the end nothing was asked of anybody and nothing was complained of."""
    faults: list[str] = []
    page = new_page()
    page.context.set_offline(True)
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: None if request.url == file.as_uri() else faults.append(request.url[:99]))
    page.goto(file.as_uri())
    page.wait_for_selector("html[data-model=ready]", state="attached")
    yield page
    assert faults == []


def words(page: Any, part: str) -> list[str]:
    """The tokens of a strip."""
    return page.locator(f"#attention [data-part={part}] .gf-letters").all_text_contents()


def shown_tokens(payload: str) -> list[str]:
    return [token.strip() for token in json.loads(payload)["predicted_tokens"]]


def test_page_translates_and_changes_heads_offline(shipped, page):
    page.wait_for_selector("#attention[data-side=both]")  # as it was saved
    answer = shipped.translate("numbers", TYPED, 2, 0.6)
    page.fill("#live [name=beam]", "2")
    page.fill("#live [name=sentence]", TYPED)
    page.press("#live [name=sentence]", "Enter")
    page.wait_for_selector("#attention[data-drawn^=here]")
    assert words(page, "words") == shown_tokens(payload_of(answer).to_json())
    assert page.inner_text("[data-opens=checks]") == "✓ figures checked (3, and 6 when saved), not the translation"
    assert page.locator("[data-panel=checks] tr[data-passed=true]").count() == 6
    page.locator("#attention [role=gridcell]").nth(0).click()
    page.wait_for_selector("#attention[data-kind=encoder][data-exact=true]")
    page.click("#attention [data-bench=lab]")
    page.click("#attention [data-gate='cross.1.0']")
    page.click("#attention [data-gate='encoder.0.1']")
    off = {"id": answer.request.id, "off": [["cross", 1, 0], ["encoder", 0, 1]]}
    expected = FORMS["variant"](ask(shipped, "variant", off))["payload"]
    page.wait_for_function(
        "wanted => JSON.stringify([...document.querySelectorAll('#attention [data-part=variant-words] .gf-letters')]"
        ".map(one => one.textContent)) === wanted",
        arg=json.dumps(shown_tokens(expected), ensure_ascii=False, separators=(",", ":")),
    )
    page.click("#attention [data-bench=tree]")
    page.wait_for_selector("[data-panel-of=tree] [data-node]")
    page.click("#attention [data-bench=close_up]")
    page.wait_for_selector("[data-panel-of=close_up] td.gf-close-vector")
    page.click("[data-opens=hypotheses]")
    page.click("[data-hypothesis='1']")
    second = shipped.another_hypothesis(answer.request.id, 1)
    page.wait_for_function("before => document.querySelector('#attention').dataset.drawn !== before", arg="here-1")
    assert words(page, "words") == shown_tokens(payload_of(second).to_json())
    page.fill("#live [name=sentence]", " ")
    page.click("#live button")
    page.wait_for_selector("text=Type a sentence first.")
    assert page.evaluate("window.hacked") is None
    assert page.locator("[data-save]").evaluate_all("all => all.map(one => one.dataset.save)")[-1] == "head_csv"


def test_form_takes_any_alpha_and_every_example(shipped, page):
    """The browser refused alpha 0.65, and the first example could not be chosen while another sentence was shown."""
    examples = page.locator("#live [name=example]")
    assert examples.input_value() == ""
    page.fill("#live [name=alpha]", "0.65")
    page.click("#live button")
    page.wait_for_selector("#attention[data-drawn^=here]")
    drawn = page.get_attribute("#attention", "data-drawn")
    first = shipped.library.card("numbers").examples[0]
    examples.select_option(first)
    page.wait_for_selector(f"#attention[data-drawn^=here]:not([data-drawn='{drawn}'])")
    assert page.input_value("#live [name=sentence]") == first
    page.fill("#live [name=sentence]", "seven")
    assert examples.input_value() == ""
    page.fill("#live [name=sentence]", first)
    assert examples.input_value() == first


def test_size_is_told_before_the_page_is_made(shipped, file):
    answer = shipped.translate("numbers", "seven", 1, 0.6)
    told = model_page(shipped)({"id": answer.request.id})
    assert told["bytes"] == pytest.approx(file.stat().st_size, rel=0.1)
    assert told["bytes"] == page_bytes(shipped.library.card("numbers").model)
    assert "problem" in model_page(shipped)({"id": "nobody"})


def test_models_that_a_page_cannot_carry_are_refused(shipped, monkeypatch):
    found = shipped.library.translator("numbers").checkpoint
    with pytest.raises(CoreError, match="other rules than those trained here"):
        saveable_vocabulary(found.model.config, two_vocabularies.translator().vocabularies, "two")
    large = ModelConfig(vocab_size=65_000, d_model=512, num_heads=8, num_layers=6, d_ff=2048)
    with pytest.raises(CoreError, match=r"has 77,\d+,\d+ parameters; a page with its model carries at most 40,000,000"):
        saveable_vocabulary(large, Vocabularies.joint(found.vocabularies.source), "large")
    monkeypatch.setattr(archive.np, "finfo", lambda _: type("Half", (), {"max": 0.01}))
    with pytest.raises(CoreError, match="too large for half precision"):
        model_archive(found, "numbers")
