"""The examples in docstrings run, and give what they show."""

import ast
import doctest
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PROMPT = ">>> "


class Example(NamedTuple):
    """The docstring of one module, class or function that shows examples."""

    module: str
    name: str  # empty for the module itself
    docstring: str

    def run(self) -> doctest.TestResults:
        """Run the example with the names of its module."""
        names = vars(importlib.import_module(self.module)).copy()
        parsed = doctest.DocTestParser().get_doctest(self.docstring, names, f"{self.module}.{self.name}", None, None)
        return doctest.DocTestRunner().run(parsed)


def examples() -> Iterator[Example]:
    for path in sorted(path for part in ("core", "viz", "glassformer") for path in (ROOT / part).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if PROMPT not in source:
            continue
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                docstring = ast.get_docstring(node) or ""
                if PROMPT in docstring:
                    yield Example(module, getattr(node, "name", ""), docstring)


@pytest.mark.parametrize("example", list(examples()), ids=lambda one: f"{one.module}.{one.name}")
def test_doctest_examples_pass(example):
    assert example.run().failed == 0


def test_wrong_example_fails():
    assert Example("core.errors", "planted", ">>> 3 + 4\n8").run() == (1, 1)
