"""Parameters by part, against the configuration and a real model."""

import pytest

from core.config import ModelConfig
from core.model.transformer import Transformer
from tests.viz.labs.computed import computed, node, shown

pytestmark = node


def test_base_and_big_have_the_parameters_of_the_paper():
    assert computed("parameters", {"preset": "base"})["total"] == 63_082_496
    big = ModelConfig(d_model=1024, num_heads=16, d_ff=4096)
    assert computed("parameters", {"preset": "big"})["total"] == big.num_parameters == pytest.approx(214e6, rel=0.01)


@pytest.mark.parametrize(
    ("tying", "norm", "positions"), [("none", "pre", "learned"), ("two-way", "post", "sinusoidal")]
)
def test_loaded_model_has_the_parameters_of_the_module(tying, norm, positions):
    config = ModelConfig(
        vocab_size=50,
        d_model=16,
        num_layers=2,
        num_heads=2,
        d_ff=24,
        tying=tying,
        norm=norm,
        positions=positions,
        max_positions=32,
        num_decoder_layers=1,
        decoder_d_ff=12,
        output_bias=True,
    )
    facts = {"d_model": 16, "num_layers": 2, "num_heads": 2, "d_ff": 24, "d_k": 8, "d_v": 8, "vocabulary": 50}
    facts |= {"decoder_layers": 1, "decoder_d_ff": 12, "source_vocabulary": 50, "output_bias": True}
    facts |= {"tying": tying, "norm": norm, "positions": positions, "max_positions": 32}
    found = computed("parameters", {"preset": "loaded"}, **facts)
    assert found["total"] == sum(one.numel() for one in Transformer(config).parameters())


def test_layers_of_both_stacks_are_shown_where_they_differ():
    assert shown("parameters", {}, num_layers=6, decoder_layers=2)["layers"] == "6 / 2"
    assert shown("parameters", {}, num_layers=6, decoder_layers=6)["layers"] == 6
