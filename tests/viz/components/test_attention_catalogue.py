"""The head catalogue in the browser: what is drawn is what is computed."""

import csv
import io
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from core.data.corpus import ParallelText
from core.data.pharaoh import parse_pharaoh
from core.data.tasks import task
from core.inspection.catalogue import head_catalogue
from tests.viz.components.panels import HOSTILE, Site, open_panel, shown_id, state

if TYPE_CHECKING:
    from playwright.sync_api import Page


def catalogue_column(page: "Page", index: int) -> list[str]:
    return page.locator(f"[data-catalogue=table] tbody tr > :nth-child({index})").all_inner_texts()


def test_catalogue_shows_that_it_scrolls(page: "Page", site: Site) -> None:
    """The table said "every head" and ended in the middle of them, without a cue."""
    open_panel(page, "catalogue")
    page.wait_for_selector("[data-catalogue=table] [data-row]")
    count = len(site.reply("head_catalogue")["rows"])
    page.evaluate("document.querySelector('[data-catalogue=scroll]').style.maxHeight = '160px'")
    page.wait_for_selector("[data-catalogue=scroll][data-more~=bottom]")
    more = page.inner_text("[data-catalogue=more]")
    assert re.match(rf"[1-9]\d? of {count} rows fit: scroll down for the others\.", more)
    page.evaluate("document.querySelector('[data-catalogue=scroll]').style.maxHeight = '9999px'")
    page.wait_for_selector("[data-catalogue=scroll]:not([data-more~=bottom])")
    assert "scroll down" not in page.locator("[data-catalogue=more]").inner_text()


def test_catalogue_bars_lie_under_their_numbers(page: "Page", site: Site) -> None:
    open_panel(page, "catalogue")
    page.wait_for_selector("[data-catalogue=table] [data-row]")
    gaps = page.evaluate("""[...document.querySelectorAll('[data-catalogue=table] td:has(.gf-track)')].map(cell => {
      const range = document.createRange(), number = [...cell.childNodes].find(node => node.nodeType === 3);
      range.selectNodeContents(number);
      const text = range.getBoundingClientRect(), track = cell.querySelector('.gf-track').getBoundingClientRect();
      return Math.max(text.left - track.left, track.right - text.right);
    })""")
    assert gaps and max(gaps) < 9
    left = "name => document.querySelector(`[data-catalogue=${name}]`).getBoundingClientRect().left"
    first = page.evaluate("document.querySelector('[data-sort=kind]').getBoundingClientRect().left")
    assert first == page.evaluate(left, "about") == page.evaluate(left, "more")  # one left edge


def test_catalogue_begins_with_four_measures(page: "Page", site: Site) -> None:
    open_panel(page, "catalogue")
    page.wait_for_selector("[data-catalogue=table] [data-row]")

    def columns() -> list[str]:
        return page.evaluate("[...document.querySelectorAll('[data-column]')].map(heading => heading.dataset.column)")

    first = ["kind", "layer", "head", "role", "confidence", "mean_distance", "coverage"]
    assert columns() == first
    page.click("[data-catalogue=measures]")
    assert columns() == [*first[:4], *site.reply("head_catalogue")["columns"]]
    assert page.locator("[data-catalogue=legend] dt").count() == len(columns()) - 3  # of each measure a sentence
    page.click("[data-sort=entropy]")
    page.click("[data-catalogue=measures]")  # the column of the order goes with the others
    assert columns() == first and page.get_attribute("[data-column=kind]", "aria-sort") == "ascending"


