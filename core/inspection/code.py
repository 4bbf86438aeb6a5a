"""The lines of source that computed something, with the shapes of what they computed.

Nothing is copied: while a computation runs, Python reports each line of the chosen functions as it is reached. The text
comes from the file that was imported, the shapes from the variables as they were after each line.
"""

import ast
import functools
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple, cast

from torch import Tensor

_ROOT = Path(__file__).parents[2]

Match = Callable[[Mapping[str, Any]], bool]  # the arguments of a call -> whether it is the one


class Watched(NamedTuple):
    """A function whose lines are wanted."""

    function: Callable[..., Any]
    match: Match | None = None  # of its calls, the first that matches; None: the first within another that matched


class Shape(NamedTuple):
    """A tensor that a line assigned or returned."""

    name: str  # of the variable; empty for what is returned
    shape: tuple[int, ...]


class CodeLine(NamedTuple):
    """One line of a function."""

    number: int  # in its file, from 1
    text: str
    ran: bool
    shapes: tuple[Shape, ...]


class CodeListing(NamedTuple):
    """One function without its documentation, as it ran."""

    name: str  # such as MultiHeadAttention.forward
    file: str  # such as core/model/attention.py
    lines: tuple[CodeLine, ...]


def watch_code(compute: Callable[[], object], watched: Sequence[Watched]) -> list[CodeListing]:
    """Run a computation and list the functions that were watched and called, in the order of their calls.

    Args:
        compute: runs in this thread; others are not watched.
        watched: functions written in Python.

    Returns:
        One listing for each function that was called; of several calls, the first that matches.
    """
    calls = _Calls({inspect.unwrap(one.function).__code__: one for one in watched})
    before = sys.gettrace()
    sys.settrace(calls.enter)
    try:
        compute()
    finally:
        sys.settrace(before)
    return [_listing(call) for call in calls.found.values()]


@dataclass
class _Call:
    """One call of a watched function: the lines that ran, and what each of them assigned."""

    function: Callable[..., Any]
    ran: set[int] = field(default_factory=set[int])
    shapes: dict[int, dict[str, tuple[int, ...]]] = field(default_factory=dict[int, dict[str, tuple[int, ...]]])
    _line: int = 0
    _known: dict[str, int] = field(default_factory=dict[str, int])  # variable -> identity of its value

    def trace(self, frame: FrameType, event: str, result: object) -> Any:
        """Take one report of Python about this call."""
        self._note(frame)
        if event == "line":
            self._line = frame.f_lineno
            self.ran.add(self._line)
        elif event == "return":
            parts = cast("tuple[object, ...]", result) if isinstance(result, tuple) else (result,)
            for number, part in enumerate(parts):
                if isinstance(part, Tensor):
                    self.shapes.setdefault(self._line, {})["," * number] = tuple(part.shape)
        return self.trace

    def _note(self, frame: FrameType) -> None:
        for name, value in list(frame.f_locals.items()):
            if self._known.get(name) == id(value):
                continue
            self._known[name] = id(value)
            if isinstance(value, Tensor) and self._line:
                self.shapes.setdefault(self._line, {})[name] = tuple(value.shape)


class _Calls:
    """Finds the calls that are wanted."""

    def __init__(self, watched: Mapping[CodeType, Watched]) -> None:
        self._watched = watched
        self._open: list[FrameType] = []  # calls that matched and have not returned
        self.found: dict[CodeType, _Call] = {}

    def enter(self, frame: FrameType, event: str, _: object) -> Any:
        """Decide whether the lines of a function that is being called are wanted."""
        wanted = self._watched.get(frame.f_code) if event == "call" else None
        if wanted is None or frame.f_code in self.found:
            return None
        arguments = frame.f_locals
        if not (wanted.match(arguments) if wanted.match else self._within(frame)):
            return None
        call = self.found[frame.f_code] = _Call(inspect.unwrap(wanted.function))
        call.trace(frame, "call", None)  # the arguments are known from the beginning
        self._open.append(frame)
        return call.trace

    def _within(self, frame: FrameType) -> bool:
        above = frame.f_back
        while above is not None:
            if above in self._open:
                return True
            above = above.f_back
        return False


def _listing(call: _Call) -> CodeListing:
    source = _source_of(call.function)
    path = Path(inspect.getfile(call.function)).resolve()
    file = path.relative_to(_ROOT).as_posix() if path.is_relative_to(_ROOT) else path.name
    return CodeListing(call.function.__qualname__, file, tuple(_lines(source, call)))


class _Source(NamedTuple):
    """The text of a function, its first line and its statements' spans in the file, first and last line."""

    lines: list[str]
    first: int
    spans: list[tuple[int, int]]
    documentation: range


@functools.lru_cache(maxsize=64)
def _parsed(text: str, first: int) -> _Source:
    tree = ast.parse(text).body[0]
    if not isinstance(tree, ast.FunctionDef):
        raise TypeError("only functions have lines to list")
    spans = [(first - 1 + a, first - 1 + b) for a, b in _spans(tree)]
    documented = ast.get_docstring(tree, clean=False) is not None
    doc = tree.body[0] if documented else None
    span = range(first - 1 + doc.lineno, first + (doc.end_lineno or doc.lineno)) if doc else range(0)
    return _Source(text.splitlines(), first, spans, span)


def _source_of(function: Callable[..., Any]) -> _Source:
    lines, first = inspect.getsourcelines(function)
    return _parsed(textwrap.dedent("".join(lines)), first)


def _spans(tree: ast.FunctionDef) -> Iterator[tuple[int, int]]:
    """Yield first and last line of each statement; of a compound one, of its head."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node is not tree:
            body = cast("list[ast.stmt]", getattr(node, "body", []))
            last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            yield node.lineno, max(node.lineno, last)


def _lines(source: _Source, call: _Call) -> Iterator[CodeLine]:
    """Yield the lines; all lines of a statement ran if one of them did, and its shapes stand at its last line."""
    statement = {number: span for span in source.spans for number in range(span[0], span[1] + 1)}
    head = min((span[0] for span in source.spans), default=source.first + len(source.lines))
    for number, text in enumerate(source.lines, start=source.first):
        if number in source.documentation:
            continue
        begin, end = statement.get(number, (number, number))
        span = range(begin, end + 1)
        ran = number < head or any(line in call.ran for line in span)
        shapes = [item for line in span for item in call.shapes.get(line, {}).items()] if number == end else []
        yield CodeLine(number, text, ran, tuple(Shape(name.strip(","), shape) for name, shape in shapes))
