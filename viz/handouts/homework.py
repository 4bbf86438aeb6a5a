"""Homework: a sheet for each student of exercises and of rows to compute by hand, and the solutions.

Students get the same tasks with other numbers: the choices come from the seed of the student, which stands on the
sheet. The tasks themselves are chosen by the hundreds of the seed: 1 to 99 have one set, 100 to 199 another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from core.attention_kinds import KINDS, Kind
from core.errors import CoreError
from viz.handouts.by_hand import RowTask
from viz.handouts.exercise_task import ExerciseTask
from viz.handouts.markup import Html, Paper, Words, document, name_line, safe
from viz.handouts.subject import subject
from viz.texts import Texts

if TYPE_CHECKING:
    from core.exercises.exercise import Exercise
    from core.exercises.material import Material
    from core.inspection.worked_example import Place
    from core.service import Service

MAX_STUDENTS, MAX_TASKS, MAX_ROWS = 200, 40, 6
_MAX_NAME = 100  # characters
_HUNDRED = 100  # seeds with the same tasks
_FEWEST_KEYS = 3  # of a row that is worth computing

_STYLE = """
.task { margin: 0 0 4mm; }
.task em { color: var(--gf-soft); font-size: 9.5pt; }
.said { flex: 1; min-width: 80mm; }
.options { list-style: none; margin: 0 0 2mm; padding-left: 4mm; }
.options li { margin: 1.2mm 0; }
.amount { display: flex; gap: 2mm; align-items: end; }
.amount i { width: 36mm; height: 8mm; border-bottom: 0.2mm solid var(--gf-soft); }
.tokens { line-height: 2.3; }
.chosen { padding: 1.4mm; border: 0.5mm solid var(--gf-ink); border-radius: 4mm; }
.grid td { width: 7mm; min-width: 7mm; height: 7mm; padding: 0; }
.grid .token { border: 0; }
.coloured { display: block; height: 7mm; background: var(--gf-soft); }
.box { display: inline-block; width: 7mm; height: 6mm; border: 0.2mm solid var(--gf-soft); text-align: center;
  vertical-align: middle; margin-right: 1.5mm; line-height: 6mm; }
