"""A new vocabulary for trained weights."""

import dataclasses
import itertools
from pathlib import Path

import pytest
import torch

from core.checkpoint import load_checkpoint
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import SPECIAL_TOKENS, Vocabularies
from core.errors import CoreError
from core.training.new_vocabulary import with_vocabulary

MINIATURE = Path(__file__).parents[2] / "miniature"


@pytest.fixture(scope="module")
def checkpoint():
    return load_checkpoint(MINIATURE)


def test_same_vocabulary_keeps_every_weight(checkpoint):
    weights = with_vocabulary(checkpoint, checkpoint.vocabularies.source)
    for name, tensor in checkpoint.model.state_dict().items():
        torch.testing.assert_close(weights[name], tensor, rtol=0, atol=0)


def test_new_token_begins_as_the_mean_of_the_replaced_ones(checkpoint):
    old = checkpoint.vocabularies.source
    new = Tokenizer.train(["sieben neun elf dreizehn"] * 53, 281)
    weights = with_vocabulary(checkpoint, new)
    embedding = checkpoint.model.state_dict()["encoder.embedding.weight"]
    assert weights["encoder.embedding.weight"].shape == (new.vocab_size, embedding.shape[1])
    assert len(new.tokens) > 259
    for index, token in enumerate(new.tokens):
        if token in SPECIAL_TOKENS:
            expected = embedding[SPECIAL_TOKENS.index(token)]
        else:
            ids = [old.tokens.index(c) for c in token]
            while (pair := next((k for k in old._merges if _joined(ids, old, k)), None)) is not None:
                ids = _merge(ids, old, pair)
            expected = embedding[ids].mean(0)
        torch.testing.assert_close(weights["encoder.embedding.weight"][index], expected)
    torch.testing.assert_close(weights["output_weight"], weights["encoder.embedding.weight"])


def _joined(ids, old, pair):
    names = [old.tokens[index] for index in ids]
    return any((a, b) == pair for a, b in itertools.pairwise(names))


def _merge(ids, old, pair):
    """Join each occurrence of the pair, from left to right."""
    names, found = [old.tokens[index] for index in ids], []
    for name in names:
        if found and (found[-1], name) == pair:
            found[-1] += name
        else:
            found.append(name)
    return [old.tokens.index(name) for name in found]


def test_two_vocabularies_cannot_be_replaced(checkpoint):
    other = Tokenizer.train(["a b"], 259)
    two = dataclasses.replace(checkpoint, vocabularies=Vocabularies(checkpoint.vocabularies.source, other))
    with pytest.raises(CoreError, match="only a checkpoint with one vocabulary"):
        with_vocabulary(two, other)
