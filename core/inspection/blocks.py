"""Blocks of Figure 1, and the tensors that each of them read and made for one translation.

A block is what Figure 1 draws as a box: an embedding, a sum with positions, an attention, a feed-forward network, a
residual sum with its layer normalisation, the last linear layer, softmax. All tensors come from one teacher-forced pass
with a probe: row t of the decoder is what step t of the search computed, because no row sees a later one.

Shapes: S source tokens with the end symbol, T target tokens, L either of them, D d_model, H heads.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import numpy as np
import torch
from torch import Tensor

from core.config import ModelConfig
from core.errors import CoreError
from core.inspection.forced import ForcedPair
from core.inspection.intervention import Intervention
from core.inspection.trace import TOP_TOKENS
from core.model.probe import AttentionState, Recorder
from core.model.transformer import Transformer

Side = Literal["encoder", "decoder"]
BlockKind = Literal[
    "embedding", "position", "norm", "attention", "feed_forward", "add", "add_norm", "linear", "softmax"
]
Axis = Literal["source", "target", "d_model", "heads", "d_k", "d_v", "d_ff", "top"]


class Block(NamedTuple):
    """One box of Figure 1."""

    name: str  # such as decoder.2.cross, decoder.2.cross.add, encoder.embedding, linear
    kind: BlockKind
    side: Side
    layer: int | None  # from 0; None outside the layers
    site: str  # under which a probe observes its tensors


class NamedTensor(NamedTuple):
    """One tensor of a block, without its batch axis."""

    role: str  # input, memory, query, key, value, attention, hidden, tokens, positions, sum, output, ...
    axes: tuple[Axis, ...]
    values: np.ndarray  # float32


class Change(NamedTuple):
    """The residual stream before and after a block, at each token."""

    before: np.ndarray  # float32 [L], Euclidean norm
    after: np.ndarray  # float32 [L]
    angle: np.ndarray  # float32 [L], degrees between the two; 0 where one of them is zero


class BlockTensors(NamedTuple):
    """All tensors of one block, its result last."""

    block: Block
    tensors: tuple[NamedTensor, ...]
    change: Change | None  # None where no stream passes through it
    top_ids: np.ndarray | None = None  # int64 [T, 10], tokens of the axis `top`, most probable first


def blocks(config: ModelConfig) -> tuple[Block, ...]:
    """Return the blocks of a model in the order of computation.

    Examples:
        >>> [block.name for block in blocks(ModelConfig(num_layers=1))][:6]
        ['encoder.embedding', 'encoder.position', 'encoder.0.self', 'encoder.0.self.add', 'encoder.0.feed_forward', \
'encoder.0.feed_forward.add']
    """
    pre_norm = config.norm == "pre"
    found: list[Block] = []
    stacks: dict[Side, tuple[str, ...]] = {
        "encoder": ("self", "feed_forward"),
        "decoder": ("self", "cross", "feed_forward"),
    }
    for side, parts in stacks.items():
        embedding = f"{side}.embedding"
        found.append(Block(embedding, "embedding", side, None, embedding))
        found.append(Block(f"{side}.position", "position", side, None, embedding))
        for layer in range(config.layers(side)):
            for part in parts:
                site = f"{side}.{layer}.{part}"
                if pre_norm:
                    found.append(Block(f"{site}.norm", "norm", side, layer, site))
                found.append(Block(site, "feed_forward" if part == "feed_forward" else "attention", side, layer, site))
                found.append(Block(f"{site}.add", "add" if pre_norm else "add_norm", side, layer, site))
        if pre_norm:
            found.append(Block(f"{side}.norm", "norm", side, None, _final(side)))
    found.append(Block("linear", "linear", "decoder", None, _final("decoder")))
    found.append(Block("softmax", "softmax", "decoder", None, _final("decoder")))
    return tuple(found)


def block_named(config: ModelConfig, name: str) -> Block:
    """Return the block of that name.

    Raises:
        CoreError: this model does not have it.
    """
    for block in blocks(config):
        if block.name == name:
            return block
    raise CoreError("blocks.name", "this model does not have a block {name!r}", name=name)


@torch.inference_mode()
def block_outputs(
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    intervention: Intervention | None = None,
) -> dict[str, np.ndarray]:
    """Return what every block but the last two made, by its name.

    Args:
        model: in eval mode.
        source_ids: the end symbol last.
        target_ids: the tokens predicted, without the start symbol.
        intervention: changes of attention.

    Returns:
        float32 [L, D] for each block, in the order of computation.

    Raises:
        CoreError: the intervention does not fit this model and source.
    """
    found = [block for block in blocks(model.config) if block.kind not in ("linear", "softmax")]
    sites = {block.name: _output(model.config, block) for block in found}
    seen = _observe(model, ForcedPair.of(model, source_ids, target_ids, intervention), sites.values())
    return {name: _rows(seen.observed[site]) for name, site in sites.items()}


@torch.inference_mode()
def block_tensors(
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    name: str,
    intervention: Intervention | None = None,
) -> BlockTensors:
    """Return every tensor of one block; arguments as in `block_outputs`.

    Raises:
        CoreError: the block does not exist, or the intervention does not fit this model and source.
    """
    config = model.config
    block = block_named(config, name)
    roles = _roles(config, block)
    sites = [*(site for _, site in roles), *(_passage(config, block) or ())]
    seen = _observe(model, ForcedPair.of(model, source_ids, target_ids, intervention), sites)
    width: Axis = "d_model"
    own: Axis = "source" if block.side == "encoder" else "target"
    tensors = [
        NamedTensor(role, ("source" if role == "memory" else own, "d_ff" if role == "hidden" else width), _rows(tensor))
        for role, tensor in ((role, seen.observed[site]) for role, site in roles)
    ]
    if block.kind == "attention":
        tensors[-1:-1] = _attention_tensors(seen.attentions[block.site], own)
    top_ids = None
    if block.kind in ("linear", "softmax"):
        ids, logits, probabilities = next_tokens(model, seen.observed[block.site][0])
        top_ids = ids.cpu().numpy()
        made = (("logits", logits), ("output", probabilities))
        results = [NamedTensor(role, ("target", "top"), _array(values)) for role, values in made]
        tensors = [*tensors, results[0]] if block.kind == "linear" else results
    return BlockTensors(block, tuple(tensors), _change(config, block, seen), top_ids)


def next_tokens(model: Transformer, states: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Return the ids, the logits and the probabilities of the most probable next tokens.

    Args:
        model: owner of the output projection.
        states: decoder states [T, D].

    Returns:
        int64, float32 and float32, each [T, 10], most probable first.
    """
    logits = model.logits(states).float()  # [T, vocabulary]
    probabilities = logits.softmax(dim=-1)
    top = logits.topk(min(TOP_TOKENS, logits.shape[-1]), dim=-1)
    return top.indices, top.values, probabilities.gather(1, top.indices)


