"""Every shape in the signatures of model, decoding and loss is checked under pytest: each check fails here once."""

import importlib
import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import UnionType
from typing import get_args
from unittest.mock import patch

import jaxtyping
import pytest
import torch
from jaxtyping import AbstractArray
from torch import Tensor, nn

from core.config import ModelConfig
from core.decoding import cache, candidates, step
from core.model import attention, dropout, embedding, layers, masks, probe, transformer
from core.training import loss
from core.tuning import linear
from tests.conftest import SHAPES_CHECKED
from tests.shapes import PASSED

ROOT = Path(__file__).parents[2]
CONFIG = ModelConfig(vocab_size=13, d_model=6, num_layers=1, num_heads=2, d_ff=7, max_positions=11)
MODEL = transformer.Transformer(CONFIG)


def states(*shape: int) -> Tensor:
    return torch.ones(shape)


def ids(*shape: int) -> Tensor:
    return torch.ones(shape, dtype=torch.int64)


def mask(*shape: int) -> Tensor:
    return torch.ones(shape, dtype=torch.bool)


def broken(name: str, result: Tensor, call: Callable[[], object]) -> None:
    """Call a function while one of torch's returns a tensor of a wrong shape."""
    with patch.object(torch, name, return_value=result):
        call()


HEADS = attention.MultiHeadAttention(CONFIG)
RESIDUAL = layers.AddAndNorm(CONFIG)
ENCODER, DECODER = layers.EncoderLayer(CONFIG, 0), layers.DecoderLayer(CONFIG, 0)
CACHE = cache.DecoderCache(MODEL, states(2, 5, 6), None, 1)
STATE = probe.AttentionState("encoder.0.self", *[states(2, 3, 3)] * 5, None)
WRONG: dict[str, Callable[[], object]] = {
    "masks.padding_mask": lambda: masks.padding_mask(ids(5), 0),
    "masks.causal_mask": lambda: broken("ones", mask(3, 5), lambda: masks.causal_mask(3)),
    "masks.decoder_mask": lambda: masks.decoder_mask(ids(5), 0),
    "masks.combine": lambda: masks.combine(mask(2, 1, 1, 5), mask(1, 1, 3, 3)),
    "dropout.Dropout.forward": lambda: dropout.Dropout(0.1)(ids(3)),
    "dropout.dropout_scale": lambda: dropout.dropout_scale(ids(3), 0.1),
    "embedding.sinusoidal_positions": lambda: broken(
        "stack", states(3, 2, 2), lambda: embedding.sinusoidal_positions(3, 6)
    ),
    "embedding.Embedding.forward": lambda: MODEL.encoder.embedding(ids(5)),
    "attention.scaled_dot_product_attention": lambda: attention.scaled_dot_product_attention(
        states(2, 3, 5), states(2, 7, 5), states(2, 3, 5)
    ),
    "attention.attention_weights": lambda: attention.attention_weights(states(3, 5), states(7, 5), mask(7, 3)),
    "attention.cast_once": lambda: attention.cast_once(ids(3)),
    "attention.masked_softmax": lambda: attention.masked_softmax(states(3)),
    "attention.MultiHeadAttention.forward": lambda: HEADS(states(2, 3, 6), states(3, 5, 6), None),
    "attention.MultiHeadAttention.project_memory": lambda: HEADS.project_memory(states(3, 6)),
    "attention.MultiHeadAttention.split_heads": lambda: HEADS.split_heads(states(3, 6)),
    "attention.MultiHeadAttention.attend": lambda: HEADS.attend(
        states(2, 2, 3, 3), states(2, 2, 5, 3), states(2, 2, 3, 3), None
    ),
    "attention.MultiHeadAttention.explicit": lambda: HEADS.explicit(
        states(2, 2, 3, 3), states(2, 2, 5, 3), states(2, 2, 3, 3), None, probe.Probe(), "encoder.0.self"
    ),
    "probe.Probe.attention": lambda: probe.Probe().attention(STATE),
    "probe.Probe.observe": lambda: probe.Probe().observe("encoder.embedding", [1.0]),  # any shape, but a tensor
    "layers.FeedForward.forward": lambda: ENCODER.feed_forward(states(3, 6)),
    "layers.AddAndNorm.forward": lambda: RESIDUAL(states(2, 3, 6), lambda x: x[None]),
    "layers.EncoderLayer.forward": lambda: ENCODER(states(2, 3, 6), mask(2, 1, 1, 5)),
    "layers.DecoderLayer.forward": lambda: DECODER(states(2, 3, 6), states(5, 5, 6), None, None),
    "layers.DecoderLayer.attentions": lambda: DECODER.attentions(
        states(2, 5, 6), mask(1, 1, 3, 2), None, causal=False, probe=None
    ),
    "layers.DecoderLayer.around": lambda: DECODER.around(states(2, 3), nn.Identity(), nn.Identity(), None),
    "linear.Linear.forward": lambda: linear.Linear(6, 7)(ids(2, 6)),
    "linear.linear": lambda: linear.linear(states(2, 6), states(7, 6), states(6)),
    "linear.weight_gradient": lambda: linear.weight_gradient(states(2, 6), states(3, 7)),
    "linear.add_weight_gradient": lambda: linear.add_weight_gradient(None, states(2, 6), states(3, 7)),
    "transformer.Encoder.forward": lambda: MODEL.encoder(ids(2, 3), mask(2, 1, 1, 5)),
    "transformer.Decoder.forward": lambda: MODEL.decoder(ids(2, 3), states(5, 5, 6), None),
    "transformer.Decoder.run": lambda: MODEL.decoder.run(ids(3), lambda *_: DECODER.attentions, None),
    "transformer.Transformer.forward": lambda: MODEL(ids(2, 3), ids(3, 3)),
    "transformer.Transformer.states": lambda: MODEL.states(ids(2, 3), ids(3, 3)),
    "transformer.Transformer.encode": lambda: MODEL.encode(ids(3)),
    "transformer.Transformer.decode": lambda: MODEL.decode(ids(2, 3), states(2, 5, 6), mask(2, 1, 1, 7)),
    "transformer.Transformer.logits": lambda: MODEL.logits(ids(2, 6)),
    "candidates.top": lambda: candidates.top(states(13), 3),
    "candidates.forbid": lambda: candidates.forbid(states(13), (0, 1)),
    "cache.DecoderCache.__init__": lambda: cache.DecoderCache(MODEL, states(2, 5, 6), mask(3, 1, 1, 5), 1),
    "cache.DecoderCache.begin": lambda: CACHE.begin(ids(2, 1)),
    "cache.DecoderCache.step": lambda: CACHE.step(ids(2, 1)),
    "step.DecoderStep.__call__": lambda: step.DecoderStep(MODEL)(ids(2, 1), 0, [], None),
    "loss.smoothed_cross_entropy": lambda: loss.smoothed_cross_entropy(states(3, 6), states(13, 6), ids(5), 0.1),
}


