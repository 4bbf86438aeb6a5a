"""Formulas of the texts as MathML."""

import pytest

from viz.texts.formulas import with_mathml


@pytest.mark.parametrize(("words", "count"), [("$a$", 1), (r"$a\qquad b\qquad c$", 3), (r"both $a\qquad b$", 1)])
def test_parts_of_a_displayed_formula_wrap(words, count):
    found = with_mathml(words)
    assert found.count("<math") == count
    assert found.count('display="block"') == (0 if words.startswith("both") else count)


def test_formula_goes_on_after_a_place_where_it_may_break():
    first, last = (part for part in with_mathml(r"$a\allowbreak{}+b$").split("<math ")[1:])
    assert "gf-goes-on" in first
    assert "gf-goes-on" not in last


def test_name_of_a_function_touches_its_parenthesis():
    texts = r"$\max(a)$", r"$\operatorname{diag}\left(a\right)$", r"$\min a$"
    applied, stretched, other = map(with_mathml, texts)
    assert 'rspace="0">max<' in applied
    assert 'rspace="0">diag<' in stretched
    assert "rspace" not in other
