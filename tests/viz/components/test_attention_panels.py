"""What the panels of the work bench have in common: their words, and that no text of theirs is ever markup."""

import json
import re
from typing import TYPE_CHECKING

from tests.viz.components.panels import HOSTILE, Site, choose, open_panel, shown_id
from viz.components.attention_view import attention_view
from viz.components.attention_view.component import FOLDER
from viz.texts.beside import panel_words

if TYPE_CHECKING:
    from playwright.sync_api import Page

PANEL_WORDS = panel_words("en")


def test_every_word_of_the_panels_is_in_their_catalogue() -> None:
    files = [path for name in ("close_up", "catalogue", "compare") for path in (FOLDER / name).glob("*.js")]
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    asked = set(re.findall(r"'((?:close_up|catalogue|compare)\.[a-z_.]+)'", source))
    assert len(asked) > 50
    known = {key.removesuffix(".many") for key in PANEL_WORDS}  # a count has two forms
    assert {f"attention.{key}" for key in asked if not key.endswith(".")} <= known
    from core.inspection.catalogue import CATALOGUE_MEASURES
    from core.inspection.measures import BROAD, ROLES

    for measure in (*CATALOGUE_MEASURES, "aer_predicted", "aer_read"):
        assert {f"attention.catalogue.column.{measure}", f"attention.catalogue.hint.{measure}"} <= set(PANEL_WORDS)
    roles = {BROAD, "none"}.union(*ROLES.values())
    assert {f"attention.catalogue.role.{role}" for role in roles} <= set(PANEL_WORDS)


def test_the_names_of_the_models_travel_as_a_json_list() -> None:
    view = attention_view(texts=PANEL_WORDS, checkpoints=["a", "run/</script>"])
    assert json.loads(view.props["checkpoints"]) == ["a", "run/</script>"]
    assert "props.checkpoints" in (FOLDER / "compare" / "compare.js").read_text(encoding="utf-8")


def test_hostile_text_is_text_in_every_narrow_panel(page: "Page", site: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 900})
    before = shown_id(page)
    page.click("#hostile")
    page.wait_for_function(f"document.querySelector('#attention [data-drawn]').dataset.drawn !== '{before}'")
    choose(page, "encoder", 1, 0)
    open_panel(page, "close_up")
    page.wait_for_selector(f".gf-close_up[data-shown='{shown_id(page)}|encoder.1.0.0']:not([aria-busy])")
    assert "\u202e" not in page.inner_text("[data-close=keys]")  # cleaning removes marks of direction
    open_panel(page, "catalogue")
    page.wait_for_selector("[data-catalogue=table] [data-row]")
    open_panel(page, "compare")
    page.fill("[data-compare=text]", f"{HOSTILE} <b>{'x' * 300}</b>")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-differs]")
    assert page.locator("#attention img, .gf-compare b:not([class]) *").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
