"""The code of a lens and of a lab in a real browser: asked for when it is opened, then following what is chosen."""

from pathlib import Path

import pytest

from core.config import DecodingConfig
from core.library import CheckpointLibrary
from tests.e2e.explorer import WAIT, drawn, part, translate

ROOT = Path(__file__).parents[2]
LINES = "#attention [data-part=code-lines]"


@pytest.fixture(scope="module")
def asked(lasting_page) -> list[str]:
    """Bodies of the page's requests."""
    bodies: list[str] = []
    lasting_page.on("request", lambda request: bodies.append(request.post_data or ""))
    return bodies


def made(page, listings: str, text: str) -> str:
    """Return what the first line with a text made."""
    return page.locator(f"{listings} tr", has_text=text).first.locator(".gf-listing-made").inner_text().strip()


def test_code_of_a_lens_follows_lens_kind_and_sentence(lasting_page, asked, tmp_path):
    page, sentence = lasting_page, "A dog sleeps."
    translator = CheckpointLibrary(ROOT / "checkpoints", tmp_path).translator("en-de")
    found = translator.search(sentence, DecodingConfig())
    heads, source, target = translator.model.config.num_heads, len(found.source_ids), len(found.hypotheses[0].ids)
    drawn(page)
    assert not [body for body in asked if "lens_code" in body]
    part(page, "code").locator("summary").click()
    page.wait_for_selector(f"{LINES}[data-lists='weights cross'][aria-busy=false]", timeout=WAIT)
    before = made(page, LINES, "key.transpose")
    translate(page, sentence)
    page.wait_for_selector(f"{LINES}[aria-busy=false]", timeout=WAIT)
    assert made(page, LINES, "key.transpose") == f"scores [1, {heads}, {target}, {source}]" != before
    page.locator("#attention [data-choice=kind]").select_option(index=0)
    page.wait_for_selector(f"{LINES}[data-lists='weights encoder']", timeout=WAIT)
    assert made(page, LINES, "key.transpose") == f"scores [1, {heads}, {source}, {source}]"
    page.locator("#attention [data-part=options-open]").click()
    part(page, "lens").select_option("rollout")
    page.wait_for_selector(f"{LINES}[data-lists='rollout encoder']", timeout=WAIT)
    assert page.locator(f"{LINES} figcaption code").first.inner_text() == "rollout"


def test_code_of_a_lab_follows_its_controls(lasting_page):
    page, code = lasting_page, "#maths-positional-code"
    page.get_by_role("tab", name="Inside the maths").first.click()
    page.locator("#maths-sections").get_by_role("tab", name="Positions").first.click()
    page.locator(f"{code} summary").click()
    page.wait_for_selector(f"{code} figcaption", timeout=WAIT)
    length, width = (
        int(page.locator(f"#maths-positional-{name} input[type=number]").input_value())
        for name in ("length", "d-model")
    )
    assert page.locator(f"{code} .gf-listing-made", has_text=f"[{length}, {width}]").count()
    page.locator("#maths-positional-length input[type=number]").fill(str(length + 1))
    page.wait_for_selector(f"{code} .gf-listing-made:has-text('[{length + 1}, {width}]')", timeout=WAIT)
    page.locator(f"{code} summary").click()
    page.wait_for_selector(f"{code} section:not(:has(figcaption))", state="attached", timeout=WAIT)
