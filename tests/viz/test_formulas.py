"""Formulas of the texts as MathML."""

import pytest

from viz.texts.formulas import with_mathml


@pytest.mark.parametrize(("words", "count"), [("$a$", 1), (r"$a\qquad b\qquad c$", 3), (r"both $a\qquad b$", 1)])
def test_parts_of_a_displayed_formula_wrap(words, count):
    found = with_mathml(words)
    assert found.count("<math") == count
    assert found.count('display="block"') == (0 if words.startswith("both") else count)
