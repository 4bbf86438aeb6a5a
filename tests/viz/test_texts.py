"""The catalogue words every error of the core, with the values that the core gives."""

import ast
import string
from pathlib import Path

import pytest

from core.errors import CoreError
from viz.texts import en, error_text

ROOT = Path(__file__).parents[2]


def fields(words: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(words) if name}


def raised() -> dict[str, str]:
    """Code and template of every CoreError that stands in the core as two strings; the command line's are left out."""
    found: dict[str, str] = {}
    for path in (ROOT / "core").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "CoreError" and len(node.args) == 2:
                code, template = node.args
                if (
                    isinstance(code, ast.Constant)
                    and isinstance(template, ast.Constant)
                    and not code.value.startswith("cli.")
                ):
                    found[code.value] = template.value
    return found


def test_the_core_raises_many_codes():
    assert len(raised()) > 80


@pytest.mark.parametrize(("code", "template"), sorted(raised().items()))
def test_error_texts_use_only_the_fields_of_their_code(code, template):
    assert fields(en.TEXTS[f"error.{code}"]) <= fields(template)


def test_an_error_is_worded_with_its_values():
    error = CoreError("average.too_few", "x {name} {found} {last}", name="first", found=2, last=5)
    assert error_text(error) == "Run first has 2 checkpoints; last (5) must be from 1 to that."
