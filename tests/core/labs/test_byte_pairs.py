"""Merges one by one, against the library's own encoding and the merges in its file."""

import json
from types import SimpleNamespace

import pytest
from tokenizers import Tokenizer as Library
from tokenizers import decoders

from core.errors import CoreError
from tests.viz.labs.computed import computed, node
from tests.viz.labs.model import CHECKPOINTS, measured, setting

FILE = CHECKPOINTS / "en-de" / "tokenizer.json"
TEXTS = [("I would have called you.", " "), ("Unbeschreiblich schöne Überraschung!", " "), ("车站在哪里？ ok", "")]


@pytest.mark.parametrize(("text", "prefix"), TEXTS)
def test_last_pieces_are_the_models_tokens(text, prefix):
    found = measured("byte_pairs", {"text": text, "side": "source"})
    tokens = Library.from_file(str(FILE)).encode(prefix + text, add_special_tokens=False).tokens
    expected = [decoders.ByteLevel().decode([token]) for token in tokens]  # U+FFFD for a part of a character
    last = found["steps"][-1]
    assert found["tokens"] == len(tokens) == len(last["pieces"])
    assert all(piece == text or "\ufffd" in text for piece, text in zip(last["pieces"], expected, strict=True))
    joins = ["".join(pair) for pair in json.loads(FILE.read_text(encoding="utf-8"))["model"]["merges"]]
    assert last["made"] == [joins.index(token) if token in joins else -1 for token in tokens]
    ranks = [one["rank"] for one in found["steps"]]
    assert ranks == sorted(set(ranks))
    assert len(found["steps"][0]["pieces"]) == found["bytes"] == len((prefix + text).encode())


@node
def test_slider_applies_as_many_merges_and_all_at_its_right_end():
    answer = measured("byte_pairs", {"text": TEXTS[0][0], "side": "source"})
    some, every = (computed("byte_pairs", {"merges": merges}, answer) for merges in (3, 200))
    assert some["pieces"] == answer["steps"][3]["pieces"]
    assert every["pieces"] == answer["steps"][-1]["pieces"]
    assert every["perPiece"] == pytest.approx(len(TEXTS[0][0]) / answer["tokens"])


@node
def test_right_end_of_the_slider_applies_more_than_it_counts():
    steps = [{"rank": i - 1, "pieces": ["a"] * (300 - i), "made": [i - 1] * (300 - i)} for i in range(251)]
    found = computed("byte_pairs", {"merges": 200}, {"steps": steps, "tokens": 50, "bytes": 300, "characters": 300})
    assert (found["at"], len(found["pieces"])) == (250, 50)


def test_what_has_no_merges_is_refused():
    for text in (" ", "\u200b", "\ufeff \u00ad"):
        with pytest.raises(CoreError, match="blank"):
            measured("byte_pairs", {"text": text, "side": "target"})
    words = SimpleNamespace(vocabularies=SimpleNamespace(source=object(), target=object()))
    with pytest.raises(CoreError, match="byte-pair"):
        measured("byte_pairs", {"text": "a b", "side": "source"}, setting()._replace(translator=words))
