"""What the lenses share: a source and a target as tensors, and the probabilities of the target.

Shapes: B batch, S source, T target, D d_model, V vocabulary.
"""

from collections.abc import Sequence
from typing import NamedTuple, cast

import torch
from torch import Tensor

from core.attention_kinds import Kind, kind_and_layer
from core.data.tokenizer import BOS_ID
from core.inspection.intervention import NO_CHANGE, Intervention
from core.model.attention import MultiHeadAttention
from core.model.layers import AddAndNorm, DecoderLayer, EncoderLayer
from core.model.probe import Chain, Probe
from core.model.transformer import Transformer

_NUMBERS = 1 << 22  # logits at a time, 16 MiB


class Pair(NamedTuple):
    """One source and its translation, and under which attention it is looked at."""

    source: Tensor  # int64 [1, S]
    read: Tensor  # int64 [1, T], the start symbol first
    target: Tensor  # int64 [T], the tokens that each position led to
    intervention: Intervention = NO_CHANGE  # in force in every pass

    def changes(self, model: Transformer) -> Probe | None:
        """The intervention in one pass; None where there is none."""
        return None if self.intervention.empty else self.probe(model)

    def probe(self, model: Transformer, *observers: Probe) -> Probe:
        """The intervention in one pass, then who sees what it left."""
        return Chain((self.intervention.probe(model.config, self.source.device), *observers))


class Place(NamedTuple):
    """What stands behind the name of an attention, such as `decoder.2.cross`."""

    kind: Kind
    layer: int
    attention: MultiHeadAttention
    residual: AddAndNorm


def read_pair(
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    intervention: Intervention = NO_CHANGE,
) -> Pair:
    """Tensors on the model's device; made outside of inference mode, so that gradients may be asked of them."""
    device = model.output_weight.device
    with torch.inference_mode(False):
        target = torch.tensor(list(target_ids), device=device)
        start = torch.tensor([BOS_ID], device=device)
        source, read = torch.tensor([list(source_ids)], device=device), torch.cat([start, target[:-1]])[None]
        return Pair(source, read, target, intervention)


def place(model: Transformer, site: str) -> Place:
    """The attention of a site, and the residual connection around it."""
    kind, index = kind_and_layer(site)
    if kind == "encoder":
        layer = cast(EncoderLayer, model.encoder.layers[index])
        return Place(kind, index, layer.self_attention, layer.self_residual)
    layer = cast(DecoderLayer, model.decoder.layers[index])
    if kind == "cross":
        return Place(kind, index, layer.cross_attention, layer.cross_residual)
    return Place(kind, index, layer.self_attention, layer.self_residual)


def head_outputs(attention: MultiHeadAttention, value: Tensor) -> Tensor:
    """f(x) = (x W^V + b^V) W^O of every head: values [H, K, V] -> [H, K, D]; the bias of W^O belongs to no head."""
    heads, _, width = value.shape
    projection = attention.output.weight.detach().view(-1, heads, width)  # [D, H, V]
    return value @ projection.permute(1, 2, 0)  # [H, K, V] @ [H, V, D]


def token_log_probs(model: Transformer, states: Tensor, target: Tensor) -> Tensor:
    """Log-probability of each target token, in nats; a bounded share of the vocabulary's logits at a time.

    Args:
        model: its output matrix is used.
        states: decoder states [B, T, D].
        target: int64 [T].

    Returns:
        float32 [B, T].
    """
    wanted = target.expand(states.shape[:2]).flatten()  # [B * T]
    size = max(1, _NUMBERS // model.output_weight.shape[0])
    found = []
    for part, tokens in zip(states.flatten(0, 1).split(size), wanted.split(size), strict=True):
        logits = model.logits(part).float()  # [size, V]
        found.append(logits.gather(1, tokens[:, None])[:, 0] - logits.logsumexp(dim=-1))
    return torch.cat(found).view(states.shape[:2])
