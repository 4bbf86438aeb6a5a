"""Swapped tokens, against the encoder itself."""

import pytest
import torch

from core.errors import CoreError
from core.labs.permutation import encoded
from tests.viz.labs.model import measured, setting


def test_encoder_with_positions_is_the_models_own():
    at = setting()
    source = at.forced().source
    with torch.no_grad():
        torch.testing.assert_close(encoded(at.model, source, True), at.model.encoder(source, None)[0])


def test_without_positions_a_swap_moves_nothing():
    found = measured("permutation", {"first": 0, "second": 3})
    assert max(found["without"]) < 1e-3 * found["length"]
    assert max(found["with_positions"]) > max(found["without"])


def test_missing_token_is_refused():
    with pytest.raises(CoreError, match="no token 100"):
        measured("permutation", {"first": 0, "second": 99})
