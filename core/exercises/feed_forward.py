"""Exercises on the position-wise feed-forward networks (section 3.3)."""

from __future__ import annotations

from math import exp
from random import Random
from typing import TYPE_CHECKING, cast

import torch
from torch import Tensor, nn

from core.exercises.exercise import Amount, Exercise, Phrase, Token
from core.exercises.forms import (
    GUESS,
    counted,
    drawn,
    machine_place,
    named_once,
    named_steps,
    shuffled_choice,
    shuffled_order,
)
from core.exercises.material import Material
from core.labs.shared.attentions import target_logs
from core.labs.shared.changed_models import same_weights
from core.model.layers import DecoderLayer, EncoderLayer, FeedForward

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.model.transformer import Transformer

_MOVED = 1e-5  # of a row of normalised numbers: more than rounding


def active_units(material: Material, random: Random) -> Exercise | None:
    """Ask for the share of hidden units that ReLU leaves above 0 at one token."""
    if material.config.activation != "relu":
        return None
    side, layer = _drawn_layer(material, random)
    row = drawn(random, named_once(_tokens(material, side)))
    if row is None:
        return None
    hidden = material.states[f"{side}.{layer}.feed_forward.hidden"]  # [L, F]
    active = int((hidden[row] > 0).sum())
    share = round(100 * active / hidden.shape[1])
    return Exercise(
        chapter="feed_forward",
        name="active_units",
        answer=Amount(share, 0.0, 100.0, 8.0, "percent"),
        values={
            "side": Phrase(f"feed_forward.{side}"),
            "layer": layer + 1,
            "token": Token(_tokens(material, side)[row]),
            "units": hidden.shape[1],
            "active": active,
            "answer": share,
        },
        place=machine_place(f"{side}.{layer}.feed_forward", row if side == "decoder" else None),
        lab="feed_forward",
        lab_values={"side": side, "layer": layer, "token": row},
    )


def rows_changed(material: Material, random: Random) -> Exercise | None:
    """Ask at how many tokens a sub-layer's output changes if its input changes at one token."""
    side, layer = _drawn_layer(material, random)
    sublayer = random.choice(("feed_forward", "feed_forward", "attention"))
    part = "self" if sublayer == "attention" else sublayer
    rows = torch.from_numpy(material.states[f"{side}.{layer}.{part}.read"])[None]  # [1, L, D]
    count = rows.shape[1]
    row = drawn(random, [row for row in named_once(_tokens(material, side)) if 0 < row < count - 1])
    if row is None:
        return None
    changed = _changed_rows(_sublayer(material.setting.model, side, layer, sublayer), rows, row)
    if changed not in (1, count, count - row):
        return None  # some change is as small as rounding
    answer = shuffled_choice(random, changed, [1, count, count - row, row + 1])
    return answer and Exercise(
        chapter="feed_forward",
        name="rows_changed",
        answer=answer,
        values={
            "sublayer": Phrase(f"feed_forward.{sublayer}"),
            "side": Phrase(f"feed_forward.{side}"),
            "layer": layer + 1,
            "token": Token(_tokens(material, side)[row]),
            "place": row + 1,
            "count": count,
            "answer": changed,
            "reason": Phrase(f"{sublayer}_{side}" if sublayer == "attention" else sublayer),
        },
        place=machine_place(f"{side}.{layer}.{part}", row if side == "decoder" else None),
        lab="feed_forward",
    )


def matrix_weights(material: Material, random: Random) -> Exercise | None:
    """Ask for the number of weights in the two matrices of one layer."""
    side, layer = _drawn_layer(material, random)
    chosen = _layer(material.setting.model, side, layer)
    network, attention = chosen.feed_forward, chosen.self_attention
    projections = (attention.query, attention.key, attention.value, attention.output)
    found = network.inner.weight.numel() + network.outer.weight.numel()
    return Exercise(
        chapter="feed_forward",
        name="matrix_weights",
        answer=counted(found, 0.01),
        values={
            "side": Phrase(f"feed_forward.{side}"),
            "d_model": network.inner.in_features,
            "d_ff": network.inner.out_features,
            "attention": sum(projection.weight.numel() for projection in projections),
            "answer": found,
        },
        lab="parameters",
    )


