"""Time travel: what is packed for the browser, and what the browser makes of it."""

import base64
import json
import xml.etree.ElementTree as ElementTree
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from playwright.sync_api import expect

import viz.components.time_travel as package
from tests.viz.components.conftest import OpenPage
from tests.viz.components.stage import Scene, Stage
from viz.components.time_travel import texts_json, time_travel
from viz.texts.en.time_travel import TIME_TRAVEL
from viz.wire.snapshots import pack_snapshots

if TYPE_CHECKING:
    from playwright.sync_api import Page

LAYERS, HEADS, STEPS = 2, 3, (0, 10, 40)
SRC = ("A", " dog", "<img src=x onerror=window.hacked=1>", "的", "</s>")
PREDICTED = ("Ein", "${window.hacked=1}", "</s>")
SIZES = {"encoder": (5, 5), "decoder": (3, 3), "cross": (3, 5)}


@dataclass(frozen=True)
class Sentence:
    source: str = "A dog <b>的</b>"
    reference: str = "Ein Hund"
    src_tokens: tuple[str, ...] = SRC
    tgt_tokens: tuple[str, ...] = ("<s>", *PREDICTED[:-1])
    predicted_tokens: tuple[str, ...] = PREDICTED


@dataclass(frozen=True)
class State:
    translation: str
    log_prob: float
    reference_log_probs: tuple[float, ...]
    weights: dict[str, np.ndarray]


@dataclass(frozen=True)
class Moment:
    step: int
    loss: float | None
    bleu: float | None
    states: tuple[State, ...]


def moment(number: int) -> Moment:
    """Cross-attention of head 2 in layer 2 goes from flat to one key a row; all else stays flat."""
    weights = {kind: np.full((LAYERS, HEADS, *size), 255 // size[1], np.uint8) for kind, size in SIZES.items()}
    if number:
        share = number / (len(STEPS) - 1)
        rows = 51 * (1 - share) + np.eye(3, 5) * 255 * share
        weights["cross"][1, 1] = rows.round().astype(np.uint8)
    translation = ["<script>window.hacked=1</script>", "Ein Katze", "Ein Hund"][number]
    state = State(translation, -9.0 + 4 * number, (-0.5, -1.0, -0.25), weights)
    return Moment(STEPS[number], None if number == 0 else 4.0 - number, None if number == 0 else 7.5 * number, (state,))


MOMENTS = [moment(number) for number in range(len(STEPS))]


def payload(name: str = "first", moments: list[Moment] = MOMENTS, **options: Any) -> str:
    return str(pack_snapshots([Sentence()], moments, name=name, **options))


# What is packed


def test_payload_differences_add_up_to_the_weights() -> None:
    packed = json.loads(payload())
    for kind, size in SIZES.items():
        raw = zlib.decompress(base64.b64decode(packed["sentences"][0]["weights"][kind]))
        changes = np.frombuffer(raw, np.uint8).reshape(len(STEPS), LAYERS, HEADS, *size)
        for number, found in enumerate(np.cumsum(changes, axis=0, dtype=np.uint8)):
            assert np.array_equal(found, MOMENTS[number].states[0].weights[kind])
    assert (packed["layers"], packed["heads"]) == (dict.fromkeys(SIZES, LAYERS), HEADS)
    assert [one["step"] for one in packed["moments"]] == list(STEPS) and packed["moments"][0]["loss"] is None


def test_the_encoder_may_have_another_depth() -> None:
    def shallow(one: Moment) -> Moment:
        state = one.states[0]
        return replace(
            one, states=(replace(state, weights={**state.weights, "encoder": state.weights["encoder"][:1]}),)
        )

    packed = json.loads(payload(moments=[shallow(one) for one in MOMENTS]))
    assert packed["layers"] == {"encoder": 1, "decoder": LAYERS, "cross": LAYERS}


def test_the_payload_is_ascii_without_markup() -> None:
    text = payload(moments=[*MOMENTS[:2], replace(MOMENTS[2], loss=float("nan"))], curve=[(5, 3.5), (6, float("inf"))])
    assert text.isascii() and "<" not in text
    assert json.loads(text)["moments"][2]["loss"] is None and json.loads(text)["curve"] == [[5, 3.5]]


def test_pack_returns_none_without_snapshots() -> None:
    assert pack_snapshots([Sentence()], [], name="x") is None and pack_snapshots([], MOMENTS, name="x") is None


def test_moments_are_left_out_where_all_would_be_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    one = sum(array.nbytes for array in MOMENTS[0].states[0].weights.values())
    monkeypatch.setattr("viz.wire.snapshots.MOST_BYTES", 2 * one)
    assert [kept["step"] for kept in json.loads(payload())["moments"]] == [0, 40]


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"weights": {**MOMENTS[0].states[0].weights, "cross": np.zeros((2, 3, 3, 7), np.uint8)}}, "cross of step 40"),
        (
            {"weights": {**MOMENTS[0].states[0].weights, "encoder": np.zeros((2, 3, 5, 5))}},
            "encoder of step 40 is float",
        ),
        ({"reference_log_probs": (0.0,)}, "a probability for each of the 3 tokens"),
    ],
)
def test_moments_that_do_not_fit_their_sentences_are_refused(state: dict[str, Any], message: str) -> None:
    wrong = replace(MOMENTS[2], states=(replace(MOMENTS[2].states[0], **state),))
    with pytest.raises(ValueError, match=message):
        payload(moments=[*MOMENTS[:2], wrong])
    with pytest.raises(ValueError, match="0 states for 1 sentences"):
        payload(moments=[replace(MOMENTS[0], states=())])


