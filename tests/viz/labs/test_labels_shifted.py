"""Which tokens are read and predicted, against the batch that a training makes."""

import torch

from core.config import SpecialIds
from core.data.batching import Batch
from tests.viz.labs.computed import computed, node

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
    assert found["seen"] == 3