def test_catalogue_sorts_filters_saves_and_opens_heads(page: "Page", site: Site) -> None:
    open_panel(page, "catalogue")
    page.wait_for_selector("[data-catalogue=table] [data-row]")
    id = shown_id(page)
    assert site.asked("head_catalogue") == [{"id": id, "sentences": None}]
    reply = site.reply("head_catalogue")
    assert f"{reply['sentences']} sample sentences" in page.inner_text("[data-catalogue=about]")
    entropies = [row["entropy"] for row in reply["rows"]]
    names = [f"{row['kind']}.{row['layer']}.{row['head']}" for row in reply["rows"]]

    def order() -> list[str]:
        return page.evaluate(
            "[...document.querySelectorAll('[data-catalogue=table] [data-row]')].map(n => n.dataset.row)"
        )

    assert order() == names
    page.click("[data-catalogue=measures]")
    page.click("[data-sort=entropy]")
    assert page.get_attribute("[data-column=entropy]", "aria-sort") == "descending"
    falling = [names[i] for i in np.argsort(-np.array(entropies), kind="stable")]
    assert order() == falling
    page.keyboard.press("Enter")  # the heading keeps the focus
    assert page.get_attribute("[data-column=entropy]", "aria-sort") == "ascending"
    assert order() == [names[i] for i in np.argsort(entropies, kind="stable")]
    page.click("[data-sort=coverage]")  # self-attention has none: it comes last
    assert [name.split(".")[0] for name in order()[:8]] == ["cross"] * 8
    page.click("[data-sort=coverage]")
    assert [name.split(".")[0] for name in order()[:8]] == ["cross"] * 8
    page.click("[data-sort=entropy]")
    place = 5 + reply["columns"].index("entropy")
    assert [float(text) for text in catalogue_column(page, place)] == pytest.approx(sorted(entropies)[::-1], abs=6e-4)
    page.click("[data-filter=cross]")
    assert order() == [name for name in falling if name.startswith("cross")]
    with page.expect_download() as download:
        page.click("[data-catalogue=csv]")
    comment, _, table = Path(download.value.path()).read_text(encoding="utf-8").partition("\n")
    provenance = json.loads(comment.removeprefix("# "))
    assert len(provenance["weights_sha256"]) == 64 and provenance["sentences"] == reply["sentences"]
    saved = list(csv.DictReader(io.StringIO(table)))
    assert [f"{row['kind']}.{int(row['layer']) - 1}.{int(row['head']) - 1}" for row in saved] == order()
    own = next(row for row in reply["rows"] if f"{row['kind']}.{row['layer']}.{row['head']}" == order()[0])
    assert float(saved[0]["entropy"]) == own["entropy"] and saved[0]["role"] == own["role"]
    clearest = [
        max((row for row in reply["rows"] if row["kind"] == kind and row["role"]), key=lambda row: row["role_score"])
        for kind in {row["kind"] for row in reply["rows"] if row["role"]}
    ]
    clearest.sort(key=lambda row: -row["role_score"])
    buttons = page.locator("[data-catalogue=clear] button")
    shown = [buttons.nth(i).get_attribute("data-clear") for i in range(buttons.count())]
    assert shown == [f"{row['kind']}.{row['layer']}.{row['head']}" for row in clearest] and shown
    buttons.last.click()
    assert ".".join(state(page)[name] for name in ("kind", "layer", "head")) == shown[-1]
    first, second = order()[:2]
    page.click(f"[data-row='{first}']")
    assert ".".join(state(page)[name] for name in ("kind", "layer", "head")) == first
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert ".".join(state(page)[name] for name in ("kind", "layer", "head")) == second
    assert page.get_attribute(f"[data-row='{second}']", "aria-selected") == "true"


def test_the_catalogue_takes_sentences_of_ones_own(page: "Page", site: Site) -> None:
    open_panel(page, "catalogue")
    page.wait_for_selector("[data-catalogue=table] [data-row]")
    before = catalogue_column(page, 5)
    page.fill("[data-catalogue=own]", f"seven\n\n{HOSTILE}\n")
    page.click("[data-catalogue=run]")
    page.wait_for_function("document.querySelector('[data-catalogue=about]').textContent.includes('your sentences')")
    request = site.asked("head_catalogue")[-1]
    assert request["sentences"].splitlines() == ["seven", "", HOSTILE]
    assert site.reply("head_catalogue")["sentences"] == 2
    assert "over 2 of your sentences" in page.inner_text("[data-catalogue=about]")
    assert catalogue_column(page, 5) != before
    page.fill("[data-catalogue=own]", "\n".join(["seven"] * 101))
    page.click("[data-catalogue=run]")
    page.wait_for_selector("[data-catalogue=note]:not([hidden])")
    assert "at most 100" in page.inner_text("[data-catalogue=note]")
    page.click("[data-catalogue=sample]")
    page.wait_for_function("document.querySelector('[data-catalogue=about]').textContent.includes('sample sentences')")
    assert catalogue_column(page, 5) == before


