"""Occlusion against one token at a time, with a probe that hides it."""

import numpy as np
import pytest
import torch
from torch import Tensor

from core.data.tokenizer import BOS_ID, EOS_ID, PAD_ID
from core.inspection import forced
from core.inspection.lenses import compute_lens
from core.inspection.lenses import occlusion as module
from core.model.probe import AttentionState, Probe


class Hidden(Probe):
    """Masks one source token for every query."""

    def __init__(self, key: int) -> None:
        self.key = key

    def attention(self, state: AttentionState) -> Tensor:
        if state.site.startswith("decoder") and state.site.endswith("self"):
            return state.weights
        scores = state.scores.clone()
        scores[..., self.key] = -torch.inf
        return scores.softmax(dim=-1)


def log_probs(subject, probe: Probe | None) -> np.ndarray:
    read = torch.tensor([[BOS_ID, *subject.target[:-1]]])
    with torch.no_grad():
        logits = subject.model(torch.tensor([subject.source]), read, probe)[0]
    return logits.log_softmax(dim=-1)[torch.arange(len(subject.target)), torch.tensor(subject.target)].numpy()


def test_each_column_is_the_loss_without_that_token(subject):
    result = compute_lens("occlusion", subject.model, subject.source, subject.target)
    whole = log_probs(subject, None)
    expected = np.stack([whole - log_probs(subject, Hidden(key)) for key in range(len(subject.source))], axis=1)
    assert result.cross.shape == (1, 1, *expected.shape)
    assert result.cross.dtype == np.float32
    assert np.abs(expected).max() > 1e-2
    np.testing.assert_allclose(result.cross[0, 0], expected, atol=1e-4)
    assert result.encoder is None and result.decoder is None


@pytest.mark.parametrize("tokens", [1, 16 * 3])
def test_chunked_rows_give_the_same_result(post_norm, monkeypatch, tokens):
    whole = compute_lens("occlusion", post_norm.model, post_norm.source, post_norm.target)
    monkeypatch.setattr(module, "_MAX_PASS_TOKENS", tokens)
    monkeypatch.setattr(forced, "_CHUNK_LOGITS", 41 * 2)
    parted = compute_lens("occlusion", post_norm.model, post_norm.source, post_norm.target)
    np.testing.assert_allclose(parted.cross, whole.cross, atol=1e-5)


def test_occluding_padding_costs_nothing(post_norm):
    source = [*post_norm.source[:4], PAD_ID, *post_norm.source[4:]]
    result = compute_lens("occlusion", post_norm.model, source, post_norm.target)
    np.testing.assert_allclose(result.cross[0, 0, :, 4], 0, atol=1e-6)
    assert np.abs(result.cross[0, 0]).max() > 1e-2


def test_source_of_only_the_end_symbol_can_be_occluded(post_norm):
    result = compute_lens("occlusion", post_norm.model, [EOS_ID], post_norm.target)
    assert result.cross.shape == (1, 1, 5, 1)
    assert np.isfinite(result.cross).all()
