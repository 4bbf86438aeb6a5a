"""Homework: solutions follow from what is printed and are not on the students' sheets; names are text."""

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from core.errors import CoreError
from core.exercises.exercise import Amount, Cells, Choice, Exercise, Order, PickedHead, PickedToken, Token
from core.inspection.intervention import HeadName
from core.library import CheckpointLibrary
from core.service import Service
from tests.viz.handouts.student import assert_solved, plain
from viz.handouts.exercise_task import ExerciseTask
from viz.handouts.homework import Assignment, Homework, homework, material_of, read_rows, read_students
from viz.handouts.markup import Words
from viz.texts import ENGLISH, texts_in

SENTENCES = {
    "en-de": "I would have called you if I had known your number.",
    "en-zh": "I would like a cup of tea.",
    "numbers": "three thousand four hundred and eighty-one",
}
ROWS = ("e.1.2.3", "d.2.1.4", "c.2.3.2")
SERVICE = Service(CheckpointLibrary(Path(__file__).parents[3] / "checkpoints"))


@cache
def shown(model: str) -> str:
    return SERVICE.translate(model, SENTENCES[model], 1, 0.6, 0).request.id


def made(model: str = "numbers", **changes) -> Homework:
    plain_one = Assignment(("attention",), 5, (), vary=False, students=read_students("1"))
    return homework(SERVICE, shown(model), plain_one._replace(**changes), changes.pop("texts", ENGLISH))


def sheets(page: str) -> list[str]:
    return page.partition("</body>")[0].split('<section class="sheet">')[1:]


def tasks(sheet: str) -> list[str]:
    return re.split(r'<div class="(?:task|by-hand|new-page)">', sheet)[1:]


@pytest.mark.parametrize("model", SENTENCES)
def test_rows_by_hand_are_solved_from_what_is_printed(model):
    found = made(model, tasks=0, rows=read_rows(", ".join(ROWS)), vary=True, students=read_students("1-3"))
    for sheet, solution in zip(sheets(found.sheets), sheets(found.solutions), strict=True):
        pairs = list(zip(tasks(sheet), tasks(solution), strict=True))
        assert len(pairs) == len(ROWS)
        for pair in pairs:
            assert_solved(*pair)
    first, second = (re.findall(r"<h2>\d\. (.*?) <span", one) for one in sheets(found.sheets)[:2])
    assert "step 4" in first[1] and not set(first) & set(second)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_students_have_the_same_tasks_with_other_values_and_no_solution(language):
    texts = texts_in(language)
    class_of = Assignment(("attention",), 2, (), vary=False, students=read_students("1-4"))
    found = homework(SERVICE, shown("en-de"), class_of, texts)
    given, solved = sheets(found.sheets), sheets(found.solutions)
    assert len(given) == len(solved) == 4 and len(set(given)) == 4
    points = {re.search(r"<i></i> / (\d+)</span>", sheet)[1] for sheet in given}
    assert points == {str(found.points)}
    said = [texts("handout.homework.solutions"), texts("handout.homework.tolerance").split("{")[0], "chosen", "☒"]
    assert all(word not in found.sheets.partition("<body>")[2] for word in said)
    assert said[0] in solved[0]
    whole = homework(SERVICE, shown("en-de"), class_of._replace(apart=False), texts)
    assert whole.solutions is None and sheets(whole.sheets)[::2] == given
    assert sheets(whole.sheets)[1::2] == solved


def test_same_seed_makes_the_same_sheet():
    whole, alone = made(students=read_students("1-9")), made(students=read_students("7"))
    assert sheets(whole.sheets)[6] == sheets(alone.sheets)[0]


def test_names_and_headings_are_text():
    found = made(students=read_students("1", "<b>Ada</b> & Co\n\n图灵\n"), title="<script>1</script>")
    for page in (found.sheets, found.solutions):
        assert "<b>Ada" not in page and "<script" not in page and "&lt;b&gt;Ada&lt;/b&gt; &amp; Co" in page
        assert "图灵" in sheets(page)[1]


@pytest.mark.parametrize(("paper", "size"), [("a4", "A4"), ("letter", "letter")])
def test_paper_is_that_of_the_page_rule(paper, size):
    found = made(paper=paper)
    assert all(f"@page {{ size: {size};" in page for page in (found.sheets, found.solutions))


