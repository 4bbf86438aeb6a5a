"""Gradient times attention: first-order effect of each weight on the log-probability of a token.

Shapes: L layers, H heads, S source, T target, E d_k, V d_v, D d_model.
"""

import math
from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor

from core.attention_kinds import Kind, attention_site
from core.inspection.forced import ForcedPair, target_log_probs
from core.inspection.lenses.lens import Lens, sum_of_heads
from core.model.attention import MultiHeadAttention, masked_softmax
from core.model.layers import Attentions, DecoderLayer
from core.model.masks import decoder_mask
from core.model.probe import AttentionState, Probe
from core.model.transformer import Transformer


class WeightVariables(Probe):
    """Keeps every attention's weights as variables for differentiation."""

    def __init__(self) -> None:
        self.weights: dict[str, Tensor] = {}  # site -> [1, H, Q, K]

    def attention(self, state: AttentionState) -> Tensor:
        # The first ones do not depend on a variable yet: parameters require no gradient.
        self.weights[state.site] = state.weights if state.weights.requires_grad else state.weights.requires_grad_()
        return state.weights


def gradient(model: Transformer, pair: ForcedPair) -> Mapping[Kind, np.ndarray]:
    """Return A times dF/dA, element by element, with A the weights in use: after softmax and after an intervention.

    F is, for row t of `decoder` and `cross`, the log-probability of the token predicted at step t; for `encoder`, the
    log-probability of the whole translation. The derivative is total, through everything computed from A, and treats
    each weight as free: it does not keep the row's sum at 1. To first order the value is the log-probability, in nats,
    that would be lost if the weight were 0. It takes two forward and two backward passes, whatever the length.

    Parameters are not differentiated and no gradient is left on the model (`autograd.grad`, never `.backward()`).
    """
    with torch.inference_mode(False), torch.enable_grad():
        encoder = _times_gradient(*_whole_translation(model, pair))
        steps = _times_gradient(*_each_step(model, pair))
    of: dict[Kind, dict[str, np.ndarray]] = {"encoder": encoder, "decoder": steps, "cross": steps}
    return {
        kind: np.stack([found[attention_site(kind, layer)] for layer in range(model.config.layers(kind))])
        for kind, found in of.items()
    }


def _times_gradient(value: Tensor, weights: dict[str, Tensor]) -> dict[str, np.ndarray]:
    gradients = torch.autograd.grad(value, list(weights.values()))
    return {
        site: (kept.detach() * slope)[0].float().cpu().numpy()
        for (site, kept), slope in zip(weights.items(), gradients, strict=True)
    }


def _whole_translation(model: Transformer, pair: ForcedPair) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the log-probability of the translation, and the encoder's weights on which it depends."""
    variables = WeightVariables()
    memory, mask = model.encode(pair.source, pair.probe(model, variables))
    states = model.decode(pair.read, memory, mask, pair.changes(model))
    return target_log_probs(model, states, pair.target).sum(), variables.weights


def _each_step(model: Transformer, pair: ForcedPair) -> tuple[Tensor, dict[str, Tensor]]:
    """Return a sum of log-probabilities whose derivative by row t of the decoder's weights involves only token t.

    Row t affects token t through position t's own states, and later tokens through the keys and values that they
    attend to. Detaching the latter (earlier positions' keys and values are constants, a position's own are variables)
    changes no number of the forward pass; the sum's derivative by row t is then exactly that of token t, since earlier
    positions never see row t. One backward pass therefore covers all T steps.
    """
    variables = WeightVariables()
    probe = pair.probe(model, variables)
    with torch.no_grad():
        memory, memory_mask = model.encode(pair.source, pair.changes(model))
    mask = decoder_mask(pair.read, model.config.pad_id)

    def attentions(index: int, layer: DecoderLayer) -> Attentions:
        cross_attend = layer.attentions(memory, None, memory_mask, causal=False, probe=probe).cross_attend
        site = attention_site("decoder", index)

        def self_attend(x: Tensor) -> Tensor:
            return _attend_separately(layer.self_attention, x, mask, probe, site)

        return Attentions(self_attend, cross_attend)

    states = model.decoder.run(pair.read, attentions, None)  # [1, T, D]
    return target_log_probs(model, states, pair.target).sum(), variables.weights


def _attend_separately(attention: MultiHeadAttention, states: Tensor, mask: Tensor, probe: Probe, site: str) -> Tensor:
    """Apply causal self-attention in which only a position's own key and value carry gradients: [1, T, D]."""
    query = attention.split_heads(attention.query(states))  # [1, H, T, E]
    key, value = attention.project_memory(states)  # [1, H, T, E], [1, H, T, V]
    itself = torch.eye(states.shape[1], dtype=torch.bool, device=states.device)
    own = (query * key).sum(dim=-1, keepdim=True)  # [1, H, T, 1]
    scores = torch.where(itself, own, query @ key.detach().transpose(-2, -1))  # [1, H, T, T]
    if attention.scaled:
        scores = scores / math.sqrt(query.shape[-1])
    scores = scores.masked_fill(~mask, -torch.inf)
    weights = probe.attention(AttentionState(site, masked_softmax(scores), scores, query, key, value, mask))
    earlier = weights.tril(-1) @ value.detach()  # [1, H, T, V]
    heads = earlier + weights.diagonal(dim1=-2, dim2=-1)[..., None] * value
    return attention.output(heads.transpose(1, 2).flatten(-2))


# The sum is, to first order, the effect of all weights of a position together.
LENS = Lens(
    "gradient",
    order=60,
    compute=gradient,
    code=(
        _whole_translation,
        WeightVariables.attention,
        target_log_probs,
        _times_gradient,
        _each_step,
        _attend_separately,
    ),
    rows="amounts",
    attribution=sum_of_heads,
    signed=True,
)
