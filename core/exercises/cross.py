"""Exercises on cross-attention: the memory, and which source tokens each step attends to (section 3.2.3)."""

from __future__ import annotations

from math import exp
from random import Random

import numpy as np

from core.exercises.exercise import Exercise, PickedToken, Token
from core.exercises.forms import (
    drawn,
    guess_without,
    kind_place,
    machine_place,
    named_once,
    named_steps,
    pick_clear,
    picked_head,
    place_of,
    shuffled_choice,
)
from core.exercises.material import Material
from core.inspection.intervention import HeadName
from core.inspection.states import record_states

_CLEAR = 0.05  # of weight, between the first head and the next
_PLAIN = 0.3  # of weight, between a row's largest and the next
_NATS = 0.1  # of loss, between the first head and the next
_CHANGED = 1e-3  # of a query, key or value: more than rounding


def finds(material: Material, random: Random) -> Exercise | None:
    """Ask for the head that gives most weight to the source token that a step attends to."""
    cross = material.trace.cross  # [L, H, T, S]
    mean = cross.mean(axis=(0, 1))[:, :-1]  # [T, S - 1]: the end symbol gets what is left over
    found = []
    for step in named_steps(material):
        source = pick_clear(mean[step], apart=_CLEAR)
        if source not in named_once(material.source):
            continue
        answer = picked_head("cross", cross[:, :, step, source], apart=_CLEAR)
        if answer is not None:
            found.append((step, source, answer))
    chosen = drawn(random, found)
    if chosen is None:
        return None
    step, source, answer = chosen
    return Exercise(
        chapter="cross",
        name="finds",
        answer=answer,
        values={
            "token": Token(material.written[step]),
            "source": Token(material.source[source]),
            "answer": answer.right[0],
            "weight": round(float(cross[:, :, step, source].max()), 2),
        },
        place=kind_place("cross", step),
        lab="averaged_heads",
    )


def without_which(material: Material, random: Random) -> Exercise | None:
    """Ask without which head a token loses most."""
    losses = material.losses("cross")  # [L, H, T]
    found = [(step, picked_head("cross", losses[:, :, step], apart=_NATS)) for step in named_steps(material)]
    chosen = drawn(random, [(step, answer) for step, answer in found if answer is not None])
    if chosen is None:
        return None
    step, answer = chosen
    before = float(material.importance.log_probs[step])
    return Exercise(
        chapter="cross",
        name="without_which",
        answer=answer,
        values={
            "token": Token(material.written[step]),
            "answer": answer.right[0],
            "now": round(exp(before), 2),
            "without": round(exp(before - float(losses[:, :, step].max())), 2),
        },
        place=kind_place("cross", step),
        lab="several_heads",
    )


def source_of(material: Material, random: Random) -> Exercise | None:
    """Ask which source token the most focused head attends to most at one step."""
    head, weights = _most_focused(material)
    found = [step for step in named_steps(material) if pick_clear(weights[step], apart=_PLAIN) is not None]
    step = drawn(random, found)
    if step is None:
        return None
    source = int(weights[step].argmax())
    return Exercise(
        chapter="cross",
        name="source_of",
        answer=PickedToken(tuple(material.source), (source,)),
        values={
            "head": head,
            "token": Token(material.written[step]),
            "answer": Token(material.source[source]),
            "weight": round(float(weights[step, source]), 2),
        },
        place=place_of(head),
        lab="wrong_row_labels",
    )


def never_most(material: Material, random: Random) -> Exercise | None:
    """Ask for a source token that a head never attends to most."""
    head = random.choice(material.heads("cross"))
    weights = material.trace.cross[head.layer, head.head]  # [T, S]
    if any(pick_clear(row, apart=0.01) is None for row in weights):
        return None
    most = {int(row.argmax()) for row in weights}
    never = tuple(place for place in range(weights.shape[1]) if place not in most)
    if not never:
        return None
    return Exercise(
        chapter="cross",
        name="never_most",
        answer=PickedToken(tuple(material.source), never),
        values={"head": head, "steps": len(weights), "count": len(most), "tokens": weights.shape[1]},
        place=place_of(head),
        lab="one_row",
    )


def shape(material: Material, random: Random) -> Exercise | None:
    """Ask how many rows and columns the weights of a head have."""
    written, source = material.trace.cross.shape[-2:]
    answer = shuffled_choice(
        random,
        f"{written} × {source}",
        [f"{source} × {source}", f"{written} × {written}", f"{source} × {written}"],
    )
    return answer and Exercise(
        chapter="cross",
        name="shape",
        answer=answer,
        values={"source": source, "written": written},
        lab="swapped_axes",
    )


def what_changes(material: Material, random: Random) -> Exercise | None:
    """Ask which of query, key and value change if only the source changes."""
    setting, layer = material.setting, random.randrange(material.config.decoder_layers)
    *words, end = setting.source_ids
    if len(set(words)) < 2 or words == words[::-1]:
        return None
    parts = {letter: f"decoder.{layer}.cross.{name}" for letter, name in zip("QKV", _PARTS, strict=True)}
    other = record_states(setting.model, [*words[::-1], end], setting.target_ids, list(parts.values()))
    changed = [letter for letter, site in parts.items() if np.abs(other[site] - material.states[site]).max() > _CHANGED]
    answer = shuffled_choice(random, ", ".join(changed), ["Q", "V", "K, V", "Q, K, V"])
    return answer and Exercise(
        chapter="cross",
        name="what_changes",
        answer=answer,
        values={"layer": layer + 1, "answer": ", ".join(changed), "source": setting.text},
        place=machine_place(f"decoder.{layer}.cross", 0),
        lab="keys_from_attention",
    )


def without_cross(material: Material, random: Random) -> Exercise | None:
    """Let the probability of a token be guessed if the decoder does not see the source."""
    heads, lab = material.heads("cross"), "keys_from_attention"
    return guess_without(material, random, heads, chapter="cross", name="without_cross", lab=lab)


def memory_vectors(material: Material, random: Random) -> Exercise | None:
    """Ask how many vectors the encoder hands to the decoder."""
    vectors, width = material.states["encoder.memory"].shape
    wrong = [1, width, material.config.num_layers, len(material.written)]
    answer = shuffled_choice(random, vectors, wrong)
    return answer and Exercise(
        chapter="cross",
        name="memory_vectors",
        answer=answer,
        values={"answer": vectors, "width": width, "end": Token(material.source[-1])},
        place=machine_place("encoder.0.self"),
        lab="keys_from_attention",
    )


_PARTS = ("query", "key", "value")


def _most_focused(material: Material) -> tuple[HeadName, np.ndarray]:
    """Return the head whose largest weights are the largest on average, with its weights [T, S]."""
    cross = material.trace.cross  # [L, H, T, S]
    sharp = cross.max(axis=-1).mean(axis=-1)  # [L, H]
    layer, head = np.unravel_index(int(sharp.argmax()), sharp.shape)
    return HeadName("cross", int(layer), int(head)), cross[layer, head]


MAKERS = (memory_vectors, what_changes, source_of, finds, without_which, never_most, shape, without_cross)
