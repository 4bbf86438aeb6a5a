"""A block of Figure 1 or a lens together with the lines of `core` that computed it, see `core.inspection.code`."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.attention_kinds import Kind, kind_and_layer
from core.inspection.blocks import Block, BlockTensors, block_named, block_tensors, next_tokens
from core.inspection.code import CodeListing, Watched, watch_code
from core.inspection.intervention import NO_CHANGE, Intervention
from core.inspection.lenses import LensResult, compute_lens, lenses
from core.model.attention import MultiHeadAttention, attention_weights, masked_softmax
from core.model.embedding import Embedding
from core.model.layers import AddAndNorm, FeedForward
from core.model.transformer import Decoder, Encoder, Transformer


def traced_block(
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    name: str,
    intervention: Intervention | None = None,
) -> tuple[BlockTensors, list[CodeListing]]:
    """Return every tensor of one block and the lines that computed them, from one and the same pass.

    Arguments and errors are those of `block_tensors`.
    """
    found: list[BlockTensors] = []
    watched = _of_block(block_named(model.config, name))
    listings = watch_code(
        lambda: found.append(block_tensors(model, source_ids, target_ids, name, intervention)), watched
    )
    return found[0], listings


def traced_lens(
    name: str,
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    kind: Kind,
    intervention: Intervention = NO_CHANGE,
) -> tuple[LensResult, list[CodeListing]]:
    """Return a lens and the lines that computed it, from one and the same computation.

    Arguments and errors are those of `compute_lens`. Of functions that are called once for each attention, the first
    call for this `kind` is listed.
    """
    found: list[LensResult] = []
    listings = watch_code(
        lambda: found.append(compute_lens(name, model, source_ids, target_ids, intervention)), _of_lens(name, kind)
    )
    return found[0], listings


def _of_block(block: Block) -> list[Watched]:
    """Return the functions that compute a block; each watches the call at its own site."""

    def is_here(arguments: Mapping[str, Any]) -> bool:
        return arguments["site"] == block.site

    def at_site(function: Callable[..., Any]) -> Watched:
        return Watched(function, is_here)

    match block.kind:
        case "embedding" | "position":
            return [at_site(Embedding.forward)]
        case "attention":
            inner = (MultiHeadAttention.attend, MultiHeadAttention.explicit, attention_weights, masked_softmax)
            return [at_site(MultiHeadAttention.forward), *(Watched(function) for function in inner)]
        case "feed_forward":
            return [at_site(FeedForward.forward)]
        case "norm" if block.layer is None:
            return [Watched(Encoder.forward if block.side == "encoder" else Decoder.run, _any_call)]
        case "norm" | "add" | "add_norm":
            return [at_site(AddAndNorm.forward)]
        case "linear":
            return [Watched(Transformer.logits, _any_call)]
        case "softmax":
            return [Watched(next_tokens, _any_call)]


def _of_lens(name: str, kind: Kind) -> list[Watched]:
    lens = lenses().get(name)
    if lens is None:
        return []  # refused by `compute_lens`
    own = [Watched(function, _of_kind(kind) if _has_site(function) else None) for function in lens.code]
    return [Watched(lens.compute, _any_call), *own]


def _has_site(function: Callable[..., Any]) -> bool:
    return not {"site", "state"}.isdisjoint(inspect.signature(function).parameters)


def _of_kind(kind: Kind) -> Callable[[Mapping[str, Any]], bool]:
    """Return a match of the calls at a site of one attention kind; a probe finds its site in the state."""

    def is_here(arguments: Mapping[str, Any]) -> bool:
        site = arguments["site"] if "site" in arguments else arguments["state"].site
        return kind_and_layer(site)[0] == kind

    return is_here


def _any_call(_: Mapping[str, Any]) -> bool:
    return True
