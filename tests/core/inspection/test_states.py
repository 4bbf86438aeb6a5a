"""States of one pass, and the log-probabilities of a target, next to what a trace has."""

import numpy as np
import pytest

from core.config import DecodingConfig
from core.errors import CoreError
from core.inspection.head_names import read_heads
from core.inspection.intervention import Intervention


@pytest.fixture(scope="module")
def trace(translator):
    return translator.trace(translator.search("ninety million", DecodingConfig()))


@pytest.fixture(scope="module")
def states(translator, trace):
    return translator.states("ninety million", trace.predicted_ids)


def test_attention_sites_have_the_weights_of_the_trace(states, trace):
    np.testing.assert_array_equal(states["decoder.1.cross"], trace.cross[1])
    np.testing.assert_array_equal(states["encoder.0.self"], trace.encoder_self[0])


def test_scores_are_the_scaled_products_of_query_and_key(states):
    query, key = states["decoder.0.cross.query"], states["decoder.0.cross.key"]  # [H, Q, E], [H, K, E]
    products = query @ key.transpose(0, 2, 1) / np.sqrt(query.shape[-1])
    np.testing.assert_allclose(states["decoder.0.cross.scores"], products, atol=1e-5)


def test_each_state_is_without_a_batch_axis(states, translator, trace):
    length, config = len(trace.src_tokens), translator.model.config
    assert states["encoder.memory"].shape == states["encoder.embedding.positions"].shape == (length, config.d_model)
    assert states["encoder.1.feed_forward.hidden"].shape == (length, config.d_ff)
    assert {values.dtype for values in states.values()} == {np.dtype("float32")}


def test_sites_are_chosen_by_pattern(translator, trace, states):
    found = translator.states("ninety million", trace.predicted_ids, ["decoder.*.cross", "encoder.memory"])
    assert [*found] == ["encoder.memory", "decoder.0.cross", "decoder.1.cross"]
    np.testing.assert_array_equal(found["encoder.memory"], states["encoder.memory"])


def test_unknown_site_is_refused(translator, trace):
    with pytest.raises(CoreError, match=r"no site 'decoder\.9\.cross'"):
        translator.states("ninety million", trace.predicted_ids, ["encoder.memory", "decoder.9.cross"])


def test_score_equals_the_log_probabilities_of_the_trace(translator, trace):
    np.testing.assert_allclose(translator.score("ninety million", trace.predicted_ids), trace.log_probs, atol=1e-5)


def test_score_and_states_take_an_intervention(translator, trace):
    changes = Intervention(off=read_heads("c.2", 2, 2))
    changed = translator.trace_ids("ninety million", trace.predicted_ids, changes)
    found = translator.score("ninety million", trace.predicted_ids, changes)
    np.testing.assert_allclose(found, changed.log_probs, atol=1e-5)
    states = translator.states("ninety million", trace.predicted_ids, ["decoder.1.cross"], changes)
    assert not states["decoder.1.cross"].any()
