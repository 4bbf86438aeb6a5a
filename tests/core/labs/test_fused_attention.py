"""Measured labs: what holds on any machine."""

import pytest
import torch

from tests.viz.labs.computed import computed, node
from tests.viz.labs.model import measured, setting


@pytest.mark.parametrize("causal", [False, True])
def test_both_ways_agree_and_the_memory_is_that_of_the_weights(causal):
    found, heads = measured("fused_attention", {"causal": causal}), setting().model.config.num_heads
    assert max(found["difference"]) < 1e-4
    assert found["bytes"] == [torch.empty(heads, n, n).nbytes for n in found["tokens"]]
    assert min(found["explicit"] + found["fused"]) > 0


def test_every_kind_of_layer_is_measured_at_every_length():
    found = measured("layer_times")
    assert set(found["times"]) == {"attention", "recurrent", "convolution", "restricted", "layer"}
    assert all(len(one) == len(found["tokens"]) and min(one) > 0 for one in found["times"].values())


@node
def test_cache_counts_each_key_once():
    answer = measured("cache")
    assert answer["tokens"] == len(setting().target_ids)
    found = computed("cache", {"steps": 10, "layers": 3}, answer)
    assert found["at"] == {"cached": 30, "prefix": 3 * sum(range(1, 11))}
    assert all(one > 0 for one in answer["milliseconds"].values())
