"""The lines that computed something: those that ran, with their shapes, and the source as it is now."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

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
    shapes = {line.text.strip(): line.shapes for line in (*first.lines, *second.lines)}
    assert shapes[")  # twice"] == (("y", (1, 3)),)
    assert shapes["total = y.sum(dim=0)"] == (("total", (3,)),)
    assert [shape for _, shape in shapes["return total, y"]] == [(3,), (1, 3)]


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


def test_function_outside_a_watched_call_is_not_listed(module):
    assert watch_code(lambda: module.inner(torch.ones(1)), [Watched(module.inner)]) == []


def test_tracing_ends_with_an_error():
    before = sys.gettrace()
    with pytest.raises(ZeroDivisionError):
        watch_code(lambda: 1 // 0, [])
    assert sys.gettrace() is before
