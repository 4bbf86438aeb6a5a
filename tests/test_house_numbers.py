"""The limits of the house: files and functions stay small, nothing imports in a circle, an idea has one place."""

import re
from pathlib import Path

import pytest

from tests import house
from tests.house import Sized, python_circles, python_functions, python_house, single_importers
from viz.components.modules import Import, Module

LARGEST = {"python file": 400, "python function": 60}
# What is larger still, with its lines: a number here may only fall, and what keeps the limit goes from the list.
LARGER_FILES: dict[str, int] = {}
LARGER_FUNCTIONS: dict[str, int] = {}


def broken(sizes: list[Sized], limit: int, larger: dict[str, int]) -> list[str]:
    """Name what is over its limit, and exceptions that are none or larger than they must be."""
    found = [f"{name} has {lines} lines" for lines, name in sizes if lines > larger.get(name, limit)]
    now = {name: lines for lines, name in sizes}
    return found + [f"{name} may have {most} lines" for name, most in larger.items() if now.get(name, 0) < most]


@pytest.fixture(scope="module")
def python() -> house.House:
    return house.measured()[0]


@pytest.fixture(scope="module")
def script() -> house.House:
    return house.measured()[1]


def test_python_keeps_its_limits(python):
    assert broken(python.files, LARGEST["python file"], LARGER_FILES) == []
    assert broken(python.functions, LARGEST["python function"], LARGER_FUNCTIONS) == []


def test_nothing_imports_in_a_circle(python, script):
    assert python.circles == script.circles == []


def test_kinds_are_defined_once_in_each_language(python, script):
    assert python.kinds == ["core.attention_kinds"]
    assert script.kinds == ["components/shared/kinds.js"]


def test_printout_has_every_number(capsys):
    house.main()
    printed = capsys.readouterr().out
    for words in ("import cycles", "largest file", "places that define a kind"):
        assert printed.count(words) == 2
    assert printed.count("largest function") == 1
    assert re.search(r"core +\d+ +\d+ +\d+ +0\n", printed)


# Each measure, seen to fail


def test_too_large_code_is_found():
    sizes = [Sized(7, "a"), Sized(5, "b"), Sized(3, "c")]
    assert broken(sizes, 4, {"a": 7}) == ["b has 5 lines"]
    assert broken(sizes, 5, {"a": 8, "c": 6}) == ["a may have 8 lines", "c may have 6 lines"]


def test_modules_with_one_importer_are_counted():
    a, b, c = (Path(name) for name in "abc")
    modules = {a: Module((Import(b, ()), Import(c, ())), (), ""), b: Module((Import(c, ()),), (), "")}
    assert single_importers(modules) == 1


def test_circle_is_found():
    sources = {
        "core.a": "from core.b import x",
        "core.b": "import core.a\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import core.c",
        "core.c": "def later():\n    from core import b",
        "core": "",
    }
    assert python_circles(sources) == ["core.a -> core.b -> core.a"]
    assert python_circles({**sources, "core.b": "", "core.c": "from core import a"}) == []


def test_lines_of_a_python_function_are_its_code():
    source = (
        'def f(x):\n    """Do it.\n\n    Well.\n    """\n\n    # so\n    def g():\n        return x\n\n    return g\n'
    )
    assert list(python_functions("m", source)) == [Sized(4, "m.f"), Sized(2, "m.g")]


def test_second_definition_of_the_kinds_is_found():
    sources = {"core.a": "KINDS = ('encoder', 'decoder', 'cross')", "core.b": '["cross", "encoder"]'}
    assert python_house(sources).kinds == ["core.a"]
