"""The lab of softmax saturation: measured and exact variance, seeds, and what it refuses."""

import numpy as np

from core.labs.softmax import MAX_DRAWS
from tests.viz.labs.packed import drawn, numbers, refused
from viz.labs import softmax
from viz.labs.softmax import LAB


def values(d_k: object, keys: object = 5, samples: object = 8, seed: object = 1) -> dict[str, object]:
    return {"d_k": d_k, "keys": keys, "samples": samples, "seed": seed}


def test_the_chosen_d_k_is_measured_and_marked():
    figure = drawn(LAB, values(13))["figure"]
    assert [shape["x0"] for shape in figure["layout"]["shapes"]] == [13] * 5
    assert all(13 in numbers(trace["x"]) for trace in figure["data"])


def test_the_exact_variance_is_d_k_and_one():
    exact = [trace for trace in drawn(LAB, values(13))["figure"]["data"] if trace["name"].startswith("exact")]
    np.testing.assert_array_equal(numbers(exact[0]["y"]), numbers(exact[0]["x"]))
    np.testing.assert_array_equal(numbers(exact[1]["y"]), 1)


def test_the_seed_decides_the_figure():
    assert drawn(LAB, values(8)) == drawn(LAB, values(8)) != drawn(LAB, values(8, seed=2))


def test_wrong_values_are_refused():
    assert refused(LAB, values(2.5)).endswith("must be a whole number, not 2.5.")
    assert refused(LAB, values(8, keys="many")) == "Keys must be a number, not “many”."


def test_the_largest_sliders_are_within_the_labs_limit():
    assert softmax.HEAD_WIDTH.maximum * softmax.KEYS.maximum * softmax.SAMPLES.maximum <= MAX_DRAWS
