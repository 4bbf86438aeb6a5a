"""The lab of the learning-rate schedule: the paper's peak, and what it refuses."""

import pytest

from tests.viz.labs.packed import IN_ENGLISH, drawn, numbers, refused
from viz.labs.schedule import LAB, read_settings


def values(compare: object = (), **changed: object) -> dict[str, object]:
    given = {"d_model": 512, "warmup": 4000, "factor": 1, "last": 9000, "compare": list(compare), "logarithmic": False}
    return {**given, **changed}


def test_settings_are_read_from_text():
    assert read_settings(["512 / 4000", "256 / 4,000 / 0.5"], IN_ENGLISH) == [(512, 4000, 1.0), (256, 4000, 0.5)]
    assert read_settings(None, IN_ENGLISH) == []


def test_slider_setting_is_first_and_curves_are_unique():
    figure = drawn(LAB, values(["512 / 4000", "256 / 4,000 / 0.5"]))["figure"]
    lines = [trace["name"] for trace in figure["data"] if trace["mode"] == "lines"]
    assert len(lines) == 2 and "512" in lines[0] and "256" in lines[1]


def test_the_papers_peak_is_marked():
    mark = drawn(LAB, values())["figure"]["data"][-1]
    assert numbers(mark["x"]).tolist() == [4000]
    assert numbers(mark["y"])[0] == pytest.approx(6.99e-4, rel=1e-3)
    assert mark["text"] == ["peak 6.99e-4 at step 4,000"]


@pytest.mark.parametrize(
    ("compare", "message"),
    [
        (["512"], "“512” is not d_model / warm-up, such as 512 / 4000."),
        (["512 / x"], "Warm-up w must be a number, not “x”."),
        (["512 / 0"], "Warm-up w must be from 1 to 16,000, not 0."),
        (["512 / 4000 / 99"], "Factor f must be from 0.05 to 10, not 99."),
        (
            ["2 / 1", "2 / 2", "2 / 3", "2 / 4", "2 / 5", "2 / 6"],
            "At most 5 settings can be compared at once; these are 6.",
        ),
    ],
)
def test_wrong_comparisons_are_refused(compare, message):
    assert refused(LAB, values(compare)) == message