def _final(side: str) -> str:
    """Return the site of what a stack returns."""
    return "encoder.memory" if side == "encoder" else "decoder.states"


def _last_residual(config: ModelConfig, side: str) -> str:
    """Return the site of the stream as it leaves the last layer."""
    return f"{side}.{config.layers(side) - 1}.feed_forward.residual"


def _roles(config: ModelConfig, block: Block) -> list[tuple[str, str]]:
    """Return role and site of each tensor of a block that a probe observes, its result last."""
    site = block.site
    match block.kind:
        case "embedding":
            return [("output", f"{site}.tokens")]
        case "position":
            return [("tokens", f"{site}.tokens"), ("positions", f"{site}.positions"), ("output", site)]
        case "norm":
            return [
                ("input", f"{site}.input" if block.layer is not None else _last_residual(config, block.side)),
                ("output", f"{site}.read" if block.layer is not None else site),
            ]
        case "attention":
            memory = [("memory", "encoder.memory")] if site.endswith("cross") else []
            return [("input", f"{site}.read"), *memory, ("output", f"{site}.output")]
        case "feed_forward":
            return [("input", f"{site}.read"), ("hidden", f"{site}.hidden"), ("output", f"{site}.output")]
        case "add":
            return [("input", f"{site}.input"), ("added", f"{site}.output"), ("output", f"{site}.residual")]
        case "add_norm":
            return [
                ("input", f"{site}.input"),
                ("added", f"{site}.output"),
                ("sum", f"{site}.sum"),
                ("output", f"{site}.residual"),
            ]
        case "linear" | "softmax":
            return [("input", site)]


def _output(config: ModelConfig, block: Block) -> str:
    """Return the site of what a block makes."""
    return _roles(config, block)[-1][1]


def _passage(config: ModelConfig, block: Block) -> tuple[str, str] | None:
    """Return where the stream is before and after a block; of a sub-layer, before and after its sum."""
    match block.kind:
        case "attention" | "feed_forward":
            return f"{block.site}.input", f"{block.site}.sum"
        case "position" | "norm" | "add" | "add_norm":
            roles = _roles(config, block)
            return roles[0][1], roles[-1][1]
        case _:
            return None


def _change(config: ModelConfig, block: Block, seen: Recorder) -> Change | None:
    sites = _passage(config, block)
    if sites is None:
        return None
    before, after = (seen.observed[site][0].double() for site in sites)  # [L, D]
    norms = [(stream * stream).sum(dim=-1).sqrt() for stream in (before, after)]
    product = norms[0] * norms[1]
    cosine = torch.where(product > 0, (before * after).sum(dim=-1) / product, torch.ones_like(product)).clamp(-1, 1)
    return Change(_array(norms[0]), _array(norms[1]), _array(cosine.acos().rad2deg()))


def _attention_tensors(state: AttentionState, own: Axis) -> list[NamedTensor]:
    keys: Axis = "source" if state.site.endswith("cross") else own
    return [
        NamedTensor("query", ("heads", own, "d_k"), _rows(state.query)),
        NamedTensor("key", ("heads", keys, "d_k"), _rows(state.key)),
        NamedTensor("value", ("heads", keys, "d_v"), _rows(state.value)),
        NamedTensor("attention", ("heads", own, keys), _rows(state.weights)),
    ]


def _observe(model: Transformer, pair: ForcedPair, sites: Iterable[str]) -> Recorder:
    seen = Recorder(states=True, sites=frozenset(sites))
    pair.states(model, pair.probe(model, seen))
    return seen


def _rows(tensor: Tensor) -> np.ndarray:
    """Return the first of a batch; positions have no batch axis."""
    return _array(tensor if tensor.dim() == 2 else tensor[0])


def _array(tensor: Tensor) -> np.ndarray:
    return tensor.float().cpu().numpy()
