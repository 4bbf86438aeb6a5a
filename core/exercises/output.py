"""Exercises on the output: softmax over the vocabulary (3.4), greedy and beam search with a length penalty (6.1)."""

from __future__ import annotations

from math import exp, prod
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import torch

from core.config import DecodingConfig
from core.decoding.hypothesis import length_penalty
from core.exercises.exercise import Amount, Choice, Exercise, Phrase, PickedToken, Token, Value
from core.exercises.forms import drawn, kind_place, pick_clear, shuffled_choice, shuffled_order
from core.exercises.material import Material

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.translator import Translation

_ALPHA = 0.6  # 6.1
_BEAM = 4  # 6.1
_LOOKED_AT = 8  # most probable tokens of a step; every vocabulary has as many
_SURE = 0.15  # nats, between the largest entropy and the next
_APART = 0.03  # of score, between the best hypothesis and the next
_SPREAD = 4.0  # of logits that are compared: larger differences leave nothing to compute
_NAMES = ("first", "second", "third")  # fields of the words; with a line below, the number of each


def softmax_of_three(material: Material, random: Random) -> Exercise | None:
    """Ask for the probability of the first of three logits, if there were no others."""
    chosen = _neighbours(material, random, 3, least=0.3)
    if chosen is None:
        return None
    tokens, shown = chosen
    share = round(exp(shown[0]) / sum(map(exp, shown)), 2)
    return Exercise(
        chapter="output",
        name="softmax_of_three",
        answer=Amount(share, 0.0, 1.0, 0.021, "probability"),
        values={
            **_numbered(tokens, shown),
            "answer": share,
        },
        lab="temperature",
    )


def logit_difference(material: Material, random: Random) -> Exercise | None:
    """Ask how many times as likely the first of two tokens is, given the difference of their logits."""
    chosen = _neighbours(material, random, 2, least=0.5)
    if chosen is None:
        return None
    tokens, shown = chosen
    difference = round(shown[0] - shown[1], 1)
    times = round(exp(difference), 1)
    return Exercise(
        chapter="output",
        name="logit_difference",
        answer=Amount(times, 1.0, 60.0, round(max(0.2, 0.05 * times), 1), "number"),
        values={
            **_numbered(tokens, shown),
            "difference": difference,
            "answer": times,
        },
        lab="softmax",
    )


def second_choice(material: Material, random: Random) -> Exercise | None:
    """Ask which token would be the next likely one at a step."""
    trace = material.trace
    found = [
        step
        for step, probs in enumerate(trace.top_probs)
        if trace.ranks[step] == 1 and len(probs) > 6 and probs[1] >= 0.005 and probs[1] >= 3 * probs[5]
    ]
    step = drawn(random, found)
    if step is None:
        return None
    second, *others = trace.top_tokens[step][1:2] + trace.top_tokens[step][5:]
    answer = shuffled_choice(random, Token(second), [Token(token) for token in others])
    return answer and Exercise(
        chapter="output",
        name="second_choice",
        answer=answer,
        values={
            "before": "".join(material.written[:step]).strip(),
            "step": step + 1,
            "token": Token(material.written[step]),
            "answer": Token(second),
            "probability": round(float(trace.top_probs[step, 0]), 2),
            "next": float(f"{trace.top_probs[step, 1]:.2g}"),
        },
        lab="sampling",
    )


def least_sure(material: Material, random: Random) -> Exercise | None:
    """Ask at which token the distribution has the largest entropy."""
    entropies = material.trace.entropies
    step = pick_clear(entropies, apart=_SURE)
    if step is None or len(entropies) < 3:
        return None
    return Exercise(
        chapter="output",
        name="least_sure",
        answer=PickedToken(tuple(material.written), (step,)),
        values={
            "answer": Token(material.written[step]),
            "entropy": round(float(entropies[step]), 2),
            "next": round(float(np.delete(entropies, step).max()), 2),
        },
        place=kind_place("cross"),
        lab="sampling",
    )


def joint_probability(material: Material, random: Random) -> Exercise | None:
    """Ask for the probability of three tokens in a row, given each one's."""
    probs = [round(exp(one), 2) for one in material.trace.log_probs.tolist()]
    start = drawn(random, [start for start in range(len(probs) - 2) if prod(probs[start : start + 3]) <= 0.9])
    if start is None:
        return None
    shown, tokens = probs[start : start + 3], material.written[start : start + 3]
    joint = round(prod(shown), 2)
    return Exercise(
        chapter="output",
        name="joint_probability",
        answer=Amount(joint, 0.0, 1.0, 0.021, "probability"),
        values={
            **_numbered(tokens, shown),
            "answer": joint,
        },
        lab="perplexity",
    )


