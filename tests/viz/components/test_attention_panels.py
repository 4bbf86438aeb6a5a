"""Query and key up close, the head catalogue and the comparison, in the browser: what is drawn is what is computed."""

import csv
import io
import json
import re
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import gradio as gr
import numpy as np
import pytest

from core.data.corpus import ParallelText
from core.data.tasks import task
from core.inspection.alignment import parse_pharaoh
from core.inspection.catalogue import head_catalogue
from core.library import CheckpointLibrary
from core.model.probe import AttentionState, Probe
from viz.components.attention_view import attention_view
from viz.components.attention_view.component import FOLDER, script
from viz.tabs.translate.explorer import Explorer
from viz.tabs.translate.inquiries import server_functions
from viz.texts import section
from viz.texts.en.panels import PANELS
from viz.theme import page_css

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SENTENCE = "three thousand four hundred and eighty-one"
OTHER = "nine million three thousand four hundred and eighty-two"
HOSTILE = "<img src=x onerror=window.hacked=1> ${window.hacked=1} `{{value}}` \u202e seven"
CHECKPOINT = Path(__file__).parents[3] / "checkpoints" / "numbers"
NAMES = ("close_up.js", "catalogue.js", "compare.js")


def test_every_word_of_the_panels_is_in_their_catalogue() -> None:
    source = "".join((FOLDER / name).read_text(encoding="utf-8") for name in NAMES)
    asked = set(re.findall(r"'((?:close_up|catalogue|compare)\.[a-z_.]+)'", source))
    assert len(asked) > 50
    assert {f"attention.{key}" for key in asked if not key.endswith(".")} <= set(PANELS)
    from core.inspection.catalogue import CATALOGUE_MEASURES
    from core.inspection.measures import ROLES

    for measure in (*CATALOGUE_MEASURES, "aer_predicted", "aer_read"):
        assert {f"attention.catalogue.column.{measure}", f"attention.catalogue.hint.{measure}"} <= set(PANELS)
    assert {f"attention.catalogue.role.{role}" for roles in ROLES.values() for role in roles} <= set(PANELS)


def test_the_names_of_the_models_travel_as_a_json_list() -> None:
    view = attention_view(texts=PANELS, checkpoints=["a", "run/</script>"])
    assert json.loads(view.props["checkpoints"]) == ["a", "run/</script>"]
    assert "checkpoints" in script()


# In Chromium, with the functions that the page has


class Site(NamedTuple):
    """A served page, its explorer, and what the browser asked it."""

    address: str
    explorer: Explorer
    calls: list[tuple[str, dict[str, Any], dict[str, Any]]]  # name, request, reply
    slow: list[dict[str, Any]]  # fields of requests that are answered late

    def asked(self, name: str) -> list[dict[str, Any]]:
        return [request for called, request, _ in self.calls if called == name]

    def reply(self, name: str) -> dict[str, Any]:
        return next(reply for called, _, reply in reversed(self.calls) if called == name)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("checkpoints")
    for name in ("numbers", "own"):
        shutil.copytree(CHECKPOINT, folder / name)
    explorer, calls, slow = Explorer(CheckpointLibrary(folder)), [], []

    def recorded(function: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[dict[str, Any]], dict[str, Any]]:
        def ask(data: dict[str, Any]) -> dict[str, Any]:
            reply = function(data)
            if any(fields.items() <= data.items() for fields in slow):
                time.sleep(1.5)
            calls.append((function.__name__, data, reply))
            return reply

        ask.__name__ = function.__name__
        return ask

    with gr.Blocks() as blocks:
        functions = [recorded(function) for function in server_functions(explorer)]
        view = attention_view(texts=section("attention."), server=functions, checkpoints=explorer.library.names())
        sentence = gr.Textbox(elem_id="sentence")
        sentence.submit(
            lambda text: explorer.translate("numbers", text, 3, 0.6).payload,
            sentence,
            view,
            show_progress="hidden",
        )
        blocks.load(lambda: explorer.translate("numbers", SENTENCE, 3, 0.6).payload, None, view)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    blocks.launch(
        server_port=port, prevent_thread_lock=True, quiet=True, run_history=False, ssr_mode=False, css=page_css()
    )
    yield Site(f"http://127.0.0.1:{port}/", explorer, calls, slow)
    blocks.close()


