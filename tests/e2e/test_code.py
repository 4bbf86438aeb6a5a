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


def test_code_of_a_lab_is_what_ran(lasting_page):
    page = lasting_page
    page.get_by_role("tab", name="Inside the maths").first.click()
    page.wait_for_selector("#maths [data-part=list] button", timeout=WAIT)
    for lab, names in (("positional", ["compute", "sinusoidal_positions"]), ("residual", ["compute"])):
        page.locator(f"#maths [data-part=list] [data-lab={lab}]").evaluate("one => one.click()")
        page.locator("#maths [data-part=code] summary").click()
        page.wait_for_selector(f"#maths [data-lists={lab}][aria-busy=false]", timeout=WAIT)
        found = page.locator("#maths .gf-listing figcaption code").all_inner_texts()
        assert found[: len(names)] == names
    made = page.locator("#maths .gf-listing-made", has_text="stream").first.inner_text()
    model = CheckpointLibrary(ROOT / "checkpoints").card("en-de").model
    assert f"[{2 * model.num_layers}, " in made
