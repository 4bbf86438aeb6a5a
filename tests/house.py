"""Measurements of the code: import cycles, sizes of files, functions and parts, modules with one importer.

    python -m tests.house

Lines of a function are counted without its docstring, comments and blank lines; lines of a file are all of them. The
limits are held by `tests/test_house_numbers.py`, those of JavaScript by ESLint.
"""

import ast
import functools
import re
import statistics
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
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


class Part(NamedTuple):
    """A part of the project: its files, their bytes, the lines of the median file, lines over 120 characters."""

    files: int
    size: int
    median: float
    long_lines: int


def parts() -> dict[str, Part]:
    """Measure what the project consists of, without its checkpoints and documents."""
    texts = {*(ROOT / "viz").rglob("words.py"), *(ROOT / "viz" / "texts").rglob("*.py")}
    found = {
        "core": [*(ROOT / "core").rglob("*.py")],
        "the page in Python": [path for path in (ROOT / "viz").rglob("*.py") if path not in texts],
        "texts": [*texts],
        "the page in JavaScript": [*(ROOT / "viz").rglob("*.js")],
        "tests": [*(ROOT / "tests").rglob("*.py"), *(ROOT / "tests").rglob("*.js"), *(ROOT / "tests").rglob("*.mjs")],
    }
    return {name: _part(paths) for name, paths in found.items()}


def _part(paths: Collection[Path]) -> Part:
    texts = [path.read_text(encoding="utf-8").splitlines() for path in paths]
    long_lines = sum(len(line) > 120 for lines in texts for line in lines)
    return Part(len(paths), sum(path.stat().st_size for path in paths), statistics.median(map(len, texts)), long_lines)


def single_importers(modules: test_house_js.Modules) -> int:
    """Count the JavaScript modules that one other module imports."""
    counts = Counter(needed.path for module in modules.values() for needed in module.imports)
    return sum(count == 1 for count in counts.values())


def main() -> None:
    for language, house in zip(("Python", "JavaScript"), measured(), strict=True):
        print(language)
        print(f"  import cycles              {len(house.circles)}")
        print(f"  largest file               {house.files[0].lines} lines, {house.files[0].name}")
        if house.functions:
            print(f"  largest function           {house.functions[0].lines} lines, {house.functions[0].name}")
        print(f"  places that define a kind  {len(house.kinds)}, {', '.join(house.kinds)}")
    print(f"JavaScript modules with one importer: {single_importers(test_house_js.modules())}")
    print(f"{'':24}{'files':>7}{'kB':>7}{'median lines':>15}{'over 120':>10}")
    for name, part in parts().items():
        print(f"{name:24}{part.files:7}{part.size / 1000:7.0f}{part.median:15.0f}{part.long_lines:10}")


if __name__ == "__main__":
    main()
