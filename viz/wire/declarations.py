"""TypeScript declarations of what is sent, from its Python types: `python -m viz.wire.declarations` writes them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

FILE = Path(__file__).parents[1] / "components" / "shared" / "wire.d.ts"
_NAMES = ("opening.py", "listings.py", "evaluation.py", "replies.py", "exercises.py", "payload.py")
_SOURCES = tuple(Path(__file__).with_name(name) for name in _NAMES)
_HEAD = """// Made by `python -m viz.wire.declarations` from viz/wire: change that, not this one.
// L layers, H heads, Q queries, K keys, S source tokens, T target tokens (steps of decoding).

import type {Kind} from './types.js';

/** Attention of one kind: [L, H, Q, K] in 8 bits, 255 = 1, as base64. */
export interface SentKind {
  shape: [number, number, number, number];
  weights: string;
  reduced?: [number, number]; // rows and columns of the smaller pictures of a long input
}
"""
_WORDS = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "Any": "any", "None": "null"}


def declarations() -> str:
    """Return the declarations of every class that is sent."""
    return "\n".join([_HEAD, *(one for path in _SOURCES for one in _interfaces(path.read_text(encoding="utf-8")))])


def _interfaces(source: str) -> Iterator[str]:
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            optional = any(keyword.arg == "total" for keyword in node.keywords)
            entries = [entry for item in node.body for entry in _entries(item, lines, "?" if optional else "")]
            described = (ast.get_docstring(node) or "").splitlines()[0]
            first = ["  version: number;"] if node.name == "Payload" else []
            yield "\n".join([f"/** {described} */", f"export interface {node.name} {{", *first, *entries, "}", ""])


def _entries(item: ast.stmt, lines: list[str], mark: str) -> Iterator[str]:
    """Yield the line of a field, with the comment that follows it; the arrays of all kinds are one field."""
    if not isinstance(item, ast.AnnAssign) or not isinstance(item.target, ast.Name):
        return
    name = item.target.id
    if "NDArray" in ast.unparse(item.annotation):
        if name == "encoder":
            yield "  kinds: Record<Kind, SentKind>;"
        return
    annotation = item.annotation
    match annotation:
        case ast.Subscript(value=ast.Name(id="NotRequired"), slice=annotation):
            mark = "?"
    comment = re.search(r"  (# .*)$", lines[item.lineno - 1])
    yield f"  {name}{mark}: {_typed(annotation)};" + (f" //{comment[1][1:]}" if comment else "")


def _typed(node: ast.expr) -> str:
    """Return a Python annotation in TypeScript."""
    match node:
        case ast.BinOp(left=left, right=right):
            return f"{_typed(left)} | {_typed(right)}"
        case ast.Constant(value=None):
            return "null"
        case ast.Constant(value=str(text)):
            return f"'{text}'"
        case ast.Name(id=name):
            return _WORDS.get(name, name)
        case ast.Subscript(value=ast.Name(id="Sequence"), slice=inside):
            typed = _typed(inside)
            return f"({typed})[]" if isinstance(inside, ast.BinOp) or typed.startswith("'") else f"{typed}[]"
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)):
            return f"[{', '.join(map(_typed, parts))}]"
        case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=parts)):
            return " | ".join(map(_typed, parts))
        case ast.Subscript(value=ast.Name(id="Mapping"), slice=ast.Tuple(elts=[key, value])):
            return f"Record<{_typed(key)}, {_typed(value)}>"
    raise ValueError(f"{ast.unparse(node)} has no equal in TypeScript")


if __name__ == "__main__":
    FILE.write_text(declarations(), encoding="utf-8")
