"""The real page in a real browser."""

import io
import zipfile

import numpy as np

VIEW = "#attention [data-drawn]"
WAIT = 60_000  # ms
# Chromium hides the scrollbar that such a section has in a window.
SCROLLED_SIDEWAYS = """[...document.querySelectorAll('.gr-accordion')]
    .filter(section => section.offsetParent && section.scrollWidth > section.clientWidth).map(section => section.id)"""


def drawn(page) -> str:
    """Wait until a translation is on the page; returns the id of its trace."""
    page.wait_for_selector(f'{VIEW}[data-state="ready"]', timeout=WAIT)
    return state(page, "drawn")


def state(page, name: str) -> str:
    return page.get_attribute(VIEW, f"data-{name}")


def translate(page, sentence: str) -> None:
    """Type a sentence and wait for its own drawing."""
    before = drawn(page)
    page.fill("#source textarea", sentence)
    page.click("#translate")
    page.wait_for_function(
        "([selector, before]) => { const d = document.querySelector(selector).dataset;"
        " return d.drawn !== before && d.busy !== 'true'; }",
        arg=[VIEW, before],
        timeout=WAIT,
    )


def test_the_first_screen_has_translated_an_example_by_itself(page):
    drawn(page)
    assert page.input_value("#source textarea")
    assert page.locator("#attention canvas").count() >= 1
    assert "checks passed" in page.inner_text("#attention")


def test_a_sentence_that_is_typed_is_translated_and_drawn(page):
    translate(page, "Two dogs play in the snow.")
    assert "Hund" in page.inner_text("#attention")


def test_words_of_ones_own_are_no_example_and_the_example_can_be_chosen_again(page):
    drawn(page)
    example = page.input_value("#example input")
    assert example == page.input_value("#source textarea")
    translate(page, "Two dogs play in the snow.")
    page.wait_for_function("document.querySelector('#example input').value === ''", timeout=WAIT)
    page.click("#example input")
    page.get_by_role("option", name=example).click()
    page.wait_for_function(
        "example => document.querySelector('#source textarea').value === example", arg=example, timeout=WAIT
    )


def test_a_head_is_picked_without_a_round_trip(page):
    drawn(page)
    page.context.set_offline(True)
    page.keyboard.press("Tab")
    cells = page.locator("#attention [role=gridcell]")
    cells.nth(0).click()
    assert (state(page, "kind"), state(page, "layer"), state(page, "head")) == ("encoder", "0", "0")
    page.keyboard.press("ArrowRight")
    assert state(page, "head") == "1"


def test_hostile_text_is_inert_and_shown_as_text(page):
    translate(
        page, '<img src=x onerror="window.hacked=1"> ${window.hacked=1} `{{value}}` <script>window.hacked=1</script>'
    )
    assert page.evaluate("window.hacked") is None
    assert page.locator("#attention img").count() == 0


def test_strange_text_is_translated_or_refused_in_words(page):
    drawn(page)
    for sentence in ("\u202eevil \u0301\u0301 👩‍👩‍👧 的", "x" * 300):
        page.fill("#source textarea", sentence)
        page.click("#translate")
        page.wait_for_timeout(1500)
        page.wait_for_selector(f'{VIEW}[data-busy="false"]', timeout=WAIT)
        assert page.input_value("#source textarea") == sentence


def test_too_long_a_sentence_is_refused_and_nothing_is_lost(page):
    before = drawn(page)
    sentence = "word " * 700
    page.fill("#source textarea", sentence)
    page.click("#translate")
    page.wait_for_function("() => document.querySelector('#attention').innerText.includes('512')", timeout=WAIT)
    assert page.input_value("#source textarea") == sentence
    assert state(page, "drawn") == before


def test_all_weights_are_saved_as_npz(page):
    drawn(page)
    page.get_by_role("button", name="save").first.click()
    with page.expect_download(timeout=WAIT) as waiting:
        page.locator("#attention").get_by_text("NPZ").first.click()
    data = waiting.value.path().read_bytes()
    assert zipfile.is_zipfile(io.BytesIO(data))
    arrays = np.load(io.BytesIO(data))
    np.testing.assert_allclose(arrays["cross"].sum(-1), 1, atol=1e-5)


def test_every_tab_opens_and_draws(page):
    drawn(page)
    for name in ("Inside the maths", "Train", "About", "Translate"):
        page.get_by_role("tab", name=name).click()
        page.wait_for_timeout(400)
        assert page.evaluate(SCROLLED_SIDEWAYS) == []
    page.get_by_role("tab", name="Inside the maths").click()
    page.wait_for_selector("#maths-sections .js-plotly-plot .main-svg", timeout=WAIT)


def test_a_phone_shows_the_page_without_scrolling_sideways(page):
    page.set_viewport_size({"width": 390, "height": 844})
    drawn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