def test_script_and_template_words_have_texts() -> None:
    import re

    folder = Path(package.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.js")))
    used = set(re.findall(r"say\((?:view\.)?texts, '([\w.]+)'", source))
    used |= set(re.findall(r'data-(?:text|label)="([\w.]+)"', (folder / "time_travel.html").read_text("utf-8")))
    assert len(used) > 15 and {f"time.{key}" for key in used} <= set(TIME_TRAVEL)


# What the browser makes of it


@pytest.fixture(scope="module")
def address(stage: Stage) -> str:
    ended = texts_json({**TIME_TRAVEL, "time.empty": TIME_TRAVEL["time.empty.ended"]})
    values = {
        "grow": payload(moments=[*MOMENTS, replace(MOMENTS[2], step=50)]),
        "other": payload("second", averaged=5),
        "spoil": "{}",
        "clear": "",
    }
    buttons = {name: {"time": {"value": value}} for name, value in values.items()}
    views = [time_travel(payload(), texts=TIME_TRAVEL, elem_id="time")]
    views += [time_travel(None, texts=TIME_TRAVEL, elem_id="nothing")]
    return stage.add(Scene(views, {**buttons, "end": {"nothing": {"texts": ended}}}))


@pytest.fixture
def page(open_page: OpenPage, address: str) -> "Page":
    return open_page(address, "#time [data-drawn]")


def part(page: "Page", name: str) -> str:
    return page.locator(f"#time [data-part='{name}']").inner_text()


def slide(page: "Page", key: str, times: int = 1) -> None:
    page.focus("#time [data-part=range]")
    for _ in range(times):
        page.keyboard.press(key)


def test_time_travel_opens_at_the_end_with_the_aligned_head(page: "Page") -> None:
    assert "layer 2 · head 2" in part(page, "title")
    assert "step 40" in part(page, "now") and "BLEU 15.0" in part(page, "now")
    assert part(page, "translation") == part(page, "reference") == "Ein Hund"
    assert page.locator("#time [data-head]").count() == LAYERS * HEADS
    assert part(page, "readout").startswith("Focus 1.00") and "0.20" in part(page, "readout")


def test_every_line_has_its_unit_and_range(page: "Page") -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_selector("#time [data-width=phone]")
    words = page.locator("#time [data-part=chart] text, #time [data-part=ticks] text")
    said = words.all_text_contents()
    assert "validation loss, nats per token: 2.00 to 3.00" in said and any("0 to 1" in text for text in said)
    assert part(page, "now").endswith("log-prob −1.0 nats")
    cut = words.evaluate_all(
        "nodes => nodes.filter(node => { const text = node.getBoundingClientRect();"
        " const chart = node.closest('svg').getBoundingClientRect();"
        " return text.left < chart.left - 1 || text.right > chart.right + 1; }).map(node => node.textContent)"
    )
    assert cut == []


def test_the_arrow_keys_go_back_to_where_attention_was_flat(page: "Page") -> None:
    slide(page, "ArrowLeft")
    value = page.get_attribute("#time [data-part=range]", "aria-valuetext")
    assert value == "Step 10, validation loss 3.00 nats per token"
    assert page.locator("#time .gf-time-other").all_inner_texts() == ["Katze"]
    # half of the way: 51/2 + 255/2 of 255
    assert part(page, "readout").startswith("Focus 0.60")
    slide(page, "ArrowLeft")
    assert page.get_attribute("#time [data-part=range]", "aria-valuetext") == "Step 0"
    assert part(page, "readout").startswith("Focus 0.20")
    assert part(page, "translation") == "<script>window.hacked=1</script>"


def test_picture_has_a_text_description(page: "Page") -> None:
    page.wait_for_function("document.querySelector('#time [data-part=live]').textContent")
    label = page.get_attribute("#time [data-part=figure]", "aria-label")
    assert label is not None and label == page.locator("#time [data-part=live]").text_content()
    assert "step 40" in label and "Ein at A, 1.00" in label and "${window.hacked=1} at ▁" not in label


def test_it_plays_from_the_start_and_stops_at_the_end(page: "Page") -> None:
    page.click("#time [data-part=play]")
    assert page.get_attribute("#time [data-part=range]", "aria-valuetext") == "Step 0"
    page.wait_for_function("document.querySelector('#time [data-part=play]').ariaPressed === 'false'")
    assert "step 40" in part(page, "now")


def test_any_head_of_any_kind_is_a_key_away(page: "Page") -> None:
    page.focus("#time [data-head='1.1']")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    assert "layer 1 · head 1" in part(page, "title") and part(page, "readout").startswith("Focus 0.20")
    page.click("#time [data-pick=decoder]")
    assert "Decoder self-attention" in part(page, "title")
    assert page.get_attribute("#time [data-pick=decoder]", "aria-checked") == "true"


def test_a_cell_under_the_pointer_is_read_out(page: "Page") -> None:
    ink = page.evaluate(
        "() => { const c = document.querySelector('#time [data-part=moving]'), g = c.getContext('2d');"
        "const r = devicePixelRatio;"
        "const d = g.getImageData(0, 0, c.width, c.height).data; for (let i = 0; i < d.length; i += 4)"
        "if (d[i] > 200 && d[i + 1] < 110 && d[i + 3] > 200)"
        "return [(i / 4 % c.width) / r + 4, Math.floor(i / 4 / c.width) / r + 4]; }"
    )
    page.hover("#time [data-part=moving]", position={"x": ink[0], "y": ink[1]}, force=True)  # where it is by then
    expect(page.locator("#time [data-part=readout]")).to_have_text("“Ein” gives “A” ≈1.00")


def test_growing_run_keeps_the_choice_and_follows_its_end(page: "Page") -> None:
    page.click("#time [data-head='0.2']")
    page.click("#grow")
    page.wait_for_function("document.querySelector('#time [data-part=range]').max === '3'")
    assert "step 50" in part(page, "now") and "layer 1 · head 3" in part(page, "title")


def test_another_run_resets_view_and_broken_payload_is_reported(page: "Page") -> None:
    slide(page, "Home")
    assert not page.locator("#time [data-part=averaged]").is_visible()  # its model is the last of these weights itself
    page.click("#other")
    page.wait_for_selector("#time [data-drawn^=second]")
    assert "average of the last 5 such weights" in part(page, "averaged")
    assert "step 40" in part(page, "now") and "layer 2 · head 2" in part(page, "title")
    page.click("#spoil")
    page.wait_for_selector("#time [data-part=body]", state="hidden")
    assert "cannot be read" in part(page, "empty")


def test_cleared_history_is_not_described(new_page: Callable[[], "Page"], address: str) -> None:
    """The words for a screen reader wait until the picture rests: by then there may be no run."""
    page = new_page()
    page.clock.install(time=0)
    page.goto(address)
    page.wait_for_selector("#time [data-drawn]")
    page.clock.pause_at(3_600_000)
    before = page.text_content("#time [data-part=live]")
    page.click("#time [data-head='0.1']")
    page.click("#clear")
    page.wait_for_selector("#time [data-part=body]", state="hidden")
    page.clock.run_for(600)
    assert before and page.text_content("#time [data-part=live]") == before  # and no script has failed


def test_missing_snapshots_are_explained(page: "Page") -> None:
    assert page.locator("#nothing [data-part=empty]").inner_text() == TIME_TRAVEL["time.empty"]
    assert not page.locator("#nothing [data-part=body]").is_visible()
    page.click("#end")
    page.wait_for_selector(f"#nothing [data-part=empty] >> text={TIME_TRAVEL['time.empty.ended']}")


def test_saved_picture_is_self_contained(page: "Page") -> None:
    with page.expect_download() as caught:
        page.click("#time [data-save=svg]")
    assert caught.value.suggested_filename == "attention-cross-layer2-head2-step40.svg"
    words = " ".join(ElementTree.parse(caught.value.path()).getroot().itertext())
    assert "layer 2 · head 2" in words and "Step 40" in words and "A dog <b>的</b>" in words


def test_it_fits_a_phone(page: "Page") -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_selector("#time [data-width=phone]")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
