"""The search tree and the head lab of the attention view, driven in a browser against a model that really computes."""

import itertools
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gradio as gr
import numpy as np
import pytest

import viz.components.attention_view as attention_view_package
from core.config import DecodingConfig
from core.decoding.search import length_penalty
from core.inspection.intervention import HeadName, Intervention
from core.library import CheckpointLibrary
from tests.viz.components.conftest import OpenPage, Serve
from viz.components.attention_view import attention_view
from viz.tabs.translate.explorer import Explorer
from viz.tabs.translate.inquiries import server_functions
from viz.texts import section
from viz.texts.en.lab import LAB

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from core.translator import Translator

FOLDER = Path(attention_view_package.__file__).parent
CHECKPOINTS = FOLDER.parents[2] / "checkpoints"
NAME, BEAM, ALPHA = "numbers", 4, 0.6
SOURCE = "forty seven thousand one hundred and twelve"  # nine steps
HOSTILE = "<img src=x onerror=window.hacked=1> ${window.hacked=1} `{{value}}` \u202eabc"
LAYERS, HEADS = 2, 4


@dataclass
class Served:
    """The page, and what its browser has asked for."""

    address: str = ""
    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    problem: str = ""  # answered to every variant while it is set
    hostile: bool = False  # tokens of the tree are replaced
    answering: threading.Event = field(default_factory=threading.Event)  # every variant waits while it is not set
    at_once: list[int] = field(default_factory=lambda: [0, 0])  # variants being made now, and at most

    def requests(self, name: str) -> list[dict[str, Any]]:
        return [data for asked, data in self.asked if asked == name]


def demo(folder: Path, served: Served) -> gr.Blocks:
    """The view with the real server functions, and buttons for other translations."""
    explorer = Explorer(CheckpointLibrary(folder))

    def recording(function: Any) -> Any:
        def ask(data: dict[str, Any]) -> dict[str, Any] | None:
            served.asked.append((function.__name__, data))
            if function.__name__ == "variant" and served.problem:
                return {"problem": served.problem}
            if function.__name__ == "variant":
                served.at_once[0] += 1
                served.at_once[1] = max(served.at_once)
                served.answering.wait(60)
            reply = function(data)
            if function.__name__ == "variant":
                served.at_once[0] -= 1
            if function.__name__ == "search_tree" and served.hostile:
                texts = reply["nodes"]["text"]
                reply = {**reply, "nodes": {**reply["nodes"], "text": [f" {HOSTILE}" for _ in texts]}}
            return reply

        ask.__name__ = function.__name__
        return ask

    def show(text: str, beam: int = BEAM, rank: int = 0) -> str:
        return explorer.translate(NAME, text, beam, ALPHA, rank).payload

    def again(event: gr.EventData) -> Any:
        return gr.HTML(value=explorer.again(event.id, event.index).payload)

    with gr.Blocks() as page:
        view = attention_view(
            texts=section("attention."), server=[recording(function) for function in server_functions(explorer)]
        )
        greedy, hostile = (gr.Button(name, elem_id=name) for name in ("greedy", "hostile"))
        hidden: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private"}
        greedy.click(lambda: show(SOURCE, 1), None, view, **hidden)
        hostile.click(lambda: show(HOSTILE), None, view, **hidden)
        page.load(lambda: show(SOURCE), None, view, **hidden)
        view.hypothesis_select(again, None, view, **hidden)
    return page


@pytest.fixture(scope="module")
def translator() -> "Translator":
    """The numbers model that ships: it writes enough tokens for a tree, and writes them in Chinese."""
    from core.translator import Translator

    return Translator.load(CHECKPOINTS / NAME)


@pytest.fixture(scope="module")
def served(serve: Serve) -> Served:
    served = Served()
    served.address = serve(demo(CHECKPOINTS, served))
    return served


@pytest.fixture
def page(open_page: OpenPage, served: Served) -> Iterator["Page"]:
    served.asked.clear()
    served.problem, served.hostile, served.at_once = "", False, [0, 0]
    served.answering.set()
    opened = open_page(served.address, "[data-drawn]")
    yield opened
    assert opened.locator(".gf-bench img").count() == 0


