"""The residual stream (3.1): what each sub-layer adds to it at each token of the sentence at hand.

Shapes: N sub-layers, L tokens.
"""

from typing import Any, Literal

import torch

from core.inspection.blocks import blocks
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.model.layers import AddAndNorm
from core.model.probe import Recorder


class Values(_Values):
    """The stack that is measured."""

    side: Literal["encoder", "decoder"]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return norms and directions at every sum of a stack, float [N, L].

    Returns:
        `sites`, their names; `stream`, the norm of what enters a sum; `added`, that of what the sub-layer adds;
        `cosine` between the two.
    """
    sites = [
        one.name.removesuffix(".add")
        for one in blocks(setting.model.config)
        if one.side == values.side and one.kind in ("add", "add_norm")
    ]
    pair = setting.forced()
    wanted = frozenset(f"{site}.{part}" for site in sites for part in ("input", "output"))
    recorder = Recorder(sites=wanted)
    with torch.no_grad():
        setting.model(pair.source, pair.read, probe=recorder)
    stream = torch.stack([recorder.observed[f"{site}.input"][0] for site in sites]).double()  # [N, L, D]
    added = torch.stack([recorder.observed[f"{site}.output"][0] for site in sites]).double()  # [N, L, D]
    return {
        "sites": [site.removeprefix(f"{values.side}.") for site in sites],
        "stream": stream.norm(dim=-1).numpy(),
        "added": added.norm(dim=-1).numpy(),
        "cosine": torch.cosine_similarity(stream, added, dim=-1).numpy(),
    }


CODE = (compute, AddAndNorm.forward)