def test_gold_alignments_give_error_rates_and_a_baseline(page: "Page", site: Site) -> None:
    pairs = task("numbers").pairs(5, 3, split="test")
    targets = [" ".join(target) for target in pairs.target]
    counts = [min(len(s.split()), len(t)) for s, t in zip(pairs.source, pairs.target, strict=True)]
    links = [" ".join(f"{i + 1}-{i + 1}" for i in range(count)) for count in counts]
    translator = site.service.library.translator("numbers")
    gold = [parse_pharaoh(line, one_based=True) for line in links]
    text = ParallelText(pairs.source, targets)
    expected = head_catalogue(translator.model, translator.vocabularies, text, gold=gold)
    own = [row.alignment for row in expected.rows if row.kind == "cross"] + [row.alignment for row in expected.layers]
    rates = {rows: [alignment[rows].error_rate for alignment in own] for rows in ("predicted", "read")}
    open_panel(page, "catalogue")
    page.wait_for_selector("[data-catalogue=table] [data-row]")
    page.fill("[data-catalogue=own]", "seven")
    assert page.locator("[data-catalogue=one_based]").is_hidden()
    lines = "\n".join("\t".join(fields) for fields in zip(pairs.source, targets, links, strict=True))
    page.fill("[data-catalogue=own]", lines)
    page.check("[data-catalogue=one_based]")
    page.click("[data-catalogue=run]")
    page.wait_for_selector("[data-sort=aer_read]")
    request = site.asked("head_catalogue")[-1]
    assert request == {"id": shown_id(page), "sentences": lines, "one_based": True, "swapped": False}
    assert "over 5 of your sentence pairs" in page.inner_text("[data-catalogue=about]")
    sentence = page.inner_text("[data-catalogue=gold]")
    assert f"{min(rates['predicted'] + rates['read']):.3f}" in sentence
    assert expected.diagonal is not None and f"scores {expected.diagonal.error_rate:.3f}." in sentence
    assert "Och and Ney 2003" in page.inner_text("[data-catalogue=legend]")
    assert "lower is better" in page.inner_text("[data-catalogue=legend]")
    page.click("[data-filter=cross]")
    page.click("[data-catalogue=measures]")
    columns = site.reply("head_catalogue")["columns"]
    for rows, found in rates.items():
        page.click(f"[data-sort=aer_{rows}]")  # the lowest first
        shown = [float(text) for text in catalogue_column(page, 5 + columns.index(f"aer_{rows}"))]
        assert shown == pytest.approx(sorted(found), abs=6e-4)
    with page.expect_download() as download:
        page.click("[data-catalogue=csv]")
    comment, _, table = Path(download.value.path()).read_text(encoding="utf-8").partition("\n")
    assert json.loads(comment.removeprefix("# "))["target"] == "references"
    saved = list(csv.DictReader(io.StringIO(table)))
    means = {row["layer"]: float(row["aer_read"]) for row in saved if row["head"] == "mean"}
    assert means == {
        str(row.layer + 1): pytest.approx(row.alignment["read"].error_rate, rel=1e-5) for row in expected.layers
    }
    page.click("[data-row='cross.1.mean']")  # shows that mean, and a head after it stands alone again
    assert page.get_attribute("[data-row='cross.1.mean']", "aria-selected") == "true"
    chosen = page.locator("#attention [data-part=live]").text_content
    assert f"mean of {translator.model.config.num_heads} heads" in (chosen() or "")
    page.click("[data-row='cross.1.0']")
    assert page.get_attribute("[data-row='cross.1.0']", "aria-selected") == "true"
    assert (chosen() or "").endswith("head 1")


def test_catalogue_refuses_bad_alignments_and_keeps_hostile_text(page: "Page", site: Site) -> None:
    open_panel(page, "catalogue")
    page.wait_for_selector("[data-catalogue=table] [data-row]")

    def refused(lines: str) -> str:
        page.fill("[data-catalogue=own]", lines)
        page.click("[data-catalogue=run]")
        page.wait_for_selector("[data-catalogue=note]:not([hidden])")
        return page.inner_text("[data-catalogue=note]")

    assert refused(f"{HOSTILE}\nseven\t七\t0-0").startswith("Line 1 has 1 of 3 tab-separated fields")
    # Numbers of sentences measured before must not look like the answer, and the error must be in sight.
    assert page.locator("[data-catalogue=table]").is_hidden() and page.locator("[data-catalogue=gold]").is_hidden()
    box, height = page.locator("[data-catalogue=note]").bounding_box(), page.evaluate("innerHeight")
    assert box is not None and 0 <= box["y"] <= height - box["height"]
    assert "ends with links but has no tab" in refused("seven six 七 六 0-0 1-1")
    assert "invalid link '<img'" in refused("seven\t七\t<img src=x onerror=window.hacked=1>")
    assert "at most 100 sentences" in refused("seven\t七\t0-0\n" * 101)
    page.fill("[data-catalogue=own]", f"{HOSTILE}\t{HOSTILE}\t0-0 1p1")
    page.click("[data-catalogue=run]")
    page.wait_for_selector("[data-sort=aer_read]")
    assert page.locator("[data-catalogue=note]").is_hidden()
    assert page.locator(".gf-catalogue img").count() == 0


def test_catalogue_says_that_it_measures_the_unchanged_model(page: "Page", site: Site) -> None:
    open_panel(page, "catalogue")
    page.wait_for_selector("[data-catalogue=table] [data-row]")
    assert page.locator("[data-catalogue=whole]").is_hidden()
    open_panel(page, "lab")
    page.click("[data-gate='cross.0.1']")
    open_panel(page, "catalogue")
    page.wait_for_selector("[data-catalogue=whole]:not([hidden])")
    assert "unchanged model" in page.inner_text("[data-catalogue=whole]")
