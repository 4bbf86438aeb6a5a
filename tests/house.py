"""Measurements of the code: import cycles, unused exports, sizes of files and functions.

    python -m tests.house

Lines of a function are counted without its docstring, comments and blank lines; lines of a file are all of them. The
limits are held by `tests/test_house_numbers.py`, those of JavaScript by ESLint.
"""

import ast
import functools
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tests import test_house, test_house_js
from viz.components.modules import FOLDER

ROOT = Path(__file__).parents[1]
_KINDS = re.compile(r"""(["'])encoder\1,\s*\1decoder\1,\s*\1cross\1""")


class Sized(NamedTuple):
    """A file, or a function of one, and its lines."""

    lines: int
    name: str


class House(NamedTuple):
    """What `python -m tests.house` prints, for one language."""

    circles: list[str]
    files: list[Sized]  # largest first
    functions: list[Sized]  # of JavaScript none: ESLint measures them
    kinds: list[str]  # files that define the kinds of attention


def python_house(sources: Mapping[str, str]) -> House:
    """Measure Python modules, given by their dotted names."""
    return House(
        circles=python_circles(sources),
        files=_largest(Sized(len(source.splitlines()), module) for module, source in sources.items()),
        functions=_largest(one for module, source in sources.items() for one in python_functions(module, source)),
        kinds=[module for module, source in sources.items() if _KINDS.search(source)],
    )


def script_house() -> House:
    """Measure the modules of the components."""
    modules = test_house_js.modules()
    sources = {
        path.relative_to(FOLDER.resolve().parent).as_posix(): path.read_text(encoding="utf-8") for path in modules
    }
    return House(
        circles=test_house_js.circles(modules),
        files=_largest(Sized(len(source.splitlines()), name) for name, source in sources.items()),
        functions=[],
        kinds=[name for name, source in sources.items() if _KINDS.search(source)],
    )


def _largest(sized: Iterator[Sized]) -> list[Sized]:
    return sorted(sized, reverse=True)


def python_functions(module: str, source: str) -> Iterator[Sized]:
    """Measure every function of a module, those inside of others too."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        first = node.body[0]
        has_docstring = ast.get_docstring(node) is not None
        docstring = range(first.lineno, (first.end_lineno or 0) + 1) if has_docstring else range(0)
        numbers = [number for number in range(node.lineno, (node.end_lineno or 0) + 1) if number not in docstring]
        texts = [lines[number - 1].strip() for number in numbers]
        yield Sized(sum(bool(text) and not text.startswith("#") for text in texts), f"{module}.{node.name}")


def python_circles(sources: Mapping[str, str]) -> list[str]:
    """Modules that import each other, when they are loaded or inside a function; each circle once."""
    needed = {module: _needed(module, sources) for module in sources}
    found: list[str] = []
    done: set[str] = set()

    def visit(module: str, above: tuple[str, ...]) -> None:
        if module in above:
            found.append(" -> ".join((*above[above.index(module) :], module)))
        elif module not in done:
            for other in sorted(needed[module]):
                visit(other, (*above, module))
            done.add(module)

    for module in sources:
        visit(module, ())
    return found


def _needed(module: str, sources: Mapping[str, str]) -> set[str]:
    """The modules of the project that a module names in its imports; of `from package import module`, the module."""
    is_package = any(other.startswith(f"{module}.") for other in sources)
    source = test_house.without_type_imports(sources[module])
    names = set(test_house.imported(module, source, package=is_package))
    inside = {name for name in names if name in sources and name != module}
    return {name for name in inside if not any(other.startswith(f"{name}.") for other in inside)}


@functools.cache
def measured() -> tuple[House, House]:
    """Measure the program: Python, JavaScript."""
    return python_house(test_house.sources()), script_house()


def main() -> None:
    for language, house in zip(("Python", "JavaScript"), measured(), strict=True):
        print(language)
        print(f"  import cycles              {len(house.circles)}")
        print(f"  largest file               {house.files[0].lines} lines, {house.files[0].name}")
        if house.functions:
            print(f"  largest function           {house.functions[0].lines} lines, {house.functions[0].name}")
        print(f"  places that define a kind  {len(house.kinds)}, {', '.join(house.kinds)}")


if __name__ == "__main__":
    main()
