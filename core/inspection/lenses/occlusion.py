"""Occlusion: run the model again without one source token; the reference for the other lenses.

Shapes: N occluded sources at a time, S source, T target.
"""

from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor

from core.attention_kinds import Kind
from core.inspection.forced import ForcedPair, target_log_probs
from core.inspection.lenses.lens import Lens, last_layer
from core.model.probe import AttentionState, Probe
from core.model.transformer import Transformer

_MAX_PASS_TOKENS = 2048  # source and target together, over all rows of a pass


@torch.inference_mode()
def occlusion(model: Transformer, pair: ForcedPair) -> Mapping[Kind, np.ndarray]:
    """Return the loss of log-probability of each target token, in nats, without one source token: `cross` [1, 1, T, S].

    Positive: the token made the target token more probable; negative: less. A token is removed like padding: no layer
    may attend to it. The other tokens keep their positions, and nothing replaces the token. Deleting it from the
    sentence would shift every later token, and the shift would count as its effect; a vector of zeros would still be
    attended to, and the model has never seen one. What remains is a gap in the positions, which the model has not seen
    either: the number is the effect of an intervention, not the meaning of a word. Two tokens with the same information
    can both score near 0. A row that was edited by hand loses its weight on the token, and its other weights are scaled
    up to the same sum.

    References:
        Li, Monroe and Jurafsky 2016, "Understanding Neural Networks through Representation Erasure".
    """
    count = pair.source.shape[1]
    whole = _log_probs(model, pair, pair.source)  # [1, T]
    rows = max(1, _MAX_PASS_TOKENS // (count + pair.read.shape[1]))
    parts: list[Tensor] = []
    for chosen in torch.split(torch.arange(count, device=pair.source.device), rows):
        sources = pair.source.repeat(len(chosen), 1)  # [N, S]
        sources[torch.arange(len(chosen), device=chosen.device), chosen] = model.config.pad_id
        parts.append(whole - _log_probs(model, pair, sources))  # [N, T]
    lost = torch.cat(parts).T.float().cpu().numpy()  # [T, S]
    return {"cross": lost[None, None]}


def _log_probs(model: Transformer, pair: ForcedPair, sources: Tensor) -> Tensor:
    """Return log-probabilities of the target for each of these sources: int64 [N, S] -> [N, T]."""
    probe = None if pair.intervention.empty else pair.probe(model, _MaskEditedRows())
    memory, mask = model.encode(sources, probe)
    states = model.decode(pair.read.expand(len(sources), -1), memory, mask, probe)
    return target_log_probs(model, states, pair.target)


class _MaskEditedRows(Probe):
    """Moves the weight that an edited row puts on masked keys to the row's other keys."""

    def attention(self, state: AttentionState) -> Tensor:
        seen = state.weights.masked_fill(state.scores == -torch.inf, 0.0)  # [N, H, Q, K]
        before, left = state.weights.sum(dim=-1, keepdim=True), seen.sum(dim=-1, keepdim=True)
        return torch.where(left < before, seen * (before / left.clamp_min(1e-12)), state.weights)


LENS = Lens(
    "occlusion",
    order=70,
    compute=occlusion,
    code=(_log_probs, target_log_probs),
    rows="amounts",
    attribution=last_layer,
    signed=True,
    kinds=("cross",),
    max_tokens=128,  # the model runs S times
)
