"""Keys of the exercises on training, computed a second way."""

import numpy as np
import torch

from tests.core.exercises.own_model import check_keys, own, setting, source, written

WARMUP = {"en-de": 400, "en-zh": 400, "numbers": 1500}  # as their config.json says


def teacher_forcing(model, exercise):
    step = exercise.values["step"] - 1
    best = [
        one for one in own(model).log_p[step].argsort()[::-1] if one not in (0, 1, 2, setting(model).target_ids[step])
    ]
    assert setting(model).surfaces([int(best[0])]) == [exercise.values["wrong"].text]
    return written(model)[step]


def padding_share(model, exercise):
    lengths = [exercise.values[name] for name in ("first", "second", "third")]
    assert len(source(model)) in lengths
    return 100 * sum(max(lengths) - one for one in lengths) / (3 * max(lengths))


def rate(model, step):
    return setting(model).model.config.d_model ** -0.5 * min(step**-0.5, step * WARMUP[model] ** -1.5)


def rate_ratio(model, exercise):
    return rate(model, exercise.values["second"]) / rate(model, exercise.values["first"])


def peak_step(model, exercise):
    rates = [rate(model, step) for step in range(1, 10 * WARMUP[model])]
    assert abs(max(rates) / exercise.values["rate"] - 1) < 0.005
    return 1 + int(np.argmax(rates))


def first_step(_, exercise):
    weight = torch.nn.Parameter(torch.zeros(1, dtype=torch.float64))
    weight.grad = torch.full_like(weight, exercise.values["gradient"])
    torch.optim.Adam([weight], lr=exercise.values["rate"], betas=(0.9, 0.98), eps=1e-9).step()
    return abs(weight.item())


def smoothed_target(model, exercise):
    """The loss with label smoothing in torch is smallest at the target distribution."""
    tokens, smoothing = len(own(model).w["output_weight"]), exercise.values["smoothing"]
    logits = torch.zeros(1, tokens, requires_grad=True)
    torch.nn.functional.cross_entropy(logits, torch.tensor([0]), label_smoothing=smoothing).backward()
    return float(1 / tokens - logits.grad[0, 0])  # the gradient is p - target


def perplexity(model, exercise):
    shown = [exercise.values[name] for name in ("first", "second", "third", "fourth")]
    p = np.exp(own(model).target)
    assert any(np.abs(p[t : t + 4] - shown).max() < 0.00501 for t in range(len(p) - 3))
    return np.prod(shown) ** -0.25


def dropout(model, exercise):
    width, shown = setting(model).model.config.d_model, exercise.values["number"]
    row = own(model).w["encoder.embedding.weight"][own(model).source[0]] * width**0.5
    row = row + np.arange(width) % 2  # position 0: sines are 0, cosines are 1
    assert np.abs(row - shown).min() < 0.0501
    return shown if exercise.values["mode"].key == "evaluation" else shown / (1 - exercise.values["rate"])


def test_keys_follow_from_the_weights():
    check_keys(
        "training",
        {
            "teacher_forcing": teacher_forcing,
            "padding_share": padding_share,
            "rate_ratio": rate_ratio,
            "peak_step": peak_step,
            "first_step": first_step,
            "smoothed_target": smoothed_target,
            "perplexity": perplexity,
            "dropout": dropout,
        },
    )
