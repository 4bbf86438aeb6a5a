"""What each head alone is worth: the loss of log-probability of a given target when that head is switched off.

Says how much the model, as it was trained or as an intervention left it, leans on a head for this one target. It says
nothing about what the head looks at, and heads that can stand in for one another each look cheap alone (Michel et al.
2019); with one of them off already, the other shows its worth.

Shapes: B rows of one pass, L layers, H heads, S source, T target, V vocabulary.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from core.attention_kinds import KINDS
from core.config import ModelConfig
from core.inspection.forced import ForcedPair, target_log_probs
from core.inspection.intervention import NO_CHANGE, HeadName, Intervention
from core.model.probe import HeadGate
from core.model.transformer import Transformer

_LARGEST = 1 << 22  # numbers in the largest array of one pass (16 MB); larger passes are no faster on a CPU


@dataclass(frozen=True)
class Importance:
    """Losses in nats: positive where the head helped, negative where the target is more likely without it.

    A head that the intervention has switched off already has nothing to lose: NaN.
    """

    encoder: np.ndarray  # float32 [L, H]
    decoder: np.ndarray  # float32 [L, H]
    cross: np.ndarray  # float32 [L, H]
    base: float  # log-probability of the whole target with every head that is on, nats
    log_probs: np.ndarray  # float32 [T], of each target token with every head that is on, nats
    token_losses: np.ndarray  # float32 [3, L, H, T], kinds in the order encoder, decoder, cross


@torch.inference_mode()
def head_importance(
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    intervention: Intervention = NO_CHANGE,
    *,
    max_rows: int | None = None,
) -> Importance:
    """Switch every head off in turn and score the same target.

    All heads go through the model together, each in a row of the batch with gates of its own; the source is encoded
    once for the decoder's heads.

    Args:
        model: in eval mode.
        source_ids: the end symbol last.
        target_ids: tokens that are scored, without the start symbol.
        intervention: changes of attention that stay in force; each head is switched off in addition.
        max_rows: rows of one pass, at most; fewer for long sentences, so that memory stays bounded.

    Raises:
        CoreError: an intervention that this model and source do not allow.
        ValueError: max_rows is below 1.

    References:
        Michel et al. 2019, "Are Sixteen Heads Really Better than One?", section 3.
    """
    if max_rows is not None and max_rows < 1:
        raise ValueError(f"max_rows ({max_rows}) must be at least 1")
    pair, config = ForcedPair.of(model, source_ids, target_ids, intervention), model.config
    rows = _rows_of_a_pass(model, len(source_ids), len(target_ids))
    rows = min(rows, max_rows or rows)
    memory, mask = model.encode(pair.source, pair.changes(model))  # [1, S, D]

    def scored(batch: Sequence[HeadName | None]) -> Tensor:
        """Log-probabilities of the target, float32 [B, T], with one head off in each row (None: with all)."""
        gate = HeadGate(gates=_gates(batch, config.num_heads, pair.source.device))
        size, probe = len(batch), pair.probe(model, gate)
        own, own_mask = memory, mask
        if any(name is not None and name.kind == "encoder" for name in batch):
            own, own_mask = model.encode(pair.source.expand(size, -1), probe)
        states = model.decode(pair.read.expand(size, -1), own.expand(size, -1, -1), own_mask, probe)  # [B, T, D]
        return target_log_probs(model, states, pair.target)

    tried = {kind: _heads_on(kind, config, intervention) for kind in KINDS}
    groups: tuple[Sequence[HeadName | None], ...] = (tried["encoder"], [None, *tried["decoder"], *tried["cross"]])
    parts = [scored(batch) for group in groups for batch in _batches(group, rows)]
    log_probs = dict(zip((name for group in groups for name in group), torch.cat(parts).double().cpu(), strict=True))
    base = log_probs.pop(None)  # [T]
    token_losses = torch.full((len(KINDS), config.num_layers, config.num_heads, len(target_ids)), torch.nan)
    for name, found in log_probs.items():
        token_losses[KINDS.index(name.kind), name.layer, name.head] = base - found
    encoder, decoder, cross = token_losses.sum(dim=-1).numpy()
    return Importance(encoder, decoder, cross, float(base.sum()), base.float().numpy(), token_losses.numpy())


def _heads_on(kind: str, config: ModelConfig, intervention: Intervention) -> list[HeadName]:
    """Heads of one kind that can still be switched off."""
    heads = (HeadName(kind, layer, head) for layer in range(config.num_layers) for head in range(config.num_heads))
    return [name for name in heads if name not in intervention.off]


def _rows_of_a_pass(model: Transformer, source: int, target: int) -> int:
    """Rows whose largest array, of attention weights or of activations, has at most `_LARGEST` numbers."""
    config, longest = model.config, max(source, target)
    return max(1, _LARGEST // (longest * max(config.num_heads * longest, config.d_ff, config.d_model)))


def _gates(batch: Sequence[HeadName | None], heads: int, device: torch.device) -> dict[str, Tensor]:
    """Site -> float [B, H]: 0 for the head that is off in that row."""
    gates: dict[str, Tensor] = {}
    for row, name in enumerate(batch):
        if name is not None:
            gates.setdefault(name.site, torch.ones(len(batch), heads, device=device))[row, name.head] = 0.0
    return gates


def _batches(names: Sequence[HeadName | None], size: int) -> Iterator[Sequence[HeadName | None]]:
    for start in range(0, len(names), size):
        yield names[start : start + size]