VALUES = {
    "head": HeadName("cross", 0, 1),
    "token": Token(" a<b"),
}
FORMS = {
    "choice": (Choice((Token("p"), 3, "q<i>"), 1), "☒ B. 3"),
    "amount": (Amount(0.25, 0, 1, 0.01, "probability"), "Answer: 0.25 (right within 0.01)"),
    "head": (PickedHead("cross", 2, 4, (HeadName("cross", 1, 2),)), "cross-attention, layer 2, head 3"),
    "token": (PickedToken(("a", "<b>", "c"), (1,)), '<span class="chosen"><span class="token">&lt;b&gt;</span></span>'),
    "cells": (Cells(("r", "s"), ("t", "u"), ((True, False), (False, False))), '<span class="coloured">'),
    "order": (Order(("last", "first"), (1, 0)), "2 last"),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_has_room_for_its_answer_and_a_solution(form):
    answer, right = FORMS[form]
    name, values = "rest_of_row", {**VALUES, "weight": 0.8, "answer": 0.2}
    place = {"kind": "cross", "layer": "1", "head": "2", "step": "2"}
    task = ExerciseTask(
        Exercise("attention", name, answer, values, place, "softmax"),
        material_of(SERVICE, shown("numbers")),
        Words(ENGLISH),
    )
    assert right in task.solution or right in " ".join(plain(task.solution).split())
    assert right not in task.task and right not in " ".join(plain(task.task).split())
    assert ENGLISH(f"handout.homework.form.{form}") in task.task and "▁a&lt;b" in task.task
    assert ("<svg" in task.task) and "<i>q" not in task.task and task.points > 0


def test_small_pictures_are_those_of_the_weights():
    """Every cell of the grid of heads has the shade of its weight."""
    answer = FORMS["head"][0]
    material = material_of(SERVICE, shown("numbers"))
    exercise = Exercise("attention", "rest_of_row", answer, {**VALUES, "weight": 1, "answer": 0})
    drawn = ExerciseTask(exercise, material, Words(ENGLISH)).task
    weights = material.trace.cross
    heads = re.findall(r'<g transform="[^"]*">(.*?)</g>', drawn)
    assert len(heads) == weights.shape[0] * weights.shape[1]
    for picture, head in zip(heads, weights.reshape(-1, *weights.shape[2:]), strict=True):
        seen = np.zeros_like(head)
        for path, share in re.findall(r'<path d="([^"]*)"[^>]*fill-opacity="([\d.]+)"', picture):
            for column, row in re.findall(r"M(\d+) (\d+)h", path):
                seen[int(row), int(column)] = float(share)
        assert np.abs(seen - head).max() <= 0.5 / 24 + 0.001


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"chapters": ()}, "there is nothing to do"),
        ({"rows": "c.9.1.1"}, "layer 9 does not exist"),
        ({"rows": "c.1.1"}, "'c.1.1' does not name a row"),
        ({"rows": ",".join(["c.1.1.1"] * 7)}, "at most 6 rows"),
        ({"students": "1-x"}, "'1-x' does not name seeds"),
        ({"students": "1-201"}, "1 to 200 students"),
        ({"students": "9-1"}, "1 to 200 students"),
    ],
)
def test_what_cannot_be_made_is_refused(change, words):
    readers = {"rows": read_rows, "students": read_students}
    with pytest.raises(CoreError, match=words):
        made(**{name: readers.get(name, tuple)(value) for name, value in change.items()})


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("rows", [ROWS, ROWS[-1:]])
def test_each_row_by_hand_fills_one_page(browser, paper, rows):
    """On Letter, which is shorter, the first row went on to a second page."""
    rows = read_rows(", ".join(rows))
    chosen = Assignment((), 0, rows, vary=False, students=read_students("1"), paper=paper)
    page = browser.new_page()
    page.set_content(homework(SERVICE, shown("en-de"), chosen, ENGLISH).sheets)
    printed = page.pdf(prefer_css_page_size=True)
    page.close()
    assert len(re.findall(rb"/Type /Page\b", printed)) == len(rows)
