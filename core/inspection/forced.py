"""Teacher forcing of one sentence pair: what the decoder reads and predicts, and the log-probabilities of the target.

Trace, lenses, head importance, head catalogue and close-up all use it: only this module places the start symbol.

Shapes: B batch, S source with the end symbol, T target, D d_model, V vocabulary, n rows of a chunk.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from core.inspection.intervention import NO_CHANGE, Intervention
from core.model.probe import Chain, Probe
from core.model.transformer import Transformer

_CHUNK_LOGITS = 1 << 22  # logits computed together, 16 MiB; a long target times a large vocabulary would need far more


class ForcedPair(NamedTuple):
    """One source and its target as tensors, and the intervention that applies in every pass over them.

    Position t of the decoder reads `read[0, t]` and predicts `target[t]`.
    """

    source: Tensor  # int64 [1, S]
    read: Tensor  # int64 [1, T], the start symbol first
    target: Tensor  # int64 [T]
    intervention: Intervention = NO_CHANGE

    @classmethod
    def of(
        cls,
        model: Transformer,
        source_ids: Sequence[int],
        target_ids: Sequence[int],
        intervention: Intervention | None = None,
    ) -> "ForcedPair":
        """Return the pair on the model's device, as tensors that autograd accepts.

        Args:
            model: the model that will read the pair.
            source_ids: the end symbol last.
            target_ids: the tokens predicted, without the start symbol.
            intervention: changes of attention.

        Raises:
            CoreError: the intervention does not fit this model and source.
        """
        changes = intervention or NO_CHANGE
        changes.check(model.config, len(source_ids))
        device = model.output_weight.device
        with torch.inference_mode(False):
            source, read, target = (
                torch.tensor(list(ids), dtype=torch.int64, device=device)
                for ids in (source_ids, read_ids(target_ids, model.config.start_id), target_ids)
            )
            return cls(source[None], read[None], target, changes)

    @property
    def sizes(self) -> tuple[int, int]:
        """S and T."""
        return self.source.shape[1], self.target.shape[0]

    def probe(self, model: Transformer, *observers: Probe) -> Probe:
        """Return a probe for one pass: the intervention, then observers of its result."""
        return Chain((self.intervention.probe(model.config, self.source.device), *observers))

    def changes(self, model: Transformer) -> Probe | None:
        """Return a probe for one pass with the intervention alone; None, which selects the fused path, without one."""
        return None if self.intervention.empty else self.probe(model)

    def states(self, model: Transformer, probe: Probe | None) -> Tensor:
        """Run the model once over source and target and return the decoder's states [1, T, D]."""
        return model.states(self.source, self.read, probe)


def read_ids(target_ids: Sequence[int], start_id: int) -> list[int]:
    """Return the tokens that the decoder reads to predict these: the start symbol, then all but the last."""
    return [start_id, *target_ids[:-1]]


def logit_chunks(model: Transformer, states: Tensor) -> Iterator[tuple[slice, Tensor]]:
    """Yield rows and their float32 logits [n, V] for decoder states [N, D], in chunks of bounded memory."""
    size = max(1, _CHUNK_LOGITS // model.config.output_size)
    for start in range(0, len(states), size):
        rows = slice(start, start + size)
        yield rows, model.logits(states[rows]).float()


def target_log_probs(model: Transformer, states: Tensor, target: Tensor) -> Tensor:
    """Return the log-probability of each target token, in nats.

    Args:
        model: owner of the output projection.
        states: decoder states [B, T, D].
        target: int64 [T], the same for every row of the batch.

    Returns:
        float32 [B, T].
    """
    wanted = target.expand(states.shape[:2]).flatten()  # [B * T]
    found = [
        logits.gather(1, wanted[rows, None])[:, 0] - logits.logsumexp(dim=-1)
        for rows, logits in logit_chunks(model, states.flatten(0, 1))
    ]
    return torch.cat(found).view(states.shape[:2])


@torch.inference_mode()
def score_target(
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    intervention: Intervention | None = None,
) -> np.ndarray:
    """Return the log-probability of each token of one target, float32 [T] in nats.

    Args:
        model: in eval mode.
        source_ids: the end symbol last.
        target_ids: without the start symbol.
        intervention: changes of attention.

    Raises:
        CoreError: the intervention does not fit this model and source.
    """
    pair = ForcedPair.of(model, source_ids, target_ids, intervention)
    return target_log_probs(model, pair.states(model, pair.changes(model)), pair.target)[0].cpu().numpy()
