"""Head importance: loss of log-probability of a given target when one head is switched off.

It measures how much the model, as trained or as changed by an intervention, depends on a head for this one target. It
does not show what the head attends to, and heads that can replace one another each look unimportant alone (Michel et
al. 2019); the importance of one appears once the other is off.

Shapes: B rows of one pass, L layers, H heads, S source, T target, V vocabulary.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from core.attention_kinds import KINDS, Kind
from core.config import ModelConfig
from core.inspection.forced import ForcedPair, target_log_probs
from core.inspection.intervention import NO_CHANGE, HeadName, Intervention
from core.model.probe import HeadGate
from core.model.transformer import Transformer

_MAX_NUMBERS = 1 << 22  # in the largest array of one pass (16 MB); larger passes are not faster on a CPU


@dataclass(frozen=True)
class Importance:
    """Losses in nats: positive if the head helped, negative if the target is more likely without it.

    NaN for a head that was not tested, or that the intervention has already switched off.
    """

    encoder: np.ndarray  # float32 [L, H]
    decoder: np.ndarray  # float32 [L, H]
    cross: np.ndarray  # float32 [L, H]
    base: float  # log-probability of the whole target with no further head off, nats
    log_probs: np.ndarray  # float32 [T], of each target token with no further head off, nats
    token_losses: np.ndarray  # float32 [3, L, H, T], kinds in the order encoder, decoder, cross


@torch.inference_mode()
def head_importance(
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    intervention: Intervention = NO_CHANGE,
    *,
    kinds: Sequence[Kind] = KINDS,
) -> Importance:
    """Switch every head off in turn and score the same target.

    All heads are tested together, each in a row of the batch with its own gates; the source is encoded once for the
    decoder's heads.

    Args:
        model: in eval mode.
        source_ids: the end symbol last.
        target_ids: tokens that are scored, without the start symbol.
        intervention: changes of attention that apply throughout; each head is switched off in addition.
        kinds: kinds of attention whose heads are tested; the losses of all others are NaN.

    Raises:
        CoreError: the intervention does not fit this model and source.

    References:
        Michel et al. 2019, "Are Sixteen Heads Really Better than One?", section 3.
    """
    pair, config = ForcedPair.of(model, source_ids, target_ids, intervention), model.config
    rows = _rows_per_pass(model, len(source_ids), len(target_ids))
    memory, mask = model.encode(pair.source, pair.changes(model))  # [1, S, D]

    def scored(batch: Sequence[HeadName | None]) -> Tensor:
        """Return log-probabilities of the target, float32 [B, T], with one head off in each row (None: all on)."""
        gate = HeadGate(gates=_gates(batch, config.num_heads, pair.source.device))
        size, probe = len(batch), pair.probe(model, gate)
        own, own_mask = memory, mask
        if any(name is not None and name.kind == "encoder" for name in batch):
            own, own_mask = model.encode(pair.source.expand(size, -1), probe)
        states = model.decode(pair.read.expand(size, -1), own.expand(size, -1, -1), own_mask, probe)  # [B, T, D]
        return target_log_probs(model, states, pair.target)

    tried = {kind: _heads_on(kind, config, intervention) if kind in kinds else [] for kind in KINDS}
    groups: tuple[Sequence[HeadName | None], ...] = (tried["encoder"], [None, *tried["decoder"], *tried["cross"]])
    parts = [scored(batch) for group in groups for batch in _batches(group, rows)]
    log_probs = dict(zip((name for group in groups for name in group), torch.cat(parts).double().cpu(), strict=True))
    base = log_probs[None]  # [T]
    deepest = max(config.layers(kind) for kind in KINDS)
    token_losses = torch.full((len(KINDS), deepest, config.num_heads, len(target_ids)), torch.nan)
    for name in (name for group in tried.values() for name in group):
        token_losses[KINDS.index(name.kind), name.layer, name.head] = base - log_probs[name]
    encoder, decoder, cross = (
        losses[: config.layers(kind)] for kind, losses in zip(KINDS, token_losses.sum(dim=-1).numpy(), strict=True)
    )
    return Importance(encoder, decoder, cross, float(base.sum()), base.float().numpy(), token_losses.numpy())


def most_important(losses: np.ndarray, steps: Sequence[int]) -> tuple[int, int, int]:
    """Return (layer, head, step) of the greatest loss of one kind's heads at the given steps.

    Args:
        losses: [L, H, T], nats; NaN for heads that were not tested.
        steps: those to choose from, at least one.
    """
    chosen = np.nan_to_num(losses[:, :, list(steps)], nan=-np.inf)
    layer, head, place = np.unravel_index(int(chosen.argmax()), chosen.shape)
    return int(layer), int(head), steps[int(place)]


def _heads_on(kind: str, config: ModelConfig, intervention: Intervention) -> list[HeadName]:
    """Return the heads of one kind that are not already switched off."""
    heads = (HeadName(kind, layer, head) for layer in range(config.layers(kind)) for head in range(config.num_heads))
    return [name for name in heads if name not in intervention.off]


def _rows_per_pass(model: Transformer, source: int, target: int) -> int:
    """Return the most rows whose largest array, weights or activations, has at most `_MAX_NUMBERS` numbers."""
    config, longest = model.config, max(source, target)
    return max(1, _MAX_NUMBERS // (longest * max(config.num_heads * longest, config.d_ff, config.d_model)))


def _gates(batch: Sequence[HeadName | None], heads: int, device: torch.device) -> dict[str, Tensor]:
    """Return site -> float [B, H]: 0 for the head that is off in that row."""
    gates: dict[str, Tensor] = {}
    for row, name in enumerate(batch):
        if name is not None:
            gates.setdefault(name.site, torch.ones(len(batch), heads, device=device))[row, name.head] = 0.0
    return gates


def _batches(names: Sequence[HeadName | None], size: int) -> Iterator[Sequence[HeadName | None]]:
    for start in range(0, len(names), size):
        yield names[start : start + size]
