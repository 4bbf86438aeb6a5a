"""One row for all heads, against loops over heads, edited rows and the conditions of an optimum."""

import numpy as np
import pytest
import torch

from core.errors import CoreError
from core.labs.several_heads import nearest_rows, onto_simplex
from core.labs.shared.attentions import target_logs
from core.model.probe import EditedRow, Recorder, RowEdits
from tests.viz.labs.computed import node, run_lab
from tests.viz.labs.model import measured, setting

ASKED = {"kind": "decoder", "layer": 1}
SITE = "decoder.1.self"


@pytest.fixture(scope="module")
def found():
    return measured("several_heads", ASKED)


@pytest.fixture(scope="module")
def carried():
    """Weights of the heads, the sub-layer's result without its bias, and what each key carries to it."""
    at = setting()
    recorder = Recorder(states=True, sites=frozenset({f"{SITE}.output"}))
    pair = at.forced()
    with torch.no_grad():
        at.model(pair.source, pair.read, probe=recorder)
    state, output = recorder.attentions[SITE], at.model.decoder.layers[1].self_attention.output
    heads = torch.cat(list(state.value[0]), dim=-1)  # [K, H * V]
    result = recorder.observed[f"{SITE}.output"][0] - output.bias
    return state.weights[0].numpy(), result.numpy(), (heads @ output.weight.T).numpy()


def test_missed_shares_are_those_of_the_sublayer(found, carried):
    weights, result, keys = carried
    np.testing.assert_allclose(found["weights"], weights, atol=1e-6)
    np.testing.assert_allclose(found["mean"], weights.mean(0), atol=1e-6)
    for name in ("mean", "best"):
        for query, row in enumerate(found[name]):
            given = sum(weight * key for weight, key in zip(row, keys, strict=True))
            missing = np.linalg.norm(result[query] - given) / np.linalg.norm(result[query])
            assert found["missed"][name][query] == pytest.approx(missing, abs=1e-4)


def test_best_rows_cannot_be_improved(found, carried):
    """At an optimum, no key that may be attended to pulls more than those that have weight."""
    _, result, keys = carried
    for query, row in enumerate(np.array(found["best"])):
        assert row.sum() == pytest.approx(1, abs=1e-5)
        assert (row >= 0).all()
        assert (row[query + 1 :] == 0).all()
        slopes = keys[: query + 1] @ (row @ keys - result[query])
        used = slopes[row[: query + 1] > 0.01]
        assert used.max() - slopes.min() < 0.02 * (result[query] ** 2).sum()
    assert (np.array(found["missed"]["best"]) <= np.array(found["missed"]["mean"]) + 1e-6).all()


def test_rows_are_found_where_one_exists():
    generator = np.random.default_rng(5)
    keys, wanted = generator.normal(size=(5, 11)), onto_simplex(generator.normal(size=(3, 5)), np.ones((3, 5), bool))
    rows = nearest_rows(wanted @ keys, keys, np.ones((3, 5), bool), np.full((3, 5), 0.2))
    np.testing.assert_allclose(rows, wanted, atol=1e-3)


def test_logs_are_those_of_edited_rows(found):
    at, heads = setting(), len(found["weights"])
    for name in ("mean", "best"):
        rows = [torch.tensor(row) for row in found[name]]
        edits = [EditedRow(head, query, row) for head in range(heads) for query, row in enumerate(rows)]
        np.testing.assert_allclose(found["logs"][name], target_logs(at, RowEdits({SITE: edits})), atol=2e-4)
    np.testing.assert_allclose(found["logs"]["own"], target_logs(at), atol=1e-4)
    assert len({tuple(found["logs"][name]) for name in ("own", "mean", "kind", "every")}) == 4


@node
def test_browser_counts_different_rows_and_cost(found):
    config = setting().model.config
    facts = {"d_model": config.d_model, "d_k": config.query_width, "d_v": config.value_width}
    numbers = run_lab("several_heads", {"kind": "decoder", "query": 4}, found, facts)["numbers"]
    rows = np.array(found["weights"])[:, 3]
    own, mean = (-(p * np.log(np.maximum(p, 1e-30))).sum(-1) for p in (rows, rows.mean(0)))
    assert numbers["different"] == pytest.approx(np.exp(mean - own.mean()), rel=1e-4)
    assert numbers["places"] == rows.argmax(-1).tolist()
    same = ("weights", "projections", "products")
    assert [numbers["several"][name] for name in same] == [numbers["one"][name] for name in same]
    layer = setting().model.decoder.layers[1].self_attention
    modules = (layer.query, layer.key, layer.value, layer.output)
    assert numbers["several"]["weights"] == sum(one.weight.numel() for one in modules)
    assert numbers["several"]["exponentials"] == config.num_heads * len(found["mean"]) ** 2


def test_missing_layer_is_refused():
    with pytest.raises(CoreError, match="layer 41"):
        measured("several_heads", {"kind": "cross", "layer": 40})
