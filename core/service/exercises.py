"""Questions for exercises about the translation at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.attention_kinds import KINDS
from core.service.costs import passes
from core.service.labs import setting_of
from core.service.requests import ExercisesQuestion
from core.service.service import Service

if TYPE_CHECKING:
    from core.exercises.exercise import Exercise


def exercises(service: Service, asked: ExercisesQuestion) -> list[Exercise]:
    """Return the exercises of a chapter; see `core.exercises.chapters.make_exercises`."""
    from core.exercises.chapters import make_exercises

    return make_exercises(setting_of(service, asked.id), asked.chapter, asked.seed)


def exercises_cost(service: Service, asked: ExercisesQuestion) -> float:
    """Return the cost of switching every head off in turn, which is most of what is measured."""
    pair = service.pair(asked.id)
    config = pair.translator.model.config
    heads = config.num_heads * sum(config.layers(kind) for kind in KINDS)
    return passes(heads, len(pair.source_ids), len(pair.target_ids))
