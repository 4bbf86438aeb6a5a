"""Next-token probabilities at other temperatures: softmax of the logits over a temperature (Hinton et al. 2015).

Shapes: n temperatures, T target tokens, V vocabulary.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch

from core.inspection.forced import ForcedPair, logit_chunks
from core.inspection.intervention import Intervention
from core.model.transformer import Transformer

TEMPERATURES = tuple(round(0.1 * step, 1) for step in range(1, 21))  # 0.1 to 2


class Tempered(NamedTuple):
    """The sums that turn a probability p into that at a temperature t: exp(log(p) / t - sum)."""

    temperatures: tuple[float, ...]
    sums: np.ndarray  # float32 [n, T], log of the sum of p^(1 / t) over the vocabulary


@torch.inference_mode()
def tempered(
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    intervention: Intervention | None = None,
    temperatures: Sequence[float] = TEMPERATURES,
) -> Tempered:
    """Return what the next-token distributions of a target are normalised by at other temperatures.

    Args:
        model: in eval mode.
        source_ids: the end symbol last.
        target_ids: the tokens predicted, without the start symbol.
        intervention: changes of attention.
        temperatures: above 0.

    Raises:
        CoreError: the intervention does not fit this model and source.
    """
    pair = ForcedPair.of(model, source_ids, target_ids, intervention)
    states = pair.states(model, pair.changes(model))[0]  # [T, D]
    sums = [
        torch.stack([(logits.log_softmax(dim=-1) / one).logsumexp(dim=-1) for one in temperatures])  # [n, rows]
        for _, logits in logit_chunks(model, states)
    ]
    return Tempered(tuple(temperatures), torch.cat(sums, dim=1).cpu().numpy())