def opened(page: "Page", panel: str) -> None:
    page.click(f"[data-bench={panel}]")
    page.wait_for_selector("[data-tree=body]:not([hidden])" if panel == "tree" else "[data-gate]")


def settled(page: "Page") -> None:
    """Nothing is waited for, and what was asked for is shown."""
    page.wait_for_function(
        "!document.querySelector('[data-lab=outcome][data-waiting]') && document.querySelector('.gf-lab-totals')"
    )


def state(page: "Page", name: str) -> str:
    return page.evaluate(f"document.querySelector('[data-drawn]').dataset.{name}")


def javascript(page: "Page", files: tuple[str, ...], expression: str) -> Any:
    """What pure functions of the component say."""
    source = "\n".join((FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in files)
    return page.evaluate(f"(() => {{ {source}\n return {expression} }})()")


# The search tree


def test_every_candidate_of_the_search_stands_in_the_tree_with_its_own_numbers(
    page: "Page", translator: "Translator"
) -> None:
    config = DecodingConfig(beam_size=BEAM, alpha=ALPHA, nbest=BEAM)
    found = translator.search(SOURCE, config, record=True)
    assert found.tree is not None
    opened(page, "tree")
    statuses = page.evaluate("[...document.querySelectorAll('[data-node]')].map(n => n.dataset.status)")
    nodes = list(found.tree)
    for status in ("kept", "finished", "pruned"):
        assert statuses.count(status) == sum(node.status == status for node in nodes) > 0
    summary = page.inner_text("[data-tree=summary]")
    assert f"looked at {len(nodes)} candidates" in summary and f"pruned {statuses.count('pruned')}" in summary
    # The second hypothesis, its numbers worked out from its own tokens.
    second = found.hypotheses[1]
    page.hover("[data-node][data-ends=true]:has-text('#2')")
    numbers = [text.replace("−", "-") for text in page.locator("[data-tree=numbers] dd").all_inner_texts()]
    penalty = length_penalty(len(second.ids), ALPHA)
    expected = (second.token_log_probs[-1], second.log_prob, penalty, second.log_prob / penalty)
    assert numbers == [f"{value:.4f}" for value in expected]
    assert page.inner_text("[data-tree=words]").replace("</s>", "").split() == found.texts[1].split()
    assert page.inner_text("[data-tree=state]") == f"finished: hypothesis 2 of {len(found.hypotheses)}"


def test_children_stand_right_of_their_parents_and_no_two_labels_touch(page: "Page") -> None:
    opened(page, "tree")
    boxes = page.evaluate(
        "[...document.querySelectorAll('[data-node]')].map(n => { const r = n.getBoundingClientRect();"
        " return [+n.getAttribute('aria-level'), r.left, r.right, r.top, r.bottom] })"
    )
    assert max(level for level, *_ in boxes) >= 8
    by_level = {level: [box for box in boxes if box[0] == level] for level, *_ in boxes}
    for level in sorted(by_level)[1:]:
        assert min(box[1] for box in by_level[level]) > max(box[2] for box in by_level[level - 1])
    for (_, left, right, top, bottom), (_, left2, right2, top2, bottom2) in itertools.combinations(boxes, 2):
        assert right <= left2 or right2 <= left or bottom <= top2 + 0.01 or bottom2 <= top + 0.01
    chosen = page.evaluate("[...document.querySelectorAll('[data-node][data-chosen=true]')].map(n => n.offsetTop)")
    assert len(set(chosen)) == 1 and min(box[3] for box in boxes) == boxes[0][3]
    assert page.evaluate("document.querySelector('[data-tree=scroll]').scrollLeft") == 0


def test_subtrees_hang_as_close_below_one_another_as_their_outlines_allow(page: "Page") -> None:
    # 1 -> 2 -> 3 is the hypothesis; 4 and 5 are pruned below 1 and 2; 6 -> 7 began beside 1.
    columns = {
        "id": [1, 2, 3, 4, 5, 6, 7],
        "parent": [0, 1, 2, 0, 1, 0, 6],
        "token": [9] * 7,
        "text": ["a"] * 7,
        "depth": [1, 2, 3, 1, 2, 1, 2],
        "log_prob": [-1.0] * 7,
        "total": [-1.0, -2.0, -3.0, -1.5, -2.5, -1.2, -2.2],
        "penalty": [1.0] * 7,
        "score": [-1.0] * 7,
        "status": ["kept", "kept", "finished", "pruned", "pruned", "kept", "kept"],
    }
    reply = json.dumps({"nodes": columns, "hypotheses": [3], "chosen": 0})
    rows = javascript(
        page, ("tree_layout",),
        f"treeGeometry(treeNodes({reply}), true, () => 20).list.map(node => [node.id, node.row, node.x])",
    )  # fmt: skip
    found = {node: row for node, row, _ in rows}
    # 5 hangs below 2; 7 must stay below 5, so 6 leaves a row free; 4 has the last row, being the least probable.
    assert found == {0: 0, 1: 0, 2: 0, 3: 0, 5: 1, 6: 2, 7: 2, 4: 3}
    assert {x for node, _, x in rows if node in (1, 4, 6)} == {58}  # 8 + 20 + 30
    folded = javascript(
        page, ("tree_layout",), f"treeGeometry(treeNodes({reply}), false, () => 20).list.map(node => node.id)"
    )
    assert sorted(folded) == [0, 1, 2, 3, 6, 7]


def test_arrow_keys_walk_to_parents_children_and_siblings_and_enter_opens_the_actions(page: "Page") -> None:
    opened(page, "tree")
    focused = "document.activeElement.closest('[data-node]').dataset.node"
    page.focus("[data-node='0']")
    page.keyboard.press("ArrowRight")
    first = page.evaluate(focused)
    assert page.evaluate("document.activeElement.dataset.chosen") == "true"
    page.keyboard.press("ArrowDown")
    sibling = page.evaluate(focused)
    levels = page.evaluate(
        f"['{first}', '{sibling}'].map(id => document.querySelector(`[data-node='${{id}}']`).ariaLevel)"
    )
    assert sibling != first and levels == ["2", "2"]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(focused) == "0"
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.innerText").startswith("</s>")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.action") == "continue"
    page.keyboard.press("Escape")
    assert page.evaluate(focused) == sibling
    assert page.locator("[data-node][tabindex='0']").count() == 1


