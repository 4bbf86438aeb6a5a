"""A group of heads on the real page: off by one action, measured on a set in the background, stopped, and saved."""

import csv
import io
import json
from pathlib import Path

import pytest

from core.config import DecodingConfig
from core.data.sample import sample_pairs
from core.inspection.ablation import ablate
from core.inspection.head_names import read_heads
from core.inspection.intervention import Intervention
from core.translator import Translator
from tests.e2e.explorer import WAIT, drawn, part, state, until

ROOT = Path(__file__).parents[2]
LAYER = "#attention [data-lab-grid=cross] [data-at='4,0']"  # the name of layer 3


def effect(page, name: str):
    return page.locator(f"#attention [data-effect={name}]")


@pytest.fixture
def lab(lasting_page):
    """The panel with every head on, before any measurement."""
    drawn(lasting_page)
    if not lasting_page.locator(LAYER).is_visible():
        lasting_page.locator("#attention [data-bench=lab]").click()
        lasting_page.wait_for_selector(LAYER, timeout=WAIT)
    if effect(lasting_page, "run").is_enabled():
        lasting_page.locator("#attention [data-lab=all-on]").click()
        until(lasting_page, lambda: effect(lasting_page, "run").is_disabled())
    return lasting_page


def test_layer_off_by_one_action_is_measured_on_the_sample(empty_page, served):
    lab = empty_page
    lab.goto(f"{served}?bench=lab")
    drawn(lab)
    lab.wait_for_selector(LAYER, timeout=WAIT)
    layer = lab.locator(LAYER)
    assert layer.get_attribute("aria-label") == "L3: switch off layer 3 of cross-attention; every head is on"
    assert effect(lab, "run").is_disabled()
    layer.click()
    until(lab, lambda: "off=c.3.1-4" in lab.url)
    assert layer.get_attribute("aria-label") == "L3: make layer 3 of cross-attention uniform; all 4 heads are off"
    effect(lab, "run").click()
    lab.locator("#attention [data-bench=lab]").click()  # it continues while the panel is closed
    assert not effect(lab, "run").is_visible()
    lab.locator("#attention [data-bench=lab]").click()
    lab.wait_for_selector("#attention .gf-effect-table", timeout=WAIT)

    translator = Translator.load(ROOT / "checkpoints" / "en-de", "cpu")
    shape = translator.model.config
    change = Intervention(off=read_heads("c.3", shape.num_layers, shape.num_heads))
    text, config = sample_pairs(translator.checkpoint.described), DecodingConfig(beam_size=1)
    expected = ablate(translator.model, translator.vocabularies, text, change, "de", config)
    cells = lab.locator("#attention [data-measure=loss] td").all_inner_texts()
    numbers = [float(cell.removeprefix("≈")) for cell in cells[:3]]  # of a difference that rounding separates from both
    assert numbers == pytest.approx(expected.loss[:3], abs=5.1e-4)  # three decimals
    with lab.expect_download() as download:
        effect(lab, "csv").click()
    comment, *lines = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    described = json.loads(comment.removeprefix("# "))
    assert described["checkpoint"] == "en-de" and described["sentences"] == 60 and described["resamples"] == 1000
    rows = list(csv.DictReader(io.StringIO("\n".join(lines))))
    assert float(rows[1]["after"]) == pytest.approx(expected.bleu.after, abs=1e-6)
    assert float(rows[1]["low"]) == pytest.approx(expected.bleu.low, abs=1e-6)


def test_heads_are_selected_and_changed_with_the_keyboard(lab):
    lab.locator("#attention [data-gate='encoder.0.1']").focus()
    lab.keyboard.press("s")
    lab.keyboard.press("ArrowDown")
    lab.keyboard.press("s")
    assert lab.locator("#attention [data-lab=selected]").inner_text() == "2 heads selected"
    lab.keyboard.press("u")
    until(lab, lambda: "uniform=e.1-2.2" in lab.url)
    assert lab.locator("#attention [data-lab=blocks] [aria-selected=true]").count() == 2
    lab.keyboard.press("Escape")
    assert not lab.locator("#attention [data-lab=selection]").is_visible()


def test_single_costs_are_named_beside_the_joint_one(lab):
    lab.locator("#attention [data-mode=same]").click()
    lab.locator(LAYER).click()
    until(lab, lambda: part(lab, "variant").is_visible() and state(lab, "side") == "variant")
    lab.locator("#attention [data-lab=singles]").click()
    lab.wait_for_selector("#attention [data-lab=joint]", timeout=WAIT)
    assert "4 heads off together cost" in lab.locator("#attention [data-lab=joint]").inner_text()


def test_measurement_is_stopped_and_wrong_pairs_are_refused(lab):
    lab.locator("#attention [data-lab=all-off]").click()
    effect(lab, "search").locator("[data-value=shown]").click()
    effect(lab, "run").click()
    effect(lab, "stop").click()
    until(lab, lambda: "Stopped" in effect(lab, "said").inner_text())
    assert lab.locator("#attention .gf-effect-table").count() == 0
    effect(lab, "set").locator("[data-value=own]").click()
    effect(lab, "own").fill("A dog runs.\tEin Hund läuft.\nA cat sleeps.")
    effect(lab, "run").click()
    until(lab, lambda: "Line 2" in effect(lab, "problem").inner_text())
