"""Inside the maths in a real browser: every lab opened and operated, links, figures that are saved, a phone."""

import csv
import io
import json
import math
from pathlib import Path

import pytest

from core.labs import label_smoothing_trained, several_heads_trained, training_step, why_warmup
from tests.e2e.explorer import WAIT, drawn, until
from viz.labs import lab_names

LAB = "#maths [data-part=lab]"


@pytest.fixture(scope="module", autouse=True)
def short_trainings():
    """Shorten the trainings of labs: shapes are checked at each of their calls, which takes its time."""
    with pytest.MonkeyPatch.context() as patch:
        for trainings in (why_warmup, several_heads_trained, label_smoothing_trained):
            patch.setattr(trainings, "STEPS", 3)
        patch.setattr(training_step, "MOST_WORK", training_step.MOST_WORK / 30)
        yield


@pytest.fixture(scope="module")
def asked(lasting_page, served) -> list[str]:
    """Addresses that the page has asked for, with the smallest model: `tests/viz/labs` has the others."""
    lasting_page.goto(f"{served}?checkpoint=numbers")
    urls: list[str] = []
    lasting_page.on("request", lambda request: urls.append(request.url))
    return urls


@pytest.fixture
def tab(lasting_page, asked):
    """The page with the tab open."""
    drawn(lasting_page)
    lasting_page.get_by_role("tab", name="Inside the maths").first.click()
    lasting_page.wait_for_selector("#maths [data-part=list] button", timeout=WAIT)
    return lasting_page


def drawings(page) -> int:
    return int(page.locator(LAB).get_attribute("data-drawings") or 0)


def settled(page, before: int = 0) -> None:
    """Wait until the lab is drawn, or drawn again, and nothing is waited for."""
    page.wait_for_function(
        f"""before => {{ const lab = document.querySelector('{LAB}');
        return Number(lab.dataset.drawings) > before && lab.getAttribute('aria-busy') === 'false'; }}""",
        arg=before,
        timeout=WAIT,
    )


def open_lab(page, name: str) -> None:
    listed = page.locator(f"#maths [data-part=list] [data-lab={name}]")
    listed.evaluate("one => { const group = one.closest('details'); if (group) group.open = true; }")
    listed.click()
    page.wait_for_selector(f"{LAB}[data-lab={name}]", timeout=WAIT)
    settled(page)


# Gives each control of the open lab another value, as a person does, and waits each time until the lab is drawn again.
OPERATED = """async limit => {
  const lab = document.querySelector("#maths [data-part=lab]"), left = [];
  const problem = document.querySelector("#maths [data-part=problem]");
  const drawn = async before => {
    const end = performance.now() + limit;
    while (performance.now() < end) {
      if (Number(lab.dataset.drawings) > before && lab.getAttribute('aria-busy') === 'false') return true;
      if (!problem.hidden) return false;
      await new Promise(resolve => setTimeout(resolve, 4));
    }
    return false;
  };
  for (const control of document.querySelectorAll('#maths [data-control]')) {
    const node = control.querySelector('input[type=range], input[type=checkbox], select, textarea, input[type=text]');
    if (node.type === 'range' && node.min === node.max) continue;
    const before = Number(lab.dataset.drawings);
    if (node.type === 'checkbox') node.click();
    else if (node.type === 'range') {
      node[node.value === node.min ? 'stepUp' : 'stepDown']();
      node.dispatchEvent(new Event('input', {bubbles: true}));
    }
    else if (node.tagName === 'SELECT') {
      if (node.options.length < 2) continue;
      node.selectedIndex = node.selectedIndex ? 0 : node.options.length - 1;
      node.dispatchEvent(new Event('change', {bubbles: true}));
    } else { node.value += ' again'; node.dispatchEvent(new Event('input', {bubbles: true})); }
    if (!await drawn(before)) left.push(`${control.dataset.control}: ${problem.textContent}`);
  }
  return left;
}"""


@pytest.mark.parametrize("name", lab_names())
def test_lab_follows_each_of_its_controls(tab, name):
    open_lab(tab, name)
    assert tab.locator("#maths [data-part=figures] > *").count() > 0
    assert tab.evaluate(OPERATED, WAIT / 2) == []
    assert tab.locator(f"{LAB} [role=img]:is([aria-label=''], :not([aria-label]))").count() == 0
    words = tab.locator(LAB).inner_text()
    assert "undefined" not in words and "[object" not in words
    assert all(text.strip() for text in tab.locator("#maths [data-number]").all_inner_texts())


def test_nothing_leaves_the_machine(tab, asked):
    assert [
        url for url in asked if not url.startswith(("http://127.0.0.1", "http://localhost", "blob:", "data:"))
    ] == []


def test_link_opens_its_lab_with_its_values(empty_page, served):
    page = empty_page
    page.goto(f"{served}?lab=schedule&set=" + json.dumps({"warmup": 4000, "d_model": 512, "factor": 1}))
    page.wait_for_selector(f"{LAB}[data-lab=schedule]", timeout=WAIT)
    settled(page)
    peak = float(page.locator("#maths [data-number=peak]").get_attribute("data-value"))
    assert peak == pytest.approx(512**-0.5 * 4000**-0.5)
    page.locator("#maths [data-control=warmup] input[type=number]").fill("1000")
    until(page, lambda: '"warmup":1000' in page.evaluate("decodeURIComponent(location.search)"))


