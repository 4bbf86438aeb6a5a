"""The search tree, driven in a browser against a model that really computes."""

import itertools
from typing import TYPE_CHECKING

import pytest

from core.decoding.hypothesis import length_penalty
from tests.viz.components.attention_lab.bench import ALPHA, DECODING, SOURCE, Served, opened

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from core.translator import Translator


def test_tree_shows_every_candidate_with_its_numbers(page: "Page", translator: "Translator") -> None:
    found = translator.search(SOURCE, DECODING, record=True)
    assert found.tree is not None
    opened(page, "tree")
    page.click("[data-tree=fold]")
    statuses = page.evaluate("[...document.querySelectorAll('[data-node]')].map(n => n.dataset.status)")
    nodes = list(found.tree)
    for status in ("kept", "finished", "pruned"):
        assert statuses.count(status) == sum(node.status == status for node in nodes) > 0
    summary = page.inner_text("[data-tree=summary]")
    assert f"scored {len(nodes)} candidates" in summary and f"pruned {statuses.count('pruned')}" in summary
    finished, shown = statuses.count("finished"), len(found.hypotheses)
    assert (f"Of the {finished} finished, the best {shown} are shown." in summary) == (shown < finished)
    assert "greedy" in page.inner_text("[data-tree=reason]") or "Step " in page.inner_text("[data-tree=reason]")
    # The second hypothesis, its numbers worked out from its own tokens.
    second = found.hypotheses[1]
    page.hover("[data-node][data-ends=true]:has-text('#2')")
    numbers = [text.replace("−", "-") for text in page.locator("[data-tree=numbers] dd").all_inner_texts()]
    penalty = length_penalty(len(second.ids), ALPHA)
    expected = (second.token_log_probs[-1], second.log_prob, penalty, second.log_prob / penalty)
    assert [float(text.strip(">")) for text in numbers] == pytest.approx(expected, abs=6e-4)
    assert all(len(text.partition(".")[2]) == 3 for text in numbers[1:])
    assert page.inner_text("[data-tree=words]").replace("</s>", "").split() == found.texts[1].split()
    assert page.inner_text("[data-tree=state]") == f"finished: hypothesis 2 of {len(found.hypotheses)}"


def test_tree_labels_lie_right_of_parents_without_overlap(page: "Page") -> None:
    opened(page, "tree")
    page.click("[data-tree=fold]")
    boxes = page.evaluate(
        "[...document.querySelectorAll('[data-node]')].map(n => { const r = n.getBoundingClientRect();"
        " return [+n.getAttribute('aria-level'), r.left, r.right, r.top, r.bottom] })"
    )
    assert max(level for level, *_ in boxes) >= 8
    by_level = {level: [box for box in boxes if box[0] == level] for level, *_ in boxes}
    for level in sorted(by_level)[1:]:
        assert len({box[1] for box in by_level[level]}) == 1  # a step is a column, right of the one before
        assert by_level[level][0][1] > by_level[level - 1][0][1]
    for (_, left, right, top, bottom), (_, left2, right2, top2, bottom2) in itertools.combinations(boxes, 2):
        assert right <= left2 or right2 <= left or bottom <= top2 + 0.01 or bottom2 <= top + 0.01
    chosen = page.evaluate("[...document.querySelectorAll('[data-node][data-chosen=true]')].map(n => n.offsetTop)")
    assert len(set(chosen)) == 1 and min(box[3] for box in boxes) == boxes[0][3]
    assert page.evaluate("document.querySelector('[data-tree=scroll]').scrollLeft") == 0


def test_arrow_keys_walk_the_tree_and_enter_opens_actions(page: "Page") -> None:
    opened(page, "tree")
    page.click("[data-tree=fold]")  # a candidate next to the first token of the hypotheses
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