def modules() -> Iterator[str]:
    for name in SHAPES_CHECKED:
        path = ROOT / Path(*name.split("."))
        yield from [f"{name}.{file.stem}" for file in sorted(path.glob("[!_]*.py"))] or [name]


def public_functions(module: str) -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield the functions and methods that a module defines, by their names; overridden methods once."""
    found = importlib.import_module(module)
    classes = [one for one in vars(found).values() if inspect.isclass(one) and one.__module__ == module]
    for owner in (found, *(one for one in classes if is_public(one.__name__))):
        bases = [base for base in getattr(owner, "__mro__", ())[1:] if base in classes]
        for name, value in vars(owner).items():
            plain = inspect.unwrap(getattr(value, "__func__", value))
            defined = inspect.isfunction(plain) and plain.__module__ == module
            if defined and is_public(name) and not any(name in vars(base) for base in bases):
                yield f"{module.rpartition('.')[2]}.{plain.__qualname__}", plain


def is_public(name: str) -> bool:
    return not name.startswith("_") or name in ("__init__", "__call__")


def has_shapes(annotation: object) -> bool:
    is_shape = inspect.isclass(annotation) and issubclass(annotation, AbstractArray)
    return is_shape or any(map(has_shapes, get_args(annotation)))


def is_plain_tensor(annotation: object) -> bool:
    return annotation is Tensor or (isinstance(annotation, UnionType) and Tensor in get_args(annotation))


def test_every_signature_with_shapes_is_seen_to_fail():
    named = [
        name
        for module in modules()
        for name, function in public_functions(module)
        if any(map(has_shapes, inspect.get_annotations(function).values()))
    ]
    assert sorted(named) == sorted(WRONG)


def test_public_functions_give_the_shapes_of_tensors():
    plain = [
        name
        for module in modules()
        for name, function in public_functions(module)
        if any(map(is_plain_tensor, inspect.get_annotations(function).values()))
    ]
    assert plain == []


@pytest.mark.parametrize("name", WRONG)
def test_wrong_shape_is_refused(name):
    PASSED.clear()  # the arguments of some are right
    with pytest.raises(jaxtyping.TypeCheckError, match=rf"of core\.\w+\.{name}\b"):
        WRONG[name]()


def test_wrong_shape_is_refused_after_right_ones():
    right, wrong = torch.zeros(2, 5), torch.zeros(5)
    for _ in range(2):
        candidates.top(right, 1)
        with pytest.raises(jaxtyping.TypeCheckError):
            candidates.top(wrong, 1)


def test_shapes_are_not_checked_outside_of_tests():
    script = (
        "import sys, torch; from core.model.masks import padding_mask\n"
        "print(padding_mask(torch.ones(5)[:, None], 0).shape[0], 'beartype' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["5", "False"]
