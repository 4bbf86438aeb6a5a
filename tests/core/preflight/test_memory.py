from dataclasses import replace

import pytest

from core.config import PRESETS, ModelConfig
from core.preflight.memory import BatchShape, count_parameters, memory_of_a_step

MODEL = ModelConfig(vocab_size=307, d_model=22, num_layers=3, num_heads=2, d_ff=29, d_k=5, d_v=7)


# Parameters


def test_parameters_by_part_are_those_worked_by_hand():
    counts = count_parameters(MODEL)
    # a projection to 2 heads of 5, twice, to 2 of 7, and back from 14, each with its bias
    attention = 2 * (22 * 10 + 10) + (22 * 14 + 14) + (14 * 22 + 22)
    feed_forward = (22 * 29 + 29) + (29 * 22 + 22)
    assert counts == (307 * 22, 3 * attention, 3 * feed_forward, 3 * attention, 3 * attention, 3 * feed_forward, 660)
    assert counts.norms == 3 * 5 * 2 * 22


@pytest.mark.parametrize("tying", ["three-way", "two-way", "none"])
@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
def test_the_parts_add_up_to_the_whole_model(tying, norm, positions):
    model = replace(MODEL, tying=tying, norm=norm, positions=positions, max_positions=61)
    assert count_parameters(model).total == model.num_parameters


def test_the_papers_base_model_has_sixty_three_million_parameters():
    assert count_parameters(PRESETS["base"]).total == 63_082_496


# Memory


def test_weights_gradients_and_moments_are_four_floats_a_parameter():
    memory = memory_of_a_step(MODEL, BatchShape(2, 3, 5))
    own = 4 * MODEL.num_parameters
    assert memory[:3] == (own, own, 2 * own) and memory.total == 4 * own + memory.activations


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("dropout", [0.0, 0.1])
def test_estimated_activations_match_autograd(norm, dropout):
    """The oracle: every tensor that torch saves for the backward pass of a real step, each storage once."""
    import torch

    from core.model.transformer import Transformer
    from core.training.loss import smoothed_cross_entropy

    torch.manual_seed(1)
    config = ModelConfig(vocab_size=307, d_model=44, num_layers=3, num_heads=4, d_ff=173, dropout=dropout, norm=norm)
    model = Transformer(config).train()
    shape = BatchShape(13, 37, 41)
    source, target = torch.randint(3, 307, (13, 37)), torch.randint(3, 307, (13, 41))
    weights = {parameter.untyped_storage().data_ptr() for parameter in model.parameters()}
    kept: dict[int, int] = {}

    def keep(tensor: torch.Tensor) -> torch.Tensor:
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in weights:
            kept[storage.data_ptr()] = storage.nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        memory, mask = model.encode(source)
        states = model.decode(target, memory, mask)
        smoothed_cross_entropy(states.flatten(0, 1), model.output_weight, target.flatten(), 0.1)
    slice_of_logits = 4 * 4_000_000
    assert memory_of_a_step(config, shape).activations - slice_of_logits == pytest.approx(sum(kept.values()), rel=0.1)


def test_attention_weights_are_counted_only_where_they_have_dropout():
    shape = BatchShape(2, 3, 5)
    more = memory_of_a_step(replace(MODEL, attention_dropout=0.1), shape)
    # 3 layers, 2 heads, 2 sentences, 9 + 25 + 15 weights, three times, in float32
    assert more.activations - memory_of_a_step(MODEL, shape).activations == 4 * 3 * 3 * 2 * 2 * 49
