"""Token embedding and positional encoding: values by hand, and properties of the formula."""

import math

import pytest
import torch
from torch import nn

from core.config import ModelConfig
from core.errors import CoreError
from core.model.embedding import Embedding, sinusoidal_positions

IDS = torch.tensor([[3, 1, 4], [1, 5, 9]])


def config(**options: object) -> ModelConfig:
    return ModelConfig(
        **{"vocab_size": 13, "d_model": 10, "num_heads": 5, "dropout": 0.0, "max_positions": 17, **options}
    )


def embedding(**options: object) -> Embedding:
    chosen = config(**options)
    weight = torch.randn(chosen.vocab_size, chosen.d_model, generator=torch.Generator().manual_seed(1))
    return Embedding(chosen, nn.Parameter(weight))


def test_positional_values_worked_by_hand():
    table = sinusoidal_positions(4, 4)  # angles: position and position / 100
    expected = [
        [0.0, 1.0, 0.0, 1.0],
        [0.8414710, 0.5403023, 0.0099998, 0.9999500],
        [0.9092974, -0.4161468, 0.0199987, 0.9998000],
        [0.1411200, -0.9899925, 0.0299955, 0.9995500],
    ]
    assert table.dtype == torch.float32
    torch.testing.assert_close(table, torch.tensor(expected), atol=1e-7, rtol=0)


def test_the_base_sets_the_wavelengths():
    assert sinusoidal_positions(2, 4, base=100.0)[1, 2].item() == pytest.approx(math.sin(0.1), abs=1e-7)
    longest = 2 * math.pi * 10_000 ** (62 / 64)  # 2 pi base^((d - 2) / d)
    quarter = sinusoidal_positions(round(longest / 4) + 1, 64)[-1, 62:]
    assert quarter.tolist() == pytest.approx([1.0, 0.0], abs=1e-3)


def test_values_stay_exact_at_positions_where_float32_angles_would_not():
    last = sinusoidal_positions(60_013, 2)[60_012]
    assert last.tolist() == pytest.approx([math.sin(60_012), math.cos(60_012)], abs=1e-7)


def test_later_position_is_a_rotation_by_the_distance():
    table = sinusoidal_positions(41, 6).double()
    distance = 7
    for pair in range(3):
        angle = distance / 10_000 ** (2 * pair / 6)
        turn = torch.tensor([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]]).double()
        here = table[:-distance, 2 * pair : 2 * pair + 2]
        torch.testing.assert_close(here @ turn.T, table[distance:, 2 * pair : 2 * pair + 2], atol=1e-6, rtol=0)


def test_an_odd_width_is_refused():
    with pytest.raises(CoreError, match=r"d_model \(7\) must be even") as caught:
        sinusoidal_positions(3, 7)
    assert caught.value.code == "config.odd_d_model"


def test_embedding_is_scaled_row_plus_position():
    module = embedding()
    output = module(IDS)
    assert output.shape == (2, 3, 10)
    positions = sinusoidal_positions(17, 10)
    for row, ids in enumerate(IDS.tolist()):
        for position, token in enumerate(ids):
            expected = module.weight[token] * 10**0.5 + positions[position]
            torch.testing.assert_close(output[row, position], expected)


def test_a_sequence_may_begin_at_a_later_position():
    module = embedding()
    whole = module(IDS)
    torch.testing.assert_close(module(IDS[:, 2:], first=2), whole[:, 2:])


def test_sinusoidal_positions_are_no_weights_and_learned_ones_are():
    assert set(embedding().state_dict()) == {"weight"}
    learned = embedding(positions="learned")
    assert learned.positions.shape == (17, 10) and set(dict(learned.named_parameters())) == {
        "weight",
        "positions",
    }
    difference = learned(IDS) - learned.weight[IDS] * 10**0.5
    torch.testing.assert_close(difference, learned.positions[:3].expand(2, 3, 10), atol=1e-6, rtol=0)


@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
def test_a_sequence_beyond_the_last_position_is_refused(positions):
    module = embedding(positions=positions)
    module(torch.ones(1, 17, dtype=torch.int64))
    with pytest.raises(CoreError, match="a sequence of 18 tokens is longer than this model's 17 positions"):
        module(torch.ones(1, 18, dtype=torch.int64))
    with pytest.raises(CoreError, match="18 tokens"):
        module(torch.ones(1, 1, dtype=torch.int64), first=17)


def test_dropout_is_on_the_sum_and_in_training_only():
    module = embedding(dropout=0.5)
    torch.manual_seed(1)
    dropped = module(IDS)
    plain = module.eval()(IDS)
    kept = dropped != 0
    assert 0.2 < kept.float().mean() < 0.8
    torch.testing.assert_close(dropped[kept], 2 * plain[kept])