def test_pruned_candidates_can_be_folded_away(page: "Page") -> None:
    opened(page, "tree")
    pruned = page.locator("[data-status=pruned][data-node]").count()
    assert page.inner_text("[data-tree=fold]") == f"hide {pruned} pruned candidates"
    page.click("[data-tree=fold]")
    assert page.locator("[data-status=pruned][data-node]").count() == 0
    assert page.inner_text("[data-tree=fold]") == f"show {pruned} pruned candidates"
    assert page.get_attribute("[data-tree=fold]", "aria-expanded") == "false"


def test_greedy_search_is_a_line(page: "Page") -> None:
    page.click("#greedy")
    page.wait_for_function("document.querySelector('[data-part=facts]').textContent.includes('beam 1')")
    opened(page, "tree")
    page.click("[data-tree=fold]")
    steps = page.locator("[data-part=words] [data-step]").count()
    nodes = page.evaluate(
        "[...document.querySelectorAll('[data-node]')].map(n => [n.dataset.chosen, n.offsetTop, n.ariaLevel])"
    )
    line = {top for chosen, top, _ in nodes if chosen == "true"}
    assert len(line) == 1 and sum(chosen == "true" for chosen, *_ in nodes) == steps + 1
    # Beside it only what was kept when the end came first.
    assert all(int(level) == steps + 1 for chosen, _, level in nodes if chosen != "true")
    assert page.inner_text("[data-tree=summary]").startswith("Beam 1, greedy search")


def test_the_search_goes_on_from_any_candidate(page: "Page", served: Served, translator: "Translator") -> None:
    opened(page, "tree")
    page.locator("[data-node][aria-level='3'][data-status=pruned]").first.click()
    words = page.inner_text("[data-tree=words]").strip()
    page.click("[data-action=continue]")
    page.wait_for_selector("[data-side=variant]")
    request = served.requests("variant")[-1]
    assert len(request["prefix"]) == 2 and request["off"] == [] and request["same"] is False
    config = DecodingConfig(beam_size=BEAM, alpha=ALPHA, nbest=BEAM)
    expected = translator.search(SOURCE, config, prefix=request["prefix"])
    shown = page.inner_text("[data-part=variant-words]").replace("\n", "")
    assert shown.replace(" ", "").startswith(words.replace(" ", ""))
    assert shown.replace(" ", "") == expected.text.replace(" ", "") + "</s>"


