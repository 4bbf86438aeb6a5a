"""The head lab with the model in the browser: the server is asked only for what the browser cannot answer."""

from typing import TYPE_CHECKING

from core.inspection.intervention import HeadName, Intervention
from tests.viz.components.attention_lab.bench import DECODING, SOURCE, Served, opened, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from core.translator import Translator

HERE = ("head_values", "token_losses", "close_up")


def off(page: "Page", served: Served) -> None:
    """Switch a head off with the model in the browser."""
    served.engine = True
    opened(page, "lab")
    page.wait_for_selector("[data-engine]", state="attached")
    served.asked.clear()
    page.click("[data-gate='cross.1.2']")
    settled(page)


def test_second_translation_is_made_in_the_browser(page: "Page", served: Served, translator: "Translator") -> None:
    off(page, served)
    changed = Intervention(off=(HeadName("cross", 1, 2),))
    found = translator.search(SOURCE, DECODING, intervention=changed)
    assert page.inner_text(".gf-lab-words") == found.text
    assert "Computed by your browser in" in page.inner_text("[data-lab=here]")
    page.wait_for_selector("[data-exact=true]", state="attached")
    opened(page, "close_up")
    base = page.get_attribute("[data-drawn]", "data-drawn")
    assert [name for name, asked in served.asked if name in HERE and asked["id"] != base] == []
    assert served.requests("variant") == []


def test_server_makes_the_same_translation_for_what_it_alone_answers(page: "Page", served: Served) -> None:
    off(page, served)
    page.select_option("[data-part=lens]", "rollout")
    page.wait_for_selector("[data-lens=rollout][data-exact=true]")
    (asked,) = served.requests("lens_values")
    (made,) = served.requests("variant")
    assert made["off"] == [["cross", 1, 2]] and not asked["id"].startswith("here")
    page.select_option("[data-part=lens]", "gradient")
    page.wait_for_selector("[data-lens=gradient][data-exact=true]")
    assert len(served.requests("variant")) == 1
