"""Budgets of batches: padded tokens keep theirs, real tokens do not."""

import pytest

from tests.viz.labs.computed import computed, node

pytestmark = node


@pytest.mark.parametrize("is_sorted", [False, True])
def test_only_padded_counting_keeps_the_budget(is_sorted):
    found = computed("bucket_miscount", {"budget": 1000, "spread": 0.6, "sorted": is_sorted})
    assert max(found["right"]) <= 1000
    assert is_sorted or max(found["wrong"]) > 1000
    assert 0 <= found["waste"] < 1


def test_equal_lengths_make_no_difference():
    found = computed("bucket_miscount", {"spread": 0})
    assert found["wrong"] == found["right"]
    assert found["waste"] == found["over"] == 0
