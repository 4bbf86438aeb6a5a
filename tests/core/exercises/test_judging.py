"""How answers are judged: `judged.json` has the cases for Python and for its twin in the browser."""

import json
from pathlib import Path

import pytest

from core.exercises.exercise import Amount, Answer, Cells, Choice, Order, PickedHead, PickedToken
from core.inspection.intervention import HeadName

CASES = json.loads(Path(__file__).with_name("judged.json").read_text(encoding="utf-8"))


def answer_of(sent: dict) -> Answer:
    right = sent["right"]
    match sent["form"]:
        case "choice":
            return Choice(tuple(option["text"] for option in sent["options"]), right)
        case "amount":
            return Amount(sent["value"], sent["low"], sent["high"], sent["tolerance"], sent["unit"])
        case "head":
            return PickedHead(sent["kind"], sent["layers"], sent["heads"], tuple(HeadName(*one) for one in right))
        case "token":
            return PickedToken(tuple(sent["tokens"]), tuple(right))
        case "cells":
            return Cells(tuple(sent["rows"]), tuple(sent["columns"]), tuple(map(tuple, right)))
        case _:
            return Order(tuple(option["text"] for option in sent["options"]), tuple(right))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['answer']['form']}-{case['given']}")
def test_answer_is_judged(case):
    assert bool(answer_of(case["answer"]).is_right(case["given"])) is case["right"]
