"""Table 1 for given numbers, worked by hand."""

import math

import pytest

from tests.viz.labs.computed import computed, node, run_lab

pytestmark = node


def test_rows_are_those_of_table_1():
    found = computed("complexity", {"n": 100, "d": 64, "r": 10, "k": 3})
    rows = dict(zip(found["names"], found["rows"], strict=True))
    assert rows["attention"] == {"operations": 640_000, "sequential": 1, "path": 1}
    assert rows["recurrent"] == {"operations": 409_600, "sequential": 100, "path": 100}
    assert rows["convolution"]["operations"] == 3 * 409_600
    assert rows["convolution"]["path"] == pytest.approx(math.log(100, 3))
    assert rows["restricted"] == {"operations": 64_000, "sequential": 1, "path": 10}


def test_attention_and_recurrence_cross_at_the_width():
    assert run_lab("complexity", {"n": 512, "d": 512})["drawn"]["numbers"]["ratio"] == 1