def test_one_of_the_most_likely_next_tokens_can_be_used_instead(
    page: "Page", served: Served, translator: "Translator"
) -> None:
    page.click("[data-part=words] [data-step='2']")
    page.locator("[data-part=next] .gf-instead").nth(1).click()
    page.wait_for_selector("[data-side=variant]")
    found = translator.search(SOURCE, DecodingConfig(beam_size=BEAM, alpha=ALPHA, nbest=BEAM))
    trace = translator.trace(found)
    others = [token for token in trace.top_ids[2] if token != trace.predicted_ids[2]]
    assert served.requests("variant")[-1]["prefix"] == [*trace.predicted_ids[:2], others[1]]


def test_the_attention_of_a_finished_hypothesis_is_asked_for_by_the_event_of_the_list(page: "Page") -> None:
    before = page.get_attribute("[data-drawn]", "data-drawn")
    opened(page, "tree")
    page.click("[data-node][data-ends=true]:has-text('#1')")
    assert page.locator("[data-action]").count() == 0  # it is the one that is shown
    page.click("[data-node][data-ends=true]:has-text('#2')")
    page.click("[data-action=attention]")
    page.wait_for_selector(f"[data-drawn]:not([data-drawn='{before}'])")
    page.wait_for_selector("[data-node][data-chosen=true]:has-text('#2')")


# The head lab


def test_clicks_switch_a_head_off_then_make_it_uniform_then_switch_it_on(page: "Page", served: Served) -> None:
    opened(page, "lab")
    tile = "[data-gate='cross.1.0']"
    for wanted in ("off", "uniform"):
        page.click(tile)
        assert page.get_attribute(tile, "data-state") == wanted
        page.wait_for_function("document.querySelector('[data-lab=outcome][data-waiting]') !== null")
        settled(page)
        request = served.requests("variant")[-1]
        others = {"off": "uniform", "uniform": "off"}
        assert request[wanted] == [["cross", 1, 0]] and request[others[wanted]] == []
        assert page.get_attribute(tile, "aria-label") == f"cross-attention · layer 2 · head 1: {wanted}"
    page.click(tile)
    page.wait_for_selector("[data-part=variant]", state="hidden")
    assert len(served.requests("variant")) == 2  # every head on is the first translation, not a request
    assert page.inner_text("[data-lab=outcome]") == LAB["attention.lab.untouched"]


def test_several_clicks_are_one_request_and_the_newest_is_what_is_shown(
    page: "Page", served: Served, translator: "Translator"
) -> None:
    opened(page, "lab")
    page.evaluate("for (const name of ['encoder.0.1', 'decoder.1.1', 'cross.0.0'])"
                  " document.querySelector(`[data-gate='${name}']`).click()")  # fmt: skip
    settled(page)
    (request,) = served.requests("variant")
    assert request["off"] == [["encoder", 0, 1], ["decoder", 1, 1], ["cross", 0, 0]]
    off = Intervention(off=tuple(HeadName(*name) for name in request["off"]))
    config = DecodingConfig(beam_size=BEAM, alpha=ALPHA, nbest=BEAM)
    found = translator.search(SOURCE, config, intervention=off)
    assert page.inner_text(".gf-lab-words") == found.text
    totals = [text.replace("−", "-") for text in page.locator(".gf-lab-totals dd").all_inner_texts()]
    before = translator.search(SOURCE, config).hypotheses[0].log_prob
    after = found.hypotheses[0].log_prob
    assert [float(text) for text in totals] == pytest.approx([before, after, after - before], abs=2e-4)


def test_what_is_changed_while_the_model_answers_is_asked_for_next_and_only_that_is_shown(
    page: "Page", served: Served
) -> None:
    opened(page, "lab")
    served.answering.clear()
    page.click("[data-gate='cross.0.0']")
    while not served.requests("variant"):
        page.wait_for_timeout(20)
    page.click("[data-gate='cross.1.3']")
    page.click("[data-gate='cross.0.0']")
    served.answering.set()
    settled(page)
    asked = [(request["off"], request["uniform"]) for request in served.requests("variant")]
    assert asked[0] == ([["cross", 0, 0]], []) and asked[-1] == ([["cross", 1, 3]], [["cross", 0, 0]])
    assert len(asked) == 2 and served.at_once[1] == 1
    assert page.inner_text("[data-part=change]").startswith("Switched off: cross L2 H4. Made uniform: cross L1 H1.")