.seed { color: var(--gf-soft); font-size: 9pt; margin-top: 4mm; }
"""

# Below the heading of a sheet a row by hand has less room around what is given, so that it fills one page; the cells to
# fill in stay 8 mm high. Letter is 18 mm shorter than A4.
_FIRST_ROW = """
@media print {
  .by-hand svg { max-height: %dmm; }
  .by-hand h2 { margin-top: 1.5mm; }
  .by-hand table:not(.blank) :is(th, td) { padding-block: 0.3mm; }
  .by-hand .blank tr + tr > * { height: 6.6mm; }
}
"""
_HIGHEST: dict[Paper, int] = {"a4": 56, "letter": 40}  # picture, in mm

Task = ExerciseTask | RowTask


class Student(NamedTuple):
    """One student: the seed of the tasks, and a name if it is known."""

    seed: int
    name: str = ""


class Assignment(NamedTuple):
    """The choices of a teacher."""

    chapters: tuple[str, ...]
    tasks: int  # exercises on a sheet, of all chapters together
    rows: tuple[Place, ...]  # to compute by hand
    vary: bool  # another row of the head for each seed; seed 1 has the row itself
    students: tuple[Student, ...]
    paper: Paper = "a4"
    apart: bool = True  # solutions are a file of their own; else each follows its sheet
    title: str = ""


class Homework(NamedTuple):
    """The files; `points` is the sum of the first sheet."""

    sheets: str
    solutions: str | None  # None where they follow the sheets
    points: int


def homework(service: Service, id: str, asked: Assignment, texts: Texts, material: Material | None = None) -> Homework:
    """Make the sheets of all students from a translation that was made before.

    Args:
        service: has the translation.
        id: of its trace.
        asked: what the teacher chose.
        texts: the words of the sheets.
        material: of the same translation, if it is kept; made anew without it.

    Raises:
        CoreError: the translation is forgotten or too long, a row does not exist, or no exercise can be made of it.
    """
    maker = _Maker(service, id, asked, texts, material or material_of(service, id))
    sheets, solutions = [], []
    points = 0
    for student in asked.students:
        tasks = maker.tasks(student)
        points = points or sum(task.points for task in tasks)
        sheet, solution = maker.sheet(student, tasks), maker.solution(student, tasks)
        sheets += [sheet] if asked.apart else [sheet, solution]
        solutions += [solution] if asked.apart else []
    if not points:
        raise CoreError("homework.empty", "there is nothing to do on this sheet: choose chapters, or rows by hand")

    def page(parts: list[Html], key: str) -> str:
        title = asked.title or texts("handout.homework.title")
        style = _STYLE + _FIRST_ROW % _HIGHEST[asked.paper]
        return document(f"{title}{texts(key)}", parts, texts, asked.paper, style)

    apart = page(solutions, "handout.homework.title.solutions") if asked.apart else None
    return Homework(page(sheets, "handout.homework.title.sheets"), apart, points)


def material_of(service: Service, id: str) -> Material:
    """Return what the exercises of a translation are made of.

    Raises:
        CoreError: the translation is forgotten or too long.
    """
    from core.exercises.chapters import exercise_material
    from core.service.labs import setting_of

    return exercise_material(setting_of(service, id))


class _Maker:
    """Makes tasks, sheets and solutions of one assignment; a row of several students is computed once."""

    def __init__(self, service: Service, id: str, asked: Assignment, texts: Texts, material: Material) -> None:
        self._service, self._id, self._asked = service, id, asked
        self._say, self._material = Words(texts), material
        self._rows: dict[Place, RowTask] = {}

    def tasks(self, student: Student) -> list[Task]:
        """Return the tasks of a student in the order of the sheet."""
        exercises = [ExerciseTask(one, self._material, self._say) for one in self._exercises(student.seed)]
        return [*exercises, *(self._row(place, student.seed) for place in self._asked.rows)]

    def _exercises(self, seed: int) -> list[Exercise]:
        """Return the exercises of a seed: from each chapter in turn, in the order of the paper."""
        from core.exercises.chapters import exercises_of

        asked, made = self._asked, []
        for chapter in asked.chapters if asked.tasks else ():
            found = exercises_of(self._material, chapter, seed)
            made.append(sorted(found, key=lambda one: Random(f"{seed // _HUNDRED} {one.chapter} {one.name}").random()))
        turns = (one for turn in zip_longest(*made) for one in turn if one)
        chosen = [one for one, _ in zip(turns, range(asked.tasks), strict=False)]
        return sorted(chosen, key=lambda one: asked.chapters.index(one.chapter))

    def _row(self, place: Place, seed: int) -> RowTask:
        """Return the row to compute, or with `vary` that of the seed."""
        if self._asked.vary:
            material = self._material
            queries = len(material.source if place.kind == "encoder" else material.written)
            first = _FEWEST_KEYS - 1 if place.kind == "decoder" and queries >= _FEWEST_KEYS else 0
            others = [query for query in range(first, queries) if query != place.query]
            turn = (seed - 1) % (len(others) + 1)
            place = place._replace(query=others[turn - 1]) if turn else place
        if place not in self._rows:
            self._rows[place] = RowTask(subject(self._service, self._id, place), self._say)
        return self._rows[place]

    def sheet(self, student: Student, tasks: Sequence[Task]) -> Html:
        """Return what a student gets."""
        say, pair = self._say, self._service.pair(self._id)
        translation = pair.translator.vocabularies.target.decode(pair.target_ids)
        place = {"source": pair.request.text, "translation": translation, "checkpoint": pair.request.checkpoint}
        return Html(
            f'<section class="sheet">{name_line(say, sum(task.points for task in tasks), student.name)}'
            f'<h1>{self._title}</h1><p class="about">{say("homework.about", **place)}</p>'
            f"{self._listed(tasks, solved=False)}"
            f'<p class="seed">{say("homework.seed", seed=student.seed)}</p></section>'
        )

    def solution(self, student: Student, tasks: Sequence[Task]) -> Html:
        """Return the solutions of a student's sheet."""
        say = self._say
        whose = say("homework.seed", seed=student.seed) + (safe(f" · {student.name}") if student.name else "")
        return Html(
            f'<section class="sheet"><h1>{say("homework.solutions")}</h1><p class="about">{self._title} · {whose}</p>'
            f"{self._listed(tasks, solved=True)}</section>"
        )

    @property
    def _title(self) -> Html:
        return safe(self._asked.title or self._say.texts("handout.homework.title"))

    def _listed(self, tasks: Sequence[Task], *, solved: bool) -> Html:
        """Return tasks with their numbers and points; a row by hand begins a page of its own."""
        shown = []
        for place, task in enumerate(tasks):
            is_row = isinstance(task, RowTask)
            kind = "" if not is_row else "new-page" if place and not solved else "by-hand"
            points = safe(self._say.texts.counted("attention.homework.points", task.points))
            given = f'<span class="points">{"" if solved else "____ / "}{points}</span>'
            shown.append(
                f'<div class="{kind or "task"}"><h2>{place + 1}. {safe(task.title)} {given}</h2>'
                f"{task.solution if solved else task.task}</div>"
            )
        return Html("".join(shown))


