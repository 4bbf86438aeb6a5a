"""Close-up of one head: it shows what the model computed, and scaling has the effect given in the paper."""

import dataclasses
import math

import numpy as np
import pytest
import torch

from core.config import ModelConfig
from core.data.tokenizer import EOS_ID
from core.errors import CoreError
from core.inspection.close_up import CloseUp, close_up
from core.inspection.intervention import HeadName, Intervention, RowEdit
from core.inspection.trace import Trace, record_trace
from core.model.transformer import Transformer
from core.translator import Translator

SOURCE, TARGET = "three thousand four hundred and eighty-one", "三千四百八十一"


@pytest.fixture(scope="module")
def ids(translator: Translator) -> tuple[list[int], list[int]]:
    return translator.vocabularies.source.encode(SOURCE).ids, translator.vocabularies.target.encode(TARGET).ids


@pytest.fixture(scope="module")
def trace(translator: Translator, ids: tuple[list[int], list[int]]) -> Trace:
    return record_trace(translator.model, translator.vocabularies, *ids)


def softmax(scores: np.ndarray) -> np.ndarray:
    powers = np.exp(scores.astype(np.float64) - scores.max())
    return powers / powers.sum()


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
@pytest.mark.parametrize(("layer", "head", "query"), [(0, 0, 0), (0, 1, 2), (1, 0, 3), (1, 1, 5)])
def test_weights_are_those_of_the_trace(translator, ids, trace, kind, layer, head, query):
    found = close_up(translator.model, *ids, kind, layer, head, query)
    expected = {"encoder": trace.encoder_self, "decoder": trace.decoder_self, "cross": trace.cross}[kind]
    np.testing.assert_allclose(found.weights, expected[layer, head, query], atol=1e-6)


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_every_step_follows_from_the_one_before(translator, ids, kind):
    found = close_up(translator.model, *ids, kind, 1, 0, 3)
    keys = len(ids[1]) if kind == "decoder" else len(ids[0])
    assert found.query.shape == (16,)  # 32 over 2 heads
    assert found.keys.shape == (keys, 16)
    np.testing.assert_allclose((found.query * found.keys).sum(axis=1), found.dots, atol=1e-5)
    assert found.scaled
    assert found.scale == 0.25
    np.testing.assert_allclose(found.scores, found.dots / 4, rtol=1e-6)
    assert found.mask.tolist() == [k <= 3 or kind != "decoder" for k in range(keys)]
    np.testing.assert_allclose(found.weights[found.mask], softmax(found.scores[found.mask]), atol=1e-6)
    assert (found.weights[~found.mask] == 0).all()


@pytest.mark.parametrize(
    ("name", "query", "change"),
    [
        (HeadName("cross", 1, 0), 3, "off"),
        (HeadName("encoder", 1, 1), 2, "uniform"),
        (HeadName("cross", 0, 1), 1, "edited"),
        (HeadName("cross", 0, 1), 2, None),  # another row of the same head
        (HeadName("decoder", 1, 1), 4, None),  # a head that nobody touched, behind others that were
    ],
)
def test_computed_and_used_weights_are_both_kept(translator, ids, trace, name, query, change):
    keys = len(ids[0])
    changes = Intervention(
        off=(HeadName("cross", 1, 0), HeadName("encoder", 0, 0)),
        uniform=(HeadName("encoder", 1, 1),),
        edits=(RowEdit("cross", 0, 1, 1, (0.25, 0.75, *[0.0] * (keys - 2))),),
    )
    found = close_up(translator.model, *ids, *name, query, changes)
    changed = record_trace(translator.model, translator.vocabularies, *ids, intervention=changes)
    np.testing.assert_allclose(found.used, changed.weights(name.kind)[name.layer, name.head, query], atol=1e-6)
    np.testing.assert_allclose(found.weights[found.mask], softmax(found.scores[found.mask]), atol=1e-6)
    assert found.change == change
    assert (np.abs(found.used - found.weights).max() > 1e-3) == (change is not None)
    before = trace.weights(name.kind)[name.layer, name.head, query]
    assert np.abs(found.weights - before).max() > 1e-5  # it reads states that the changes before it have reached


def test_unchanged_head_uses_its_computed_weights(translator, ids):
    found = close_up(translator.model, *ids, "cross", 1, 0, 3)
    assert found.change is None
    np.testing.assert_array_equal(found.used, found.weights)