def test_the_same_words_are_scored_again_token_by_token(page: "Page", served: Served, translator: "Translator") -> None:
    opened(page, "lab")
    page.click("[data-mode=same]")
    assert served.requests("variant") == []
    page.focus("[data-gate='cross.0.1']")
    page.keyboard.press("u")
    page.wait_for_selector(".gf-lab-tokens")
    settled(page)
    request = served.requests("variant")[-1]
    assert request["same"] is True and request["uniform"] == [["cross", 0, 1]]
    found = translator.search(SOURCE, DecodingConfig(beam_size=BEAM, alpha=ALPHA, nbest=BEAM))
    changed = translator.trace_ids(SOURCE, found.hypotheses[0].ids, Intervention(uniform=(HeadName("cross", 0, 1),)))
    losses = changed.log_probs - np.array(found.hypotheses[0].token_log_probs)
    shown = [float(text.replace("−", "-")) for text in page.locator(".gf-lab-token small").all_inner_texts()]
    assert shown == pytest.approx(losses.tolist(), abs=0.0051)
    elsewhere = sum(top[0] != token for top, token in zip(changed.top_ids, changed.predicted_ids, strict=True))
    assert page.locator(".gf-lab-token[data-elsewhere]").count() == elsewhere


def test_headers_switch_rows_columns_and_kinds_and_one_button_switches_all_on(page: "Page", served: Served) -> None:
    opened(page, "lab")
    grid = "[data-lab-grid=decoder]"
    page.click(f"{grid} [data-at='3,0']")
    settled(page)
    assert served.requests("variant")[-1]["off"] == [["decoder", 1, head] for head in range(HEADS)]
    page.click(f"{grid} [data-at='1,2']")  # they differ: all of them off
    page.wait_for_timeout(400)
    settled(page)
    assert sorted(served.requests("variant")[-1]["off"]) == [
        ["decoder", 0, 1],
        *(["decoder", 1, head] for head in range(HEADS)),
    ]
    page.click(".gf-lab-kind[data-hue=encoder] .gf-lab-kind-name")
    page.wait_for_timeout(400)
    settled(page)
    assert len(served.requests("variant")[-1]["off"]) == 1 + HEADS + LAYERS * HEADS
    page.click("[data-lab=all-on]")
    page.wait_for_selector("[data-part=variant]", state="hidden")
    assert page.locator("[data-gate]:not([data-state=on])").count() == 0


def test_arrow_keys_walk_the_heads_and_their_headers(page: "Page") -> None:
    opened(page, "lab")
    page.focus("[data-lab-grid=cross] .gf-lab-kind-name")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.at") == "3,1"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.gate") == "cross.1.1"
    page.keyboard.press("o")
    assert page.get_attribute("[data-gate='cross.1.1']", "data-state") == "off"
    settled(page)
    assert page.evaluate("document.activeElement.dataset.gate") == "cross.1.1"  # the answer takes no focus away
    assert page.locator("[data-lab-grid=cross] [tabindex='0']").count() == 1


def test_the_title_bar_switches_the_current_head_with_the_lab_closed(page: "Page", served: Served) -> None:
    page.click("[data-tile='decoder.1.0']")
    assert page.inner_text("[data-lab-switch]") == "switch off"
    page.click("[data-lab-switch]")
    page.wait_for_selector("[data-side=variant]")
    assert served.requests("variant")[-1]["off"] == [["decoder", 1, 0]]
    assert page.inner_text("[data-lab-switch]") == "off · switch on"
    page.click("[data-tile='decoder.0.0']")
    assert page.inner_text("[data-lab-switch]") == "switch off"
    page.click("[data-part=drop]")  # whatever drops the second translation sets the lab back
    page.click("[data-tile='decoder.1.0']")
    assert page.inner_text("[data-lab-switch]") == "switch off"
    opened(page, "lab")
    assert page.locator("[data-gate]:not([data-state=on])").count() == 0