@pytest.fixture
def page(browser: "Browser", site: Site) -> Iterator["Page"]:
    opened = browser.new_page(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    opened.set_default_timeout(60_000)
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    site.calls.clear()
    site.slow.clear()
    opened.goto(site.address)
    opened.wait_for_selector("#attention [data-drawn]")
    yield opened
    assert opened.evaluate("window.hacked") is None
    opened.close()
    assert faults == []


def open_panel(page: "Page", name: str) -> None:
    page.click(f"[data-bench={name}]")
    page.wait_for_selector(f".gf-{name}:not([hidden])")


def choose(page: "Page", kind: str, layer: int, head: int) -> None:
    page.click(f"[data-tile='{kind}.{layer}.{head}']")


def shown_id(page: "Page") -> str:
    return page.evaluate("document.querySelector('#attention [data-drawn]').dataset.drawn")


def state(page: "Page") -> dict[str, str]:
    return page.evaluate("({...document.querySelector('#attention [data-drawn]').dataset})")


def number(text: str) -> float:
    return float(text.replace("−", "-"))


class Keep(Probe):
    """Query and key of every attention."""

    def __init__(self) -> None:
        self.states: dict[str, AttentionState] = {}

    def attention(self, state: AttentionState) -> Any:
        self.states[state.site] = state
        return state.weights


def query_and_key(explorer: Explorer, id: str, kind: str, layer: int, head: int) -> tuple[np.ndarray, np.ndarray]:
    """[Q, E] and [K, E] of one head, from a pass of its own."""
    import torch

    from core.data.tokenizer import BOS_ID

    pair, probe = explorer.pair(id), Keep()
    with torch.inference_mode():
        model = pair.translator.model
        memory, mask = model.encode(torch.tensor([pair.source_ids]), probe)
        model.decode(torch.tensor([[BOS_ID, *pair.target_ids[:-1]]]), memory, mask, probe)
    site = f"{'encoder' if kind == 'encoder' else 'decoder'}.{layer}.{'cross' if kind == 'cross' else 'self'}"
    found = probe.states[site]
    return found.query[0, head].double().numpy(), found.key[0, head].double().numpy()


def await_close_up(page: "Page", id: str, place: str) -> None:
    page.wait_for_selector(f".gf-close_up[data-shown='{id}|{place}']:not([aria-busy])")


def chain(page: "Page") -> dict[str, str]:
    return {
        name: page.inner_text(f"[data-close=chain] [data-link={name}] b")
        for name in ("dot", "scaled", "softmax", "weight")
    }


def telling_place(explorer: Explorer, id: str, kind: str) -> tuple[int, int, int]:
    """Layer, head and row where a wrong sum would show: the flattest row, or one with a large score behind the mask."""
    weights = explorer.trace(id).weights(kind)
    layers, heads, rows, _ = weights.shape
    places = [(layer, head, row) for layer in range(layers) for head in range(heads) for row in range(2, rows - 1)]
    if kind == "encoder":
        return min(places, key=lambda place: weights[place].max())

    def hidden(place: tuple[int, int, int]) -> float:
        queries, keys = query_and_key(explorer, id, kind, *place[:2])
        scores = queries[place[2]] @ keys.T
        return scores[place[2] + 1 :].max() - scores[: place[2] + 1].max()

    return max(places, key=hidden)


@pytest.mark.parametrize("kind", ["encoder", "decoder"])
def test_the_chain_from_product_to_weight_is_what_numpy_makes_of_q_and_k(page: "Page", site: Site, kind: str) -> None:
    id = shown_id(page)
    layer, head, row = telling_place(site.explorer, id, kind)
    choose(page, kind, layer, head)
    open_panel(page, "close_up")
    page.wait_for_selector("[data-close=body]:not([hidden])")
    page.select_option("[data-close=query]", str(row))
    await_close_up(page, id, f"{kind}.{layer}.{head}.{row}")
    queries, keys = query_and_key(site.explorer, id, kind, layer, head)
    size, dots, seen = keys.shape[1], queries[row] @ keys.T, row + 1 if kind == "decoder" else len(keys)
    scaled = dots / np.sqrt(size)
    powers = np.exp(scaled[:seen] - scaled[:seen].max())
    weights = powers / powers.sum()
    assert kind == "decoder" or 0.01 < weights.max() < 0.7
    key = int(np.argsort(weights)[-2])  # not the one that is shown of itself
    page.click(f"[data-close=keys] [data-key='{key}']")
    drawn = chain(page)
    assert number(drawn["dot"]) == pytest.approx(dots[key], rel=5e-6, abs=6e-5)
    assert number(drawn["scaled"]) == pytest.approx(scaled[key], rel=5e-6, abs=6e-5)
    assert number(drawn["weight"]) == pytest.approx(weights[key], abs=6e-5)
    power, total = map(float, drawn["softmax"].split("÷"))
    assert power == pytest.approx(powers[key], abs=2e-4)  # of scores with six digits
    assert total == pytest.approx(powers.sum(), abs=2e-4)
    bars = page.evaluate("[...document.querySelectorAll('[data-close=products] rect')].map(n => +n.dataset.value)")
    np.testing.assert_allclose(bars, queries[row] * keys[key], atol=1e-3)
    assert sum(bars) == pytest.approx(dots[key], abs=1e-2)
    table = page.locator("[data-close=keys] tbody tr")
    cells = [table.nth(i).locator("td.gf-number").all_inner_texts() for i in range(table.count())]
    np.testing.assert_allclose([number(cell[0]) for cell in cells], dots, rtol=5e-6, atol=6e-5)
    np.testing.assert_allclose([number(cell[1]) for cell in cells], scaled, rtol=5e-6, atol=6e-5)
    np.testing.assert_allclose([number(cell[2]) for cell in cells[:seen]], weights, atol=6e-5)
    assert [cell[2].strip() for cell in cells[seen:]] == ["masked"] * (len(keys) - seen)
    visible = np.tri(len(queries), dtype=bool) | (kind == "encoder")
    pairs = (queries @ keys.T)[visible]
    told = page.locator("[data-close=numbers] [data-measure=variance] td").all_inner_texts()
    assert [number(text) for text in told] == pytest.approx([pairs.var(), pairs.var() / size], rel=5e-6, abs=6e-4)
    histogram = site.reply("close_up")["histogram"]
    assert sum(histogram["raw"]) == sum(histogram["scaled"]) == len(pairs)
    page.focus("[data-close=field]")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("[data-close=readout]").startswith("dimension 2: ")


def test_the_close_up_follows_the_views_and_the_newest_wins(page: "Page", site: Site) -> None:
    choose(page, "cross", 0, 1)
    page.click("[data-part=words] [data-step='0']")
    open_panel(page, "close_up")
    id = shown_id(page)
    await_close_up(page, id, "cross.0.1.0")
    site.calls.clear()
    page.focus("[data-part=words] [data-step='0']")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    await_close_up(page, id, "cross.0.1.3")
    assert site.asked("close_up")[-1] == {"id": id, "kind": "cross", "layer": 0, "head": 1, "query": 3}
    site.slow.append({"layer": 1, "query": 0})
    choose(page, "encoder", 1, 0)
    page.wait_for_timeout(500)  # the question is on its way
    choose(page, "encoder", 0, 0)
    await_close_up(page, id, "encoder.0.0.0")
    drawn = page.inner_text("[data-close=keys]")
    page.wait_for_timeout(2000)  # the late answer
    assert page.inner_text("[data-close=keys]") == drawn
    assert site.asked("close_up")[-1]["layer"] == 1
    await_close_up(page, id, "encoder.0.0.0")
    choose(page, "encoder", 1, 0)
    await_close_up(page, id, "encoder.1.0.0")
    page.select_option("[data-close=query]", "2")
    await_close_up(page, id, "encoder.1.0.2")
    assert page.locator("[data-close=keys] tr[aria-selected=true]").count() == 1
    page.focus("[data-close=keys] tr[aria-selected=true]")
    page.keyboard.press("Home")
    assert page.get_attribute("[data-close=keys] tr[data-key='0']", "aria-selected") == "true"
    assert "not be" not in page.inner_text(".gf-close_up")


def catalogue_column(page: "Page", index: int) -> list[str]:
    return page.locator(f"[data-catalogue=table] tbody tr > :nth-child({index})").all_inner_texts()


def test_the_catalogue_is_sorted_filtered_saved_and_leads_to_a_head(page: "Page", site: Site) -> None:
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
    saved = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text(encoding="utf-8"))))
    assert [f"{row['kind']}.{int(row['layer']) - 1}.{int(row['head']) - 1}" for row in saved] == order()
    own = next(row for row in reply["rows"] if f"{row['kind']}.{row['layer']}.{row['head']}" == order()[0])
    assert float(saved[0]["entropy"]) == own["entropy"] and saved[0]["role"] == own["role"]
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


