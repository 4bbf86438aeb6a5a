"""Default sentences to inspect a checkpoint with."""

import pytest

from core.data.sample import SAMPLE_SENTENCES, sample_sentences
from core.data.tasks import task
from core.errors import CoreError


def test_a_generated_task_gives_pairs_that_were_never_trained_on():
    found = sample_sentences({"data": {"task": "numbers"}, "examples": ["seven"]}, 17)
    assert found == task("numbers").pairs(17, 1, split="test").source
    assert len(sample_sentences({"data": {"task": "copy"}})) == SAMPLE_SENTENCES


@pytest.mark.parametrize("details", [{"source_language": "en"}, {"data": {"src_lang": "en", "task": None}}])
def test_english_sources_get_the_projects_own_sentences(details):
    found = sample_sentences({**details, "examples": ["one"]})
    assert len(found) == len(set(found)) == SAMPLE_SENTENCES
    assert sample_sentences(details, 7) == found[:7]
    words = [len(line.split()) for line in found]
    assert min(words) <= 3 and max(words) >= 13  # short and long ones
    assert {line[-1] for line in found} == {".", "?"}
    assert all(line == " ".join(line.split()) for line in found)


def test_other_checkpoints_give_their_examples():
    details = {"data": {"task": None}, "examples": ["a", "b", 3, "c"]}
    assert sample_sentences(details) == ["a", "b", "c"]
    assert sample_sentences(details, 2) == ["a", "b"]


@pytest.mark.parametrize(
    "details",
    [{}, {"data": None}, {"data": {"task": "gone"}}, {"examples": []}, {"examples": "a"}, {"data": {"task": 3}}],
)
def test_sample_requires_sentences_for_other_checkpoints(details):
    with pytest.raises(CoreError, match="give your own sentences"):
        sample_sentences(details)
