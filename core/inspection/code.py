"""The lines of source that computed something, with the shapes of what they computed.

Nothing is copied: while a computation runs, Python reports each line of the chosen functions as it is reached. The text
comes from the file that was imported, the shapes and plain numbers from the variables as they were after each line.
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

import numpy as np
from torch import Tensor

from core.places import PROGRAM

Match = Callable[[Mapping[str, Any]], bool]  # the arguments of a call -> whether it is the one


class Watched(NamedTuple):
    """A function whose lines are wanted."""

    function: Callable[..., Any]
    match: Match | None = None  # of its calls, the first that matches; None: the first made by another that is listed


class Shape(NamedTuple):
    """A tensor, an array or a number that a line assigned or returned; a signature assigns the arguments."""

    name: str  # of the variable and its field, such as pair.source; `return` and `lambda` for what is returned
    shape: tuple[int, ...]
    number: float | None = None  # of a plain number


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


def list_code(function: Callable[..., Any]) -> CodeListing:
    """List a function without running it; every line counts as one that runs."""
    listing = _listing(_Call(inspect.unwrap(function)))
    return listing._replace(lines=tuple(line._replace(ran=True) for line in listing.lines))


@dataclass
class _Call:
    """One call of a watched function: the lines that ran, and what each of them assigned; line 0 is the signature."""

    function: Callable[..., Any]
    ran: set[int] = field(default_factory=set[int])
    found: dict[int, dict[str, Shape]] = field(default_factory=dict[int, dict[str, Shape]])

    def note(self, line: int, name: str, value: object) -> None:
        """Record what a line made, if it has a shape or is a number."""
        for one in _shapes(name, value):
            self.found.setdefault(line, {})[one.name] = one


@dataclass
class _Follower:
    """Takes the reports about one frame: of the call itself, or of a function that is defined in it."""

    call: _Call
    line: int = 0  # that was reached last; the arguments belong to the first
    result: str = "return"  # name of what it returns
    _known: dict[str, object] = field(default_factory=dict[str, object])  # variable -> identity, or value of a number

    def trace(self, frame: FrameType, event: str, result: object) -> Any:
        """Take one report of Python."""
        if self.result != "lambda":  # its line has the shapes of the function around it
            self._note(frame)
        if event == "line":
            self.line = frame.f_lineno
            self.call.ran.add(self.line)
        elif event == "return":
            for name, part in _returned(self.result, result):
                self.call.note(self.line, name, part)
        return self.trace

    def _note(self, frame: FrameType) -> None:
        for name, value in list(frame.f_locals.items()):
            if name in frame.f_code.co_freevars:
                continue  # of the function around it
            known = value if isinstance(value, int | float) else id(value)
            if name in self._known and self._known[name] == known:
                continue
            self._known[name] = known
            self.call.note(self.line, name, value)


def _shapes(name: str, value: Any) -> Iterator[Shape]:
    """Yield the shape of a tensor or array, or of those that a named tuple or a dictionary holds; a number itself."""
    if isinstance(value, Tensor | np.ndarray):
        yield Shape(name, _size(value))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield Shape(name, (), float(value))
    elif fields := cast("tuple[str, ...]", getattr(value, "_fields", ())):
        yield from _arrays({f"{name}.{field}": getattr(value, field) for field in fields})
    elif isinstance(value, dict):
        yield from _arrays({f"{name}[{key!r}]": part for key, part in cast("dict[object, object]", value).items()})


def _arrays(parts: Mapping[str, object]) -> Iterator[Shape]:
    for name, part in parts.items():
        if isinstance(part, Tensor | np.ndarray):
            yield Shape(name, _size(part))


def _size(array: Any) -> tuple[int, ...]:
    return tuple(array.shape)


def _returned(name: str, result: Any) -> Iterator[tuple[str, object]]:
    """Yield what is returned; of a plain tuple, each part."""
    if isinstance(result, tuple) and not hasattr(cast("object", result), "_fields"):
        yield from ((f"{name}[{i}]", part) for i, part in enumerate(cast("tuple[object, ...]", result)))
    else:
        yield name, result


class _Calls:
    """Finds the calls that are wanted."""

    def __init__(self, watched: Mapping[CodeType, Watched]) -> None:
        self._watched = watched
        self._open: list[FrameType] = []  # calls that matched
        self._inner: dict[CodeType, _Follower] = {}  # functions defined in these calls, until their own first call
        self.found: dict[CodeType, _Call] = {}

    def enter(self, frame: FrameType, event: str, _: object) -> Any:
        """Decide whether the lines of a function that is being called are wanted."""
        if event != "call":
            return None
        follower = self._inner.pop(frame.f_code, None) or self._first_match(frame)
        return follower and follower.trace(frame, "call", None)  # the arguments are known from the beginning

    def _first_match(self, frame: FrameType) -> _Follower | None:
        wanted = self._watched.get(frame.f_code)
        if wanted is None or frame.f_code in self.found:
            return None
        arguments = frame.f_locals
        if not (wanted.match(arguments) if wanted.match else self._within(frame)):
            return None
        call = self.found[frame.f_code] = _Call(inspect.unwrap(wanted.function))
        self._inner |= {code: _Follower(call, code.co_firstlineno, name) for code, name in _defined_in(frame.f_code)}
        self._open.append(frame)
        return _Follower(call)

    def _within(self, frame: FrameType) -> bool:
        """Return whether the nearest watched function above is one of the listed calls."""
        above = frame.f_back
        while above is not None and above.f_code not in self._watched:
            above = above.f_back
        return above is not None and above in self._open


def _defined_in(code: CodeType) -> Iterator[tuple[CodeType, str]]:
    """Yield the functions that a function defines, with the name of what they return; comprehensions are not listed."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _defined_in(inner)
            if inner.co_name == "<lambda>":
                yield inner, "lambda"
            elif not inner.co_name.startswith("<"):
                yield inner, "return"


def _listing(call: _Call) -> CodeListing:
    source = _source_of(call.function)
    path = Path(inspect.getfile(call.function)).resolve()
    file = path.relative_to(PROGRAM).as_posix() if path.is_relative_to(PROGRAM) else path.name
    return CodeListing(call.function.__qualname__, file, tuple(_lines(source, call)))


class _Source(NamedTuple):
    """The text of a function, its first line and its statements' spans in the file, first and last line."""

    lines: list[str]
    first: int
    signature: int  # its last line
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
    signature = first - 1 + ((tree.returns and tree.returns.end_lineno) or tree.lineno)
    return _Source(text.splitlines(), first, signature, spans, span)


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
        span = [*range(begin, end + 1), *([0] if number == source.signature else [])]
        ran = number < head or any(line in call.ran for line in span)
        shapes = [one for line in span for one in call.found.get(line, {}).values()] if number == end else []
        yield CodeLine(number, text, ran, tuple(shapes))
