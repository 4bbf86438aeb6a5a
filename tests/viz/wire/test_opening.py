"""Which token and which head a translation opens with."""

import numpy as np
import pytest

from core.library import CheckpointLibrary
from core.service import Service
from viz.tabs.translate.opening_head import opening_head
from viz.wire.opening import opening_step


@pytest.fixture(scope="module")
def service(miniature) -> Service:
    return Service(CheckpointLibrary(miniature.parent))


def test_opening_step_is_the_longest_word():
    assert opening_step([" Ich", " habe", " ange", "rufen", ".", "</s>"]) == {"step": 2}
    assert opening_step(["</s>"]) == {}


def test_opening_head_costs_a_content_word_most(service, miniature):
    answer = service.translate(miniature.name, "seven hundred and twelve", 1, 0.6)
    found = opening_head(service, answer)
    translator = service.library.translator(miniature.name)
    losses = translator.importance(answer.request.text, answer.trace.predicted_ids).token_losses[2]
    steps = [step for step, token in enumerate(answer.trace.predicted_tokens) if token != "</s>"]
    assert found["step"] in steps
    best = np.nanmax(losses[:, :, steps])
    assert losses[found["layer"], found["head"], found["step"]] == pytest.approx(best, abs=1e-3)


def test_opening_of_a_long_sentence_omits_the_head(service, miniature, monkeypatch):
    monkeypatch.setattr("core.service.questions.MAX_LOSS_TOKENS", 1)
    answer = service.translate(miniature.name, "nine hundred and five", 1, 0.6)
    assert set(opening_head(service, answer)) == {"step"}