def test_gold_alignments_give_error_rates_beside_a_diagonal(page: "Page", site: Site) -> None:
    pairs = task("numbers").pairs(5, 3, split="test")
    targets = [" ".join(target) for target in pairs.target]
    counts = [min(len(s.split()), len(t)) for s, t in zip(pairs.source, pairs.target, strict=True)]
    links = [" ".join(f"{i + 1}-{i + 1}" for i in range(count)) for count in counts]
    translator = site.explorer.library.translator("numbers")
    gold = [parse_pharaoh(line, one_based=True) for line in links]
    text = ParallelText(pairs.source, targets)
    expected = head_catalogue(translator.model, translator.tokenizer, text, gold=gold, segmented=True)
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
    said = page.inner_text("[data-catalogue=gold]")
    assert f"{min(rates['predicted'] + rates['read']):.3f} at best" in said
    assert expected.diagonal is not None and f"has {expected.diagonal.error_rate:.3f}." in said
    assert "Och and Ney 2003" in page.inner_text("[data-catalogue=legend]")
    assert "lower is better" in page.inner_text("[data-catalogue=legend]")
    page.click("[data-filter=cross]")
    columns = site.reply("head_catalogue")["columns"]
    for rows, found in rates.items():
        page.click(f"[data-sort=aer_{rows}]")  # the lowest first
        shown = [float(text) for text in catalogue_column(page, 5 + columns.index(f"aer_{rows}"))]
        assert shown == pytest.approx(sorted(found), abs=6e-4)
    with page.expect_download() as download:
        page.click("[data-catalogue=csv]")
    saved = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text(encoding="utf-8"))))
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


