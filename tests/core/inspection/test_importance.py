"""Head importance: the target's loss when only that head is switched off."""

import itertools

import numpy as np
import pytest
import torch
from torch import Tensor

from core.attention_kinds import KINDS
from core.config import ModelConfig
from core.data.tokenizer import BOS_ID, EOS_ID
from core.inspection import forced
from core.inspection import importance as importance_module
from core.inspection.importance import Importance, head_importance, most_important
from core.inspection.intervention import HeadName, Intervention, RowEdit
from core.model.probe import AttentionState, Chain, Probe
from core.model.transformer import Transformer

LAYERS, HEADS, VOCABULARY = 2, 5, 31
SOURCE, TARGET = [7, 11, 13, 17, 19, 23, EOS_ID], [5, 7, 11, 13, EOS_ID]


class WithoutHead(Probe):
    """Empties one head, by a way of its own."""

    def __init__(self, site: str, head: int) -> None:
        self.site, self.head = site, head

    def attention(self, state: AttentionState) -> Tensor:
        if state.site == self.site:
            state.weights[:, self.head] = 0.0
        return state.weights


def model(**options: object) -> Transformer:
    torch.manual_seed(2)
    small = {"vocab_size": VOCABULARY, "d_model": 10, "num_heads": HEADS, "num_layers": LAYERS, "d_ff": 13}
    transformer = Transformer(ModelConfig(**{**small, "tying": "none", **options})).eval().requires_grad_(False)
    transformer.output_weight.mul_(3.0)
    return transformer


def log_probs(transformer: Transformer, probe: Probe | None = None) -> list[float]:
    """Of each token of TARGET, in float64, by one pass for this alone."""
    logits = transformer(torch.tensor([SOURCE]), torch.tensor([[BOS_ID, *TARGET[:-1]]]), probe)[0].double()
    return [logits.log_softmax(-1)[step, token].item() for step, token in enumerate(TARGET)]


@pytest.fixture(scope="module")
def importance() -> Importance:
    return head_importance(model(), SOURCE, TARGET)


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_importance_is_the_loss_without_the_head(norm):
    transformer = model(norm=norm)
    found = head_importance(transformer, SOURCE, TARGET)
    base = np.array(log_probs(transformer))
    assert found.base == pytest.approx(base.sum(), abs=1e-4)
    np.testing.assert_allclose(found.log_probs, base, atol=1e-5)
    for kind, layer, head in itertools.product(KINDS, range(LAYERS), range(HEADS)):
        site = f"decoder.{layer}.cross" if kind == "cross" else f"{kind}.{layer}.self"
        lost = base - log_probs(transformer, WithoutHead(site, head))
        assert getattr(found, kind)[layer, head] == pytest.approx(lost.sum(), abs=1e-4)
        np.testing.assert_allclose(found.token_losses[KINDS.index(kind), layer, head], lost, atol=1e-4)
    assert np.abs(found.token_losses).max() > 0.1  # the test can see a difference


class Changed(Probe):
    """One head of cross-attention off, one of the encoder uniform, one row of the decoder edited: without HeadGate."""

    def attention(self, state: AttentionState) -> Tensor:
        weights = state.weights.clone()
        if state.site == "decoder.1.cross":
            weights[:, 3] = 0.0
        if state.site == "encoder.0.self":
            weights[:, 2] = 1 / len(SOURCE)
        if state.site == "decoder.0.self":
            weights[:, 4, 2] = torch.tensor([0.25, 0.75, 0, 0, 0])
        return weights


CHANGES = Intervention(
    off=(HeadName("cross", 1, 3),),
    uniform=(HeadName("encoder", 0, 2),),
    edits=(RowEdit("decoder", 0, 4, 2, (0.25, 0.75, 0.0)),),
)


