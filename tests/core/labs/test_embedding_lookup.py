"""The embedding's row and its neighbours, against the model's module and a plain product."""

import numpy as np
import pytest
import torch

from tests.viz.labs.computed import node, shown
from tests.viz.labs.model import measured, setting


@pytest.mark.parametrize("place", [2, 15, 10_000])
def test_row_is_what_the_embedding_adds_positions_to(place):
    model, pair = setting().model, setting().forced()
    sources = pair.source.shape[1]
    side, ids = (model.encoder, pair.source) if place < sources else (model.decoder, pair.read)
    at = min(place, sources + pair.read.shape[1] - 1) - (0 if place < sources else sources)
    with torch.no_grad():
        embedded = side.embedding(ids[:, at : at + 1]) - side.embedding.positions[:1]
    found = measured("embedding_lookup", {"token": place})
    np.testing.assert_allclose(found["row"], embedded[0, 0] / model.config.d_model**0.5, atol=1e-6)
    assert found["row"] == found["product"]
    assert found["ids"][found["at"]] == found["id"] == int(ids[0, at])
    assert found["rows"][found["at"]] == found["row"]


def test_neighbours_have_the_largest_cosines():
    table = setting().model.encoder.embedding.weight.double().numpy()
    found = measured("embedding_lookup", {"token": 4})
    row = table[found["id"]]
    cosines = table @ row / (np.linalg.norm(table, axis=1) * np.linalg.norm(row))
    others = np.sort(np.delete(cosines, found["id"]))[::-1]
    np.testing.assert_allclose(found["cosines"], others[:12], atol=1e-5)
    assert found["middle"] == pytest.approx(np.median(others), abs=1e-3)


@node
def test_numbers_count_the_work_of_both_ways():
    config = setting().model.config
    numbers = shown("embedding_lookup", {"token": 3}, measured("embedding_lookup", {"token": 3}))
    assert numbers["multiplications"] == config.vocab_size * config.d_model
    assert numbers["copied"] == config.d_model
    assert numbers["apart"] == 0
