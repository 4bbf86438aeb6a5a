"""The worksheet: its solution follows from the numbers that it prints, and agrees with the model."""

import html
import math
import re

import numpy as np
import pytest

from core.inspection.worked_example import Place
from tests.viz.handouts.made import PLACES, built, subject_of
from viz.handouts import worksheet as worksheet_module
from viz.handouts.worksheet import worksheet
from viz.texts import ENGLISH


def tables(page: str) -> list[list[list[str]]]:
    """Return the cells of every table."""
    return [
        [re.findall(r"<t[hd]>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", table)]
        for table in re.findall(r"<table>(.*?)</table>", page)
    ]


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.kind)
def test_solution_follows_from_the_printed_numbers(place, norm):
    subject = subject_of(built(norm=norm), place)
    given_query, given_keys, given_values, task, solution, summed = tables(worksheet(subject, ENGLISH).decode())
    query = np.array([float(cell) for cell in given_query[1][1:]])
    keys = np.array([[float(cell) for cell in row[1:]] for row in given_keys[1:]])
    values = np.array([[float(cell) for cell in row[1:]] for row in given_values[1:]])
    products, scaled, powers, weights = np.array([[float(cell) for cell in row[1:5]] for row in solution[1:]]).T
    two, three = 0.005 + 1e-9, 0.0005 + 1e-9  # half of the last printed digit
    assert np.abs(products - keys @ query).max() <= two
    assert np.abs(scaled - products / math.sqrt(5)).max() <= two
    assert np.abs(powers - np.exp(scaled - scaled.max())).max() <= three
    assert np.abs(weights - powers / powers.sum()).max() <= three
    assert np.abs([float(cell) for cell in summed[1][1:]] - weights @ values).max() <= two
    assert all(re.fullmatch(r"\d\.\d{3}", cell) for row in solution[1:] for cell in row[3:])
    assert [float(row[5]) for row in solution[1:]] == [
        pytest.approx(weight, abs=0.0051) for weight in subject.example.computed["weights"][place.head].tolist()
    ]
    assert all(cell == "" for row in task[1:] for cell in row[1:])  # to be filled in


def test_others_than_the_largest_keys_are_given_as_one(monkeypatch):
    monkeypatch.setattr(worksheet_module, "_MOST_KEYS", 2)
    subject = subject_of(built(), Place("encoder", 0, 1, 0))
    *_, task, solution, _ = tables(worksheet(subject, ENGLISH).decode())
    own = subject.example.computed["weights"][1]
    assert [row[0] for row in task[1:]][-1] == "3 others" and task[-1][3] == solution[-1][3] != ""
    assert sum(float(row[4]) for row in solution[1:]) == pytest.approx(1, abs=0.02)
    assert float(solution[-1][5]) == pytest.approx(np.sort(own)[:3].sum(), abs=0.006)


def test_sentence_is_text_in_the_page():
    page = worksheet(subject_of(built(), PLACES[0]), ENGLISH).decode()
    assert html.escape("=1+1 <b>four</b> words") in page and "<b>" not in page and "<script" not in page


def test_decoder_sheet_names_the_mask_that_hides_later_tokens():
    """Later tokens were missing from the decoder's sheet without a word."""
    model, masked = built(), ENGLISH("handout.worksheet.masked")
    sheets = {
        (kind, query): worksheet(subject_of(model, Place(kind, 0, 1, query)), ENGLISH).decode()
        for kind in ("encoder", "decoder", "cross")
        for query in (1, 3)
    }
    assert [place for place, page in sheets.items() if masked in page] == [("decoder", 1)]  # nothing follows the last
