"""The loaded model's training, against its card."""

import json

import pytest

from tests.viz.labs.computed import computed, node
from tests.viz.labs.model import CHECKPOINTS, measured


@node
def test_own_row_is_that_of_the_card():
    card = json.loads((CHECKPOINTS / "en-de" / "config.json").read_text(encoding="utf-8"))
    answer = measured("papers_run")
    assert answer["bleu"] == card["scores"]["bleu"]
    assert answer["test_set"] == card["scores"]["test_set"]
    found = computed("papers_run", {}, answer, parameters=4_900_000, last_step=1000, batch_tokens=2048)
    assert found["own"]["flops"] == pytest.approx(6 * 4.9e6 * 1000 * 2048)
    assert found["rules"]["base"] == pytest.approx(6 * 65e6 * 1e5 * 25e3)