def test_unscaled_model_is_reported(translator, ids):
    model = Transformer(dataclasses.replace(translator.model.config, scale_scores=False)).eval()
    model.load_state_dict(translator.model.state_dict())
    found = close_up(model, *ids, "cross", 0, 1, 2)
    assert not found.scaled
    np.testing.assert_array_equal(found.scores, found.dots)
    np.testing.assert_allclose(found.weights, softmax(found.dots), atol=1e-6)
    # the first layer has the same dot products in both models, so both variants must agree
    places = ("encoder", 0, 1, 2)
    unscaled, scaled = close_up(model, *ids, *places), close_up(translator.model, *ids, *places)
    assert unscaled.with_scaling == pytest.approx(scaled.with_scaling)
    assert unscaled.without_scaling == pytest.approx(scaled.without_scaling)


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_all_dots_holds_every_unmasked_dot_product(translator, ids, kind):
    rows = [close_up(translator.model, *ids, kind, 1, 1, q) for q in range(len(ids[0 if kind == "encoder" else 1]))]
    dots = np.concatenate([row.dots[row.mask] for row in rows])
    whole = rows[2]
    np.testing.assert_allclose(np.sort(whole.all_dots), np.sort(dots), rtol=1e-5)
    assert whole.variance == pytest.approx(np.var(dots), rel=1e-4)
    assert whole.scaled_variance == pytest.approx(np.var(dots / 4), rel=1e-4)


@pytest.mark.parametrize("kind", ["encoder", "decoder"])
def test_sharpness_is_the_mean_over_rows_that_can_choose(translator, ids, kind):
    count = len(ids[0 if kind == "encoder" else 1])
    rows = [close_up(translator.model, *ids, kind, 0, 0, q) for q in range(count)]
    rows = [row for row in rows if row.mask.sum() > 1]
    assert len(rows) == count - (kind == "decoder")
    for scale, found in ((0.25, rows[0].with_scaling), (1.0, rows[0].without_scaling)):
        weights = [softmax(row.dots[row.mask] * scale) for row in rows]
        assert found.entropy == pytest.approx(np.mean([-(w * np.log(w)).sum() for w in weights]), rel=1e-4)
        assert found.largest_weight == pytest.approx(np.mean([w.max() for w in weights]), rel=1e-4)
    assert rows[0].with_scaling.entropy > rows[0].without_scaling.entropy
    assert rows[0].with_scaling.largest_weight < rows[0].without_scaling.largest_weight


def test_variance_grows_with_d_k_and_scaling_removes_it():
    # 3.2.1, footnote 4: entries of mean 0 and variance 1 give a dot product of variance d_k
    rng = np.random.default_rng(3)
    for width in (11, 101):
        query, keys = rng.standard_normal((997, width)), rng.standard_normal((997, width))
        dots = (query * keys).sum(axis=1).astype(np.float32)
        found = _with_dots(width, dots)
        assert found.variance == pytest.approx(width, rel=0.2)
        assert found.scaled_variance == pytest.approx(1, rel=0.2)


def test_the_encoder_needs_no_target(translator, ids):
    alone = close_up(translator.model, ids[0], [EOS_ID], "encoder", 1, 0, 2)
    np.testing.assert_array_equal(alone.weights, close_up(translator.model, *ids, "encoder", 1, 0, 2).weights)


@pytest.mark.parametrize(
    ("kind", "layer", "head", "query", "message"),
    [
        ("both", 0, 0, 0, "unknown kind 'both'; allowed: encoder, decoder, cross"),
        ("encoder", 2, 0, 0, "layer 3 does not exist: there are 2"),
        ("encoder", -1, 0, 0, "layer 0 does not exist: there are 2"),
        ("cross", 0, 2, 0, "head 3 does not exist: there are 2"),
        ("decoder", 0, 0, 8, "row 9 does not exist: there are 8"),
        ("encoder", 0, 0, 99, "row 100 does not exist: there are"),
    ],
)
def test_a_place_that_is_not_there_is_refused(translator, ids, kind, layer, head, query, message):
    target = [*ids[1][:7], EOS_ID]
    with pytest.raises(CoreError) as refused:
        close_up(translator.model, ids[0], target, kind, layer, head, query)
    assert str(refused.value).startswith(message)


def test_narrow_and_wide_heads_scale_by_their_own_width():
    config = ModelConfig(vocab_size=283, d_model=14, num_layers=1, num_heads=7, d_ff=11, d_k=3, max_positions=13)
    torch.manual_seed(1)
    found = close_up(Transformer(config).eval(), [5, 7, 11, EOS_ID], [3, EOS_ID], "cross", 0, 6, 1)
    assert found.scale == pytest.approx(1 / math.sqrt(3))
    np.testing.assert_allclose(found.scores, found.dots / math.sqrt(3), rtol=1e-5)


def _with_dots(width: int, dots: np.ndarray) -> CloseUp:
    blank = close_up(
        Transformer(
            ModelConfig(vocab_size=283, d_model=14, num_layers=1, num_heads=7, d_ff=11, max_positions=11)
        ).eval(),
        *([5, EOS_ID], [EOS_ID]),
        *("encoder", 0, 0, 0),
    )
    return dataclasses.replace(blank, query=np.zeros(width, np.float32), all_dots=dots)
