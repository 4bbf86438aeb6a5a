"""A wider feed-forward sub-layer for trained weights."""

import dataclasses
from pathlib import Path

import pytest
import torch

from core.checkpoint import load_checkpoint
from core.errors import CoreError
from core.model.transformer import Transformer
from core.training.wider import widened

MINIATURE = Path(__file__).parents[2] / "miniature"


@pytest.fixture(scope="module")
def checkpoint():
    return load_checkpoint(MINIATURE)


def test_wider_model_computes_the_same_and_its_new_units_learn(checkpoint):
    narrow = checkpoint.model
    config = dataclasses.replace(narrow.config, d_ff=narrow.config.d_ff + 13)
    wide = Transformer(config)
    wide.load_state_dict(widened(narrow.state_dict(), narrow.config, config.d_ff, seed=5))
    wide.eval()
    src, tgt = torch.tensor([[5, 7, 11, 2]]), torch.tensor([[1, 17, 19]])
    torch.testing.assert_close(wide(src, tgt), narrow(src, tgt), rtol=0, atol=1e-5)
    wide(src, tgt).square().sum().backward()
    for name, parameter in wide.named_parameters():
        if name.endswith("feed_forward.outer.weight"):
            assert parameter.grad[:, -13:].abs().sum() > 0  # the first step moves what the new units write


def test_model_cannot_become_narrower(checkpoint):
    config = checkpoint.model.config
    with pytest.raises(CoreError, match=rf"d_ff is {config.d_ff} in the checkpoint .* cannot be 3"):
        widened(checkpoint.model.state_dict(), config, 3, seed=5)


def test_decoder_of_its_own_width_is_refused(checkpoint):
    config = dataclasses.replace(checkpoint.model.config, decoder_d_ff=checkpoint.model.config.d_ff)
    with pytest.raises(CoreError, match="encoder and decoder have the same"):
        widened(checkpoint.model.state_dict(), config, config.d_ff + 1, seed=5)
