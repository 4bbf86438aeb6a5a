"""Blocks of Figure 1: their tensors equal an independent forward pass, for post-norm and pre-norm."""

import dataclasses
import math

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from core.config import LAYER_NORM_EPS, ModelConfig
from core.errors import CoreError
from core.inspection.blocks import Block, block_outputs, block_tensors, blocks
from core.inspection.intervention import HeadName, Intervention
from core.inspection.traced_code import traced_block
from core.model.embedding import sinusoidal_positions
from core.model.transformer import Transformer

SOURCE, TARGET = [5, 9, 4, 7, 2], [6, 8, 3, 2]
CONFIG = ModelConfig(
    vocab_size=16, d_model=12, num_layers=2, num_heads=3, d_ff=20, d_k=5, d_v=6, max_positions=32, dropout=0.3
)
CLOSE = {"atol": 2e-6, "rtol": 1e-5}


def built(**changes: object) -> Transformer:
    torch.manual_seed(4)
    model = Transformer(dataclasses.replace(CONFIG, **changes)).eval()
    for parameter in model.parameters():  # biases and gains that matter
        torch.nn.init.normal_(parameter, std=0.5)
    return model


def by_hand(model: Transformer) -> dict[str, torch.Tensor]:
    """Compute every block from the weights alone, in the order of the paper; one entry for each block."""
    weights = {name: tensor.double() for name, tensor in model.state_dict().items()}
    config, found = model.config, {}
    pre_norm = config.norm == "pre"

    def linear(name: str, x: torch.Tensor) -> torch.Tensor:
        return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

    def norm(name: str, x: torch.Tensor) -> torch.Tensor:
        mean, variance = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, unbiased=False)
        return (x - mean) / torch.sqrt(variance + LAYER_NORM_EPS) * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    def attention(name: str, x: torch.Tensor, memory: torch.Tensor, causal: bool) -> torch.Tensor:
        heads = []
        query, key, value = linear(f"{name}.query", x), linear(f"{name}.key", memory), linear(f"{name}.value", memory)
        for head in range(config.num_heads):
            q, k = (part[:, head * 5 : head * 5 + 5] for part in (query, key))
            scores = q @ k.T / math.sqrt(5)
            if causal:
                scores = scores + torch.full(scores.shape, -math.inf, dtype=torch.double).triu(1)
            heads.append(scores.softmax(-1) @ value[:, head * 6 : head * 6 + 6])
        return linear(f"{name}.output", torch.cat(heads, -1))

    def feed_forward(name: str, x: torch.Tensor) -> torch.Tensor:
        return linear(f"{name}.outer", linear(f"{name}.inner", x).clamp_min(0))

    def stack(side: str, ids: list[int], memory: torch.Tensor | None) -> torch.Tensor:
        found[f"{side}.embedding"] = weights[f"{side}.embedding.weight"][ids] * math.sqrt(12)
        x = found[f"{side}.position"] = found[f"{side}.embedding"] + sinusoidal_positions(len(ids), 12).double()
        for layer in range(config.num_layers):
            for part in ("self", "cross", "feed_forward") if memory is not None else ("self", "feed_forward"):
                site, module = f"{side}.{layer}.{part}", f"{side}.layers.{layer}.{part}"
                residual = f"{module}_residual.norm"
                read = x
                if pre_norm:
                    read = found[f"{site}.norm"] = norm(residual, x)
                if part == "feed_forward":
                    found[site] = feed_forward(module, read)
                else:
                    other = memory if part == "cross" else read
                    found[site] = attention(f"{module}_attention", read, other, side == "decoder" and part == "self")
                x = x + found[site]
                x = found[f"{site}.add"] = x if pre_norm else norm(residual, x)
        if pre_norm:
            x = found[f"{side}.norm"] = norm(f"{side}.final_norm", x)
        return x

    states = stack("decoder", [config.start_id, *TARGET[:-1]], stack("encoder", SOURCE, None))
    found["linear"] = states @ weights["output_weight"].T
    found["softmax"] = found["linear"].softmax(-1)
    return found


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_every_block_equals_an_independent_forward_pass(norm):
    model = built(norm=norm)
    expected, found = by_hand(model), block_outputs(model, SOURCE, TARGET)
    assert list(found) == [block.name for block in blocks(model.config)][:-2]
    assert set(expected) == {*found, "linear", "softmax"}
    for name, values in found.items():
        np.testing.assert_allclose(values, expected[name], err_msg=name, **CLOSE)


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_opened_block_has_the_result_that_the_figure_shows(norm):
    model = built(norm=norm)
    shown = block_outputs(model, SOURCE, TARGET)
    for block in blocks(model.config)[:-2]:
        last = block_tensors(model, SOURCE, TARGET, block.name).tensors[-1]
        assert last.role == "output"
        np.testing.assert_array_equal(last.values, shown[block.name], err_msg=block.name)


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_change_is_of_the_stream_before_and_after(norm):
    model = built(norm=norm)
    expected = by_hand(model)
    before = expected["decoder.0.self.add"]
    after = before + expected["decoder.0.cross"]
    normed = expected["decoder.0.cross.add"]
    for name, end in (("decoder.0.cross", after), ("decoder.0.cross.add", normed)):
        change = block_tensors(model, SOURCE, TARGET, name).change
        np.testing.assert_allclose(change.before, before.norm(dim=-1), rtol=1e-5)
        np.testing.assert_allclose(change.after, end.norm(dim=-1), rtol=1e-5)
        angle = torch.rad2deg(torch.arccos(F.cosine_similarity(before, end, dim=-1)))
        np.testing.assert_allclose(change.angle, angle, atol=1e-2)


