"""The loaded model's training, against its card."""

import json
from types import SimpleNamespace

import pytest

from tests.viz.labs.computed import computed, node, run_lab
from tests.viz.labs.model import CHECKPOINTS, measured, setting


def described(**details):
    """Return a setting whose checkpoint says no more than these details."""
    own = setting().translator
    checkpoint = SimpleNamespace(source_language="en", target_language="de", details=details)
    return setting()._replace(translator=SimpleNamespace(checkpoint=checkpoint, model=own.model))


@node
def test_own_row_is_that_of_the_card():
    card = json.loads((CHECKPOINTS / "en-de" / "config.json").read_text(encoding="utf-8"))
    answer = measured("papers_run")
    assert answer["bleu"] == card["scores"]["bleu"]
    assert answer["test_set"] == card["scores"]["test_set"]
    found = computed("papers_run", {}, answer, parameters=4_900_000, last_step=1000)
    assert found["own"]["flops"] == pytest.approx(6 * 4.9e6 * 1000 * 2048)
    assert found["rules"]["base"] == pytest.approx(6 * 65e6 * 1e5 * 25e3)


@node
def test_accumulated_batches_are_one_step():
    """Four batches of 2,048 tokens were one step of 2,048 tokens, with a quarter of the operations."""
    answer = measured("papers_run", {}, described(training={"tokens_per_batch": 2048, "accumulate": 4}))
    found = computed("papers_run", {}, answer, parameters=1000, last_step=10)["own"]
    assert found["tokens"] == 8192
    assert found["flops"] == 6 * 1000 * 10 * 8192


@node
def test_training_that_is_not_recorded_is_not_invented():
    """An imported checkpoint had 100,000 steps of 4,096 tokens, which are the paper's and this project's defaults."""
    drawn = run_lab("papers_run", {}, measured("papers_run", {}, described()), {"last_step": None})["drawn"]
    table, bars = drawn["figures"]
    own = {row[0]: row[3] for row in table["rows"]}
    assert own["steps"] == own["tokens"] == own["flops"] == own["rule"] == "missing"
    assert bars["labels"] == ["base", "big"]
    assert len(bars["series"][0]["values"]) == 2
    assert drawn["numbers"]["ratio"] == "missing"
    assert bars["y"]["low"] == 1e12


@node
@pytest.mark.parametrize(("checkpoint", "said"), [("en-de", "continued"), ("numbers", "")])
def test_continued_training_says_so(checkpoint, said):
    answer = measured("papers_run", {}, setting("twenty one", checkpoint))
    assert run_lab("papers_run", {}, answer)["drawn"]["reading"] == said