def penalised_score(material: Material, random: Random) -> Exercise | None:
    """Ask for the score of a hypothesis, given its log-probability and its length."""
    found = [(_two_digits(one.log_prob), len(one.ids)) for one in _searched(material).hypotheses]
    chosen = drawn(random, [one for one in found if one[0] < -_APART])
    if chosen is None:
        return None
    log_prob, tokens = chosen
    score = round(log_prob / length_penalty(tokens, _ALPHA), 2)
    return Exercise(
        chapter="output",
        name="penalised_score",
        answer=Amount(score, float(np.floor(log_prob)), 0.0, 0.021, "nats"),
        values={
            "log_prob": log_prob,
            "tokens": tokens,
            "penalty": round(length_penalty(tokens, _ALPHA), 3),
            "answer": score,
        },
        lab="beam_search",
    )


def best_hypothesis(material: Material, random: Random) -> Exercise | None:
    """Ask which of three hypotheses of beam search has the highest score."""
    found = _searched(material)
    texts = list(found.texts[:3])
    if len(set(texts)) < 3 or not all(texts):
        return None
    shown = [(_two_digits(one.log_prob), len(one.ids)) for one in found.hypotheses[:3]]
    scores = np.array([log_prob / length_penalty(tokens, _ALPHA) for log_prob, tokens in shown])
    best = pick_clear(scores, apart=_APART)
    if best is None:
        return None
    places = random.sample(range(3), 3)
    return Exercise(
        chapter="output",
        name="best_hypothesis",
        answer=Choice(tuple(texts[place] for place in places), places.index(best)),
        values={
            **{f"{name}_sum": shown[place][0] for name, place in zip(_NAMES, places, strict=True)},
            **{f"{name}_tokens": shown[place][1] for name, place in zip(_NAMES, places, strict=True)},
            "beam": _BEAM,
            "answer": texts[best],
            "score": _two_digits(float(scores[best])),
        },
        lab="beam_search",
    )


def stored_matrices(material: Material, random: Random) -> Exercise | None:
    """Ask how many matrices the source embedding, the target embedding and the output share."""
    model = material.setting.model
    kept = {id(one) for one in (model.encoder.embedding.weight, model.decoder.embedding.weight, model.output_weight)}
    return Exercise(
        chapter="output",
        name="stored_matrices",
        answer=Choice((1, 2, 3), len(kept) - 1),
        values={
            "answer": len(kept),
            "vocabulary": model.output_weight.shape[0],
            "width": model.output_weight.shape[1],
            "reason": Phrase(("three_way", "two_way", "none")[len(kept) - 1]),
        },
        lab="embedding_lookup",
    )


def decoding_steps(material: Material, random: Random) -> Exercise | None:
    """Ask for the order of what happens until the first token is chosen and read."""
    order = ("encode", "start", "layers", "logits", "softmax", "choose", "read")  # as core.decoding.beam does it
    return Exercise(
        chapter="output",
        name="decoding_steps",
        answer=shuffled_order(random, [Phrase(name) for name in order]),
        lab="truncated_end",
    )


def _numbered(tokens: Sequence[str], numbers: Sequence[float]) -> dict[str, Value]:
    """Return the fields of tokens and of the number of each."""
    fields: dict[str, Value] = {name: Token(token) for name, token in zip(_NAMES, tokens, strict=False)}
    return fields | {f"{name}_": number for name, number in zip(_NAMES, numbers, strict=False)}


def _searched(material: Material) -> Translation:
    """Return the result of the paper's beam search, with all hypotheses."""
    config = DecodingConfig(beam_size=_BEAM, nbest=_BEAM, alpha=_ALPHA)
    return material.setting.translator.search(material.setting.text, config)


def _two_digits(number: float) -> float:
    return round(number, 2) + 0.0  # without the sign of -0.0


def _neighbours(
    material: Material, random: Random, count: int, *, least: float
) -> tuple[list[str], list[float]] | None:
    """Draw tokens that follow one another in the order of their logits at one step, and these logits.

    Args:
        material: the model and the sentence.
        random: of the exercise.
        count: tokens.
        least: smallest difference between the first two.
    """
    with torch.inference_mode():
        states = torch.from_numpy(material.states["decoder.states"])  # [T, D]
        logits = material.setting.model.logits(states).float().topk(_LOOKED_AT, dim=-1)  # [T, 8]
    found = []
    for row, ids in zip(logits.values.tolist(), logits.indices.tolist(), strict=True):
        for place in range(_LOOKED_AT - count + 1):
            shown = [round(one, 1) for one in row[place : place + count]]
            if shown[0] - shown[1] >= least and shown[0] - shown[-1] <= _SPREAD:
                found.append((ids[place : place + count], shown))
                break
    chosen = drawn(random, found)
    return None if chosen is None else (material.setting.surfaces(chosen[0]), chosen[1])


MAKERS = (
    *(softmax_of_three, logit_difference, second_choice, least_sure, joint_probability),
    *(penalised_score, best_hypothesis, stored_matrices, decoding_steps),
)