def test_lines_with_gold_that_do_not_fit_are_refused_and_hostile_ones_stay_text(page: "Page", site: Site) -> None:
    open_panel(page, "catalogue")
    page.wait_for_selector("[data-catalogue=table] [data-row]")

    def refused(lines: str) -> str:
        page.fill("[data-catalogue=own]", lines)
        page.click("[data-catalogue=run]")
        page.wait_for_selector("[data-catalogue=note]:not([hidden])")
        return page.inner_text("[data-catalogue=note]")

    assert refused(f"{HOSTILE}\nseven\t七\t0-0").startswith("Line 1 has 1 of 3 fields")
    assert "'<img' is no link" in refused("seven\t七\t<img src=x onerror=window.hacked=1>")
    assert "at most 100 sentences" in refused("seven\t七\t0-0\n" * 101)
    page.fill("[data-catalogue=own]", f"{HOSTILE}\t{HOSTILE}\t0-0 1p1")
    page.click("[data-catalogue=run]")
    page.wait_for_selector("[data-sort=aer_read]")
    assert page.locator("[data-catalogue=note]").is_hidden()
    assert page.locator(".gf-catalogue img").count() == 0


def levels(explorer: Explorer, id: str, kind: str) -> np.ndarray:
    return np.rint(explorer.trace(id).weights(kind).astype(np.float64) * 255) / 255


def tiles(page: "Page", layers: int) -> np.ndarray:
    """[L, H]."""
    values = page.evaluate("[...document.querySelectorAll('[data-differs]')].map(n => +n.dataset.value)")
    return np.array(values).reshape(layers, -1)


def counterparts(one: list[str], two: list[str]) -> list[tuple[int, int]]:
    """Pairs of equal tokens, where the answer is beyond doubt: no common token twice, and all in the same order."""
    common = [token for token in one if token in two]
    pairs = [(one.index(token), two.index(token)) for token in common]
    assert len(set(common)) == len(common) and pairs == sorted(pairs) and pairs == sorted(pairs, key=lambda p: p[1])
    return pairs


