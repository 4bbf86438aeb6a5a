"""The chapters of the path, and the exercises of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random

from core.errors import CoreError, Names
from core.exercises.exercise import Exercise
from core.exercises.material import MAX_EXERCISE_TOKENS, Material
from core.labs.shared.setting import Setting

CHAPTERS = (  # in the order of the paper
    *("embedding", "position", "attention", "scale", "heads", "residual"),
    *("feed_forward", "masked", "cross", "output", "training", "whole"),
)

Maker = Callable[[Material, Random], Exercise | None]  # None: the model or the sentence gives no clear question


def makers(chapter: str) -> Sequence[Maker]:
    """Return the makers of a chapter, in its order.

    Raises:
        CoreError: the chapter is unknown.
    """
    if chapter not in CHAPTERS:
        raise CoreError(
            "exercises.chapter",
            "there is no chapter {chapter!r}; chapters: {chapters}",
            chapter=chapter,
            chapters=Names(CHAPTERS),
        )
    return import_module(f"{__package__}.{chapter}").MAKERS


def make_exercises(setting: Setting, chapter: str, seed: int = 0) -> list[Exercise]:
    """Make the exercises of a chapter that this model and this sentence answer clearly.

    Args:
        setting: the model and the sentence.
        chapter: one of `CHAPTERS`.
        seed: of the choices; the same seed makes the same exercises.

    Raises:
        CoreError: the chapter is unknown, or the sentence is too long.
    """
    return exercises_of(exercise_material(setting), chapter, seed)


def exercise_material(setting: Setting) -> Material:
    """Return what all chapters and seeds share.

    Raises:
        CoreError: the sentence is too long.
    """
    longest = max(len(setting.source_ids), len(setting.target_ids))
    if longest > MAX_EXERCISE_TOKENS:
        raise CoreError(
            "exercises.size",
            "exercises are made of sentences of at most {limit} tokens; this one has {tokens}",
            limit=MAX_EXERCISE_TOKENS,
            tokens=longest,
        )
    return Material(setting)


def exercises_of(material: Material, chapter: str, seed: int = 0) -> list[Exercise]:
    """Make the exercises of a chapter; see `make_exercises`.

    Raises:
        CoreError: the chapter is unknown.
    """
    made = (
        make(material, Random(f"{seed} {chapter} {make.__name__}"))  # type: ignore[attr-defined]
        for make in makers(chapter)
    )
    return [exercise for exercise in made if exercise]