def test_attention_block_has_its_heads():
    found = {one.role: one for one in block_tensors(built(), SOURCE, TARGET, "decoder.1.cross").tensors}
    axes = {role: one.axes for role, one in found.items()}
    assert axes == {
        "input": ("target", "d_model"),
        "memory": ("source", "d_model"),
        "query": ("heads", "target", "d_k"),
        "key": ("heads", "source", "d_k"),
        "value": ("heads", "source", "d_v"),
        "attention": ("heads", "target", "source"),
        "output": ("target", "d_model"),
    }
    assert found["query"].values.shape == (3, 4, 5) and found["value"].values.shape == (3, 5, 6)
    scores = found["query"].values @ found["key"].values.swapaxes(1, 2) / math.sqrt(5)
    np.testing.assert_allclose(torch.tensor(scores).softmax(-1), found["attention"].values, **CLOSE)


def test_last_blocks_have_the_most_probable_tokens():
    model = built()
    expected = by_hand(model)
    linear, softmax = (block_tensors(model, SOURCE, TARGET, name) for name in ("linear", "softmax"))
    best = expected["linear"].topk(10, dim=-1).values
    named = expected["linear"].gather(1, torch.tensor(linear.top_ids))  # equal values may change places
    np.testing.assert_allclose(named, best, **CLOSE)
    np.testing.assert_allclose(linear.tensors[-1].values, best, **CLOSE)
    probabilities = expected["softmax"].topk(10, dim=-1).values
    np.testing.assert_allclose(softmax.tensors[-1].values, probabilities, **CLOSE)
    assert linear.change is None


def test_changed_attention_changes_what_follows():
    model, off = built(), Intervention(off=frozenset({HeadName("encoder", 0, 1)}))
    plain, changed = block_outputs(model, SOURCE, TARGET), block_outputs(model, SOURCE, TARGET, off)
    np.testing.assert_array_equal(plain["encoder.position"], changed["encoder.position"])
    assert not np.allclose(plain["encoder.0.self"], changed["encoder.0.self"])
    weights = {one.role: one.values for one in block_tensors(model, SOURCE, TARGET, "encoder.0.self", off).tensors}
    assert not weights["attention"][1].any() and weights["attention"][0].any()


def test_unknown_block_is_named():
    with pytest.raises(CoreError, match=r"encoder\.7\.self"):
        block_tensors(built(), SOURCE, TARGET, "encoder.7.self")


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_every_block_has_the_lines_that_computed_it(norm):
    model = built(norm=norm)
    for block in blocks(model.config):
        found, listings = traced_block(model, SOURCE, TARGET, block.name)
        assert found.block == block and listings, block.name
        assert all(listing.file.startswith("core/") for listing in listings)
        shapes = {shape for listing in listings for line in listing.lines for _, shape, _ in line.shapes}
        result = (4, 16) if block.name == "linear" else found.tensors[-1].values.shape  # its best ten are shown
        assert any(shape[-2:] == result for shape in shapes), block.name


def test_code_of_an_attention_is_that_of_its_own_site():
    model = built()
    _, listings = traced_block(model, SOURCE, TARGET, "decoder.1.cross")
    names = [listing.name for listing in listings]
    assert names[0] == "MultiHeadAttention.forward" and names[-1] == "masked_softmax"
    scores = next(line for line in listings[-2].lines if "key.transpose" in line.text)
    assert [(one.name, one.shape) for one in scores.shapes] == [("scores", (1, 3, 4, 5))]
    masked = next(line for line in listings[-2].lines if "masked_fill" in line.text)
    assert not masked.ran  # cross-attention over one sentence has no padding to mask


def test_blocks_are_in_the_order_of_computation():
    names = [block.name for block in blocks(dataclasses.replace(CONFIG, norm="pre", num_layers=1))]
    first = ["encoder.embedding", "encoder.position", "encoder.0.self.norm", "encoder.0.self", "encoder.0.self.add"]
    assert names[:5] == first
    assert names[-4:] == ["decoder.0.feed_forward.add", "decoder.norm", "linear", "softmax"]
    assert Block("encoder.norm", "norm", "encoder", None, "encoder.memory") in blocks(
        dataclasses.replace(CONFIG, norm="pre")
    )
