"""The code of a lens: its own lines and those it declares, with the shapes of one attention kind."""

from pathlib import Path

import numpy as np
import pytest

from core.attention_kinds import KINDS
from core.errors import CoreError
from core.inspection.intervention import Intervention
from core.inspection.lenses import compute_lens, lenses
from core.inspection.traced_code import traced_lens

ROOT = Path(__file__).parents[4]


@pytest.mark.parametrize("name", lenses())
def test_every_lens_lists_the_code_that_it_declares(post_norm, name):
    model, source, target = post_norm
    result, listings = traced_lens(name, model, source, target, "cross")
    np.testing.assert_array_equal(result.cross, compute_lens(name, model, source, target).cross)
    assert listings[0].name == name and listings[0].file == f"core/inspection/lenses/{name}.py"
    listed = {one.name for kind in KINDS for one in traced_lens(name, model, source, target, kind)[1]}
    assert listed == {function.__qualname__ for function in (lenses()[name].compute, *lenses()[name].code)}
    for listing in listings:
        assert any(line.shapes for line in listing.lines if line.ran), listing.name
        text = (ROOT / listing.file).read_text(encoding="utf-8").splitlines()
        own = [text[line.number - 1] for line in listing.lines]
        assert [line.text.strip() for line in listing.lines] == [line.strip() for line in own]


@pytest.mark.parametrize(
    ("kind", "shape"), [("encoder", (1, 3, 11, 11)), ("decoder", (1, 3, 5, 5)), ("cross", (1, 3, 5, 11))]
)
def test_code_of_attention_has_the_shapes_of_its_kind(post_norm, kind, shape):
    _, listings = traced_lens("weights", *post_norm, kind)
    softmax = next(one for one in listings if one.name == "attention_weights")
    scores = next(line for line in softmax.lines if "key.transpose" in line.text)
    assert [(one.name, one.shape) for one in scores.shapes] == [("scores", shape)]
    masked = next(line for line in softmax.lines if "masked_fill" in line.text)
    assert masked.ran == (kind == "decoder")


def test_code_runs_under_the_same_change(post_norm):
    off = Intervention.from_dict({"off": [["cross", 0, 1]]})
    result, _ = traced_lens("value_norm", *post_norm, "cross", off)
    assert not result.cross[0, 1].any() and result.cross[0, 0].any()


def test_an_unknown_lens_has_no_code(post_norm):
    with pytest.raises(CoreError, match="unknown lens 'lime'"):
        traced_lens("lime", *post_norm, "cross")