@pytest.mark.parametrize("rows", [1000, 3])
def test_heads_are_switched_off_in_addition_to_the_intervention(importance, rows, monkeypatch):
    monkeypatch.setattr(importance_module, "_rows_per_pass", lambda *_: rows)
    transformer = model()
    found = head_importance(transformer, SOURCE, TARGET, CHANGES)
    base = np.array(log_probs(transformer, Changed()))
    assert found.base == pytest.approx(base.sum(), abs=1e-4) and abs(found.base - importance.base) > 1e-3
    for kind, layer, head in itertools.product(KINDS, range(LAYERS), range(HEADS)):
        site = f"decoder.{layer}.cross" if kind == "cross" else f"{kind}.{layer}.self"
        value = getattr(found, kind)[layer, head]
        if (kind, layer, head) == ("cross", 1, 3):
            assert np.isnan(value)  # it is off already: there is nothing to lose
            continue
        lost = base - log_probs(transformer, Chain((Changed(), WithoutHead(site, head))))
        assert value == pytest.approx(lost.sum(), abs=1e-4)


def test_arrays_have_the_shapes_of_layers_and_heads(importance):
    for array in (importance.encoder, importance.decoder, importance.cross):
        assert array.shape == (LAYERS, HEADS) and array.dtype == np.float32
    assert importance.token_losses.shape == (3, LAYERS, HEADS, len(TARGET))
    assert importance.token_losses.dtype == importance.log_probs.dtype == np.float32
    stacked = np.stack([importance.encoder, importance.decoder, importance.cross])
    np.testing.assert_allclose(importance.token_losses.sum(axis=-1), stacked, atol=1e-5)


def test_first_token_depends_on_decoder_self_attention(importance):
    # Its one weight is 1; without the head its value is missing.
    assert np.abs(importance.token_losses[1, :, :, 0]).min() > 1e-6


@pytest.mark.parametrize("rows", [1, 2, 3, 7, 1000])
def test_the_number_of_rows_in_a_pass_changes_nothing(importance, rows, monkeypatch):
    monkeypatch.setattr(importance_module, "_rows_per_pass", lambda *_: rows)
    found = head_importance(model(), SOURCE, TARGET)
    np.testing.assert_allclose(found.token_losses, importance.token_losses, atol=1e-5)


def test_no_pass_has_more_rows_than_allowed(monkeypatch):
    class Counting(Transformer):
        def decode(self, target_ids: Tensor, *rest: object) -> Tensor:
            rows.append(len(target_ids))
            return super().decode(target_ids, *rest)

    rows: list[int] = []
    transformer = Counting(model().config).eval()
    monkeypatch.setattr(importance_module, "_rows_per_pass", lambda *_: 7)
    head_importance(transformer, SOURCE, TARGET)
    assert max(rows) == 7
    assert sum(rows) == 3 * LAYERS * HEADS + 1  # each head once, and once with all


def test_long_sentences_go_in_small_passes_and_give_the_same(importance, monkeypatch):
    monkeypatch.setattr(importance_module, "_MAX_NUMBERS", 3 * 7 * 5 * 7)  # three rows of attention
    monkeypatch.setattr(forced, "_CHUNK_LOGITS", 3 * 7 * 5 * 7)
    found = head_importance(model(), SOURCE, TARGET)
    np.testing.assert_allclose(found.token_losses, importance.token_losses, atol=1e-5)


def test_the_model_is_left_as_it_was():
    transformer = model()
    before = log_probs(transformer)
    head_importance(transformer, SOURCE, TARGET)
    assert log_probs(transformer) == before


@pytest.mark.parametrize("kind", KINDS)
def test_importance_of_one_kind_leaves_the_others_untested(importance, kind):
    found = head_importance(model(), SOURCE, TARGET, kinds=(kind,))
    for index, name in enumerate(KINDS):
        expected = importance.token_losses[index] if name == kind else np.full((LAYERS, HEADS, len(TARGET)), np.nan)
        np.testing.assert_allclose(found.token_losses[index], expected, atol=1e-5)


def test_most_important_takes_the_greatest_loss_of_the_steps():
    losses = np.array([[[0.1, 0.9, 0.2], [np.nan, np.nan, np.nan]], [[0.3, -0.5, 0.4], [0.2, 0.8, 0.1]]])
    assert most_important(losses, [0, 1, 2]) == (0, 0, 1)
    assert most_important(losses, [2, 0]) == (1, 0, 2)
