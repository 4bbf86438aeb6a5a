"""One pass of the model, read head by head.

Shapes: L layers, H heads, Q/K query/key positions.
"""

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from core.attention_kinds import KINDS, Kind, attention_sizes
from core.inspection.forced import ForcedPair
from core.inspection.lenses.sites import Place, place
from core.model.probe import AttentionState, Probe
from core.model.transformer import Transformer

Measure = Callable[[Place, AttentionState], Tensor]  # -> [H', Q, K]


class HeadReader(Probe):
    """Measures each attention as it is computed, so that at most one layer is held in addition to the result.

    Args:
        model: the model to read.
        pair: its input; determines the sizes.
        measure: computes the numbers kept of one attention.
        num_heads: H', heads of the result; 1 if the measure fuses them.
    """

    def __init__(self, model: Transformer, pair: ForcedPair, measure: Measure, num_heads: int) -> None:
        sizes = attention_sizes(*pair.sizes)
        self._model, self._measure = model, measure
        self.kinds: dict[Kind, np.ndarray] = {
            kind: np.zeros((model.config.layers(kind), num_heads, *sizes[kind]), dtype=np.float32) for kind in KINDS
        }

    def attention(self, state: AttentionState) -> Tensor:
        here = place(self._model, state.site)
        self.kinds[here.kind][here.layer] = self._measure(here, state).float().cpu().numpy()
        return state.weights


@torch.inference_mode()
def read_heads(model: Transformer, pair: ForcedPair, measure: Measure, num_heads: int) -> dict[Kind, np.ndarray]:
    """Run one pass; return kind -> float32 [L, H', Q, K]."""
    reader = HeadReader(model, pair, measure, num_heads)
    pair.states(model, pair.probe(model, reader))
    return reader.kinds
