"""Which tokens are read and predicted, against the batch that a training makes."""

import math

import pytest
import torch

from core.config import SpecialIds
from core.data.batching import Batch
from tests.viz.labs.computed import computed, node, shown

pytestmark = node
TARGET = ["a", "b", "c", "</s>"]


def test_right_side_is_the_batch_of_a_training():
    special = SpecialIds()
    names = {special.start: "<s>", special.end: "</s>", 10: "a", 11: "b", 12: "c"}
    ids = torch.tensor([[10, 11, 12, special.end]])
    batch = Batch.of(ids, ids, special)
    found = computed("labels_shifted", {}, target=TARGET)
    assert [row["read"] for row in found["right"]] == [names[one] for one in batch.target_read[0].tolist()]
    assert [row["label"] for row in found["right"]] == [names[one] for one in batch.target_predicted[0].tolist()]


def test_shifted_labels_were_read_one_step_earlier():
    found = computed("labels_shifted", {}, target=TARGET)
    rows = found["wrong"]
    assert [row["label"] for row in rows[1:]] == [row["read"] for row in rows[:-1]]
    assert shown("labels_shifted", {}, target=TARGET)["seen_wrong"] == 3
    assert shown("labels_shifted", {}, target=TARGET)["seen_right"] == 0


def test_repeated_token_was_read_one_step_earlier_by_correct_labels_too():
    """The number was a constant 0, also for "a b a", whose third label the decoder has just read as the first."""
    found = shown("labels_shifted", {}, target=["a", "b", "a", "</s>"])
    assert (found["seen_wrong"], found["seen_right"]) == (3, 1)


def test_repeating_is_nearly_free_with_shifted_labels_alone():
    found = computed("labels_shifted", {"sure": 0.9}, target=["a", "b", "b", "</s>"], vocabulary=11)
    assert found["copiedWrong"][1:] == pytest.approx([-math.log(0.9)] * 3)
    other = -math.log(0.1 / 10)
    assert found["copiedRight"][1:] == pytest.approx([other] * 3)
