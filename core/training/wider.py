"""A wider feed-forward sub-layer for trained weights: more inner units, which at first change nothing.

So a model that its training text outgrew goes on with more parameters instead of from the beginning (Chen, Goodfellow
and Shlens 2016, Net2Net: Accelerating Learning via Knowledge Transfer). A new unit reads with random weights and is
written with zeros: Eq. 2 gives the same output, and the first step of training moves what it writes.

Shapes: D d_model, F inner units before, G after.
"""

from collections.abc import Mapping

import torch
from torch import Tensor, nn

from core.config import ModelConfig
from core.errors import CoreError

_INNER, _OUTER = ".feed_forward.inner.", ".feed_forward.outer."


def widened(weights: Mapping[str, Tensor], config: ModelConfig, d_ff: int, *, seed: int) -> dict[str, Tensor]:
    """Return the weights with `d_ff` inner units in each feed-forward sub-layer, as a state dict.

    Args:
        weights: state dict of a model of this configuration.
        config: of the weights.
        d_ff: inner units in each layer, more than before.
        seed: of the weights with which the new units read.

    Raises:
        CoreError: fewer units than before, or the decoder has a number of its own.
    """
    if d_ff < config.d_ff or config.decoder_d_ff is not None:
        raise CoreError(
            "run.narrower",
            "d_ff is {before} in the checkpoint to start from; it can grow, if encoder and decoder have the same, "
            "but cannot be {after}",
            before=config.d_ff,
            after=d_ff,
        )
    generator = torch.Generator().manual_seed(seed)
    added = d_ff - config.d_ff
    found = dict(weights)
    for name, tensor in weights.items():
        if name.endswith(f"{_INNER}weight"):
            whole = nn.init.xavier_uniform_(torch.empty(d_ff, config.d_model), generator=generator)  # [G, D]
            found[name] = torch.cat([tensor, whole[config.d_ff :].to(tensor.dtype)])
        elif name.endswith(f"{_INNER}bias"):
            found[name] = torch.cat([tensor, tensor.new_zeros(added)])  # [G]
        elif name.endswith(f"{_OUTER}weight"):
            found[name] = torch.cat([tensor, tensor.new_zeros(config.d_model, added)], dim=1)  # [D, G]
    return found
