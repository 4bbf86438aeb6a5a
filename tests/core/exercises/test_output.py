"""Keys of the exercises on the output and on search, computed a second way."""

from functools import cache

import numpy as np

from core.config import DecodingConfig
from tests.core.exercises.own_model import Own, check_keys, own, setting, written

NAMES = ("first", "second", "third")


def shown_logits(model, exercise):
    """Return the logits that are printed, after a check that the tokens have them at one step."""
    names = [name for name in NAMES if name in exercise.values]
    surfaces, shown = np.array(all_surfaces(model)), [exercise.values[f"{name}_"] for name in names]
    logits = [own(model).logits[:, surfaces == exercise.values[name].text].max(axis=-1) for name in names]  # [T] each
    assert (np.abs(np.stack(logits, -1) - shown).max(axis=-1) < 0.0501).any()
    return shown


@cache
def all_surfaces(model):
    return setting(model).surfaces(range(own(model).logits.shape[1]))


def softmax_of_three(model, exercise):
    first, second, third = shown_logits(model, exercise)
    return 1 / (1 + np.exp(second - first) + np.exp(third - first))


def logit_difference(model, exercise):
    first, second = shown_logits(model, exercise)
    return round(np.exp(round(first - second, 1)), 1)


def second_choice(model, exercise):
    step = exercise.values["step"] - 1
    assert written(model)[step] == exercise.values["token"].text
    order = own(model).log_p[step].argsort()[::-1]
    assert abs(np.exp(own(model).log_p[step, order[0]]) - exercise.values["probability"]) < 0.00501
    return setting(model).surfaces(order[1:2].tolist())[0]


def least_sure(model, _):
    p = np.exp(own(model).log_p)
    return (int((-p * own(model).log_p).sum(axis=-1).argmax()),)


def joint_probability(model, exercise):
    tokens, shown = [exercise.values[name].text for name in NAMES], [exercise.values[f"{name}_"] for name in NAMES]
    p = np.exp(own(model).target)
    starts = [t for t in range(len(p) - 2) if written(model)[t : t + 3] == tokens]
    assert any(np.abs(p[t : t + 3] - shown).max() < 0.00501 for t in starts)
    return np.prod(shown)


@cache
def hypotheses(model):
    """Return (log-probability, tokens) of each text that beam search finds."""
    found = setting(model).translator.search(setting(model).text, DecodingConfig(beam_size=4, nbest=4))
    pairs = {}
    for text, one in zip(found.texts, found.hypotheses, strict=True):
        other = Own(setting(model)._replace(target_ids=one.ids))
        pairs[text] = (round(float(other.target.sum()), 2) + 0.0, len(one.ids))
    return pairs


def score(log_prob, tokens):
    return log_prob / ((5 + tokens) / 6) ** 0.6


def penalised_score(model, exercise):
    shown = exercise.values["log_prob"], exercise.values["tokens"]
    assert any(abs(one[0] - shown[0]) < 0.0101 and one[1] == shown[1] for one in hypotheses(model).values())
    return score(*shown)


def best_hypothesis(model, exercise):
    shown = [(exercise.values[f"{name}_sum"], exercise.values[f"{name}_tokens"]) for name in NAMES]
    for text, pair in zip(exercise.answer.options, shown, strict=True):
        assert np.abs(np.subtract(hypotheses(model)[text], pair)).max() < 0.0101
    return max(zip(exercise.answer.options, shown, strict=True), key=lambda one: score(*one[1]))[0]


def stored_matrices(model, _):
    w = own(model).w
    first, others = w["output_weight"], (w["encoder.embedding.weight"], w["decoder.embedding.weight"])
    assert all(np.array_equal(first, one) for one in others)
    return 1


def test_keys_follow_from_the_weights():
    check_keys(
        "output",
        {
            "softmax_of_three": softmax_of_three,
            "logit_difference": logit_difference,
            "second_choice": second_choice,
            "least_sure": least_sure,
            "joint_probability": joint_probability,
            "penalised_score": penalised_score,
            "best_hypothesis": best_hypothesis,
            "stored_matrices": stored_matrices,
            "decoding_steps": lambda *_: ["encode", "start", "layers", "logits", "softmax", "choose", "read"],
        },
    )
