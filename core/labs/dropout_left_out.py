"""Dropout at each place that the paper names, one at a time, on the loaded model (5.4)."""

from typing import Annotated, Any

import torch
from pydantic import Field
from torch import Tensor

from core.inspection.forced import target_log_probs
from core.labs.shared.changed_models import same_weights
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values
from core.model.dropout import Dropout, dropout_scale
from core.model.transformer import Transformer

DRAWS = 3
PLACES = {
    "encoder_embedding": ("encoder.embedding",),
    "decoder_embedding": ("decoder.embedding",),
    "encoder_attention": ("encoder.layers", "self_residual"),
    "encoder_feed_forward": ("encoder.layers", "feed_forward_residual"),
    "decoder_attention": ("decoder.layers", "self_residual"),
    "cross_attention": ("decoder.layers", "cross_residual"),
    "decoder_feed_forward": ("decoder.layers", "feed_forward_residual"),
}
COST = (0, 5)


class Values(_Values):
    """Rate and seed of the draws."""

    rate: Annotated[float, Field(gt=0, lt=1)]
    seed: Annotated[int, Field(ge=0, lt=10_000)]


class RowDropout(Dropout):
    """Dropout in some sentences of a batch; the others pass unchanged."""

    def __init__(self, rate: float, rows: list[int]) -> None:
        super().__init__(rate)
        self.rows = rows

    def forward(self, states: Tensor) -> Tensor:
        """Apply dropout to the chosen rows of [B, L, D]."""
        if not self.rows:
            return states
        result = states.clone()
        result[self.rows] *= dropout_scale(states[self.rows], self.rate)
        return result


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return what dropout at each place does to the translation at hand.

    Returns:
        `places`; `spread`, the standard deviation of the log-probability over some draws with dropout at that place
        alone, and `mean`, float [7]; `none`, the log-probability without dropout; `every`, the mean with dropout at all
        of them.
    """
    pair, wanted = setting.forced(), [[name] for name in PLACES for _ in range(DRAWS)]
    wanted += [list(PLACES)] * DRAWS + [[]]  # one list of places for each row of the batch
    with_encoder = [i for i, places in enumerate(wanted) if any(place.startswith("encoder") for place in places)]
    encoded = [*with_encoder, len(wanted) - 1]  # the last row is read by all that have no dropout in the encoder
    read = [encoded.index(i) if i in with_encoder else len(encoded) - 1 for i in range(len(wanted))]
    model = dropping(setting.model, values.rate, {"encoder": [wanted[i] for i in encoded], "decoder": wanted})
    with torch.no_grad(), torch.random.fork_rng(devices=[]):
        torch.manual_seed(values.seed)
        memory, mask = model.encode(pair.source.expand(len(encoded), -1))
        states = model.decode(pair.read.expand(len(wanted), -1), memory[read], mask if mask is None else mask[read])
        logs = target_log_probs(model, states, pair.target).sum(dim=-1)  # [rows]
    by_place = logs[: len(PLACES) * DRAWS].view(-1, DRAWS)
    return {
        "places": list(PLACES),
        "mean": by_place.mean(dim=1).tolist(),
        "spread": by_place.std(dim=1, correction=0).tolist(),
        "none": float(logs[-1]),
        "every": float(logs[-1 - DRAWS : -1].mean()),
    }


def dropping(model: Transformer, rate: float, places: dict[str, list[list[str]]]) -> Transformer:
    """Return modules of their own over the same weights, with dropout at some places in each row of a batch.

    Args:
        model: not changed.
        rate: of dropout.
        places: for the batch of the encoder and of the decoder, the places of each row.
    """
    found = same_weights(model)
    for name in [name for name, one in found.named_modules() if isinstance(one, Dropout)]:
        stack, (parent, _, field) = name.partition(".")[0], name.rpartition(".")
        here = {place for place, parts in PLACES.items() if all(part in name for part in parts)}
        rows = [i for i, wanted in enumerate(places[stack]) if here.intersection(wanted)]
        setattr(found.get_submodule(parent), field, RowDropout(rate, rows))
    return found


CODE = (compute, RowDropout.forward, dropout_scale)
