"""Exercises on several heads (section 3.2.2).

Shapes: L layers, H heads, Q/K query/key positions, T target tokens.
"""

from __future__ import annotations

import math
from random import Random

import numpy as np

from core.attention_kinds import KINDS
from core.exercises.exercise import Amount, Exercise, Phrase, Token
from core.exercises.forms import (
    GUESS,
    drawn,
    kind_place,
    log_probs_without,
    named_once,
    picked_head,
    place_of,
    shuffled_choice,
)
from core.exercises.material import Material

_CLEAR = 0.1  # of weight, and of nats: between a head and the next
_CLEAR_SPREAD = 0.05  # of relative entropy
_LEAST_PREVIOUS = 0.3  # of weight on the previous token
_LEAST_LINK = 0.4  # of weight
_LEAST_LOSS = 0.3  # nats
_MOST_PRINTED = 16  # heads whose weights a question lists


def width(material: Material, random: Random) -> Exercise | None:
    """Ask for the width of a query in one head."""
    config = material.config
    if config.query_width * config.num_heads != config.d_model:
        return None
    answer = shuffled_choice(
        random,
        config.query_width,
        [config.d_model, config.d_model * config.num_heads, config.num_heads, round(math.sqrt(config.d_model), 1)],
    )
    return answer and Exercise(
        chapter="heads",
        name="width",
        answer=answer,
        values={"d_model": config.d_model, "heads": config.num_heads, "answer": config.query_width},
        lab="heads_as_shapes",
    )


def projections(material: Material, random: Random) -> Exercise:
    """Ask how many projection matrices one multi-head attention has, counted as the paper does."""
    heads = material.config.num_heads
    return Exercise(
        chapter="heads",
        name="projections",
        answer=Amount(3 * heads + 1, 1, 10 * heads, 0.0, "count"),
        values={"heads": heads, "three": 3 * heads, "answer": 3 * heads + 1},
        lab="heads_as_shapes",
    )