def read_students(seeds: str, names: str = "") -> tuple[Student, ...]:
    """Read who gets a sheet.

    Args:
        seeds: such as `1-30` or `3, 7, 9-12`.
        names: one a line; the students then have the seeds from the first one on.

    Raises:
        CoreError: the seeds are not of this form, or there are too many students.

    Examples:
        >>> read_students("7-8, 12")
        (Student(seed=7, name=''), Student(seed=8, name=''), Student(seed=12, name=''))
        >>> read_students("101", "Ada\\n\\n Alan ")
        (Student(seed=101, name='Ada'), Student(seed=102, name='Alan'))
    """
    found: dict[int, None] = {}
    for part in seeds.split(","):
        match = re.fullmatch(r"([0-9]{1,6})(?:\s*[-–]\s*([0-9]{1,6}))?", part.strip())
        if not match:
            raise CoreError("homework.seeds", "{text!r} does not name seeds; write 1-30 or 3, 7, 9-12", text=part[:40])
        last = int(match[2] or match[1])
        found |= dict.fromkeys(range(int(match[1]), min(last, int(match[1]) + MAX_STUDENTS) + 1))
    given = [" ".join(line.split())[:_MAX_NAME] for line in names.splitlines() if line.strip()]
    first = next(iter(found), 1)
    students = [Student(first + place, name) for place, name in enumerate(given)] or [Student(seed) for seed in found]
    if not 1 <= len(students) <= MAX_STUDENTS:
        raise CoreError("homework.students", "homework is made for 1 to {limit} students", limit=MAX_STUDENTS)
    return tuple(students)


def read_rows(text: str) -> tuple[Place, ...]:
    """Read rows to compute by hand, all numbers from 1: `c.3.1.8` is step 8 of head 1 in layer 3 of cross-attention.

    Raises:
        CoreError: a row is not of this form, or there are too many.
    """
    from core.inspection.worked_example import Place

    kinds: dict[str, Kind] = {kind[0]: kind for kind in KINDS}
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = re.fullmatch(r"([edc])\.([1-9]\d{0,2})\.([1-9]\d{0,2})\.([1-9]\d{0,2})", part)
        if not match:
            raise CoreError("homework.row", "{text!r} does not name a row; write c.3.1.8", text=part[:40])
        layer, head, query = (int(one) - 1 for one in match.groups()[1:])
        found.append(Place(kinds[match[1]], layer, head, query))
    if len(found) > MAX_ROWS:
        raise CoreError("homework.rows", "a sheet has at most {limit} rows to compute by hand", limit=MAX_ROWS)
    return tuple(found)