def test_tree_is_folded_to_the_hypotheses_at_first(page: "Page") -> None:
    """The hypotheses fit the panel; with all candidates the winner's score was cut off."""
    opened(page, "tree")
    fits = "(node => node.scrollWidth <= node.clientWidth)(document.querySelector('[data-tree=scroll]'))"
    assert page.evaluate(fits) and page.locator(".gf-tree-rank").first.is_visible()
    folded = page.locator("[data-node]").count()
    page.click("[data-tree=fold]")
    others = page.locator("[data-node]").count() - folded
    assert others > 0 and page.inner_text("[data-tree=fold]") == f"hide the other candidates ({others})"
    page.click("[data-tree=fold]")
    assert page.locator("[data-node]").count() == folded
    assert page.inner_text("[data-tree=fold]") == f"show the other candidates ({others})"
    assert page.get_attribute("[data-tree=fold]", "aria-expanded") == "false"


def test_greedy_search_is_a_line(page: "Page") -> None:
    page.click("#greedy")
    page.wait_for_function("document.querySelector('[data-part=facts]').textContent.includes('beam 1')")
    opened(page, "tree")
    steps = page.locator("[data-part=words] [data-step]").count()
    nodes = page.evaluate(
        "[...document.querySelectorAll('[data-node]')].map(n => [n.dataset.chosen, n.offsetTop, n.ariaLevel])"
    )
    line = {top for chosen, top, _ in nodes if chosen == "true"}
    assert len(line) == 1 and sum(chosen == "true" for chosen, *_ in nodes) == steps + 1
    # Beside it only what was kept when the end came first.
    assert all(int(level) == steps + 1 for chosen, _, level in nodes if chosen != "true")
    assert page.inner_text("[data-tree=summary]").startswith("Beam 1, greedy search")


def test_search_continues_from_any_candidate(page: "Page", served: Served, translator: "Translator") -> None:
    opened(page, "tree")
    page.click("[data-tree=fold]")
    page.locator("[data-node][aria-level='3'][data-status=pruned]").first.click()
    words = page.inner_text("[data-tree=words]").strip()
    page.click("[data-action=continue]")
    page.wait_for_selector("[data-side=variant]")
    request = served.requests("variant")[-1]
    assert len(request["prefix"]) == 2 and request["off"] == [] and request["same"] is False
    expected = translator.search(SOURCE, DECODING, prefix=request["prefix"])
    shown = page.inner_text("[data-part=variant-words]").replace("\n", "")
    assert shown.replace(" ", "").startswith(words.replace(" ", ""))
    assert shown.replace(" ", "") == expected.text.replace(" ", "") + "</s>"


def test_likely_next_token_replaces_the_chosen_one(page: "Page", served: Served, translator: "Translator") -> None:
    page.click("[data-part=words] [data-step='2']")
    page.locator("[data-part=next] .gf-instead").nth(1).click()
    page.wait_for_selector("[data-side=variant]")
    found = translator.search(SOURCE, DECODING)
    trace = translator.trace(found)
    others = [token for token in trace.top_ids[2] if token != trace.predicted_ids[2]]
    assert served.requests("variant")[-1]["prefix"] == [*trace.predicted_ids[:2], others[1]]


def test_an_overruled_token_leads_to_the_reason(page: "Page", translator: "Translator") -> None:
    """The list had a token above the chosen one and said nothing; the reason was in a panel that nobody had opened."""
    trace, line = translator.trace(translator.search(SOURCE, DECODING)), page.locator("[data-part=next-overruled]")
    for step, (taken, likely) in enumerate(zip(trace.predicted_ids, trace.top_ids, strict=True)):
        page.click(f"[data-part=words] [data-step='{step}']")
        assert line.is_visible() == (taken != likely[0])
        if line.is_visible():
            line.locator("button").click()
            page.wait_for_selector("[data-tree=reason]:not(:empty)")


def test_tree_requests_attention_of_another_hypothesis(page: "Page") -> None:
    before = page.get_attribute("[data-drawn]", "data-drawn")
    opened(page, "tree")
    page.click("[data-node][data-ends=true]:has-text('#1')")
    assert page.locator("[data-action]").count() == 0  # it is the one that is shown
    page.click("[data-node][data-ends=true]:has-text('#2')")
    page.click("[data-action=attention]")
    page.wait_for_selector(f"[data-drawn]:not([data-drawn='{before}'])")
    page.wait_for_selector("[data-node][data-chosen=true]:has-text('#2')")
