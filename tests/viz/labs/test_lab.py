"""The declarations of the labs, and the checks of their controls."""

import importlib

import gradio as gr
import pytest

from tests.viz.labs.packed import IN_ENGLISH, drawn
from viz.labs import CheckpointValues, labs
from viz.labs.lab import number, whole_number
from viz.texts import ENGLISH, Texts
from viz.texts.en import TEXTS

SMALL = CheckpointValues(d_model=26, d_k=13, warmup_steps=170, rate_factor=0.5, last_step=1900)


def test_labs_are_found_by_their_modules_in_order():
    assert [lab.name for lab in labs()] == ["positional", "masks", "schedule", "softmax"]


@pytest.mark.parametrize("lab", labs(), ids=lambda lab: lab.name)
@pytest.mark.parametrize("values", [CheckpointValues(), SMALL], ids=["base", "small"])
def test_every_bound_value_can_be_drawn(lab, values):
    bound = lab.bind(values, ENGLISH)
    assert list(bound) == [control.name for control in lab.controls]
    figures = drawn(lab, bound)
    assert list(figures) == [figure.name for figure in lab.figures]
    assert all(figure["data"] for figure in figures.values())


@pytest.mark.parametrize("lab", labs(), ids=lambda lab: lab.name)
def test_every_lab_lists_the_code_that_it_declares(lab):
    declared = importlib.import_module(f"core.labs.{lab.name}").CODE
    listings = lab.code_of(lab.bind(SMALL, ENGLISH), IN_ENGLISH)
    assert {one.name for one in listings} == {function.__qualname__ for function in declared}
    assert listings[0].name == declared[0].__qualname__
    for listing in listings:
        assert any(line.shapes for line in listing.lines if line.ran), listing.name


def test_code_of_a_refused_value_is_refused():
    softmax = next(lab for lab in labs() if lab.name == "softmax")
    with pytest.raises(gr.Error, match="must be a number"):
        softmax.code_of({**softmax.bind(SMALL, ENGLISH), "keys": "many"}, IN_ENGLISH)


@pytest.mark.parametrize("lab", labs(), ids=lambda lab: lab.name)
def test_a_labs_figures_speak_the_chosen_language(lab):
    other = Texts("xx", {key: f"X {words}" for key, words in TEXTS.items()})
    figures = drawn(lab, lab.bind(SMALL, other), IN_ENGLISH._replace(texts=other))
    assert all(figure["layout"]["title"]["text"].startswith("X ") for figure in figures.values())


def test_number_refuses_true_and_whole_number_takes_a_whole_float():
    with pytest.raises(gr.Error, match="must be a number"):
        number(True, "maths.softmax.seed", 0, 9, IN_ENGLISH)
    assert whole_number(7.0, "maths.softmax.seed", 0, 9, IN_ENGLISH) == 7
