"""Each check of a trace, broken on purpose in the model and seen red on the page with its numbers."""

import copy
import json
from collections.abc import Callable
from types import SimpleNamespace

import pytest
import torch

from core.data.tokenizer import EOS_ID, PAD_ID
from core.decoding.hypothesis import Hypothesis
from core.inspection.trace import Trace, record_trace
from core.model import attention, masks, transformer
from core.service import Answer
from core.translator import Translation
from viz.saved_page.standalone import standalone_page
from viz.texts import ENGLISH
from viz.wire.payload import payload_of

SENTENCE = "seven hundred and one"
Recorded = tuple[Translation, Trace]


def trained_mode(given: SimpleNamespace) -> Recorded:
    return given.record(model=copy.deepcopy(given.model).train())


def other_softmax(given: SimpleNamespace) -> Recorded:
    softmax = attention.masked_softmax
    given.patch.setattr(attention, "masked_softmax", lambda scores: softmax(scores) * 0.9999)
    return given.record()


def open_future(given: SimpleNamespace) -> Recorded:
    def everything(length: int, device: torch.device | None = None) -> torch.Tensor:
        return torch.ones(1, 1, length, length, dtype=torch.bool, device=device)

    given.patch.setattr(masks, "causal_mask", everything)
    return given.record()


def seen_padding(given: SimpleNamespace) -> Recorded:
    given.patch.setattr(transformer, "padding_mask", lambda ids, pad_id: torch.ones_like(ids[:, None, None]).bool())
    return given.record(source_ids=(*given.translation.source_ids, PAD_ID, PAD_ID))


def other_path(given: SimpleNamespace) -> Recorded:
    fused = attention.MultiHeadAttention._fused
    given.patch.setattr(attention.MultiHeadAttention, "_fused", lambda *inputs: fused(*inputs) * 1.05)
    return given.record()


def other_tokens(given: SimpleNamespace) -> Recorded:
    found = given.translation.hypotheses[0]
    return given.record(log_probs=[value - 0.5 for value in found.token_log_probs])


BROKEN: dict[str, Callable[[SimpleNamespace], Recorded]] = {
    "eval_mode": trained_mode,
    "rows_sum_to_one": other_softmax,
    "no_future": open_future,
    "no_padding": seen_padding,
    "paths_agree": other_path,
    "tokens_agree": other_tokens,
}


@pytest.fixture
def given(service, monkeypatch) -> SimpleNamespace:
    """A translation of three tokens at least, and how to record its trace."""
    translator = service.library.translator("numbers")
    ids = (*range(11, 90, 17), EOS_ID)
    source_ids = tuple(translator.vocabularies.source.encode(SENTENCE).ids)
    sound = record_trace(translator.model, translator.vocabularies, source_ids, ids)
    found = Hypothesis(ids, tuple(sound.log_probs.tolist()), -1.0, True)
    translation = Translation(SENTENCE, source_ids, False, ("found",), (found,))

    def record(model=translator.model, source_ids=source_ids, log_probs=found.token_log_probs) -> Recorded:
        return translation, record_trace(model, translator.vocabularies, source_ids, ids, log_probs)

    return SimpleNamespace(model=translator.model, translation=translation, patch=monkeypatch, record=record)


@pytest.fixture
def badge(new_page, service, tmp_path) -> Callable[[Recorded], SimpleNamespace]:
    """Draws a trace in Chromium: the badge, whether it is red or plain, and each row of its panel."""

    def drawn(recorded: Recorded) -> SimpleNamespace:
        payload, card = payload_of(answered(service, recorded)), service.library.card("numbers")
        path = tmp_path / "page.html"
        path.write_bytes(standalone_page(payload, recorded[1], card, ENGLISH))
        page = new_page()
        page.goto(path.as_uri())
        page.wait_for_selector("#attention[data-drawn]")
        button = page.locator("[data-opens=checks]")
        page.evaluate("document.documentElement.classList.remove('dark')")
        colour = button.evaluate("node => getComputedStyle(node).color")
        red = colour == "rgb(179, 38, 30)"  # --gf-wrong in light
        plain = colour == page.eval_on_selector("[data-opens=save]", "node => getComputedStyle(node).color")
        button.click()
        rows = page.locator("[data-panel=checks] tbody tr").evaluate_all(
            "rows => rows.map(row => [row.dataset.passed, ...[...row.children].map(cell => cell.textContent)])"
        )
        return SimpleNamespace(words=button.inner_text(), red=red, plain=plain, rows={row[2]: row for row in rows})

    return drawn


def answered(service, recorded: Recorded) -> Answer:
    return Answer(service.new_request("numbers", SENTENCE, 1, 0.6), *recorded, 0.0)


def test_sound_trace_has_a_badge_that_praises_no_translation(given, badge):
    """A green "true to the model" next to a wrong translation was read as "the translation is right"."""
    found = badge(given.record())
    assert found.words == "✓ figures checked (6), not the translation"
    assert not found.red and found.plain
    assert {row[0] for row in found.rows.values()} == {"true"}


def test_failed_check_has_a_red_badge_with_its_numbers(given, badge):
    recorded = BROKEN["rows_sum_to_one"](given)
    check = {check.code: check for check in recorded[1].checks}["rows_sum_to_one"]
    found, name = badge(recorded), ENGLISH("attention.check.rows_sum_to_one")
    assert found.red and "failed" in found.words and name in found.words
    passed, mark, _, value, limit = found.rows[name]
    assert (passed, mark) == ("false", "✗")
    assert float(value) == pytest.approx(check.value, rel=0.06)
    assert float(limit.removeprefix("≤")) == pytest.approx(check.limit, rel=0.01)


@pytest.mark.parametrize("code", BROKEN)
def test_broken_model_fails_its_check_and_the_page_gets_it(given, service, code):
    recorded = BROKEN[code](given)
    check = {check.code: check for check in recorded[1].checks}[code]
    checks = json.loads(payload_of(answered(service, recorded)).to_json())["checks"]
    sent = {check["code"]: check for check in checks}[code]
    assert not check.passed and sent["passed"] is False
    assert (sent["value"], sent["limit"]) == pytest.approx((check.value, check.limit), rel=1e-6)
