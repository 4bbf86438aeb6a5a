"""The dialog for figures of a paper, on the real page; its file is the one that the command draws."""

import json
import re
import struct
import xml.etree.ElementTree as ET

import pytest
from playwright.sync_api import expect

from tests.e2e.explorer import WAIT, drawn, translate
from viz.cli.parser import main

SVG = "{http://www.w3.org/2000/svg}"
TEXT = "A brown dog runs."
HEADS = "c.3.3 c.1.2"


@pytest.fixture
def page(lasting_page):
    """The page with one sentence translated, and no dialog open."""
    lasting_page.keyboard.press("Escape")
    drawn(lasting_page)
    if lasting_page.input_value("#source textarea") != TEXT:
        translate(lasting_page, TEXT)
    return lasting_page


@pytest.fixture
def dialog(page):
    page.click("#attention [data-opens=save]")
    page.click("#attention [data-save=print]")
    return page.locator("#attention [data-part=print]")


def fill(dialog, **values: str) -> None:
    for name, value in values.items():
        control = dialog.locator(f"[name={name}]")
        if control.evaluate("node => node.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)


def saved(page, dialog) -> tuple[str, bytes]:
    with page.expect_download(timeout=WAIT) as waiting:
        dialog.locator("[data-print=save]").click()
    return waiting.value.suggested_filename, waiting.value.path().read_bytes()


OVERFLOW = """svg => {
  const host = document.createElement('div');
  host.innerHTML = svg;
  document.body.append(host);
  const page = host.firstChild.getBoundingClientRect();
  const found = [...host.querySelectorAll('text')].filter(text => {
    const {left, right} = text.getBoundingClientRect();
    return left < page.left - 1 || right > page.right + 1;
  }).map(text => text.textContent);
  host.remove();
  return found;
}"""


def test_print_dialog_saves_what_the_command_draws(page, dialog, tmp_path):
    expect(dialog.locator("[name=columns]")).to_be_hidden()  # of one head
    fill(dialog, width="120", size="7", ground="transparent", heads="listed", listed=HEADS, columns="2")
    expect(dialog.locator("[data-print=facts]")).to_contain_text("120 × ")
    name, content = saved(page, dialog)
    assert name == dialog.locator("[data-print=file]").inner_text() == "en-de_cross_L3H3-L1H2_a-brown-dog-runs.svg"
    text = content.decode()
    svg = ET.fromstring(text)
    assert svg.get("width") == "120mm"
    assert {one.get("font-size") for one in svg.iter(f"{SVG}text")} == {"7"}
    assert [one.text for one in svg.iter(f"{SVG}text") if one.get("font-weight") == "700"][1:] == ["L3 H3", "L1 H2"]
    out = tmp_path / "figure.svg"
    choices = ["--width", "120", "--font-size", "7", "--ground", "transparent", "--columns", "2"]
    given = ["--checkpoint", "en-de", "--text", TEXT, "--heads", HEADS.replace(" ", ","), "--out", str(out)]
    assert main(["figure", *given, *choices]) == 0
    assert text == out.read_text(encoding="utf-8")
    assert json.loads(svg.findtext(f"{SVG}metadata", ""))["source"] == TEXT
    assert page.evaluate(OVERFLOW, text) == []  # also where no font of the figure is installed


NOTE_FRAMES = """() => new MutationObserver(changes => changes.forEach(({addedNodes}) => addedNodes.forEach(node => {
  if (node.srcdoc) window.printed = node.srcdoc;
}))).observe(document.body, {childList: true})"""


def test_print_dialog_keeps_choices_and_returns_focus(page, dialog):
    fill(dialog, width="60", format="png", dpi="600")
    name, content = saved(page, dialog)
    assert name.endswith(".png")
    width, _ = struct.unpack(">II", content[16:24])
    assert width == round(60 / 25.4 * 600)
    assert struct.unpack(">II", content[content.index(b"pHYs") + 4 :][:8]) == (23622, 23622)
    fill(dialog, format="pdf")
    page.evaluate(NOTE_FRAMES)  # a frame is removed as soon as it is printed
    dialog.locator("[data-print=save]").click()
    printed = page.wait_for_function("window.printed", timeout=WAIT).json_value()
    assert re.search(r"@page { size: 170\.07\d*pt .*<svg", printed, re.DOTALL)
    fill(dialog, format="png", width="6")
    expect(dialog.locator("[data-print=problem]")).to_have_text(re.compile("from 30 to 500"))
    expect(dialog.locator("[data-print=save]")).to_be_disabled()
    fill(dialog, width="60")
    expect(dialog.locator("[data-print=save]")).to_be_enabled()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator("#attention [data-opens=save]")).to_be_focused()
    page.click("#attention [data-opens=save]")
    page.click("#attention [data-save=print]")
    expect(dialog.locator("[name=width]")).to_have_value("60")
    expect(dialog.locator("[name=dpi]")).to_have_value("600")