def test_another_sentence_is_compared_token_by_token_and_head_by_head(page: "Page", site: Site) -> None:
    choose(page, "encoder", 0, 1)
    open_panel(page, "compare")
    id = shown_id(page)
    assert page.input_value("[data-compare=text]") == SENTENCE
    page.click("[data-compare=run]")
    assert page.inner_text("[data-compare=note]") == PANELS["attention.compare.nothing"]
    page.fill("[data-compare=text]", OTHER)
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-differs]")
    assert site.asked("variant") == [
        {"id": id, "off": [], "uniform": [], "edits": [], "prefix": [], "same": False, "text": OTHER}
        | {"checkpoint": None, "rank": 0}
    ]
    assert state(page)["side"] == "both"
    other = json.loads(site.reply("variant")["payload"])
    base = json.loads(site.explorer.translate("numbers", SENTENCE, 3, 0.6).payload)
    pairs = counterparts(base["src_tokens"], other["src_tokens"])
    assert 2 < len(pairs) < len(base["src_tokens"])
    one, two = levels(site.explorer, id, "encoder"), levels(site.explorer, other["id"], "encoder")
    here, there = (np.array(side) for side in zip(*pairs, strict=True))
    expected = np.abs(one[:, :, here][..., here] - two[:, :, there][..., there]).mean(axis=(2, 3))
    np.testing.assert_allclose(tiles(page, len(expected)), expected, atol=1e-6)
    said = page.inner_text("[data-compare=cells]")
    sizes = f"{len(base['src_tokens'])} here and {len(other['src_tokens'])} there"
    assert f"{len(pairs)} correspond, of {sizes}" in said
    assert f"{len(pairs) ** 2} weights" in said
    drawn = page.evaluate(
        "[...document.querySelectorAll('[data-pair=true]')].map(n => [+n.dataset.base, +n.dataset.variant,"
        " ...[...n.querySelectorAll('small')].map(s => s.textContent)])"
    )
    for at, to, p, by, q in drawn:
        assert base["predicted_tokens"][at] == other["predicted_tokens"][to]
        before, after = base["probabilities"][at], other["probabilities"][to]
        assert number(p.rstrip("+")) == pytest.approx(before, abs=6e-4)
        assert number(q.rstrip("+")) == pytest.approx(after, abs=6e-4)
        assert number(by) == pytest.approx(np.log(after) - np.log(before), abs=6e-3)
    alone = page.locator("[data-pair=false]").count()
    assert alone >= abs(len(base["predicted_tokens"]) - len(other["predicted_tokens"])) and drawn
    page.click("[data-differs='encoder.1.0']")
    assert [state(page)[name] for name in ("kind", "layer", "head")] == ["encoder", "1", "0"]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert [state(page)[name] for name in ("layer", "head")] == ["1", "1"]


def test_raw_against_ablated_from_the_lab_and_another_model_are_compared_too(page: "Page", site: Site) -> None:
    choose(page, "cross", 1, 0)
    open_panel(page, "lab")
    page.click("[data-mode=same]")
    page.click("[data-gate='cross.0.1']")
    page.wait_for_selector("[data-part=variant]:not([hidden])")
    open_panel(page, "compare")
    choose(page, "decoder", 1, 0)
    page.wait_for_selector("[data-differs='decoder.1.0']")
    id, changed = shown_id(page), json.loads(site.reply("variant")["payload"])["id"]
    one, two = (levels(site.explorer, which, "decoder") for which in (id, changed))
    visible = np.tri(one.shape[-1], dtype=bool)
    expected = np.abs(one - two)[:, :, visible].mean(axis=2)
    np.testing.assert_allclose(tiles(page, len(expected)), expected, atol=1e-6)
    assert expected[0].max() == 0 < expected[1].max()  # the first layer stands before the head that is off
    page.select_option("[data-compare=checkpoint]", "own")
    page.click("[data-compare=run]")
    page.wait_for_function("document.querySelector('[data-compare=cells]')?.textContent.includes('trained apart')")
    assert site.asked("variant")[-1]["checkpoint"] == "own" and site.asked("variant")[-1]["text"] is None
    assert not tiles(page, 1).any()  # the same weights under another name


def test_hostile_text_stays_text_in_every_panel_and_nothing_scrolls_sideways(page: "Page", site: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 900})
    before = shown_id(page)
    page.fill("#sentence textarea, #sentence input", HOSTILE)
    page.press("#sentence textarea, #sentence input", "Enter")
    page.wait_for_function(f"document.querySelector('#attention [data-drawn]').dataset.drawn !== '{before}'")
    choose(page, "encoder", 1, 0)
    open_panel(page, "close_up")
    await_close_up(page, shown_id(page), "encoder.1.0.0")
    assert "U+202E" in page.inner_text("[data-close=keys]")
    open_panel(page, "catalogue")
    page.wait_for_selector("[data-catalogue=table] [data-row]")
    open_panel(page, "compare")
    assert page.input_value("[data-compare=text]") == HOSTILE
    page.fill("[data-compare=text]", f"{HOSTILE} <b>{'x' * 300}</b>")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-differs]")
    assert page.locator("#attention img, .gf-compare b:not([class]) *").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
