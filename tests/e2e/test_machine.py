"""The machine in a real browser: Figure 1 with the numbers of the translation that is shown."""

import json
from pathlib import Path

import pytest

from core.config import DecodingConfig
from core.inspection.blocks import block_tensors, blocks
from core.library import CheckpointLibrary
from tests.e2e.explorer import WAIT, drawn, translate, until

ROOT = Path(__file__).parents[2]
PANEL = "#machine [data-part=panel]"
# True once the window shows the block that computes, and above it the player.
IN_SIGHT = """() => {
  const [bar, block] = ['.gf-machine-bar', '.gf-on'].map(one =>
    document.querySelector(`#machine ${one}`).getBoundingClientRect());
  return bar.top >= 0 && block.top >= bar.bottom && block.bottom <= innerHeight;
}"""
# Go to a stage as a dragged slider does; returns how far the page has scrolled by then.
STEP = """at => {
  const range = document.querySelector('#machine [data-part=range]');
  const before = scrollY;
  range.value = at;
  range.dispatchEvent(new Event('input'));
  return scrollY - before;
}"""


@pytest.fixture(scope="module")
def library(tmp_path_factory) -> CheckpointLibrary:
    return CheckpointLibrary(ROOT / "checkpoints", tmp_path_factory.mktemp("runs"))


@pytest.fixture
def machine(lasting_page):
    """The page with the tab open and its figure drawn."""
    drawn(lasting_page)
    lasting_page.get_by_role("tab", name="The machine").first.click()
    lasting_page.wait_for_selector(f"{PANEL}[data-state=ready]", timeout=WAIT)
    return lasting_page


def choose(page, block: str) -> None:
    """Click a block, whose layer is opened before, and wait for its numbers."""
    side, layer, *_ = [*block.split("."), ""]
    slab = page.locator(f"#machine [data-slab='{side} {layer}']")
    if slab.count():
        slab.click()
    page.locator(f"#machine [data-block='{block}']").click()
    page.wait_for_selector(f"{PANEL}[data-explains='{block}'][data-state=ready]", timeout=WAIT)


def moment(page) -> str:
    return page.locator("#machine [data-part=moment]").inner_text()


def test_nothing_is_asked_before_the_tab_is_opened(empty_page, served):
    asked: list[str] = []
    empty_page.on("request", lambda request: asked.append(request.post_data or ""))
    empty_page.goto(served)
    drawn(empty_page)
    assert not [body for body in asked if '"fn_name":"machine"' in body]
    empty_page.get_by_role("tab", name="The machine").first.click()
    empty_page.wait_for_selector(f"{PANEL}[data-state=ready]", timeout=WAIT)
    assert [body for body in asked if '"fn_name":"machine"' in body]


def test_every_kind_of_block_opens_with_the_numbers_of_the_model(machine, library):
    """In the last layers, too, what is read from the cells equals the tensor that the core computes."""
    machine.get_by_role("tab", name="Translate").first.click()
    text = "A dog sleeps."
    trace = translate(machine, text)
    machine.get_by_role("tab", name="The machine").first.click()
    machine.wait_for_selector(f"#machine [data-drawn='{trace}']", timeout=WAIT)
    translator = library.translator("en-de")
    model = translator.model
    found = translator.search(text, DecodingConfig())
    source_ids, target_ids = found.source_ids, found.hypotheses[0].ids
    machine.wait_for_selector(f"{PANEL}[data-state=ready]", timeout=WAIT)
    last = model.config.num_layers - 1
    every = [block for block in blocks(model.config) if block.layer in (None, last)]
    assert len({(block.side, block.kind) for block in every}) == len({(b.side, b.kind) for b in blocks(model.config)})
    for block in every:
        choose(machine, block.name)
        expected = {one.role: one for one in block_tensors(model, source_ids, target_ids, block.name).tensors}
        shapes = machine.locator(f"{PANEL} dl code").all_inner_texts()
        assert shapes == [str(list(one.values.shape)) for one in expected.values()], block.name
        if block.kind in ("linear", "softmax"):
            continue
        canvas = machine.locator(f"{PANEL} [data-role=output] canvas")
        canvas.focus()
        canvas.press("ArrowDown")
        canvas.press("End")
        said = machine.locator(f"{PANEL} [data-role=output] output").inner_text().rsplit(" ", 1)[1]
        value = float(said.replace("−", "-"))
        assert value == pytest.approx(float(expected["output"].values[1, -1]), abs=2e-5), block.name
        assert machine.locator(f"{PANEL} .gf-machine-formula").inner_text()


