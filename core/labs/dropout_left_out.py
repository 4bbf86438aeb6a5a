"""Dropout at each place that the paper names, one at a time, on the loaded model (5.4)."""

import copy
from typing import Annotated, Any

import torch
from pydantic import Field

from core.inspection.forced import target_log_probs
from core.labs.setting import Setting
from core.labs.setting import Values as _Values
from core.model.dropout import Dropout

DRAWS = 3
NOWHERE = ("nowhere",)
PLACES = {
    "encoder_embedding": ("encoder.embedding",),
    "decoder_embedding": ("decoder.embedding",),
    "encoder_attention": ("encoder.layers", "self_residual"),
    "encoder_feed_forward": ("encoder.layers", "feed_forward_residual"),
    "decoder_attention": ("decoder.layers", "self_residual"),
    "cross_attention": ("decoder.layers", "cross_residual"),
    "decoder_feed_forward": ("decoder.layers", "feed_forward_residual"),
}


class Values(_Values):
    """Rate and seed of the draws."""

    rate: Annotated[float, Field(gt=0, lt=1)]
    seed: Annotated[int, Field(ge=0, lt=10_000)]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return what dropout at each place does to the translation at hand.

    Returns:
        `places`; `spread`, the standard deviation of the log-probability over some draws with dropout at that place
        alone, and `mean`, float [7]; `none`, the log-probability without dropout; `every`, the mean with dropout at all
        of them.
    """
    shared, pair = setting.model, setting.forced()
    weights = {id(tensor): tensor for tensor in (*shared.parameters(), *shared.buffers())}
    model = copy.deepcopy(
        shared, weights
    )  # modules of its own, whose dropout can be switched on, over the same weights
    modules = [(name, module) for name, module in model.named_modules() if isinstance(module, Dropout)]

    def drawn(wanted: tuple[str, ...] | None) -> torch.Tensor:
        """Return the log-probability of the translation in each of some draws, [DRAWS]."""
        for name, module in modules:
            module.train(wanted is None or (name.startswith(wanted[0]) and all(part in name for part in wanted)))
            module.rate = values.rate
        draws = DRAWS if wanted != NOWHERE else 1
        if wanted is None or wanted[0].startswith("encoder"):
            memory, mask = model.encode(pair.source.expand(draws, -1))
        else:
            memory, mask = plain[0].expand(draws, -1, -1), plain[1]
        states = model.decode(pair.read.expand(draws, -1), memory, mask)
        return target_log_probs(model, states, pair.target).sum(dim=-1)

    with torch.no_grad(), torch.random.fork_rng(devices=[]):
        torch.manual_seed(values.seed)
        plain = shared.encode(pair.source)  # what the decoder reads while the encoder has no dropout
        found = {name: drawn(parts) for name, parts in PLACES.items()}
        every, none = drawn(None), drawn(NOWHERE)
    return {
        "places": list(found),
        "mean": [float(one.mean()) for one in found.values()],
        "spread": [float(one.std(correction=0)) for one in found.values()],
        "none": float(none[0]),
        "every": float(every.mean()),
    }


CODE = (compute, Dropout.forward)
