"""Exercises on residual connections and layer normalisation (section 3.1).

Shapes: L tokens, D d_model.
"""

from __future__ import annotations

import math
from random import Random

import numpy as np
import torch
from torch import nn

from core.exercises.exercise import Amount, Exercise, Phrase, Token
from core.exercises.forms import counted, drawn, machine_place, named_once, pick_clear, shuffled_choice, shuffled_order
from core.exercises.material import Material

_CLEAR = 1.2  # ratio of the longest vector to the next
_GUESS = 20  # tolerance of a guessed share, percent; three tenths of a share that is large
_SAME = 1e-3  # of a vector's length, for rounding


def sublayer_order(material: Material, random: Random) -> Exercise:
    """Ask for the order of norm, sub-layer, dropout and sum in this model."""
    sublayer = ("sublayer", "dropout", "add")
    is_pre = material.config.norm == "pre"
    order = ("norm", *sublayer) if is_pre else (*sublayer, "norm")
    return Exercise(
        chapter="residual",
        name="sublayer_order",
        answer=shuffled_order(random, [Phrase(step) for step in order]),
        values={"placement": Phrase("pre" if is_pre else "post")},
        lab="norm_placement",
    )


def added_share(material: Material, random: Random) -> Exercise | None:
    """Ask for a guess of how long what a sub-layer adds is, in percent of what it is added to."""
    layer = random.randrange(material.config.num_layers)
    part = random.choice(("self", "feed_forward"))
    token = drawn(random, named_once(material.source))
    if token is None:
        return None
    stream, added = (_length(material, f"encoder.{layer}.{part}.{name}", token) for name in ("input", "output"))
    if stream == 0:
        return None
    share = round(100 * added / stream)
    tolerance = max(_GUESS, round(0.3 * share))
    return Exercise(
        chapter="residual",
        name="added_share",
        answer=Amount(share, 0, max(200, 100 * math.ceil(share / 100) + 100), tolerance, "percent"),
        values={
            "layer": layer + 1,
            "part": Phrase(f"residual.{part}"),
            "token": Token(material.source[token]),
            "stream": round(stream, 1),
            "added": round(added, 1),
            "tolerance": tolerance,
            "answer": share,
        },
        place=machine_place(f"encoder.{layer}.{part}.add"),
        lab="residual",
    )


def longest_addition(material: Material, random: Random) -> Exercise | None:
    """Ask which sub-layer of a decoder layer adds the longest vector at a step."""
    parts = ("self", "cross", "feed_forward")
    places: list[tuple[int, int, np.ndarray]] = []
    for layer in range(material.config.decoder_layers):
        for step in named_once(material.written):
            lengths = np.array([_length(material, f"decoder.{layer}.{part}.output", step) for part in parts])
            if pick_clear(np.log(np.maximum(lengths, 1e-12)), apart=math.log(_CLEAR)) is not None:
                places.append((layer, step, lengths))
    place = drawn(random, places)
    if place is None:
        return None
    layer, step, lengths = place
    named = [Phrase(f"residual.{part}") for part in parts]
    longest = int(lengths.argmax())
    answer = shuffled_choice(random, named[longest], named)
    return answer and Exercise(
        chapter="residual",
        name="longest_addition",
        answer=answer,
        values={
            "layer": layer + 1,
            "token": Token(material.written[step]),
            "answer": named[longest],
            **{f"of_{part}": round(float(length), 1) for part, length in zip(parts, lengths, strict=True)},
        },
        place=machine_place(f"decoder.{layer}.self.add", step),
        lab="residual",
    )


def norm_after(material: Material, random: Random) -> Exercise:
    """Ask for the length of a vector after layer normalisation with gain 1 and bias 0."""
    width = material.config.d_model
    length = round(math.sqrt(width), 1)
    return Exercise(
        chapter="residual",
        name="norm_after",
        answer=Amount(length, 0.0, 10.0 ** math.ceil(math.log10(2 * length)), 0.5, "number"),
        values={"d_model": width, "answer": length},
        lab="layer_norm",
    )


def by_hand(material: Material, random: Random) -> Exercise:
    """Ask for the first number of a small vector after layer normalisation."""
    numbers = random.sample(range(10), 4)
    mean, deviation = float(np.mean(numbers)), float(np.std(numbers))
    answer = round((numbers[0] - mean) / round(deviation, 2), 2)
    return Exercise(
        chapter="residual",
        name="by_hand",
        answer=Amount(answer, -2.0, 2.0, 0.05, "number"),
        values={
            "vector": f"({', '.join(map(str, numbers))})",
            "first": numbers[0],
            "mean": mean,
            "deviation": round(deviation, 2),
            "answer": answer,
        },
        lab="layer_norm",
    )


def nothing_added(material: Material, random: Random) -> Exercise | None:
    """Ask what leaves Add & Norm of this model where the sub-layer gives only zeros."""
    around = material.setting.model.encoder.layers[0].self_residual
    states = torch.from_numpy(material.states["encoder.0.self.input"])[None].to(_device(material))  # [1, L, D]
    with torch.no_grad():
        result, normalised = around(states, torch.zeros_like), around.norm(states)  # type: ignore[operator, union-attr]
    right = "unchanged" if _is_same(result, states) else "normalised" if _is_same(result, normalised) else None
    if right is None or _is_same(states, normalised):
        return None
    wrong = [Phrase(one) for one in ("unchanged", "normalised", "zero") if one != right]
    answer = shuffled_choice(random, Phrase(right), wrong)
    return answer and Exercise(
        chapter="residual",
        name="nothing_added",
        answer=answer,
        values={"placement": Phrase("pre" if right == "unchanged" else "post")},
        place=machine_place("encoder.0.self.add"),
        lab="skip_gradients",
    )


def norms(material: Material, random: Random) -> Exercise | None:
    """Ask how many layer normalisations this model has."""
    config = material.config
    found = sum(isinstance(module, nn.LayerNorm) for module in material.setting.model.modules())
    final = 2 if config.norm == "pre" else 0
    if found != 2 * config.num_layers + 3 * config.decoder_layers + final:
        return None
    return Exercise(
        chapter="residual",
        name="norms",
        answer=counted(found),
        values={
            "encoder_layers": config.num_layers,
            "decoder_layers": config.decoder_layers,
            "of_encoder": 2 * config.num_layers,
            "of_decoder": 3 * config.decoder_layers,
            "placement": Phrase(config.norm),
            "answer": found,
        },
        lab="norm_placement",
    )


def doubled_input(material: Material, random: Random) -> Exercise | None:
    """Ask what layer normalisation gives if every number that it reads is doubled."""
    norm = material.setting.model.encoder.layers[0].self_residual.norm
    states = torch.from_numpy(material.states["encoder.0.self.sum"]).to(_device(material))  # [L, D]
    with torch.no_grad():
        before, after = norm(states), norm(2 * states)  # type: ignore[operator]
    answer = shuffled_choice(random, Phrase("same"), [Phrase("doubled"), Phrase("halved"), Phrase("zero")])
    if answer is None or not _is_same(before, after):
        return None
    return Exercise("residual", "doubled_input", answer, lab="layer_norm")


def _length(material: Material, site: str, row: int) -> float:
    return float(np.linalg.norm(material.states[site][row].astype(float)))


def _device(material: Material) -> torch.device:
    return material.setting.model.output_weight.device


def _is_same(one: torch.Tensor, other: torch.Tensor) -> bool:
    return bool((one - other).norm() <= _SAME * other.norm())


MAKERS = (
    *(sublayer_order, nothing_added, added_share, longest_addition),
    *(by_hand, norm_after, doubled_input, norms),
)
