"""A worked example has the numbers of one row, and refuses what is not there."""

import numpy as np
import pytest

from core.config import DecodingConfig
from core.errors import CoreError
from core.inspection.intervention import HeadName, Intervention
from core.inspection.worked_example import Place, worked_example
from core.translator import Translator

SENTENCE = "seven hundred"


@pytest.fixture(scope="module")
def pair(translator: Translator) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Ids of a source and of its translation."""
    found = translator.search(SENTENCE, DecodingConfig(beam_size=1))
    return tuple(found.source_ids), found.hypotheses[0].ids


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_row_is_that_of_the_trace(translator: Translator, pair, kind):
    trace = translator.trace_ids(SENTENCE, pair[1]).weights(kind)[1]
    found = worked_example(translator.model, *pair, Place(kind, 1, 0, 1))
    keys = 2 if kind == "decoder" else trace.shape[-1]
    assert found.memory.shape == (keys, translator.model.config.d_model)
    np.testing.assert_allclose(found.computed["weights"], trace[:, 1, :keys], atol=1e-6)
    np.testing.assert_allclose(found.matrix, trace[0], atol=1e-6)


@pytest.mark.parametrize("place", [Place("cross", 9, 0, 0), Place("encoder", 0, 9, 0), Place("decoder", 0, 0, 99)])
def test_row_that_is_not_there_is_refused(translator: Translator, pair, place):
    with pytest.raises(CoreError, match="does not exist"):
        worked_example(translator.model, *pair, place)


def test_changed_attention_is_refused(translator: Translator, pair):
    change = Intervention(off=(HeadName("cross", 0, 0),))
    with pytest.raises(CoreError, match="changed heads"):
        worked_example(translator.model, *pair, Place("cross", 0, 0, 0), change)