def test_speed_of_the_player_is_chosen_in_turn(machine):
    speed = machine.locator("#machine [data-part=speed]")
    seen = []
    for _ in range(4):
        speed.click()
        seen.append(speed.inner_text())
    assert seen == ["2×", "4×", "0.5×", "1×"]
    assert speed.get_attribute("aria-label") == "Speed of the player: 1×"


def test_player_goes_through_the_encoder_and_every_step(machine):
    choose(machine, "encoder.embedding")
    machine.locator("#machine [data-part=range]").fill(
        machine.locator("#machine [data-part=range]").get_attribute("max")
    )
    assert moment(machine).endswith("Softmax") and moment(machine).startswith("Step")
    steps = moment(machine).split(" ")[3]
    assert machine.locator("#machine .gf-machine-token.gf-later").count() == 0
    assert machine.locator("#machine [data-part=target] .gf-machine-token").count() == int(steps)
    machine.locator("#machine [data-part=play]").click()  # from the end: from the beginning
    until(machine, lambda: "encoder layer 1" in moment(machine))
    machine.locator("#machine [data-part=play]").click()
    stopped = moment(machine)
    machine.wait_for_selector(f"{PANEL}[data-state=ready]", timeout=WAIT)
    assert moment(machine) == stopped
    assert machine.locator("#machine [data-part=target] .gf-later").count() == int(steps)  # nothing is read yet


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_stepped_block_is_scrolled_into_sight_smoothly(machine, width, height):
    """The encoder begins at the lower end of Figure 1, below the window of a laptop."""
    machine.set_viewport_size({"width": width, "height": height})
    for motion in ("no-preference", "reduce"):
        machine.emulate_media(reduced_motion=motion)
        machine.evaluate("scrollTo(0, 0)")
        moved = machine.evaluate(STEP, 1)
        assert (moved > 0) == (motion == "reduce")
        machine.wait_for_function(IN_SIGHT)
    for key in ("End", "Home", "ArrowRight", "End", "PageDown"):
        machine.locator("#machine [data-part=range]").press(key)
        machine.wait_for_function(IN_SIGHT)
    machine.emulate_media(reduced_motion="null")
    machine.set_viewport_size({"width": 1280, "height": 900})


def test_player_scrolls_until_the_reader_does(machine):
    machine.emulate_media(reduced_motion="reduce")  # a wheel turned during a smooth scroll is ignored
    machine.evaluate(STEP, 0)
    machine.evaluate("scrollTo(0, 0)")
    machine.locator("#machine [data-part=play]").click()
    machine.wait_for_function(IN_SIGHT)
    machine.mouse.wheel(0, -2000)
    machine.wait_for_function("scrollY === 0")
    passed = moment(machine)
    until(machine, lambda: moment(machine) != passed)
    assert machine.evaluate("scrollY") == 0
    machine.locator("#machine [data-part=play]").click()
    machine.emulate_media(reduced_motion="null")


def test_training_shows_every_position_at_once(machine):
    choose(machine, "decoder.1.self")
    assert machine.locator("#machine .gf-cache text").text_content() == "cache: 1"
    machine.locator("#machine [data-mode=train]").click()
    assert moment(machine).startswith("All positions · Masked self-attention")
    assert machine.locator("#machine .gf-cache text").text_content() == "causal mask"
    assert machine.locator("#machine .gf-machine-token.gf-later").count() == 0
    choose(machine, "softmax")
    assert "loss" in machine.locator("#machine [data-part=top]").text_content()
    machine.locator("#machine [data-mode=generate]").click()
    assert moment(machine).startswith("Step 1 of")


