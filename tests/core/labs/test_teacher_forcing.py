"""What follows a wrong token, against a pass of the model and the translator."""

import pytest
import torch

from core.config import DecodingConfig
from core.errors import CoreError
from tests.viz.labs.computed import computed, node
from tests.viz.labs.model import measured, setting, translator

STEP = 1


@pytest.fixture(scope="module")
def found():
    return measured("teacher_forcing", {"step": STEP, "rank": 1})


def passed(wrong=None):
    """Return the distribution at each step, float [T, V], with one input replaced."""
    at, pair = setting(), setting().forced()
    read = pair.read.clone()
    if wrong is not None:
        read[0, STEP + 1] = wrong
    with torch.no_grad():
        return at.model(pair.source, read)[0].softmax(-1)


def best_wrong():
    at, right = setting(), passed()[STEP].clone()
    right[[at.target_ids[STEP], at.model.config.end_id, *at.model.config.never_generated]] = -1
    return int(right.argmax())


def test_forced_steps_read_one_wrong_token(found):
    at = setting()
    ids, given = list(at.target_ids), passed(best_wrong())
    assert found["wrong"] == at.surface([best_wrong()])[0]
    assert found["right"] == pytest.approx(passed()[range(len(ids)), ids].tolist(), rel=1e-3, abs=1e-6)
    assert found["forced"] == pytest.approx(given[range(len(ids)), ids].tolist(), rel=1e-3, abs=1e-6)
    assert found["forced"][: STEP + 1] == pytest.approx(found["right"][: STEP + 1], abs=1e-5)  # the past
    assert found["best_weights"] == pytest.approx(given.amax(-1).tolist(), rel=1e-3)


def test_free_running_is_the_search_from_the_wrong_token(found):
    at, prefix = setting(), [*setting().target_ids[:STEP], best_wrong()]
    free = translator().search(at.text, DecodingConfig(beam_size=1), prefix=prefix).hypotheses[0]
    assert found["free"] == at.surface(free.ids)
    assert found["free_weights"] == pytest.approx(torch.tensor(free.token_log_probs).exp().tolist(), rel=1e-3)


@node
def test_wrong_token_is_read_one_position_later(found):
    at = setting()
    shown = computed("teacher_forcing", {"step": STEP}, found, target=at.surface(at.target_ids))
    expected = ["<s>", *at.surface(at.target_ids)[:-1]]
    expected[STEP + 1] = found["wrong"]
    assert shown["reads"] == expected
    assert not any(shown["changed"][: STEP + 1])


def test_last_step_is_refused():
    with pytest.raises(CoreError, match="before the last"):
        measured("teacher_forcing", {"step": len(setting().target_ids) - 1, "rank": 1})
