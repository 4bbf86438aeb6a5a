"""The address follows what is on the page; reload, back and forward bring the same picture back."""

from urllib.parse import urlencode

from tests.e2e.explorer import VIEW, WAIT, drawn, part, state, translate, until

# What the page shows, in its own words and numbers: no pixels.
PICTURE = """() => {
    const root = document.querySelector('#attention [data-drawn]');
    const other = /[\\d.,]+ m?s\\b|Computed by your browser in .*\\n\\n/g; // a time, and who computed what is shown
    const text = node => node && node.checkVisibility() ? node.innerText.replace(other, '') : '';
    const part = name => text(root.querySelector(`[data-part=${name}]`));
    const selected = name => text(document.querySelector(`${name} > .tab-wrapper [role=tab][aria-selected=true]`));
    const pressed = [...root.querySelectorAll('[data-toggle]')].map(node => node.dataset.toggle + node.ariaPressed);
    const value = id => document.querySelector(id).value;
    const {drawn, kind, layer, head, step, view, rows, side, lens, exact} = root.dataset;
    const panel = [...root.querySelectorAll('[data-panel-of]')].find(node => node.checkVisibility());
    return {
        drawn, kind, layer, head, step, view, rows, side, lens, exact, pressed: pressed.join(),
        source: value('#source textarea'), model: value('#checkpoint input'),
        beam: value('#beam input'), alpha: value('#alpha input'),
        tab: selected('#tabs'), lab: text(document.querySelector('#maths h2')), panel: panel?.dataset.panelOf,
        numbers: ['words', 'variant-words', 'change', 'most', 'meaning', 'stated', 'legend', 'readout', 'next', 'chips']
            .map(part),
        opened: text(panel), busy: root.dataset.busy,
        waits: Boolean(panel?.matches('[aria-busy=true], [data-waiting]')),
    };
}"""
READY = """() => {
    const root = document.querySelector('#attention [data-drawn]');
    return root?.dataset.state === 'ready' && root.dataset.busy !== 'true';
}"""


def picture(page) -> dict:
    return page.evaluate(PICTURE)


