"""A lens of a changed translation: it must see what it would see in a model whose parameters were changed to the same.

A head that is off is one whose columns of W^O are 0; a uniform head one whose W^Q and b^Q are 0, so that all its scores
are equal.
"""

import copy
import itertools

import numpy as np
import pytest
import torch
from torch import Tensor

from core.attention_kinds import KINDS
from core.data.tokenizer import BOS_ID, PAD_ID
from core.errors import CoreError
from core.inspection.intervention import HeadName, Intervention, RowEdit
from core.inspection.lenses import compute_lens
from core.inspection.lenses.rollout import attention_mixing, roll
from core.model.probe import AttentionState, Probe
from core.model.transformer import Transformer

OFF = (HeadName("encoder", 0, 2), HeadName("decoder", 1, 0), HeadName("cross", 0, 1))
UNIFORM = (HeadName("encoder", 1, 1), HeadName("decoder", 0, 2), HeadName("cross", 1, 0))
CHANGED = Intervention(off=OFF, uniform=UNIFORM)


def operated(model: Transformer) -> Transformer:
    """The same changes, made in the parameters."""
    model = copy.deepcopy(model)
    for name in (*OFF, *UNIFORM):
        layer = (model.encoder if name.kind == "encoder" else model.decoder).layers[name.layer]
        attention = layer.cross_attention if name.kind == "cross" else layer.self_attention
        if name in OFF:
            attention.output.weight.unflatten(1, (attention.num_heads, -1))[:, name.head] = 0.0
        else:
            attention.query.weight.unflatten(0, (attention.num_heads, -1))[name.head] = 0.0
            attention.query.bias.unflatten(0, (attention.num_heads, -1))[name.head] = 0.0
    return model


def without(array: np.ndarray, kind: str, heads: tuple[HeadName, ...]) -> np.ndarray:
    """A copy of [L, H, Q, K] in which these heads are 0."""
    out = array.copy()
    for name in heads:
        if name.kind == kind:
            out[name.layer, name.head] = 0.0
    return out


@pytest.mark.parametrize("name", ["weights", "scores", "value_norm", "alti", "gradient", "occlusion"])
def test_a_lens_sees_the_model_as_it_was_changed(post_norm, name):
    model, *pair = post_norm
    found, expected = compute_lens(name, model, *pair, CHANGED), compute_lens(name, operated(model), *pair)
    before = compute_lens(name, model, *pair)
    for kind in KINDS if name != "occlusion" else ("cross",):
        here, there = found.kind(kind), expected.kind(kind)
        if name in ("weights", "value_norm", "gradient"):  # what is off has no weight, whatever its softmax says
            there = without(there, kind, OFF)
        if name == "scores":  # what the head computed, though it is not used
            here, there = without(here, kind, UNIFORM), without(there, kind, UNIFORM)
        np.testing.assert_allclose(here, there, atol=2e-5)
        assert np.nanmax(np.abs(found.kind(kind) - before.kind(kind))) > 1e-3


def test_scores_of_uniform_head_are_the_computed_ones(post_norm):
    model, *pair = post_norm
    alone = Intervention(uniform=(HeadName("encoder", 0, 1),))  # nothing is changed before it
    found, before = (compute_lens("scores", model, *pair, one) for one in (alone, Intervention()))
    np.testing.assert_array_equal(found.encoder[0], before.encoder[0])
    assert np.ptp(found.encoder[0, 1]) > 0.1


def test_rollout_is_over_the_heads_that_are_on(post_norm):
    """The mean of two heads out of three, from the weights that were used; all shares are still shared out."""
    model, *pair = post_norm
    weights = compute_lens("weights", model, *pair, CHANGED)
    mean = {
        kind: np.stack(
            [
                layer[[head for head in range(3) if HeadName(kind, index, head) not in OFF]].mean(axis=0)
                for index, layer in enumerate(weights.kind(kind))
            ]
        )
        for kind in KINDS
    }
    expected, found = roll(attention_mixing(*(mean[kind] for kind in KINDS))), None
    found = compute_lens("rollout", model, *pair, CHANGED)
    for kind in KINDS:
        np.testing.assert_allclose(found.kind(kind)[:, 0], getattr(expected, kind), atol=1e-6)
    np.testing.assert_allclose(found.encoder.sum(axis=-1), 1, atol=1e-5)
    np.testing.assert_allclose(found.decoder.sum(axis=-1) + found.cross.sum(axis=-1), 1, atol=1e-5)


def test_layer_with_all_heads_off_keeps_its_stream(post_norm):
    model, *pair = post_norm
    names = [HeadName(kind, layer, head) for kind, layer, head in itertools.product(KINDS, range(2), range(3))]
    found = {name: compute_lens(name, model, *pair, Intervention(off=tuple(names))) for name in ("rollout", "alti")}
    for result in found.values():
        for layer in range(2):
            np.testing.assert_allclose(result.encoder[layer, 0], np.eye(11), atol=1e-6)
            np.testing.assert_allclose(result.decoder[layer, 0], np.eye(5), atol=1e-6)
        np.testing.assert_allclose(result.cross, 0, atol=1e-6)
    assert not compute_lens("gradient", model, *pair, Intervention(off=tuple(names))).cross.any()


class Rows(Probe):
    """Sets one row of one head, by a way of its own."""

    def __init__(self, row: dict[int, float]) -> None:
        self.row = row

    def attention(self, state: AttentionState) -> Tensor:
        weights = state.weights.clone()
        if state.site == "decoder.0.cross":
            weights[:, 1, 2] = 0.0
            for key, weight in self.row.items():
                weights[:, 1, 2, key] = weight
        return weights


def test_edited_row_loses_weight_on_occluded_token(post_norm):
    model, source, target = post_norm
    row = {3: 0.5, 4: 0.2, 7: 0.3}
    edit = RowEdit("cross", 0, 1, 2, tuple(row.get(key, 0.0) for key in range(11)))
    found = compute_lens("occlusion", model, source, target, Intervention(edits=(edit,)))

    def log_probs(occluded: int | None, row: dict[int, float]) -> Tensor:
        ids = [PAD_ID if place == occluded else token for place, token in enumerate(source)]
        logits = model(torch.tensor([ids]), torch.tensor([[BOS_ID, *target[:-1]]]), Rows(row))[0]
        return logits.log_softmax(dim=-1)[torch.arange(5), torch.tensor(target)]

    whole = log_probs(None, row)
    for occluded, left in ((3, {4: 0.4, 7: 0.6}), (7, {3: 5 / 7, 4: 2 / 7}), (5, row)):
        np.testing.assert_allclose(found.cross[0, 0, :, occluded], whole - log_probs(occluded, left), atol=1e-5)


def test_row_on_only_the_occluded_token_is_empty(post_norm):
    model, source, target = post_norm
    edit = RowEdit("cross", 0, 1, 2, tuple(float(key == 3) for key in range(11)))
    found = compute_lens("occlusion", model, source, target, Intervention(edits=(edit,)))
    assert np.isfinite(found.cross).all()


def test_intervention_that_does_not_fit_is_refused(post_norm):
    with pytest.raises(CoreError, match="head 4 in cross layer 1 does not exist"):
        compute_lens("alti", *post_norm, Intervention(off=(HeadName("cross", 0, 3),)))
