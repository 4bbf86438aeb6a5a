"""The lines of `core.model` that computed one block of Figure 1, see `core.inspection.code`."""

from collections.abc import Callable, Mapping, Sequence

from core.inspection.blocks import Block, BlockTensors, block_named, block_tensors, next_tokens
from core.inspection.code import CodeListing, Watched, watch_code
from core.inspection.intervention import Intervention
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

    Args:
        model: in eval mode.
        source_ids: the end symbol last.
        target_ids: the tokens predicted, without the start symbol.
        name: one of `core.inspection.blocks.blocks`.
        intervention: changes of attention.

    Raises:
        CoreError: the block does not exist, or the intervention does not fit this model and source.
    """
    found: list[BlockTensors] = []
    watched = _watched(block_named(model.config, name))
    listings = watch_code(
        lambda: found.append(block_tensors(model, source_ids, target_ids, name, intervention)), watched
    )
    return found[0], listings


def _watched(block: Block) -> list[Watched]:
    """Return the functions that compute a block; each watches the call at its own site."""

    def any_call(_: Mapping[str, object]) -> bool:
        return True

    def is_here(arguments: Mapping[str, object]) -> bool:
        return arguments["site"] == block.site

    def at_site(function: Callable[..., object]) -> Watched:
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
            return [Watched(Encoder.forward if block.side == "encoder" else Decoder.run, any_call)]
        case "norm" | "add" | "add_norm":
            return [at_site(AddAndNorm.forward)]
        case "linear":
            return [Watched(Transformer.logits, any_call)]
        case "softmax":
            return [Watched(next_tokens, any_call)]