def test_back_leads_to_the_lab_before(tab):
    open_lab(tab, "positional")
    tab.evaluate("scrollTo(0, document.body.scrollHeight)")
    open_lab(tab, "softmax")
    head = tab.locator("#maths [data-part=head]")
    until(tab, lambda: head.evaluate("one => one.getBoundingClientRect().top") >= 0)
    tab.go_back()
    tab.wait_for_selector(f"{LAB}[data-lab=positional]", timeout=WAIT)


def test_link_of_a_lab_leads_to_another(tab):
    open_lab(tab, "positional")
    tab.locator("#maths [data-part=see] [data-go=rotation]").click()
    tab.wait_for_selector(f"{LAB}[data-lab=rotation]", timeout=WAIT)


def test_turning_to_the_next_lab_keeps_the_focus(tab):
    open_lab(tab, "positional")
    tab.locator("#maths [data-turn=next]").click()
    assert tab.evaluate("document.activeElement.dataset.part") == "lab"


def test_search_reads_the_words_of_labs_in_both_languages(tab):
    open_lab(tab, "masks")
    listed = tab.locator("#maths [data-part=list] button:visible")

    def names() -> list[str]:
        return [one.get_attribute("data-lab") for one in listed.all()]

    groups = tab.locator("#maths [data-group]")
    assert groups.first.locator("button:visible").count() == 8
    field = tab.locator("#maths [data-part=filter]")
    for words in ("learning rate", "学习率"):
        field.fill(words)
        until(tab, lambda: {"schedule", "why_warmup", "warmup_run"} <= {*names()})
        assert len(names()) < len(lab_names())
        assert names()[0] == "schedule" or words != "learning rate", "its title has these words"
    field.fill("zzzz")
    assert tab.locator("#maths [data-part=none]").is_visible()
    field.fill("")
    assert groups.count() == 8


def test_number_out_of_range_goes_to_the_bound(tab):
    open_lab(tab, "positional")
    box = tab.locator("#maths [data-control=length] input[type=number]")
    box.fill("9999")
    box.blur()
    assert box.input_value() == box.get_attribute("max")


def test_labels_are_the_tokens_of_the_translation(tab):
    open_lab(tab, "labels_shifted")
    labels = tab.locator("#maths [data-side=right] tbody td:nth-child(3)").all_inner_texts()
    reads = tab.locator("#maths [data-side=right] tbody td:nth-child(2)").all_inner_texts()
    assert reads == ["<s>", *labels[:-1]]
    assert labels[-1] == "</s>"
    assert labels[0] != "<s>"


def test_figure_is_saved_as_svg_png_and_csv(tab):
    open_lab(tab, "positional")
    figure = tab.locator("#maths .gf-lab-figure").first
    found = {}
    for tool in ("svg", "png", "csv"):
        with tab.expect_download() as waiting:
            figure.locator(f"[data-save={tool}]").click()
        assert waiting.value.suggested_filename.endswith(f".{tool}")
        found[tool] = Path(waiting.value.path()).read_bytes()
    assert found["svg"].startswith(b"<svg")
    assert found["png"].startswith(b"\x89PNG")
    rows = list(csv.reader(io.StringIO(found["csv"].decode("utf-8-sig"))))
    first = [(float(x), float(y)) for name, x, y in rows[1:] if name == rows[1][0]]
    assert first[:3] == [(p, pytest.approx(math.sin(p), abs=1e-6)) for p in range(3)]


def test_saved_labs_compute_without_the_program(tab, new_page, tmp_path):
    open_lab(tab, "schedule")
    with tab.expect_download() as waiting:
        tab.locator("#maths [data-part=save-page]").click()
    saved = tmp_path / "labs.html"
    saved.write_bytes(Path(waiting.value.path()).read_bytes())
    page, faults = new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: faults.append(request.url) if request.url.startswith("http") else None)
    page.goto(saved.as_uri())
    page.wait_for_selector(f"{LAB}[data-lab=schedule]", timeout=WAIT)
    settled(page)
    before = float(page.locator("[data-number=peak]").get_attribute("data-value"))
    count = drawings(page)
    page.locator("[data-control=factor] input[type=number]").fill("10")
    settled(page, count)
    assert float(page.locator("[data-number=peak]").get_attribute("data-value")) != before
    page.eval_on_selector("#maths [data-part=list] [data-lab=why_warmup]", "button => button.click()")
    page.wait_for_selector("#maths [data-part=problem]:not([hidden])")  # it asks the server several questions
    page.wait_for_selector("#maths [data-part=progress]", state="hidden")  # a saved page trains nothing
    assert faults == []


def test_hostile_sentence_is_drawn_as_text(tab):
    tab.on("dialog", lambda dialog: pytest.fail("a script ran"))
    open_lab(tab, "masks")
    before = drawings(tab)
    tab.locator("#maths [data-control=other] textarea").fill("<img src=x onerror=alert(1)> ${alert(2)} `x`")
    settled(tab, before)
    assert tab.locator("#maths img").count() == 0


def test_lab_fits_a_phone(tab):
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.locator("#maths [data-part=open-list]").click()
    open_lab(tab, "positional")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    controls, figures = (tab.locator(f"#maths [data-part={name}]").bounding_box() for name in ("controls", "figures"))
    assert controls["y"] < figures["y"]
    tab.set_viewport_size({"width": 1280, "height": 900})
