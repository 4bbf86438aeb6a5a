"""Exercises on training: batches, teacher forcing, Adam and warm-up, label smoothing, dropout (section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log
from random import Random

import torch

from core.config import TrainingConfig
from core.data.batching import pad
from core.exercises.exercise import Amount, Exercise, Phrase, Token
from core.exercises.forms import drawn, machine_place, named_steps, shuffled_choice
from core.exercises.material import Material
from core.inspection.forced import read_ids
from core.training.adam import Adam
from core.training.schedule import learning_rate

_FEWEST_STEPS = 40  # of a warm-up whose parts can be told apart
_SMOOTHING = (0.1, 0.2, 0.3)  # 5.4: 0.1
_DROPPED = (0.1, 0.2, 0.3, 0.5)  # 5.4: 0.1 and 0.3
_RATE = 0.01
_WINDOW = 4  # tokens whose perplexity is computed


def teacher_forcing(material: Material, random: Random) -> Exercise | None:
    """Ask what the decoder reads after a step at which it would have predicted another token."""
    ids, special = material.trace.predicted_ids, material.config.special
    found = [
        (step, other)
        for step in named_steps(material)
        for other in [one for one in material.trace.top_ids[step] if one not in (ids[step], *special)][:1]
    ]
    chosen = drawn(random, found)
    if chosen is None:
        return None
    step, other = chosen
    read = material.setting.surfaces(read_ids(ids, material.config.start_id))
    wrong = Token(material.setting.surfaces([other])[0])
    answer = shuffled_choice(random, Token(read[step + 1]), [wrong, Token(read[0]), Token(material.written[step + 1])])
    return answer and Exercise(
        chapter="training",
        name="teacher_forcing",
        answer=answer,
        values={"step": step + 1, "token": Token(material.written[step]), "wrong": wrong, "next": step + 2},
        place={**machine_place("decoder.0.self"), "mode": "train"},
        lab="teacher_forcing",
    )


def padding_share(material: Material, random: Random) -> Exercise | None:
    """Ask how much of a batch of three sentences is padding."""
    own = len(material.source)
    lengths = [own, *(random.randint(2, 2 * own) for _ in range(2))]
    if len(set(lengths)) < 2:
        return None
    random.shuffle(lengths)
    end, padding = material.config.end_id, material.config.pad_id
    batch = pad([[end] * length for length in lengths], padding)  # [3, longest]
    share = round(100 * float((batch == padding).float().mean()))
    return Exercise(
        chapter="training",
        name="padding_share",
        answer=Amount(share, 0.0, 100.0, 1.0, "percent"),
        values={
            **dict(zip(("first", "second", "third"), lengths, strict=True)),
            "longest": batch.shape[1],
            "used": sum(lengths),
            "all": batch.numel(),
            "answer": share,
        },
        lab="bucketing",
    )


def rate_ratio(material: Material, random: Random) -> Exercise | None:
    """Ask for the ratio of the learning rates of two steps, both in the warm-up or both after it."""
    warmup, width = _warmup(material), material.config.d_model
    rising = random.choice((True, False))
    times = random.choice((2, 3, 4) if rising else (4, 9, 16))
    first = warmup // 8 if rising else warmup
    rates = [learning_rate(step, width, warmup) for step in (first, times * first)]
    ratio = round(rates[1] / rates[0], 2)
    return Exercise(
        chapter="training",
        name="rate_ratio",
        answer=Amount(ratio, 0.0, 10.0, 0.021, "number"),
        values={
            "warmup": warmup,
            "first": first,
            "second": times * first,
            "times": times,
            "answer": ratio,
            "reason": Phrase("rising" if rising else "falling"),
        },
        lab="schedule",
    )


def peak_step(material: Material, random: Random) -> Exercise | None:
    """Ask at which step the learning rate is highest."""
    warmup, width = _warmup(material), material.config.d_model
    steps = [1, warmup // 2, warmup, 2 * warmup, 10 * warmup]
    peak = max(steps, key=lambda step: learning_rate(step, width, warmup))
    answer = shuffled_choice(random, peak, steps)
    return answer and Exercise(
        chapter="training",
        name="peak_step",
        answer=answer,
        values={
            "warmup": warmup,
            "width": width,
            "answer": peak,
            "rate": float(f"{learning_rate(peak, width, warmup):.3g}"),
        },
        lab="why_warmup",
    )


def first_step(material: Material, random: Random) -> Exercise | None:
    """Ask how far Adam's first step moves a weight."""
    gradient = random.choice((0.002, 0.03, 0.5, 4.0, 70.0))
    weight, settings = torch.nn.Parameter(torch.zeros(1)), TrainingConfig()
    weight.grad = torch.tensor([gradient])
    Adam([weight], betas=(settings.adam_beta1, settings.adam_beta2), eps=settings.adam_eps).step(_RATE)
    moved = round(abs(weight.item()), 4)
    return Exercise(
        chapter="training",
        name="first_step",
        answer=Amount(moved, 0.0, 0.1, 0.001, "number"),
        values={"gradient": gradient, "rate": _RATE, "answer": moved},
        lab="adam",
    )


