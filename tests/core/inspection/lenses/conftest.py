"""Models for the lens tests: a random one of odd sizes in both norms, and the miniature checkpoint."""

from typing import Literal, NamedTuple

import pytest
import torch
from torch import Tensor, nn

from core.config import DecodingConfig, ModelConfig
from core.data.tokenizer import BOS_ID, EOS_ID
from core.model.attention import MultiHeadAttention
from core.model.layers import AddAndNorm
from core.model.probe import Recorder
from core.model.transformer import Transformer


class Block(NamedTuple):
    """One attention block: its modules, and what went in and came out in one plain pass."""

    kind: str
    layer: int
    attention: MultiHeadAttention
    residual: AddAndNorm
    stream: Tensor  # [Q, D], the residual stream before
    memory: Tensor  # [K, D], what keys and values are made of
    weights: Tensor  # [H, Q, K]
    after: Tensor  # [Q, D], the residual stream after


class Subject(NamedTuple):
    """A model, a source and a translation."""

    model: Transformer
    source: list[int]
    target: list[int]

    def recorded(self) -> Recorder:
        """Everything that one ordinary pass shows."""
        stacks = [("encoder", ("self", "feed_forward")), ("decoder", ("self", "cross", "feed_forward"))]
        layers = range(self.model.config.num_layers)
        sites = {
            f"{stack}.{layer}.{part}.{state}"
            for stack, parts in stacks
            for layer in layers
            for part in parts
            for state in ("output", "residual")
        }
        recorder = Recorder(states=True, sites=frozenset(sites | {"encoder.embedding", "decoder.embedding"}))
        with torch.no_grad():
            self.model(torch.tensor([self.source]), torch.tensor([[BOS_ID, *self.target[:-1]]]), recorder)
        return recorder

    def blocks(self) -> list[Block]:
        """Every attention block of that pass."""
        recorder, model = self.recorded(), self.model
        seen = {site: tensor[0] for site, tensor in recorder.observed.items()}
        with torch.no_grad():
            encoded = model.encode(torch.tensor([self.source]))[0][0]
        found = []
        for kind, stack in (("encoder", "encoder"), ("decoder", "decoder"), ("cross", "decoder")):
            for index, layer in enumerate(getattr(model, stack).layers):
                before = seen[f"{stack}.{index - 1}.feed_forward.residual"] if index else seen[f"{stack}.embedding"]
                name = "cross" if kind == "cross" else "self"
                if kind == "cross":
                    before = seen[f"decoder.{index}.self.residual"]
                attention = layer.cross_attention if kind == "cross" else layer.self_attention
                residual = layer.cross_residual if kind == "cross" else layer.self_residual
                read = residual.norm(before) if model.config.norm == "pre" else before
                site = f"{stack}.{index}.{name}"
                found.append(
                    Block(
                        kind,
                        index,
                        attention,
                        residual,
                        before,
                        (encoded if kind == "cross" else read).detach(),
                        recorder.weights[site][0],
                        seen[f"{site}.residual"],
                    )
                )
        return found


def random_subject(norm: Literal["post", "pre"]) -> Subject:
    """Fresh weights, with biases and gains that are not 0 and 1; 11 tokens into 5."""
    torch.manual_seed(23)
    config = ModelConfig(
        vocab_size=41, d_model=26, num_layers=2, num_heads=3, d_k=5, d_v=7, d_ff=17, dropout=0.1, norm=norm
    )
    model = Transformer(config).eval().requires_grad_(False)
    for module in model.modules():
        if isinstance(module, nn.Linear):
            module.bias.normal_(std=0.3)
        if isinstance(module, nn.LayerNorm):
            module.weight.add_(torch.randn_like(module.weight) * 0.3)
            module.bias.normal_(std=0.3)
    return Subject(model, [*range(7, 37, 3), EOS_ID], [11, 29, 29, 17, EOS_ID])


@pytest.fixture(params=["post", "pre", "miniature"])
def subject(request: pytest.FixtureRequest) -> Subject:
    """Each of the three models in turn, 11 tokens into 5 for the random ones."""
    if request.param == "miniature":
        translator = request.getfixturevalue("translator")
        found = translator.search("three thousand four hundred and eighty-one", DecodingConfig(beam_size=1))
        return Subject(translator.model, list(found.source_ids), list(found.hypotheses[0].ids))
    return random_subject(request.param)


@pytest.fixture
def post_norm() -> Subject:
    """The random model in the paper's norm."""
    return random_subject("post")
