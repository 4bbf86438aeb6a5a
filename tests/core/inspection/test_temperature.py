"""Temperature: probabilities from the sums equal softmax of the logits over the temperature."""

import numpy as np
import pytest
import torch

from core.config import ModelConfig
from core.data.tokenizer import EOS_ID
from core.inspection.forced import read_ids
from core.inspection.intervention import HeadName, Intervention
from core.inspection.temperature import TEMPERATURES, tempered
from core.model.transformer import Transformer

SOURCE, TARGET = [7, 11, 13, EOS_ID], [5, 3, EOS_ID]


@pytest.fixture
def model() -> Transformer:
    torch.manual_seed(3)
    return Transformer(ModelConfig(vocab_size=17, d_model=6, num_layers=2, num_heads=3, d_ff=5)).eval()


def test_sums_turn_probabilities_into_those_of_each_temperature(model):
    found = tempered(model, SOURCE, TARGET)
    with torch.inference_mode():
        read = torch.tensor([read_ids(TARGET, model.config.start_id)])
        logits = model.logits(model.states(torch.tensor([SOURCE]), read))[0].double()  # [T, V]
    log_probs = logits.log_softmax(dim=-1)
    assert found.temperatures == TEMPERATURES and found.sums.shape == (len(TEMPERATURES), len(TARGET))
    for temperature, sums in zip(found.temperatures, found.sums, strict=True):
        made = (log_probs / temperature - torch.tensor(sums, dtype=torch.float64)[:, None]).exp()
        np.testing.assert_allclose(made, (logits / temperature).softmax(dim=-1), atol=1e-5)


def test_sums_follow_an_intervention(model):
    off = Intervention(off=(HeadName("cross", 0, 0),))
    assert not np.allclose(tempered(model, SOURCE, TARGET).sums, tempered(model, SOURCE, TARGET, off).sums)
