"""The server function of the homework dialog: sheets and solutions, which the browser shows, saves and prints."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition
from typing import TYPE_CHECKING, Annotated, Literal

from cachetools import LRUCache, cached
from pydantic import Field

from core.exercises.chapters import CHAPTERS
from core.service import Service
from core.service.costs import turns
from core.service.exercises import exercises_cost
from core.service.requests import ExercisesQuestion, TraceQuestion, read_question
from viz.handouts.homework import MAX_TASKS, Assignment, homework, material_of, read_rows, read_students
from viz.tabs.language import request_texts
from viz.tabs.translate.server import answering
from viz.wire.answers import Json

if TYPE_CHECKING:
    from core.exercises.material import Material

_KEPT = 2  # translations: the dialog asks again with every choice
_MOST_NAMES = 20_000  # characters


class HomeworkQuestion(TraceQuestion):
    """The choices of the dialog."""

    chapters: Annotated[list[str], Field(max_length=len(CHAPTERS))]
    tasks: Annotated[int, Field(ge=0, le=MAX_TASKS)]
    rows: Annotated[str, Field(max_length=200)]
    vary: bool
    seeds: Annotated[str, Field(max_length=400)]
    names: Annotated[str, Field(max_length=_MOST_NAMES)]
    paper: Literal["a4", "letter"]
    apart: bool
    title: Annotated[str, Field(max_length=120)]
    preview: bool  # of the first sheet alone


def homework_sheets(service: Service) -> Callable[[Json], Json]:
    """Return the server function `homework`.

    It answers with `sheets`, `solutions` (null where they follow the sheets), `points` of a sheet and the number of
    `students`, or with a `problem`.
    """

    @cached(LRUCache(_KEPT), condition=Condition())
    def material(id: str) -> Material:
        return material_of(service, id)

    def make(data: object) -> Json:
        asked = read_question(HomeworkQuestion, data)
        students = read_students(asked.seeds, asked.names)
        assignment = Assignment(
            chapters=tuple(name for name in CHAPTERS if name in asked.chapters),
            tasks=asked.tasks,
            rows=read_rows(asked.rows),
            vary=asked.vary,
            students=students[:1] if asked.preview else students,
            paper=asked.paper,
            apart=asked.apart,
            title=asked.title.strip(),
        )
        cost = exercises_cost(service, ExercisesQuestion(id=asked.id, chapter=""))
        config = service.pair(asked.id).translator.model.config
        with service.turnstile.turns(turns(cost, config)):
            made = homework(service, asked.id, assignment, request_texts(), material(asked.id))
        counted = {"points": made.points, "students": len(students)}
        return {"sheets": made.sheets, "solutions": made.solutions, **counted}

    return answering("homework", make)