def test_a_refusal_is_said_where_the_heads_are(page: "Page", served: Served) -> None:
    served.problem = "<b>no</b>"
    page.click("[data-lab-switch]")
    page.wait_for_selector("[data-lab=problem]:not([hidden])")
    assert page.inner_text("[data-lab=problem]") == "<b>no</b>"


def test_one_click_ranks_all_heads_by_what_they_are_worth(page: "Page", translator: "Translator") -> None:
    opened(page, "lab")
    page.click("[data-lab=rank]")
    page.wait_for_selector(".gf-lab-list li")
    found = translator.search(SOURCE, DecodingConfig(beam_size=BEAM, alpha=ALPHA, nbest=BEAM))
    importance = translator.importance(SOURCE, found.hypotheses[0].ids)
    losses = {
        f"{kind}.{layer}.{head}": float(getattr(importance, kind)[layer, head])
        for kind in ("encoder", "decoder", "cross") for layer in range(LAYERS) for head in range(HEADS)
    }  # fmt: skip
    ranked = sorted(losses, key=lambda name: -losses[name])[:10]
    picks = page.evaluate("[...document.querySelectorAll('[data-pick]')].map(n => n.dataset.pick)")
    assert picks == ranked
    for name, loss in losses.items():
        label = page.get_attribute(f"[data-gate='{name}']", "aria-label") or ""
        assert float(label.split("loss ")[1].split()[0].replace("−", "-")) == pytest.approx(loss, abs=1e-4)
        harms = page.get_attribute(f"[data-gate='{name}']", "data-harms") is not None
        assert harms == (loss < 0)
    page.click(f"[data-pick='{ranked[2]}']")
    assert [state(page, name) for name in ("kind", "layer", "head")] == ranked[2].split(".")
    assert page.get_attribute(f"[data-gate='{ranked[2]}']", "data-current") is not None


def test_the_heads_that_are_left_are_ranked_under_the_change(
    page: "Page", served: Served, translator: "Translator"
) -> None:
    opened(page, "lab")
    page.click("[data-lab=rank]")
    page.wait_for_selector(".gf-lab-list li")
    page.click("[data-mode=same]")
    page.click("[data-gate='cross.1.2']")
    page.wait_for_selector("[data-part=variant]:not([hidden])")
    page.wait_for_selector("[data-lab=rank]:enabled")
    before = page.inner_text("[data-lab=ranked]")  # of the unchanged model: it stays what it is, and says so
    assert before.startswith(LAB["attention.lab.ranked"])
    assert page.inner_text("[data-lab=rank]") == LAB["attention.lab.rank.changed"]
    assert page.get_attribute("[data-lab=rank]", "aria-pressed") == "false"
    page.click("[data-lab=rank]")
    page.wait_for_selector("[data-lab=rank][aria-pressed=true]")
    assert page.inner_text("[data-lab=ranked]").startswith(LAB["attention.lab.ranked.changed"])
    found = translator.search(SOURCE, DecodingConfig(beam_size=BEAM, alpha=ALPHA, nbest=BEAM))
    change = Intervention(off=(HeadName("cross", 1, 2),))
    importance = translator.importance(SOURCE, found.hypotheses[0].ids, change)
    for kind, layer, head in itertools.product(("encoder", "decoder", "cross"), range(LAYERS), range(HEADS)):
        label = page.get_attribute(f"[data-gate='{kind}.{layer}.{head}']", "aria-label") or ""
        loss = float(getattr(importance, kind)[layer, head])
        if (kind, layer, head) == ("cross", 1, 2):
            assert "loss" not in label
        else:
            assert float(label.split("loss ")[1].split()[0].replace("−", "-")) == pytest.approx(loss, abs=1e-4)
    page.click("[data-gate='cross.0.0']")  # another change: that ranking says nothing any more
    page.wait_for_selector("[data-lab=rank]:enabled")
    assert page.inner_text("[data-lab=ranked]") == before
    assert len(served.requests("head_importance")) == 2


# One row by hand


