"""Keys of the exercises on masked self-attention, computed a second way."""

import numpy as np

from tests.core.exercises.own_model import all_heads, check_keys, own, read, setting, written


def causal_cells(model, exercise):
    shown = exercise.values["shown"]
    assert exercise.answer.rows == exercise.answer.columns == tuple(read(model)[:shown])
    assert np.sum(exercise.answer.right) == exercise.values["masked"]
    return tuple(tuple(key > query for key in range(shown)) for query in range(shown))


def padding_cells(model, exercise):
    shown = exercise.values["shown"]
    assert exercise.answer.columns == (*read(model)[:shown], "<pad>", "<pad>")
    return tuple(tuple(key > query or key >= shown for key in range(shown + 2)) for query in range(shown))


def last_read(model, exercise):
    step = written(model).index(exercise.values["token"].text)
    assert exercise.values["answer"].text == ["<s>", *written(model)][step]
    return (step,)


def second_row(model, exercise):
    _, layer, head = exercise.values["head"]
    row = own(model).weights("decoder")[layer, head, 1]
    assert abs(row[0] - exercise.values["weight"]) < 0.00501
    return row[1]


def previous_head(model, _):
    weights = own(model).weights("decoder")
    mean = np.array([[np.mean([head[t, t - 1] for t in range(1, len(head))]) for head in one] for one in weights])
    return (("decoder", *np.unravel_index(mean.argmax(), mean.shape)),)


def cached_numbers(model, _):
    return sum(own(model).seen[f"decoder.{n}.{name}"][:, 0].size for n in layers(model) for name in ("key", "value"))


def layers(model):
    return range(setting(model).model.config.num_layers)


def first_changed(model, exercise):
    tokens = read(model)
    place = tokens.index(exercise.values["token"].text)
    ids = list(own(model).read)
    before = own(model).log_p[place - 1].argsort()[::-1]
    ids[place] = int(next(one for one in before if one not in (0, 1, 2, ids[place])))
    assert setting(model).surfaces(ids)[place] == exercise.values["other"].text
    changed = np.abs(own(model, read=tuple(ids)).target - own(model).target) > 1e-9
    assert not changed[: exercise.values["same"]].any()
    return (int(changed.argmax()),)


def without_decoder_self(model, exercise):
    step = written(model).index(exercise.values["token"].text)
    assert abs(np.exp(own(model).target[step]) - exercise.values["now"]) < 0.00501
    return np.exp(own(model, all_heads(model, "decoder")).target[step])


def test_keys_follow_from_the_weights():
    check_keys(
        "masked",
        {
            "last_read": last_read,
            "causal_cells": causal_cells,
            "padding_cells": padding_cells,
            "second_row": second_row,
            "first_changed": first_changed,
            "previous_head": previous_head,
            "without_decoder_self": without_decoder_self,
            "without_cache": lambda model, _: sum(len(written(model)[: t + 1]) for t in range(len(written(model)))),
            "cached_numbers": cached_numbers,
        },
    )
