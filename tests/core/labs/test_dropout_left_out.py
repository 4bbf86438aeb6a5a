"""Dropout place by place: what must hold for any draw."""

import pytest
import torch

from core.labs.dropout_left_out import PLACES, dropping
from core.labs.shared.attentions import target_logs
from tests.viz.labs.model import measured, setting


def test_no_dropout_gives_the_models_own_score_and_the_shared_model_stays():
    found = measured("dropout_left_out", {"rate": 0.1, "seed": 3})
    assert found["none"] == pytest.approx(float(target_logs(setting()).sum()), abs=1e-3)
    assert len(found["places"]) == 7
    assert all(spread > 0 for spread in found["spread"])
    assert not setting().model.training
    assert found == measured("dropout_left_out", {"rate": 0.1, "seed": 3})


@pytest.mark.parametrize("place", list(PLACES))
def test_each_row_of_a_batch_has_dropout_at_its_own_place(place):
    model, pair, stack = setting().model, setting().forced(), place.partition("_")[0].replace("cross", "decoder")
    rows = {"encoder": [[], []], "decoder": [[], []]} | {stack: [[], [place]]}
    changed = dropping(model, 0.5, rows)
    torch.manual_seed(1)
    with torch.no_grad():
        plain = model.states(pair.source, pair.read)[0]
        found = changed.states(pair.source.expand(2, -1), pair.read.expand(2, -1))
    torch.testing.assert_close(found[0], plain, atol=1e-4, rtol=1e-4)
    assert (found[1] - plain).norm() > 0.05 * plain.norm()
    where = [name for name, one in changed.named_modules() if getattr(one, "rows", [])]
    assert where
    assert all(name.startswith(stack) for name in where)
    assert len(where) == (1 if "embedding" in place else model.config.layers(stack))