def test_a_row_in_which_one_weight_is_given_still_sums_to_one(page: "Page") -> None:
    rescaled = lambda call: javascript(page, ("payload", "edit_row"), f"Array.from(rescaledRow({call}))")  # noqa: E731
    assert rescaled("[0.5, 0.25, 0.25], 0, 0.2") == pytest.approx([0.2, 0.4, 0.4])
    assert rescaled("[0.5, 0.25, 0.25], 1, 1") == pytest.approx([0, 1, 0])
    assert rescaled("[0, 1, 0], 1, 0.6, [0.6, 0.1, 0.3]") == pytest.approx([0.8 / 3, 0.6, 0.4 / 3])
    assert rescaled("[0, 1, 0], 1, 0.5") == pytest.approx([0.25, 0.5, 0.25])
    assert rescaled("[0.3, 0.7], 0, -2") == pytest.approx([0, 1])
    assert rescaled("[1], 0, 0.3") == [1]


def weights(page: "Page") -> list[float]:
    return page.evaluate("[...document.querySelectorAll('[data-key]')].map(n => +n.ariaValueNow)")


def test_a_row_is_edited_by_keys_and_the_model_is_asked_what_it_would_have_said(
    page: "Page", served: Served, translator: "Translator"
) -> None:
    page.click("[data-tile='cross.1.1']")
    page.click("[data-part=words] [data-step='3']")
    page.wait_for_selector("[data-exact=true]")
    opened(page, "lab")
    found = translator.search(SOURCE, DecodingConfig(beam_size=BEAM, alpha=ALPHA, nbest=BEAM))
    row = translator.trace(found).cross[1, 1, 3]
    assert weights(page) == pytest.approx(row.tolist(), abs=6e-5)
    bars = page.locator("[data-key]")
    bars.nth(2).focus()
    page.keyboard.press("Home")
    page.keyboard.press("PageUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    settled(page)
    (edit,) = served.requests("variant")[-1]["edits"]
    assert [edit[name] for name in ("kind", "layer", "head", "query")] == ["cross", 1, 1, 3]
    assert edit["weights"][2] == pytest.approx(0.11) and sum(edit["weights"]) == pytest.approx(1, abs=1e-9)
    kept = np.delete(row, 2)
    assert np.delete(edit["weights"], 2) == pytest.approx(kept / kept.sum() * 0.89, abs=1e-5)
    assert weights(page) == pytest.approx(edit["weights"], abs=6e-5)
    edits = Intervention(edits=(("cross", 1, 1, 3, tuple(edit["weights"])),))  # type: ignore[arg-type]
    config = DecodingConfig(beam_size=BEAM, alpha=ALPHA, nbest=BEAM)
    assert page.inner_text(".gf-lab-words") == translator.search(SOURCE, config, intervention=edits).text
    page.click("[data-edit=reset]")
    page.wait_for_selector("[data-part=variant]", state="hidden")
    assert weights(page) == pytest.approx(row.tolist(), abs=6e-5)


def test_the_row_to_edit_is_exact_with_a_lens_on_and_beside_a_changed_translation(page: "Page") -> None:
    page.click("[data-tile='cross.1.3']")
    page.wait_for_selector("[data-exact=true]")
    page.evaluate("document.querySelector('[data-part=options-open]')?.click()")
    page.select_option("[data-part=lens]", "value_norm")
    page.wait_for_selector("[data-lens=value_norm]")
    opened(page, "lab")
    page.click("[data-tile='cross.0.2']")  # no weights of this head have been asked for
    exact = "![...document.querySelectorAll('.gf-edit-keys .gf-number')].some(n => n.textContent.includes('≈'))"
    page.wait_for_function(f"document.querySelector('.gf-edit .gf-hint').textContent.includes('head 3') && {exact}")
    page.click("[data-gate='cross.0.0']")
    settled(page)
    assert state(page, "side") == "variant"
    page.click("[data-tile='cross.0.1']")
    page.wait_for_function(f"document.querySelector('.gf-edit .gf-hint').textContent.includes('head 2') && {exact}")


def test_who_drops_a_changed_translation_is_back_at_the_step_where_the_way_began(page: "Page") -> None:
    steps = page.locator("[data-part=words] [data-step]").count()
    opened(page, "lab")
    for step in range(steps):
        page.click(f"[data-part=words] [data-step='{step}']")
        page.focus("[data-lab-grid=cross] .gf-lab-kind-name")
        page.keyboard.press("o")  # every head of cross-attention: other words come out
        settled(page)
        page.wait_for_selector("[data-part=variant]:not([hidden])")
        page.click("[data-part=drop]")
        page.wait_for_selector("[data-part=variant]", state="hidden")
        assert state(page, "step") == str(step)


def test_a_bar_is_dragged_and_the_model_is_asked_when_it_is_let_go(page: "Page", served: Served) -> None:
    opened(page, "lab")
    bar = page.locator("[data-key]").nth(1)
    bar.scroll_into_view_if_needed()
    box = bar.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.1 * box["width"], middle)
    page.mouse.down()
    for share in (0.3, 1.0, 0.75):  # over the end and back: proportions are those at the start
        page.mouse.move(box["x"] + share * box["width"], middle)
        assert sum(weights(page)) == pytest.approx(1, abs=1e-3)
    assert served.requests("variant") == []
    page.mouse.up()
    settled(page)
    (edit,) = served.requests("variant")[-1]["edits"]
    assert edit["weights"][1] == pytest.approx(0.75, abs=0.01) and sum(edit["weights"]) == pytest.approx(1, abs=1e-9)


