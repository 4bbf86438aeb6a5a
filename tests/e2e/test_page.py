"""The real page in a real browser."""

import pytest

from tests.e2e.explorer import WAIT, drawn, state, translate
from viz.texts import ENGLISH

SENTENCE = "Two dogs play in the snow."
# what each tab shows once it is open
TABS = {
    "The machine": "#machine [data-part=panel][data-state=ready]",
    "Inside the maths": "#maths .gf-lab-figure canvas",
    "Train": "#train-start",
    "Evaluate": "#evaluate-preview td",
    "About": "#about",
    "Translate": "#attention [data-drawn]",
}
# Chromium hides the scrollbar that such a section has in a window.
SCROLLED_SIDEWAYS = """[...document.querySelectorAll('.gr-accordion')]
    .filter(section => section.offsetParent && section.scrollWidth > section.clientWidth).map(section => section.id)"""


# of the first screen: the translation, every head, one head with its scale, the tools
LOWEST = """Math.max(...['.gf-actions', '.gf-kinds', '.gf-map', '.gf-foot', '.gf-deeper']
    .map(part => document.querySelector(part).getBoundingClientRect().bottom + scrollY))"""


# What can be pressed or changed on the first screen; the copy by which Gradio measures the tabs is not seen.
CONTROLS = """[...document.querySelectorAll('button, a, input, select')].filter(node => {
  const {top, bottom, width, height} = node.getBoundingClientRect();
  return width && height && bottom > 0 && top < innerHeight && !node.closest('.visually-hidden') &&
    node.checkVisibility({opacityProperty: true, visibilityProperty: true});
}).length"""


@pytest.fixture
def page(lasting_page):
    drawn(lasting_page)
    return lasting_page


def test_page_translates_an_example_on_load(page):
    assert page.input_value("#source textarea")
    assert page.locator("#attention canvas").count() >= 1
    assert "figures checked" in page.inner_text("#attention")
    assert page.evaluate(LOWEST) <= 900  # pixels of a laptop's window
    assert page.evaluate(CONTROLS) <= 67, "on the first screen, of which 14 are tokens of the translation"


@pytest.mark.parametrize(("width", "height_above"), [(1280, 58), (768, 90), (390, 176)])
def test_header_says_what_this_is_without_room_of_its_own(page, width, height_above):
    """On a laptop nothing said it; `height_above` is the top of the tabs at that time."""
    page.set_viewport_size({"width": width, "height": 844})
    line, tabs = page.locator("#brand small"), page.locator("#tabs [role=tablist]").first
    assert line.inner_text() == ENGLISH("page.subtitle") and line.is_visible()
    assert tabs.bounding_box()["y"] <= height_above


def test_page_translates_typed_text_and_examples(page):
    example = page.input_value("#example input")
    assert example == page.input_value("#source textarea")
    translate(page, SENTENCE)
    assert "Hund" in page.inner_text("#attention")
    page.wait_for_function("document.querySelector('#example input').value === ''", timeout=WAIT)
    page.click("#example input")
    page.get_by_role("option", name=example).click()
    page.wait_for_function(
        "example => document.querySelector('#source textarea').value === example", arg=example, timeout=WAIT
    )


@pytest.mark.parametrize(
    "sentence",
    [
        '<img src=x onerror="window.hacked=1"> ${window.hacked=1} `{{value}}` <script>window.hacked=1</script>',
        "\u202eevil \u0301\u0301 👩‍👩‍👧 的",
        "x" * 40,
    ],
    ids=["markup", "strange", "long word"],
)
def test_page_translates_hostile_text_as_text(page, sentence):
    translate(page, sentence)
    assert page.input_value("#source textarea") == sentence
    assert page.evaluate("window.hacked") is None
    assert page.locator("#attention img").count() == 0


def test_page_refuses_a_sentence_of_too_many_tokens(page):
    before = drawn(page)
    sentence = "word " * 700
    page.fill("#source textarea", sentence)
    page.click("#translate")
    page.wait_for_function("() => document.querySelector('#attention').innerText.includes('512')", timeout=WAIT)
    assert page.input_value("#source textarea") == sentence
    assert state(page, "drawn") == before


@pytest.mark.parametrize("width", [360, 390])
def test_names_of_all_tabs_are_in_sight_on_a_phone(page, width):
    """At 390 pixels the fifth name was cut and the sixth was outside of the window."""
    page.set_viewport_size({"width": width, "height": 844})
    tabs = page.locator("#tabs [role=tab][data-tab-id]")
    boxes = [tab.bounding_box() for tab in tabs.all()]
    assert len(boxes) == len(TABS)
    assert tabs.evaluate_all("tabs => tabs.filter(tab => tab.scrollWidth > tab.clientWidth).length") == 0
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes), boxes
    assert {box["y"] for box in boxes} == {boxes[0]["y"]} and boxes[0]["height"] <= 42


def test_open_tab_is_in_sight_on_a_small_phone(page):
    page.set_viewport_size({"width": 320, "height": 700})
    for tab in ("about", "translate"):
        page.evaluate("tab => document.querySelector(`[role=tab][data-tab-id=${tab}]`).click()", tab)
        opened = page.locator(f"[role=tab][data-tab-id={tab}][aria-selected=true]")
        opened.wait_for(timeout=WAIT)
        box = opened.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 320


def test_arrow_of_a_section_is_before_its_name_and_points_on(page):
    """Gradio's own is at the other end of the line and points back at the name while the section is closed."""
    page.get_by_role("tab", name="Train").first.click()
    title = page.locator("#train-model-settings-section > .label-wrap")
    arrow, name = (title.locator(part) for part in (".icon", "span:not(.icon)"))
    name.wait_for(timeout=WAIT)
    assert arrow.bounding_box()["x"] < name.bounding_box()["x"]
    for transform in ("matrix(0, -1, 1, 0, 0, 0)", "matrix(1, 0, 0, 1, 0, 0)"):  # to the right, then down
        page.wait_for_function(
            "([node, value]) => getComputedStyle(node).transform === value", arg=[arrow.element_handle(), transform]
        )
        title.click()
    page.get_by_role("tab", name="Translate").first.click()


@pytest.mark.parametrize("width", [1280, 390])
def test_every_tab_shows_its_content_within_the_width(page, width):
    translate(page, f"{SENTENCE} {width}")
    page.set_viewport_size({"width": width, "height": 844})
    for name, content in TABS.items():
        page.get_by_role("tab", name=name).first.click()
        page.locator(content).first.wait_for(timeout=WAIT)
        page.wait_for_function(f"document.documentElement.scrollWidth <= {width}", timeout=WAIT)
        assert page.evaluate(SCROLLED_SIDEWAYS) == []
