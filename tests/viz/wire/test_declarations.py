"""TypeScript declarations of what is sent."""

import ast
import re
from dataclasses import fields

import pytest

from viz.wire.declarations import FILE, _typed, declarations
from viz.wire.payload import Payload


def test_declarations_are_fresh():
    assert FILE.read_text(encoding="utf-8") == declarations()


def test_every_field_is_declared_in_order():
    declared = declarations().split("export interface Payload {")[1]
    names = [item.name for item in fields(Payload) if item.name not in ("decoder", "cross")]
    expected = ["version", *("kinds" if name == "encoder" else name for name in names)]
    assert re.findall(r"^  (\w+):", declared, re.MULTILINE) == expected


def test_field_that_may_be_missing_is_marked():
    assert (
        "export interface CodeShape {\n  name: string; // `return` for what is returned\n  shape?: number[];"
        in declarations()
    )


@pytest.mark.parametrize(
    ("annotation", "typed"),
    [
        ("str | None", "string | null"),
        ("Sequence[Sequence[tuple[str, float]]]", "[string, number][][]"),
        ("Sequence[int | None]", "(number | null)[]"),
        ("Literal['a', 'b']", "'a' | 'b'"),
        ("Mapping[str, Any]", "Record<string, any>"),
        ("Sequence[Sequence[float | None]]", "(number | null)[][]"),
        ("Sequence[Mapping[str, Any]]", "Record<string, any>[]"),
    ],
)
def test_annotation_has_its_equal(annotation, typed):
    assert _typed(ast.parse(annotation, mode="eval").body) == typed


def test_annotation_without_an_equal_is_named():
    with pytest.raises(ValueError, match=r"set\[str\] has no equal in TypeScript"):
        _typed(ast.parse("set[str]", mode="eval").body)