def parameters(material: Material, random: Random) -> Exercise | None:
    """Ask for the number of weights in one attention."""
    config, attention = material.config, material.setting.model.get_submodule("encoder.layers.0.self_attention")
    weights = sum(one.numel() for one in attention.parameters() if one.dim() == 2)
    if config.num_heads == 1 or weights != 4 * config.d_model**2:
        return None
    answer = shuffled_choice(
        random, weights, [weights * config.num_heads, weights // config.num_heads, 3 * config.d_model**2]
    )
    return answer and Exercise(
        chapter="heads",
        name="parameters",
        answer=answer,
        values={"d_model": config.d_model, "heads": config.num_heads, "answer": weights},
        lab="table_3",
    )


def previous_head(material: Material, random: Random) -> Exercise | None:
    """Ask for the head that attends to the previous token most."""
    kinds = [kind for kind in ("encoder", "decoder") if material.trace.weights(kind).shape[-1] > 2]
    for kind in random.sample(kinds, len(kinds)):
        before = np.diagonal(material.trace.weights(kind), offset=-1, axis1=2, axis2=3).mean(axis=-1)  # [L, H]
        answer = picked_head(kind, before, apart=_CLEAR)
        if answer is not None and before.max() >= _LEAST_PREVIOUS:
            values = {
                "kind": Phrase(f"heads.{kind}"),
                "answer": answer.right[0],
                "share": round(float(before.max()), 2),
                "other": round(float(np.sort(before.ravel())[-2]), 2),
            }
            return Exercise("heads", "previous_head", answer, values, kind_place(kind), "several_heads")
    return None


def strongest_link(material: Material, random: Random) -> Exercise | None:
    """Ask for the encoder head that gives most weight from one token to another."""
    weights, named = material.trace.encoder_self, named_once(material.source)  # [L, H, S, S]
    links = [(query, key) for query in named for key in named if query != key]
    for query, key in random.sample(links, len(links)):
        answer = picked_head("encoder", weights[:, :, query, key], apart=_CLEAR)
        if answer is not None and weights[:, :, query, key].max() >= _LEAST_LINK:
            given = np.sort(weights[:, :, query, key].ravel())
            values = {
                "row": Token(material.source[query]),
                "column": Token(material.source[key]),
                "answer": answer.right[0],
                "weight": round(float(given[-1]), 2),
                "other": round(float(given[-2]), 2),
            }
            return Exercise("heads", "strongest_link", answer, values, kind_place("encoder"), "several_heads")
    return None


def most_even(material: Material, random: Random) -> Exercise | None:
    """Ask for the head that spreads its weights most evenly."""
    for kind in random.sample(("encoder", "cross"), 2):
        weights = material.trace.weights(kind).astype(float)  # [L, H, Q, K]
        keys = weights.shape[-1]
        if keys < 3:
            continue
        logs = np.log(weights, out=np.zeros_like(weights), where=weights > 0)
        entropy = -(weights * logs).sum(axis=-1).mean(axis=-1)  # [L, H], nats
        answer = picked_head(kind, entropy / math.log(keys), apart=_CLEAR_SPREAD)
        if answer is not None:
            values = {
                "kind": Phrase(f"heads.{kind}"),
                "answer": answer.right[0],
                "entropy": round(float(entropy.max()), 2),
                "most": round(math.log(keys), 2),
                "keys": keys,
            }
            return Exercise("heads", "most_even", answer, values, kind_place(kind), "temperature")
    return None


def needed_head(material: Material, random: Random) -> Exercise | None:
    """Ask for the head without which the translation loses most probability."""
    for kind in random.sample(KINDS, len(KINDS)):
        losses = material.losses(kind).sum(axis=-1)  # [L, H], nats
        answer = picked_head(kind, losses, apart=_CLEAR)
        if answer is not None and losses.max() >= _LEAST_LOSS:
            values = {
                "kind": Phrase(f"heads.{kind}"),
                "answer": answer.right[0],
                "loss": round(float(losses.max()), 2),
                "other": round(float(np.sort(losses.ravel())[-2]), 2),
            }
            return Exercise("heads", "needed_head", answer, values, kind_place(kind), "several_heads")
    return None


def without_head(material: Material, random: Random) -> Exercise | None:
    """Ask for a guess of a token's probability with one head off."""
    before = np.exp(material.importance.log_probs)  # [T]
    places = [
        (head, step)
        for kind in KINDS
        for head in material.heads(kind)
        for step in named_once(material.written)
        if before[step] >= 0.4 and material.losses(kind)[head.layer, head.head, step] >= _LEAST_LOSS
    ]
    place = drawn(random, places)
    if place is None:
        return None
    head, step = place
    after = round(float(np.exp(log_probs_without(material, [head])[step])), 2)
    return Exercise(
        chapter="heads",
        name="without_head",
        answer=Amount(after, 0.0, 1.0, GUESS, "probability"),
        values={
            "head": head,
            "token": Token(material.written[step]),
            "before": round(float(before[step]), 2),
            "tolerance": GUESS,
            "answer": after,
        },
        place=place_of(head, step),
        lab="several_heads",
    )


def averaged(material: Material, random: Random) -> Exercise | None:
    """Ask for what a picture of averaged heads shows where one head attends strongly."""
    config, named = material.config, named_once(material.source)
    if not 2 <= config.num_heads <= _MOST_PRINTED:
        return None
    weights = material.trace.encoder_self  # [L, H, S, S]
    places = [
        (layer, query, key)
        for layer in range(config.num_layers)
        for query in named
        for key in named
        for given in [weights[layer, :, query, key]]
        if given.max() >= 0.6 and given.mean() <= 0.5
    ]
    place = drawn(random, places)
    if place is None:
        return None
    layer, query, key = place
    shown = [round(float(one), 2) for one in weights[layer, :, query, key]]
    mean = round(sum(shown) / len(shown), 2)
    return Exercise(
        chapter="heads",
        name="averaged",
        answer=Amount(mean, 0.0, 1.0, 0.02, "probability"),
        values={
            "layer": layer + 1,
            "row": Token(material.source[query]),
            "column": Token(material.source[key]),
            "weights": ", ".join(f"{one:.2f}" for one in shown),
            "largest": max(shown),
            "answer": mean,
        },
        place={"tab": "", "kind": "encoder", "layer": str(layer + 1)},
        lab="averaged_heads",
    )


MAKERS = (
    *(width, projections, parameters, previous_head, strongest_link),
    *(most_even, needed_head, without_head, averaged),
)
