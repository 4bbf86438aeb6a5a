"""First lines of docstrings, to be read at a glance: `python -m tests.docstrings core viz`."""

import argparse
import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
# A sentence that begins with one of these is a riddle until its end; in a function, it is not imperative either.
QUESTIONS = {"How", "What", "When", "Where", "Whether", "Which", "Who", "Why"}
NOUN_PHRASES = {"A", "An", "Another", "Each", "Every", "It", "Its", "One", "Returns", "The", "These", "This"}


class FirstLine(NamedTuple):
    """First line of one docstring."""

    place: str  # file and line
    name: str
    action: bool  # a function that is not a property
    text: str

    @property
    def wrong(self) -> bool:
        """Whether its first word is one that must not begin it."""
        word = self.text.split(" ")[0]
        return word in QUESTIONS or (self.action and (word in NOUN_PHRASES or not word[:1].isupper()))


def first_lines(source: str, path: str) -> Iterator[FirstLine]:
    """Yield the first line of every docstring of a module, its classes and its functions."""
    tree = ast.parse(source)
    if words := ast.get_docstring(tree):
        yield FirstLine(f"{path}:1", Path(path).stem, False, words.splitlines()[0])
    yield from _below(tree, path, "")


def _below(node: ast.AST, path: str, prefix: str) -> Iterator[FirstLine]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        name = prefix + child.name
        if words := ast.get_docstring(child):
            action = not isinstance(child, ast.ClassDef) and not _is_property(child)
            yield FirstLine(f"{path}:{child.lineno}", name, action, words.splitlines()[0])
        yield from _below(child, path, f"{name}.")


def _is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    names = {getattr(decorator, "id", getattr(decorator, "attr", "")) for decorator in function.decorator_list}
    return bool(names & {"property", "cached_property"})


def main() -> None:
    """Print the first lines of the docstrings below some folders."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--private", action="store_true", help="Include names that begin with an underscore.")
    arguments = parser.parse_args()
    for folder in arguments.folders:
        for path in sorted(folder.rglob("*.py")):
            for line in first_lines(path.read_text(encoding="utf-8"), str(path)):
                private = any(part.startswith("_") for part in line.name.split("."))
                if arguments.private or not private:
                    print(f"{line.place}  {line.name}: {line.text}")


if __name__ == "__main__":
    main()
