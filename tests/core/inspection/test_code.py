"""The lines that computed something: those that ran, with their shapes, and the source as it is now."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch

from core.inspection.code import CodeListing, Watched, watch_code

SOURCE = '''import torch


def double(x, site=""):
    """Say nothing of this."""
    if site == "never":
        x = x * 0
    y = (
        x
        + x
    )  # twice
    return inner(y)


def inner(y):
    total = y.sum(dim=0)
    return total, y
'''


@pytest.fixture
def module(tmp_path: Path) -> Iterator[ModuleType]:
    path = tmp_path / "planted.py"
    path.write_text(SOURCE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("planted", path)
    made = importlib.util.module_from_spec(spec)
    sys.modules["planted"] = made
    spec.loader.exec_module(made)
    yield made
    del sys.modules["planted"]


MEASURED = """import numpy as np
from typing import NamedTuple


class Pair(NamedTuple):
    rows: np.ndarray
    name: str


def measured(
    pair: Pair, steps: int, found: dict,
) -> dict:
    # A comment before the first statement.
    rate = steps**-0.5

    def doubled(rows):
        twice = rows * 2
        return twice

    everything = Pair(doubled(pair.rows), "a")
    for step in range(steps):
        doubled(pair.rows[:step])
    shorter = sorted([3, 1], key=lambda number: number - 1)
    return {"rows": everything.rows, "count": len(shorter)}
"""


def shapes_of(*listings: CodeListing) -> dict[str, list[tuple]]:
    """The shapes and numbers of each line that has some, by its text."""
    return {
        line.text.strip(): [(name, shape if number is None else number) for name, shape, number in line.shapes]
        for listing in listings
        for line in listing.lines
        if line.shapes
    }


def texts(listing: CodeListing) -> list[str]:
    return [line.text for line in listing.lines]


def test_lines_that_ran_are_told_from_others(module):
    x = torch.ones(2, 3)
    watched = [Watched(module.double, lambda arguments: arguments["site"] == "b"), Watched(module.inner)]
    first, second = watch_code(lambda: (module.double(x, "a"), module.double(x[:1], "b")), watched)
    assert (first.name, first.file, second.name) == ("double", "planted.py", "inner")
    assert "Say nothing" not in "".join(texts(first))
    ran = {line.text.strip(): line.ran for line in first.lines}
    assert not ran["x = x * 0"] and ran["+ x"] and ran[")  # twice"]
    assert [line.number for line in first.lines] == [4, *range(6, 13)]
    shapes = shapes_of(first, second)
    assert shapes['def double(x, site=""):'] == [("x", (1, 3))]
    assert shapes[")  # twice"] == [("y", (1, 3))]
    assert shapes["total = y.sum(dim=0)"] == [("total", (3,))]
    assert shapes["return total, y"] == [("return[0]", (3,)), ("return[1]", (1, 3))]


def test_page_follows_a_changed_line(module, tmp_path):
    changed = SOURCE.replace("+ x\n", "+ 2 * x\n")
    Path(module.__file__).write_text(changed, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("planted", module.__file__)
    sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
    spec.loader.exec_module(module)
    sys.dont_write_bytecode = before
    results: list[object] = []
    (listing,) = watch_code(
        lambda: results.append(module.double(torch.ones(2, 2))), [Watched(module.double, lambda _: True)]
    )
    assert "        + 2 * x" in texts(listing)
    assert results[0][1].tolist() == [[3.0, 3.0], [3.0, 3.0]]


def test_arrays_numbers_and_inner_functions_are_noted(tmp_path):
    (tmp_path / "measures.py").write_text(MEASURED, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("measures", tmp_path / "measures.py")
    planted = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(planted)
    pair = planted.Pair(np.ones((5, 2)), "b")
    (listing,) = watch_code(
        lambda: planted.measured(pair, 4, {"own": np.ones(3)}), [Watched(planted.measured, lambda _: True)]
    )
    assert shapes_of(listing) == {
        ") -> dict:": [("pair.rows", (5, 2)), ("steps", 4.0), ("found['own']", (3,))],
        "rate = steps**-0.5": [("rate", 0.5)],
        "def doubled(rows):": [("rows", (5, 2))],
        "twice = rows * 2": [("twice", (5, 2))],  # of its first call
        "return twice": [("return", (5, 2))],
        'everything = Pair(doubled(pair.rows), "a")': [("everything.rows", (5, 2))],
        "for step in range(steps):": [("step", 3.0)],  # of the last time
        "shorter = sorted([3, 1], key=lambda number: number - 1)": [("lambda", 2.0)],
        'return {"rows": everything.rows, "count": len(shorter)}': [("return['rows']", (5, 2))],
    }
    assert {line.text.strip() for line in listing.lines if not line.ran} == {""}


def test_function_outside_a_watched_call_is_not_listed(module):
    assert watch_code(lambda: module.inner(torch.ones(1)), [Watched(module.inner)]) == []


def test_tracing_ends_with_an_error():
    before = sys.gettrace()
    with pytest.raises(ZeroDivisionError):
        watch_code(lambda: 1 // 0, [])
    assert sys.gettrace() is before
