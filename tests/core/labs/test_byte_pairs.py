"""Merges one by one, against the tokenizer's own result."""

import pytest

from core.errors import CoreError
from tests.viz.labs.model import measured, setting, translator


@pytest.mark.parametrize(
    "text", ["I would have called you.", "Unbeschreiblich schöne Überraschung!", "车站在哪里？ ok"]
)
def test_last_pieces_are_the_models_tokens(text):
    found = measured("byte_pairs", {"text": text, "side": "source"})
    vocabulary = translator().vocabularies.source
    tokens = vocabulary.encode(text).ids[:-1]
    assert found["tokens"] == len(tokens) == len(found["steps"][-1]["pieces"])
    whole = [piece for piece in vocabulary.surface(tokens) if piece and "\ufffd" not in piece]
    assert set(whole) & set(found["steps"][-1]["pieces"])
    ranks = [one["rank"] for one in found["steps"]]
    assert ranks == sorted(ranks)
    assert ranks[0] == -1
    assert len(found["steps"][0]["pieces"]) == found["bytes"]


def test_blank_text_is_refused():
    with pytest.raises(CoreError, match="blank"):
        measured("byte_pairs", {"text": " ", "side": "target"}, setting())
