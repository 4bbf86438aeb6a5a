"""The code of the labs: what each declares, as it ran with given settings."""

import importlib
import pkgutil

import pytest

from core import labs as package
from core.labs.code import traced_lab
from core.labs.positional import positional_encoding
from core.labs.softmax import softmax_saturation


@pytest.mark.parametrize("name", sorted({one.name for one in pkgutil.iter_modules(package.__path__)} - {"code"}))
def test_every_module_of_numbers_declares_its_code(name):
    assert importlib.import_module(f"core.labs.{name}").CODE


def test_code_has_the_shapes_of_the_settings():
    settings = {"length": 7, "d_model": 10, "base": 50.0}
    listings = traced_lab("positional", lambda: positional_encoding(**settings), settings)
    shapes = {line.text.strip(): line.shapes for one in listings for line in one.lines}
    assert [one.name for one in listings] == ["positional_encoding", "sinusoidal_positions"]
    (angle,) = shapes["angle = position / base**exponent  # [L, D/2]"]
    assert (angle.name, angle.shape) == ("angle", (7, 5))
    base = next(one for one in listings[0].lines[0].shapes if one.name == "base")
    assert (base.shape, base.number) == ((), 50.0)


def test_code_is_of_the_call_with_the_chosen_value():
    settings = {"d_k": 5, "keys": 3}
    listings = traced_lab("softmax", lambda: softmax_saturation([2, 5, 7], num_keys=3, num_samples=2), settings)
    attention = next(one for one in listings if one.name == "scaled_dot_product_attention")
    signature = {one.name: one.shape for line in attention.lines for one in line.shapes}
    assert (signature["query"], signature["key"]) == ((2, 1, 5), (2, 3, 5))
