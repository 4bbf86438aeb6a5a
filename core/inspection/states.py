"""States of one teacher-forced pass: every tensor that a probe observes, by the name of its site.

Shapes: B batch, H heads, Q/K query/key positions, L positions.
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase

import numpy as np
import torch
from torch import Tensor

from core.errors import CoreError
from core.inspection.forced import ForcedPair
from core.inspection.intervention import Intervention
from core.model.probe import AttentionState, Probe
from core.model.transformer import Transformer

_PARTS = ("scores", "query", "key", "value")  # of an attention, next to its weights


@torch.inference_mode()
def record_states(
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    sites: Sequence[str] | None = None,
    intervention: Intervention | None = None,
) -> dict[str, np.ndarray]:
    """Run the model once over a source and a target, and return what a probe sees at the sites.

    The weights of an attention [H, Q, K] are under its own site, such as `decoder.2.cross`; `decoder.2.cross.scores`,
    `.query`, `.key` and `.value` are what they are computed from. Other sites are states [L, D] and activations, such
    as `encoder.0.self.residual` and `encoder.0.feed_forward.hidden`.

    Args:
        model: in eval mode.
        source_ids: the end symbol last.
        target_ids: the tokens predicted, without the start symbol.
        sites: names, in which `*` stands for any text; None for all sites.
        intervention: changes of attention.

    Returns:
        float32 arrays by site, in the order of computation.

    Raises:
        CoreError: nothing is observed at one of the sites, or the intervention does not fit this model and source.
    """
    pair = ForcedPair.of(model, source_ids, target_ids, intervention)
    seen = _Observer(sites)
    pair.states(model, pair.probe(model, seen))
    for wanted in sites or ():
        if not any(fnmatchcase(site, wanted) for site in seen.found):
            raise CoreError(
                "states.site",
                "this model has no site {site!r}; states without sites returns all of them by name",
                site=wanted,
            )
    return seen.found


class _Observer(Probe):
    """Copies what it sees at the sites."""

    def __init__(self, sites: Sequence[str] | None) -> None:
        self._sites = sites
        self.found: dict[str, np.ndarray] = {}

    def attention(self, state: AttentionState) -> Tensor:
        self._keep(state.site, state.weights[0])
        for part in _PARTS:
            self._keep(f"{state.site}.{part}", getattr(state, part)[0])
        return state.weights

    def observe(self, site: str, tensor: Tensor) -> None:
        self._keep(site, tensor[0] if tensor.ndim > 2 else tensor)  # positions have no batch axis

    def _keep(self, site: str, tensor: Tensor) -> None:
        if self._sites is None or any(fnmatchcase(site, wanted) for wanted in self._sites):
            self.found[site] = tensor.float().cpu().numpy().copy()