def test_a_row_of_the_decoder_has_keys_up_to_its_step_only(page: "Page") -> None:
    page.click("[data-tile='decoder.0.1']")
    opened(page, "lab")
    for step in (0, 4):
        page.click(f"[data-part=words] [data-step='{step}']")
        page.wait_for_function(f"document.querySelectorAll('[data-key]').length === {step + 1}")
    page.click("[data-part=words] [data-step='0']")
    assert page.get_attribute("[data-key='0']", "aria-disabled") == "true"
    page.select_option("[data-edit=query]", "2")
    assert state(page, "step") == "2" and page.locator("[data-key]").count() == 3


# Both


def test_hostile_text_is_drawn_as_text(page: "Page", served: Served) -> None:
    served.hostile = True
    before = page.get_attribute("[data-drawn]", "data-drawn")
    page.click("#hostile")
    page.wait_for_selector(f"[data-drawn]:not([data-drawn='{before}'])")
    opened(page, "tree")
    page.hover("[data-node][aria-level='2'] >> nth=0")
    assert "<img src=x onerror=window.hacked=1> ${window.hacked=1} `{{value}}` U+202Eabc" in page.inner_text(
        "[data-tree=words]"
    )
    opened(page, "lab")
    page.click("[data-tile='encoder.0.0']")
    page.click("[data-gate='encoder.0.0']")
    settled(page)
    keys = "".join(page.locator(".gf-edit-keys .gf-letters").all_inner_texts())
    assert "onerror" in keys.replace("\n", "")


@pytest.mark.parametrize("width", [390, 768])
def test_neither_panel_scrolls_the_page_sideways(page: "Page", width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_timeout(300)
    opened(page, "tree")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    opened(page, "lab")
    page.click("[data-lab=rank]")
    page.click("[data-gate='cross.0.0']")
    page.wait_for_selector(".gf-lab-list li")
    settled(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        (" 👩‍💻", "👩‍💻"),  # two pictures joined into one
        ("👩🏽‍🚒", "👩🏽‍🚒"),  # with a tone of skin between them
        ("🏳️‍🌈", "🏳️‍🌈"),  # with a variation selector
        ("a\u200db", "aU+200Db"),
        ("\u200d💻", "U+200D💻"),
        ("👩\u200d", "👩U+200D"),
        ("a\u200c\u200bb\u202e", "aU+200CU+200BbU+202E"),
    ],
)
def test_a_joiner_is_shown_but_where_it_joins_pictures(page: "Page", token: str, shown: str) -> None:
    assert javascript(page, ("text",), f"plainToken({json.dumps(token)})") == shown


def test_every_word_that_the_panels_ask_for_is_in_the_catalogue() -> None:
    import re

    names = ("tree", "lab", "lab_outcome", "edit_row")
    source = "".join((FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in names)
    asked = set(re.findall(r"'((?:tree|lab)\.[a-z_.]+[a-z_])'", source)) - {"lab.edit.rows"}
    assert len(asked) > 40
    missing = {key for key in asked if f"attention.{key}" not in LAB}
    assert missing == set()
