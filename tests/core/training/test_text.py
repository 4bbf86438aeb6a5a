"""The text named by a run's configuration."""

import pytest

from core.config import DataConfig
from core.errors import CoreError
from core.training.text import read_corpus, train_tokenizer


def test_validation_pairs_of_task_are_fixed_and_held_out():
    first, second = (read_corpus(DataConfig(task="numbers", valid_pairs=53)).validation for _ in range(2))
    assert first == second
    assert len(first) == 53


def test_task_vocabulary_is_learned_from_training_pairs():
    data = DataConfig(task="numbers", task_pairs=101)
    tokenizer = train_tokenizer(data, read_corpus(data), 331)
    assert "千" in tokenizer.surface(tokenizer.encode("三千").ids)


@pytest.mark.parametrize(
    "data, words",
    [
        ({}, "exactly one of task, src"),
        ({"task": "copy", "src": "x"}, "exactly one of task, src"),
        ({"src": "/nowhere/a.en", "tgt": "/nowhere/a.de"}, "/nowhere/a.en"),
        ({"src": "/nowhere/a.tsv"}, "/nowhere/a.tsv"),
        ({"src": "/nowhere/a.tsv", "valid_tgt": "/nowhere/b.de"}, "without valid_src"),
    ],
)
def test_data_that_cannot_be_read_is_refused(data, words):
    with pytest.raises(CoreError, match=words):
        read_corpus(DataConfig(**data))
