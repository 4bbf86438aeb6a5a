"""Plain values: JSON of named tuples, dataclasses and arrays."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

from core.plain import plain_value


class Score(NamedTuple):
    value: float
    name: str


@dataclass(frozen=True)
class Row:
    scores: tuple[Score, ...]
    weights: np.ndarray
    chosen: dict[int, object]


def test_plain_value_reaches_into_everything():
    row = Row((Score(float("inf"), "a"),), np.array([[1.5, np.nan]], dtype=np.float32), {7: np.bool_(True), 11: None})
    assert plain_value(row) == {
        "scores": [{"value": None, "name": "a"}],
        "weights": [[1.5, None]],
        "chosen": {"7": True, "11": None},
    }


def test_plain_value_refuses_types_outside_json():
    with pytest.raises(TypeError, match="set cannot be written as JSON"):
        plain_value([{1}])