def settled(page, before: dict | None = None) -> dict:
    """The picture once it is another and no longer changes: numbers and panels follow from the server."""
    page.wait_for_function(READY, timeout=WAIT)
    found = picture(page)
    for _ in range(WAIT // 150):
        page.wait_for_timeout(150)
        last, found = found, picture(page)
        waits = found["waits"] or "…" in found["opened"] or (found["exact"] != "true" and found["lens"] == "weights")
        if last == found != before and not waits:
            return found
    raise AssertionError("the page does not come to rest")


def becomes(page, wanted: dict, after: str) -> None:
    """Wait for a picture; report what differs from it."""
    try:
        page.wait_for_function(
            f"wanted => {{ const now = ({PICTURE})();"
            " const text = of => JSON.stringify(of ?? null);"
            " return Object.keys(wanted).every(key => text(now[key]) === text(wanted[key])); }",
            arg=wanted,
            timeout=WAIT,
        )
    except Exception as error:
        now = picture(page)
        differs = {key: (wanted[key], now[key]) for key in wanted if wanted[key] != now[key]}
        raise AssertionError(f"after {after}, {page.url}: {differs}") from error


def press(page, selector: str, **options) -> None:
    """Press what may be behind a button on a narrow page: whether it is in sight is no matter of the address."""
    page.locator(f"#attention {selector}").first.dispatch_event("click", options)


def tile(page, name: str, **options) -> None:
    press(page, f"[data-tile='{name}']", **options)


def option(page, group: str, name: str) -> None:
    press(page, f"[data-group={group}] [data-option={name}]")


def toggle(page, name: str) -> None:
    press(page, f"[data-toggle={name}]")


def bench(page, name: str) -> None:
    press(page, f"[data-bench={name}]")


def choose(page, name: str, value: str, event: str) -> None:
    part(page, name).evaluate("(node, value) => { node.value = value; }", value)
    part(page, name).dispatch_event(event)


def tab(page, name: str) -> None:
    page.locator(f"#tabs > .tab-wrapper [role=tab][data-tab-id={name}]").click()


def section(page, name: str) -> None:
    page.locator(f"#maths [data-part=list] [data-lab={name}]").evaluate("one => one.click()")  # its group may be folded


def keys(page, key: str, times: int) -> None:
    part(page, "words").locator("[tabindex='0']").focus()
    for _ in range(times):
        page.keyboard.press(key)


def gate(page, name: str) -> None:
    press(page, f"[data-gate='{name}']")


def another_hypothesis(page) -> None:
    before = drawn(page)
    press(page, "[data-hypothesis='1']")
    page.wait_for_selector(f"{VIEW}:not([data-drawn='{before}'])", timeout=WAIT, state="attached")


def compare(page, text: str) -> None:
    page.fill("#attention [data-compare=text]", text)
    press(page, "[data-compare=run]")
    until(page, lambda: state(page, "side") == "both")


def drop(page) -> None:
    press(page, "[data-part=drop]")


def another_model(page, name: str) -> None:
    before = drawn(page)
    page.locator("#checkpoint input").click()
    page.locator(f"[data-testid=dropdown-option][aria-label={name}]").click()
    page.wait_for_selector(f"{VIEW}:not([data-drawn='{before}'])", timeout=WAIT, state="attached")


def until_side(page, side: str) -> None:
    until(page, lambda: state(page, "side") == side)


ENTRY = True  # Back leads to the picture before
ACTIONS = [
    ("translate", ENTRY, lambda page: translate(page, "Two dogs play in the snow.")),
    ("choose a head", False, lambda page: tile(page, "encoder.1.2")),
    ("choose another head", False, lambda page: tile(page, "cross.0.1")),
    ("go through the steps", False, lambda page: keys(page, "ArrowRight", 3)),
    ("matrix", False, lambda page: option(page, "view", "matrix")),
    ("rows by the token read", False, lambda page: option(page, "rows", "read")),
    ("whole words", False, lambda page: toggle(page, "words")),
    ("without special tokens", False, lambda page: toggle(page, "specials")),
    ("lens", False, lambda page: choose(page, "lens", "scores", "change")),
    ("lens of the weights", False, lambda page: choose(page, "lens", "weights", "change")),
    (
        "mean of heads",
        False,
        lambda page: tile(page, "cross.0.2", ctrlKey=True),
    ),
    ("one head", False, lambda page: option(page, "combine", "one")),
    ("top share", False, lambda page: choose(page, "mass", "0.8", "input")),
    ("panel", ENTRY, lambda page: bench(page, "tree")),
    ("another panel", ENTRY, lambda page: bench(page, "close_up")),
    ("lab", ENTRY, lambda page: bench(page, "lab")),
    ("switch a head off", ENTRY, lambda page: (gate(page, "cross.3.1"), until_side(page, "variant"))),
    (
        "switch another one off",
        ENTRY,
        lambda page: (gate(page, "encoder.0.0"), until(page, lambda: "off=e.1.1%2Cc.4.2" in page.url)),
    ),
    ("difference", False, lambda page: option(page, "side", "difference")),
    ("without the second translation", ENTRY, drop),
    ("compare panel", ENTRY, lambda page: bench(page, "compare")),
    ("compare with a sentence", ENTRY, lambda page: compare(page, "A cat plays in the snow.")),
    ("drop the comparison", ENTRY, drop),
    ("maths", ENTRY, lambda page: tab(page, "maths")),
    ("another lab", ENTRY, lambda page: section(page, "masks")),
    ("train", ENTRY, lambda page: tab(page, "train")),
    ("translate tab", ENTRY, lambda page: tab(page, "translate")),
    ("close the panel", ENTRY, lambda page: bench(page, "compare")),
    ("another hypothesis", ENTRY, another_hypothesis),
    ("another model", ENTRY, lambda page: another_model(page, "numbers")),
]


ELSEWHERE = ("maths", "another lab", "train")  # a translation behind another tab is drawn when its tab is opened


def walk_thirty_actions(empty_page, served):
    """Reload, go back and forward after each action; it takes minutes, so it is run by hand.

    pytest tests/e2e/test_address.py -o python_functions=walk_thirty_actions
    """
    page = empty_page
    page.goto(served)
    before = settled(page)
    for name, is_entry, act in ACTIONS:
        act(page)
        now = settled(page, before)
        if is_entry:
            page.go_back()
            becomes(page, before, f"{name}, back")
            page.go_forward()
            becomes(page, now, f"{name}, forward")
        if name not in ELSEWHERE:
            page.wait_for_timeout(300)  # a choice is written a moment later; leaving the page writes it, too
            page.reload()
            page.wait_for_function(READY, timeout=WAIT)
            becomes(page, now, f"{name}, reload")
        before = now


def test_earlier_translations_are_kept_shown_and_compared(page):
    drawn(page)
    first = page.input_value("#source textarea")
    translate(page, "Two dogs play in the snow.")
    page.reload()
    drawn(page)
    tile(page, "encoder.0.1")
    page.locator("#attention [data-opens=history]").click()
    rows = page.locator("#attention [data-panel=history] tbody tr")
    assert [row.locator("td").first.inner_text() for row in rows.all()] == ["Two dogs play in the snow.", first]
    rows.nth(1).locator("[data-compare-visit]").click()
    until_side(page, "both")
    assert state(page, "kind") == "encoder" and page.locator("[data-panel-of=compare]").is_visible()
    assert page.input_value("#source textarea") == "Two dogs play in the snow."
    page.go_back()
    until_side(page, "base")
    press(page, "[data-visit='0']")
    page.wait_for_function("text => document.querySelector('#source textarea').value === text", arg=first)
    drawn(page)
    assert (state(page, "kind"), state(page, "head")) == ("encoder", "1")


def test_back_leads_to_the_first_lab_after_back_and_forward(empty_page, served):
    """Leaving the tab before the first lab was written into its entry lost the lab."""
    page = empty_page
    page.goto(served)
    drawn(page)
    tab(page, "maths")
    page.wait_for_selector("#maths [data-open], #maths[data-open]")
    page.go_back()
    page.go_forward()
    first = page.locator("#maths [data-part=list] [aria-current=true]")
    name = first.get_attribute("data-lab")
    section(page, "masks")
    until(page, lambda: "lab=masks" in page.url)
    page.go_back()
    until(page, lambda: first.get_attribute("data-lab") == name)


def test_typed_sentence_survives_a_reload_until_it_is_translated(page):
    typed = "Two dogs that nobody has translated yet."
    shown = drawn(page)
    page.locator("#source textarea").fill(typed)
    page.wait_for_function("typed => sessionStorage.getItem('glassformer-draft') === typed", arg=typed)
    page.reload()
    assert drawn(page) == shown
    page.wait_for_function("text => document.querySelector('#source textarea').value === text", arg=typed)
    page.wait_for_selector("#attention [data-stale=true]")  # the translation shown is of another sentence
    page.click("#translate")
    page.wait_for_selector(f"{VIEW}:not([data-drawn='{shown}'])", timeout=WAIT, state="attached")
    assert page.evaluate("sessionStorage.getItem('glassformer-draft')") is None


def test_what_is_typed_into_panels_survives_a_reload(page):
    """Gold alignments, which take an hour to collect, were gone."""
    gold = "A dog runs.\tEin Hund rennt.\t0-0 1-1 2-2\nTwo dogs run.\tZwei Hunde rennen.\t0-0 1-1 2-2"
    drawn(page)
    page.locator("#attention [data-bench=catalogue]").click()
    page.fill("[data-catalogue=own]", gold)
    page.check("[data-catalogue=swapped]")
    page.click("[data-catalogue=run]")
    page.wait_for_selector("[data-sort=aer_read]", timeout=WAIT)
    rates = page.inner_text("[data-catalogue=gold]")
    page.locator("#attention [data-bench=compare]").click()
    page.fill("[data-compare=target]", "Ein Hund")
    page.locator("#attention [data-bench=catalogue]").click()
    until(page, lambda: "bench=catalogue" in page.url)
    page.reload()
    drawn(page)
    page.wait_for_selector("[data-sort=aer_read]", timeout=WAIT)
    assert page.inner_text("[data-catalogue=gold]") == rates
    assert page.input_value("[data-catalogue=own]") == gold and page.is_checked("[data-catalogue=swapped]")
    page.locator("#attention [data-bench=compare]").click()
    assert page.input_value("[data-compare=target]") == "Ein Hund"


def test_link_with_parts_that_do_not_fit_opens_with_the_rest(empty_page, served):
    hostile = "<img src=x onerror=window.hacked=1>"
    asked = {"text": hostile, "beam": "99", "head": "x", "layer": "99", "lens": "lime", "edits": "<img>"}
    asked |= {"tab": "admin", "lab": "x", "vs_checkpoint": "gone", "view": "matrix", "evil": "1"}
    empty_page.goto(f"{served}?{urlencode(asked)}")
    drawn(empty_page)
    words = part(empty_page, "problem").inner_text()
    assert all(name in words for name in asked if name not in ("text", "view"))
    assert empty_page.input_value("#source textarea") == hostile
    assert empty_page.evaluate("window.hacked") is None
    assert empty_page.locator("#attention img").count() == 0
    assert state(empty_page, "view") == "matrix"
    until(empty_page, lambda: not any(part in empty_page.url for part in ("evil", "layer=99")))
