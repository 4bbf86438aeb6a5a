"""Keys of the exercises on cross-attention, computed a second way."""

import numpy as np

from tests.core.exercises.own_model import all_heads, check_keys, own, setting, source, written


def step_of(model, exercise):
    return written(model).index(exercise.values["token"].text)


def finds(model, exercise):
    weights = own(model).weights("cross")[:, :, step_of(model, exercise)]  # [L, H, S]
    place = source(model).index(exercise.values["source"].text)
    assert weights.mean(axis=(0, 1))[:-1].argmax() == place
    assert abs(weights[..., place].max() - exercise.values["weight"]) < 0.00501
    return (("cross", *np.unravel_index(weights[..., place].argmax(), weights.shape[:2])),)


def without_which(model, exercise):
    step, heads = step_of(model, exercise), sorted(all_heads(model, "cross"))
    left = [own(model, frozenset({head})).target[step] for head in heads]
    assert abs(np.exp(own(model).target[step]) - exercise.values["now"]) < 0.00501
    assert abs(np.exp(min(left)) - exercise.values["without"]) < 0.00501
    return (heads[int(np.argmin(left))],)


def source_of(model, exercise):
    _, layer, head = exercise.values["head"]
    row = own(model).weights("cross")[layer, head, step_of(model, exercise)]
    assert abs(row.max() - exercise.values["weight"]) < 0.00501
    return (int(row.argmax()),)


def never_most(model, exercise):
    _, layer, head = exercise.values["head"]
    most = set(own(model).weights("cross")[layer, head].argmax(axis=-1).tolist())
    assert len(most) == exercise.values["count"]
    return tuple(sorted(set(range(len(source(model)))) - most))


def what_changes(model, exercise):
    layer = exercise.values["layer"] - 1
    *words, end = setting(model).source_ids
    one, other = own(model), own(model, source=(*words[::-1], end))
    names = {"Q": "query", "K": "key", "V": "value"}
    sites = {letter: f"cross.{layer}.{name}" for letter, name in names.items()}
    return ", ".join(letter for letter, site in sites.items() if not np.allclose(one.seen[site], other.seen[site]))


def without_cross(model, exercise):
    step = step_of(model, exercise)
    assert abs(np.exp(own(model).target[step]) - exercise.values["now"]) < 0.00501
    return np.exp(own(model, all_heads(model, "cross")).target[step])


def test_keys_follow_from_the_weights():
    check_keys(
        "cross",
        {
            "finds": finds,
            "without_which": without_which,
            "source_of": source_of,
            "never_most": never_most,
            "shape": lambda model, _: f"{len(written(model))} × {len(source(model))}",
            "what_changes": what_changes,
            "without_cross": without_cross,
            "memory_vectors": lambda model, _: len(own(model).seen["memory"]),
        },
    )
