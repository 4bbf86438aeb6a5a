"""Teacher forcing of one pair: what is read and predicted, and log-probabilities against a plain computation."""

import pytest
import torch

from core.config import ModelConfig
from core.data.tokenizer import BOS_ID, EOS_ID
from core.errors import CoreError
from core.inspection import forced
from core.inspection.forced import ForcedPair, logit_chunks, read_ids, target_log_probs
from core.inspection.intervention import HeadName, Intervention
from core.model.transformer import Transformer

SOURCE, TARGET = [7, 11, 13, EOS_ID], [5, 3, EOS_ID]


@pytest.fixture
def model() -> Transformer:
    torch.manual_seed(3)
    return Transformer(ModelConfig(vocab_size=17, d_model=6, num_layers=2, num_heads=3, d_ff=5)).eval()


def test_forced_pair_reads_the_target_shifted_by_one(model):
    pair = ForcedPair.of(model, SOURCE, TARGET)
    assert pair.source.tolist() == [SOURCE] and pair.target.tolist() == TARGET
    assert pair.read.tolist() == [read_ids(TARGET, BOS_ID)] == [[BOS_ID, 5, 3]]
    assert pair.sizes == (4, 3) and pair.changes(model) is None


def test_forced_pair_refuses_an_intervention_that_does_not_fit(model):
    with pytest.raises(CoreError, match="head 4"):
        ForcedPair.of(model, SOURCE, TARGET, Intervention(off=(HeadName("cross", 0, 3),)))


@pytest.mark.parametrize("chunk", [1, 17 * 2, 10**6])
def test_target_log_probs_are_those_of_the_logits(model, monkeypatch, chunk):
    monkeypatch.setattr(forced, "_CHUNK_LOGITS", chunk)
    pair = ForcedPair.of(model, SOURCE, TARGET)
    with torch.no_grad():
        states = pair.states(model, None)
        found = target_log_probs(model, torch.cat([states, 2 * states]), pair.target)
        rows = [rows for rows, _ in logit_chunks(model, states[0])]
        for row, scale in enumerate((1, 2)):
            expected = model.logits(states[0] * scale).log_softmax(-1)[range(3), TARGET]
            torch.testing.assert_close(found[row], expected)
    assert len(rows) == {1: 3, 34: 2, 10**6: 1}[chunk]
