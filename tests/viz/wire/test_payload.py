"""What is packed for the attention view: every head in 8 bits, one head exactly, and nothing that does not fit."""

import base64
import json
from typing import Any

import numpy as np
import pytest

from tests.viz.components.translation import ARRAYS, PREDICTED, SRC, payload
from viz.wire.payload import pack_head


def test_payload_holds_every_weight_row_by_row() -> None:
    packed = json.loads(payload())
    for kind, array in ARRAYS.items():
        part = packed["kinds"][kind]
        assert part["shape"] == list(array.shape)
        raw = np.frombuffer(base64.b64decode(part["weights"]), np.uint8).reshape(array.shape)
        assert np.array_equal(raw, np.rint(array * 255).astype(np.uint8))
    assert packed["src_tokens"] == SRC and packed["predicted_tokens"] == PREDICTED
    assert packed["lenses"][3] == {"name": "occlusion", "rows": "amounts", "signed": True, "kinds": ["cross"]}
    assert packed["hypotheses"][1] == {"text": "<b>Hund</b>", "score": -0.75, "log_prob": -3.0, "length": 4}


def test_payload_is_ascii_without_markup() -> None:
    text = payload(src_tokens=[*SRC[:-2], "\ud800", "</s>"])
    assert text.isascii() and "<" not in text
    assert json.loads(text)["src_tokens"][-2] == "\ud800"


def test_the_encoder_may_have_another_depth() -> None:
    packed = json.loads(payload(encoder=ARRAYS["encoder"][:1]))
    assert [packed["kinds"][kind]["shape"][0] for kind in ("encoder", "decoder", "cross")] == [1, 2, 2]


def test_a_kind_may_be_missing_or_have_other_heads() -> None:
    packed = json.loads(payload(cross=ARRAYS["cross"][:0], encoder=ARRAYS["encoder"][:, :2], probabilities=[]))
    assert [packed["kinds"][kind]["shape"][:2] for kind in ("encoder", "decoder", "cross")] == [[2, 2], [2, 3], [0, 3]]
    assert packed["kinds"]["cross"]["weights"] == "" and packed["probabilities"] == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"cross": ARRAYS["encoder"]}, r"cross attention is \(7, 7\) for \(5, 7\) tokens"),
        ({"decoder": ARRAYS["decoder"][0]}, r"decoder attention must be \[layers, heads, queries, keys\]"),
        ({"cross": ARRAYS["cross"][:1]}, r"cross attention has 1 layers, decoder 2"),
        ({kind: array[:0] for kind, array in ARRAYS.items()}, r"there is no attention of any kind"),
        ({"tgt_tokens": ["<s>"]}, r"tgt_tokens must have one entry for each of the 5 predicted tokens, not 1"),
        ({"probabilities": [0.9, 0.5, 0.25, 0.75, 1.5]}, r"probabilities must lie in \[0, 1\], not 1.5"),
        ({"probabilities": [0.9, 0.5, 0.25, 0.75, np.nan]}, r"probabilities must lie in \[0, 1\], not nan"),
        ({"top": [[("a", 2.0)]] * 5}, r"top must lie in \[0, 1\], not 2.0"),
        ({"entropies": [0.0, 0.0, 0.0, 0.0, -1.0]}, r"entropies must be finite and not negative"),
        ({"chosen": 2}, r"chosen \(2\) must be the index of one of the 2 hypotheses"),
    ],
)
def test_pack_refuses_inconsistent_shapes_by_name(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        payload(**changes)


def test_one_head_travels_as_exact_float32() -> None:
    reply = pack_head(ARRAYS["cross"][1, 2])
    values = np.frombuffer(base64.b64decode(reply["values"]), "<f4").reshape(reply["shape"])
    assert np.array_equal(values, ARRAYS["cross"][1, 2])
    with pytest.raises(ValueError, match=r"\[Q, K\], not \(2, 3, 5, 7\)"):
        pack_head(ARRAYS["cross"])
