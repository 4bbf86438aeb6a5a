"""Tensors of another program in the browser: every bit of a head, levels of a layer, rollout, and a page."""

import base64
import json
import re

import numpy as np
import pytest

from core.errors import CoreError
from core.inspection.foreign import ForeignAttention, foreign_attention
from tests.core.inspection.test_foreign import PLANTED, SRC, TGT, arrays, read
from viz.saved_page.standalone import foreign_page
from viz.texts import ENGLISH
from viz.wire.foreign import answer_foreign, foreign_payload

DROPPED = PLANTED["dropout on"][0]


def test_heads_are_answered_bit_for_bit() -> None:
    given = read(DROPPED)
    assert max(array.max() for array in DROPPED.values()) > 1  # more than the browser's small pictures can hold
    for kind, array in DROPPED.items():
        reply = answer_foreign(given, "head_values", {"id": "x", "kind": kind, "layer": 1, "head": 2})
        assert base64.b64decode(reply["values"]) == array[1, 2].tobytes()
        assert foreign_payload(given).shape(kind) == array.shape


def test_a_page_has_every_float32_weight() -> None:
    page = foreign_page(read(DROPPED), ENGLISH).decode()
    found = re.search(r'<script type="application/json" id="exact">(.*?)</script>', page)
    assert found is not None
    exact = json.loads(found[1])
    assert all(base64.b64decode(exact[kind]) == array.tobytes() for kind, array in DROPPED.items())


@pytest.mark.parametrize(
    ("given", "kinds"),
    [
        (foreign_attention(encoder=arrays()["encoder"], source_tokens=SRC), {"encoder"}),
        (foreign_attention(decoder=arrays()["decoder"], target_tokens=TGT), {"decoder"}),
        (read(), {"encoder", "decoder", "cross"}),
    ],
)
def test_rollout_needs_only_weights(given: ForeignAttention, kinds: set[str]) -> None:
    lenses = foreign_payload(given).lenses
    assert [lens.name for lens in lenses] == ["weights", "rollout"] and set(lenses[1].kinds) == kinds
    reply = answer_foreign(given, "lens_values", {"id": "x", "lens": "rollout"})
    assert {kind for kind, part in reply["kinds"].items() if part} == kinds
    head = answer_foreign(given, "lens_head", {"lens": "rollout", "kind": lenses[1].kinds[0], "layer": 1, "head": 0})
    rows = np.frombuffer(base64.b64decode(head["values"]), "<f4").reshape(head["shape"]).sum(-1)
    assert np.allclose(rows, 1, atol=1e-5)


def test_cross_attention_alone_has_no_rollout() -> None:
    given = foreign_attention(cross=arrays()["cross"], source_tokens=SRC, target_tokens=TGT)
    assert [lens.name for lens in foreign_payload(given).lenses] == ["weights"]
    with pytest.raises(CoreError, match="'rollout' is not a lens of given attention, which has weights: other"):
        answer_foreign(given, "lens_values", {"lens": "rollout"})


@pytest.mark.parametrize(
    ("name", "request_", "message"),
    [
        ("variant", {}, "given attention answers head_values"),
        ("head_values", {"kind": "cross", "layer": 9, "head": 0}, "no such head"),
        ("head_values", {"kind": "cross", "layer": -1, "head": 0}, "no such head"),
        ("head_values", {"kind": "middle", "layer": 0, "head": 0}, "no such head"),
        ("layer_values", {}, "no such head"),
        ("lens_values", {"lens": "alti"}, "'alti' is not a lens of given attention, which has weights, rollout: other"),
        ("lens_head", {"kind": "cross", "layer": 0, "head": 0}, "'None' is not a lens"),
        ("lens_head", {"lens": "rollout", "kind": "cross", "layer": 0, "head": 1}, "no such head"),
    ],
)
def test_other_questions_are_refused(name: str, request_: dict[str, object], message: str) -> None:
    with pytest.raises(CoreError, match=message):
        answer_foreign(read(), name, request_)


def test_a_long_input_takes_its_layers_along() -> None:
    given = foreign_attention(encoder=np.full((2, 3, 512, 512), 1 / 512, dtype=np.float32))
    page = foreign_page(given, ENGLISH).decode()
    assert page.count('"name": "layer_values"') == 2
    with pytest.raises(CoreError, match="give fewer layers"):
        foreign_page(foreign_attention(encoder=np.full((12, 3, 512, 512), 1 / 512, dtype=np.float32)), ENGLISH)
