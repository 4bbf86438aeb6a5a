"""The feed-forward network's units, against the layers applied by hand."""

import numpy as np
import pytest
import torch

from core.errors import CoreError
from core.inspection.forced import ForcedPair
from core.labs.shared.setting import Setting
from core.model.probe import Recorder
from tests.core import two_vocabularies
from tests.viz.labs.model import measured, setting

EXAMPLES = ["Go!", "It has been raining since yesterday evening."]


def hidden_of(at, side, layer):
    site = f"{side}.{layer}.feed_forward.read"
    pair, recorder = ForcedPair.of(at.model, at.source_ids, at.target_ids), Recorder(sites=frozenset({site}))
    stack = at.model.encoder if side == "encoder" else at.model.decoder
    with torch.no_grad():
        at.model(pair.source, pair.read, probe=recorder)
        return stack.layers[layer].feed_forward.inner(recorder.observed[site][0]).clamp_min(0)


@pytest.mark.parametrize("side", ["encoder", "decoder"])
def test_units_are_counted_over_all_sentences(side):
    own = hidden_of(setting(), side, 2)
    every = torch.cat([own, *(hidden_of(setting(text), side, 2) for text in EXAMPLES)])
    found = measured(
        "feed_forward", {"side": side, "layer": 2, "token": 4, "examples": [setting().text, " ", "\u200b", *EXAMPLES]}
    )
    assert found["count"] == len(every)
    assert found["silent"] == int((own == 0).all(dim=0).sum())
    assert found["dead"] == pytest.approx(int((every == 0).all(dim=0).sum()), abs=1)  # 0 or not is a matter of rounding
    np.testing.assert_allclose(found["active"], (own > 0).float().mean(dim=-1), atol=0.005)
    np.testing.assert_allclose(found["strengths"], own[4].sort(descending=True).values[:10], rtol=1e-4)
    np.testing.assert_allclose(found["shares"], (every[:, found["units"]] > 0).float().mean(dim=0), atol=0.05)


@pytest.mark.parametrize(("side", "moves"), [("encoder", lambda _: True), ("decoder", lambda i: i >= 3)])
def test_feed_forward_moves_one_row_and_attention_others(side, moves):
    found = measured("feed_forward", {"side": side, "layer": 0, "token": 3, "examples": []})
    assert [i for i, change in enumerate(found["feed_forward"]) if change > 1e-5] == [3]
    assert [change > 1e-5 for change in found["attention"]] == [moves(i) for i in range(len(found["attention"]))]


def test_decoder_of_another_inner_width_needs_no_examples():
    own = two_vocabularies.translator(decoder_d_ff=13)
    source, target = (own.vocabularies.source.encode("no").ids, own.vocabularies.target.encode("kein").ids)
    at = Setting(own, "no", tuple(source), tuple(target))
    found = measured("feed_forward", {"side": "decoder", "layer": 1, "token": 0, "examples": []}, at)
    assert len(found["often"]) == 13


def test_missing_layer_is_refused():
    with pytest.raises(CoreError, match="no layer 41"):
        measured("feed_forward", {"side": "encoder", "layer": 40, "token": 0, "examples": []})