def relu_sum(material: Material, random: Random) -> Exercise | None:
    """Ask for the sum of three units after ReLU, given their values before it."""
    if material.config.activation != "relu":
        return None
    side, layer = _drawn_layer(material, random)
    network = _layer(material.setting.model, side, layer).feed_forward
    row = drawn(random, named_once(_tokens(material, side)))
    if row is None:
        return None
    read = material.states[f"{side}.{layer}.feed_forward.read"]  # [L, D]
    with torch.inference_mode():
        before = [round(one, 1) for one in network.inner(torch.from_numpy(read[row])).tolist()]
    below = [one for one in before if -5 < one < 0]
    above = [one for one in before if 0 < one < 5]
    negative = random.choice((1, 2))
    if len(below) < negative or len(above) < 3 - negative:
        return None
    shown = [*random.sample(below, negative), *random.sample(above, 3 - negative)]
    random.shuffle(shown)
    total = round(sum(one for one in shown if one > 0), 1)
    return Exercise(
        chapter="feed_forward",
        name="relu_sum",
        answer=Amount(total, -10.0, 10.0, 0.06, "number"),
        values={
            "side": Phrase(f"feed_forward.{side}"),
            "layer": layer + 1,
            "token": Token(_tokens(material, side)[row]),
            **dict(zip(("first", "second", "third"), shown, strict=True)),
            "answer": total,
        },
        place=machine_place(f"{side}.{layer}.feed_forward", row if side == "decoder" else None),
        lab="feed_forward",
    )


def without_feed_forward(material: Material, random: Random) -> Exercise | None:
    """Let the probability of a token be guessed if the feed-forward sub-layers of one side add nothing."""
    side, step = random.choice(("encoder", "decoder")), drawn(random, named_steps(material))
    if step is None:
        return None
    copied = same_weights(material.setting.model)
    for module in (copied.encoder if side == "encoder" else copied.decoder).modules():
        if isinstance(module, FeedForward):
            module.outer = _Nothing(material.config.d_model)  # type: ignore[assignment]
    found = round(exp(float(target_logs(material.setting, model=copied)[step])), 2)
    return Exercise(
        chapter="feed_forward",
        name="without_feed_forward",
        answer=Amount(found, 0.0, 1.0, GUESS, "probability"),
        values={
            "side": Phrase(f"feed_forward.{side}"),
            "token": Token(material.written[step]),
            "now": round(exp(float(material.trace.log_probs[step])), 2),
            "answer": found,
        },
        lab="residual",
    )


def networks(material: Material, random: Random) -> Exercise | None:
    """Ask how many feed-forward networks with weights of their own there are."""
    model, tokens = material.setting.model, len(material.source)
    found = sum(isinstance(module, FeedForward) for module in model.modules())
    answer = shuffled_choice(random, found, [1, tokens, found * tokens, len(model.encoder.layers) * tokens])
    return answer and Exercise(
        chapter="feed_forward",
        name="networks",
        answer=answer,
        values={
            "tokens": tokens,
            "encoder": len(model.encoder.layers),
            "decoder": len(model.decoder.layers),
            "answer": found,
        },
        lab="parameters",
    )


def steps(material: Material, random: Random) -> Exercise | None:
    """Ask for the order of the steps around the network, where this model normalises."""
    inside = ("widen", "activate", "narrow", "add")
    pre_norm = material.config.norm == "pre"
    order = ("normalise", *inside) if pre_norm else (*inside, "normalise")
    return Exercise(
        chapter="feed_forward",
        name="steps",
        answer=shuffled_order(random, [Phrase(name) for name in order]),
        values={"norm": Phrase("feed_forward.pre" if pre_norm else "feed_forward.post")},
        lab="norm_placement",
    )


class _Nothing(nn.Module):
    """A last projection that makes zeros of whatever it reads."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self._width = width

    def forward(self, hidden: Tensor) -> Tensor:
        return hidden.new_zeros(*hidden.shape[:-1], self._width)


def _drawn_layer(material: Material, random: Random) -> tuple[str, int]:
    side = random.choice(("encoder", "decoder"))
    return side, random.randrange(material.config.layers(side))


def _tokens(material: Material, side: str) -> list[str]:
    """Return the tokens that a side reads."""
    return material.source if side == "encoder" else material.read


def _layer(model: Transformer, side: str, layer: int) -> EncoderLayer | DecoderLayer:
    layers = (model.encoder if side == "encoder" else model.decoder).layers
    return cast("EncoderLayer | DecoderLayer", layers[layer])


def _sublayer(model: Transformer, side: str, layer: int, name: str) -> Callable[[Tensor], Tensor]:
    """Return the feed-forward network or the self-attention of one layer, as a function of the rows it reads."""
    found = _layer(model, side, layer)
    if name == "feed_forward":
        return found.feed_forward
    return lambda rows: found.self_attention(rows, rows, None, causal=side == "decoder")


@torch.inference_mode()
def _changed_rows(sublayer: Callable[[Tensor], Tensor], rows: Tensor, row: int) -> int:
    """Count the rows of the output that change with one row of the input [1, L, D], which gets the opposite sign."""
    other = rows.clone()
    other[0, row] *= -1
    difference = (sublayer(other) - sublayer(rows))[0].abs().amax(dim=-1)  # [L]
    return int((difference > _MOVED).sum())


MAKERS = (active_units, rows_changed, matrix_weights, relu_sum, without_feed_forward, networks, steps)
