"""Exercises on the decoder's masked self-attention: the causal mask, shifted right, the cache (sections 3.1, 3.2.3)."""

from __future__ import annotations

from random import Random

import numpy as np
import torch

from core.exercises.exercise import Amount, Cells, Exercise, PickedToken, Token
from core.exercises.forms import (
    counted,
    drawn,
    guess_without,
    kind_place,
    machine_place,
    named_steps,
    picked_head,
    place_of,
)
from core.exercises.material import Material
from core.inspection.forced import read_ids, target_log_probs
from core.model.masks import decoder_mask

_MOST = 5  # rows and columns to colour
_PADDING = 2
_CLEAR = 0.05  # of mean weight, between the first head and the next
_CHANGED = 1e-5  # nats: more than rounding


def causal_cells(material: Material, random: Random) -> Exercise | None:
    """Ask which cells of the decoder's self-attention are masked."""
    shown = min(_MOST, len(material.read))
    ids = read_ids(material.setting.target_ids, material.config.start_id)[:shown]
    if shown < 3:
        return None
    tokens = tuple(material.read[:shown])
    return Exercise(
        chapter="masked",
        name="causal_cells",
        answer=Cells(tokens, tokens, _masked(ids, material.config.pad_id)),
        values={"shown": shown, "masked": shown * (shown - 1) // 2},
        lab="masks",
    )


def padding_cells(material: Material, random: Random) -> Exercise | None:
    """Ask which cells are masked if the sentence is padded to the length of another one in the batch."""
    pad, start = material.config.pad_id, material.config.start_id
    shown = min(_MOST - _PADDING, len(material.read))
    if shown < 2 or pad == start:
        return None
    ids = [*read_ids(material.setting.target_ids, start)[:shown], *[pad] * _PADDING]
    tokens, padding = tuple(material.read[:shown]), material.setting.surfaces([pad])[0]
    return Exercise(
        chapter="masked",
        name="padding_cells",
        answer=Cells(tokens, (*tokens, *[padding] * _PADDING), _masked(ids, pad)[:shown]),
        values={"shown": shown, "padding": Token(padding), "count": _PADDING},
        lab="masks",
    )


def last_read(material: Material, random: Random) -> Exercise | None:
    """Ask for the last token that the decoder has read when it predicts a token."""
    step = drawn(random, named_steps(material))
    if step is None or len(material.read) < 3:
        return None
    return Exercise(
        chapter="masked",
        name="last_read",
        answer=PickedToken(tuple(material.read), (step,)),
        values={"token": Token(material.written[step]), "answer": Token(material.read[step]), "count": step + 1},
        lab="shifted_right",
    )


def second_row(material: Material, random: Random) -> Exercise | None:
    """Ask for the other weight of the row that may attend to two tokens."""
    if len(material.read) < 2:
        return None
    weights = material.trace.decoder_self[:, :, 1]  # [L, H, T]
    head = drawn(
        random, [head for head in material.heads("decoder") if 0.1 <= weights[head.layer, head.head, 0] <= 0.9]
    )
    if head is None:
        return None
    shown = round(float(weights[head.layer, head.head, 0]), 2)
    return Exercise(
        chapter="masked",
        name="second_row",
        answer=Amount(round(1 - shown, 2), 0.0, 1.0, 0.011, "probability"),
        values={
            "head": head,
            "start": Token(material.read[0]),
            "token": Token(material.read[1]),
            "weight": shown,
            "answer": round(1 - shown, 2),
        },
        place=place_of(head),
        lab="strict_mask",
    )


def previous_head(material: Material, random: Random) -> Exercise | None:
    """Ask for the head that attends most to the token before."""
    weights = material.trace.decoder_self  # [L, H, T, T]
    if weights.shape[-1] < 4:
        return None
    before = np.diagonal(weights, offset=-1, axis1=2, axis2=3).mean(axis=-1)  # [L, H], of rows 1 .. T - 1
    answer = picked_head("decoder", before, apart=_CLEAR)
    return answer and Exercise(
        chapter="masked",
        name="previous_head",
        answer=answer,
        values={"answer": answer.right[0], "weight": round(float(before.max()), 2)},
        place=kind_place("decoder"),
        lab="averaged_heads",
    )


def without_cache(material: Material, random: Random) -> Exercise | None:
    """Ask how many rows of queries one head computes without the cache."""
    tokens = len(material.written)
    if tokens < 3:
        return None
    computed = sum(range(1, tokens + 1))
    return Exercise(
        chapter="masked",
        name="without_cache",
        answer=counted(computed),
        values={"tokens": tokens, "answer": computed},
        lab="cache",
    )


def cached_numbers(material: Material, random: Random) -> Exercise | None:
    """Ask how much the cache grows with each token."""
    config = material.config
    found = config.decoder_layers * config.num_heads * (config.query_width + config.value_width)
    return Exercise(
        chapter="masked",
        name="cached_numbers",
        answer=counted(found),
        values={
            "layers": config.decoder_layers,
            "heads": config.num_heads,
            "d_k": config.query_width,
            "d_v": config.value_width,
            "answer": found,
        },
        place=machine_place("decoder.0.self", min(2, len(material.written) - 1)),
        lab="cache",
    )


def first_changed(material: Material, random: Random) -> Exercise | None:
    """Ask which prediction is the first to change if the decoder reads another token."""
    written = material.written
    step = drawn(random, [step + 1 for step in named_steps(material) if 0 < step + 1 < len(written) - 1])
    if step is None:
        return None
    setting, pair = material.setting, material.setting.forced()
    own = material.trace.predicted_ids[step - 1]
    other = next((one for one in material.trace.top_ids[step - 1] if one not in (own, *material.config.special)), None)
    if other is None:
        return None
    with torch.inference_mode():
        read = pair.read.repeat(2, 1)  # [2, T]
        read[1, step] = other
        states = setting.model.states(pair.source.expand(2, -1), read)
        before, after = target_log_probs(setting.model, states, pair.target).numpy()  # [T] each
    places = np.flatnonzero(np.abs(after - before) > _CHANGED)
    if not len(places) or places[0] != step:
        return None  # the change is as small as rounding
    return Exercise(
        chapter="masked",
        name="first_changed",
        answer=PickedToken(tuple(written), (step,)),
        values={
            "token": Token(material.read[step]),
            "other": Token(setting.surfaces([other])[0]),
            "answer": Token(written[step]),
            "same": step,
        },
        lab="teacher_forcing",
    )


def without_decoder_self(material: Material, random: Random) -> Exercise | None:
    """Let the probability of a token be guessed if the decoder cannot attend to what it has written."""
    heads, lab = material.heads("decoder"), "teacher_forcing"
    return guess_without(material, random, heads, chapter="masked", name="without_decoder_self", lab=lab)


def _masked(ids: list[int], pad: int) -> tuple[tuple[bool, ...], ...]:
    """Return the cells that the decoder's mask closes, [Q][K]."""
    mask = decoder_mask(torch.tensor([ids]), pad)[0, 0]
    return tuple(tuple(not open_ for open_ in row) for row in mask.tolist())


MAKERS = (
    *(last_read, causal_cells, padding_cells, second_row, first_changed),
    *(previous_head, without_decoder_self, without_cache, cached_numbers),
)
