"""The worksheet: its solution follows from the numbers that it prints, and agrees with the model."""

import html
import re

import numpy as np
import pytest

from core.inspection.worked_example import Place
from tests.viz.handouts.made import PLACES, built, subject_of
from tests.viz.handouts.student import assert_solved, tables
from viz.handouts import by_hand
from viz.handouts.worksheet import worksheet
from viz.texts import ENGLISH


def parts(page: str) -> list[str]:
    """Return the task and the solution."""
    return page.split('<section class="sheet">')[1:]


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.kind)
def test_solution_follows_from_the_printed_numbers(place, norm):
    assert_solved(*parts(worksheet(subject_of(built(norm=norm), place), ENGLISH).decode()))


def test_others_than_the_largest_keys_are_given_as_one(monkeypatch):
    monkeypatch.setattr(by_hand, "_MOST_KEYS", 2)
    subject = subject_of(built(), Place("encoder", 0, 1, 0))
    page = worksheet(subject, ENGLISH).decode()
    *_, task, _, solution, _ = tables(page)
    own = subject.example.computed["weights"][1]
    assert task[-2][0] == "3 others" and task[-2][-2] == solution[-2][-3] != ""
    assert float(solution[-2][-1]) == pytest.approx(np.sort(own)[:3].sum(), abs=0.0006)


def test_sentence_is_text_in_the_page():
    page = worksheet(subject_of(built(), PLACES[0]), ENGLISH).decode()
    assert html.escape("=1+1 <b>four</b> words", quote=False) in page and "<b>" not in page and "<script" not in page


def test_decoder_sheet_names_the_mask_that_hides_later_tokens():
    """Later tokens were missing from the decoder's sheet without a word."""
    model, masked = built(), ENGLISH("handout.worksheet.masked")
    sheets = {
        (kind, query): worksheet(subject_of(model, Place(kind, 0, 1, query)), ENGLISH).decode()
        for kind in ("encoder", "decoder", "cross")
        for query in (1, 3)
    }
    assert [place for place, page in sheets.items() if masked in page] == [("decoder", 1)]  # nothing follows the last


def test_row_is_named_as_on_the_page():
    """“the row of ▁ich (position 8)” was step 8, whose token to predict the sheet did not have."""
    model = built()
    titles = [subject_of(model, Place(kind, 0, 1, 1)).title(ENGLISH) for kind in ("encoder", "cross")]
    assert titles[0].endswith("the row of “<b>” (position 2)")
    assert titles[1].endswith("step 2, reads “a”, predicts “'b'”")


def test_row_to_compute_is_white_in_the_picture():
    task, solution = parts(worksheet(subject_of(built(), PLACES[2]), ENGLISH).decode())
    squares = [len(re.findall(r"M\d", part)) for part in (task, solution)]
    rows = [set(re.findall(r"M\d+ (\d+)h", part)) for part in (task, solution)]
    assert squares[0] < squares[1] and rows[1] - rows[0] == {str(PLACES[2].query)}