def smoothed_target(material: Material, random: Random) -> Exercise | None:
    """Ask for the probability that label smoothing leaves to the correct token."""
    smoothing, tokens = random.choice(_SMOOTHING), material.config.output_size
    left = round(1 - smoothing + smoothing / tokens, 2)
    step = drawn(random, named_steps(material))
    if step is None:
        return None
    return Exercise(
        chapter="training",
        name="smoothed_target",
        answer=Amount(left, 0.0, 1.0, 0.011, "probability"),
        values={
            "token": Token(material.written[step]),
            "smoothing": smoothing,
            "tokens": tokens,
            "answer": left,
        },
        lab="label_smoothing",
    )


def perplexity(material: Material, random: Random) -> Exercise | None:
    """Ask for the perplexity of a few tokens, given their probabilities."""
    probs = [round(exp(one), 2) for one in material.trace.log_probs.tolist()]
    windows = [probs[start : start + _WINDOW] for start in range(len(probs) - _WINDOW + 1)]
    shown = drawn(random, [window for window in windows if 0.05 <= min(window) <= 0.95])
    if shown is None:
        return None
    found = round(exp(-sum(map(log, shown)) / len(shown)), 2)
    return Exercise(
        chapter="training",
        name="perplexity",
        answer=Amount(found, 1.0, 20.0, round(max(0.02, 0.03 * found), 2), "number"),
        values={**dict(zip(("first", "second", "third", "fourth"), shown, strict=True)), "answer": found},
        lab="perplexity",
    )


def dropout(material: Material, random: Random) -> Exercise | None:
    """Ask what dropout makes of a number that it keeps, or of a number in evaluation."""
    row = material.states["encoder.embedding"][0]  # [D]
    shown = drawn(random, [round(float(one), 1) for one in row if 0.5 <= abs(one) <= 5])
    if shown is None:
        return None
    rate, kept = random.choice(_DROPPED), random.choice((True, False))
    found = round(shown / (1 - rate), 2) if kept else shown
    return Exercise(
        chapter="training",
        name="dropout",
        answer=Amount(found, -10.0, 10.0, 0.021, "number"),
        values={
            "token": Token(material.source[0]),
            "number": shown,
            "rate": rate,
            "answer": found,
            "mode": Phrase("kept" if kept else "evaluation"),
            "reason": Phrase("scaled" if kept else "unchanged"),
        },
        lab="dropout",
    )


def _warmup(material: Material) -> int:
    """Return the warm-up of the training that made the model; the paper's where it is unknown or very short."""
    recorded = material.setting.translator.checkpoint.details.get("training")
    steps = recorded.get("warmup_steps") if isinstance(recorded, Mapping) else None
    return steps if type(steps) is int and steps >= _FEWEST_STEPS else TrainingConfig().warmup_steps


MAKERS = (
    *(padding_share, teacher_forcing, smoothed_target, perplexity),
    *(first_step, peak_step, rate_ratio, dropout),
)
