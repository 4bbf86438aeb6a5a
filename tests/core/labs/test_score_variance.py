"""Variance of scores, recomputed from queries and keys."""

import numpy as np
import pytest
import torch

from core.model.probe import Recorder
from tests.viz.labs.computed import node, run_lab
from tests.viz.labs.model import measured, setting


@node
def test_variance_is_that_of_queries_times_keys():
    at, recorder = setting(), Recorder(states=True)
    pair = at.forced()
    with torch.no_grad():
        at.model(pair.source, pair.read, probe=recorder)
    answer = measured("score_variance", {"kind": "encoder"})
    d_k = at.model.config.query_width
    lab = run_lab("score_variance", {"kind": "encoder", "divided": False}, answer, {"d_k": d_k})
    found, dots = lab["numbers"], lab["drawn"]["figures"][0]["series"]
    places = [one["beside"] for one in dots]  # heads of one layer do not hide each other
    assert len(set(places)) == at.model.config.num_heads
    assert max(places) - min(places) < 1
    state = recorder.attentions["encoder.1.self"]
    for head in range(at.model.config.num_heads):
        products = (state.query[0, head] @ state.key[0, head].T).numpy()
        assert found["rows"][1][head] == pytest.approx(np.var(products), rel=1e-3)
    assert found["expected"] == d_k
    assert (found["queries"], found["scores"]) == (len(at.source_ids), len(at.source_ids) ** 2)
    read = len(at.target_ids)
    assert measured("score_variance", {"kind": "decoder"})["scores"] == read * (read + 1) / 2