def test_address_names_block_and_step(machine, empty_page, served):
    choose(machine, "decoder.2.cross")
    machine.locator("#machine [data-part=range]").press("PageUp")
    machine.locator("#machine [data-part=range]").press("PageUp")
    expected = moment(machine)
    assert expected.startswith("Step 3")
    assert "Row 3 of" in machine.locator(f"{PANEL} .gf-machine-whole").inner_text()
    assert machine.locator(f"{PANEL} [data-role=attention] .gf-machine-row").count() > 0
    until(
        machine,
        lambda: "at=3" in machine.url and "block=decoder.2.cross" in machine.url and "tab=machine" in machine.url,
    )
    empty_page.goto(machine.url)
    empty_page.wait_for_selector(f"{PANEL}[data-explains='decoder.2.cross'][data-state=ready]", timeout=WAIT)
    assert moment(empty_page) == expected


def test_link_leads_to_the_heads_of_the_block(machine):
    choose(machine, "decoder.1.cross")
    machine.locator(f"{PANEL} [data-link='link.heads']").click()
    machine.wait_for_selector("#attention [data-kind=cross][data-layer='1']", timeout=WAIT)
    assert machine.locator("#attention [data-drawn]").is_visible()
    machine.go_back()
    machine.wait_for_selector(f"{PANEL}[data-explains='decoder.1.cross']", timeout=WAIT)


@pytest.mark.parametrize(
    ("block", "lab"),
    [("encoder.embedding", "embedding_lookup"), ("encoder.position", "positional"), ("softmax", "sampling")],
)
def test_link_leads_to_the_lab_of_the_block(machine, block, lab):
    choose(machine, block)
    machine.locator(f"{PANEL} [data-link='link.{lab}']").click()
    machine.wait_for_selector(f"#maths [data-part=lab][data-lab={lab}]", timeout=WAIT)
    assert machine.locator("#maths [data-part=lab]").is_visible()
    machine.go_back()
    machine.wait_for_selector(f"{PANEL}[data-explains='{block}']", timeout=WAIT)


def test_code_is_shown_with_the_shapes_of_the_sentence(machine):
    choose(machine, "decoder.0.cross")
    machine.locator(f"{PANEL} [data-fold=code] summary").click()
    row = machine.locator(f"{PANEL} .gf-listing tr", has_text="key.transpose")
    query, key = (machine.locator(f"{PANEL} dl code").all_inner_texts()[i] for i in (2, 3))
    heads, rows, columns = query.strip("[]").split(", ")[0], query.split(", ")[1], key.split(", ")[1]
    assert f"scores [1, {heads}, {rows}, {columns}]" in row.inner_text()
    choose(machine, "decoder.0.feed_forward")  # stays unfolded
    assert machine.locator(f"{PANEL} .gf-listing tr", has_text="self.activation").is_visible()


def test_a_row_is_saved_to_compute_by_hand(machine):
    choose(machine, "decoder.0.cross")
    row = machine.locator("#machine [data-save=notebook]").locator("..")
    head = int(row.inner_text().split()[1])
    with machine.expect_download(timeout=WAIT) as waiting:
        row.locator("[data-save=notebook]").click()
    cells = json.loads(waiting.value.path().read_text(encoding="utf-8"))["cells"]
    code = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    assert f'seen["decoder.layers.0.cross_attention"][{head - 1}]' in code


def test_arrow_keys_move_from_block_to_block(machine):
    choose(machine, "encoder.0.self")
    machine.locator("#machine [data-block='encoder.0.self']").focus()
    machine.keyboard.press("ArrowUp")
    machine.wait_for_selector("#machine [data-block='encoder.0.self.add'][aria-current=true]", timeout=WAIT)
    assert machine.evaluate("document.activeElement.dataset.block") == "encoder.0.self.add"
