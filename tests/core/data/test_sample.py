"""Default sentences to inspect a checkpoint with."""

import pytest

from core.data.corpus import ParallelText
from core.data.sample import SAMPLE_SENTENCES, sample_pairs, sample_sentences
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


@pytest.mark.parametrize("language", ["de", "zh"])
def test_english_sources_have_references_line_by_line(language):
    details = {"source_language": "en", "target_language": language}
    pairs = sample_pairs(details)
    assert isinstance(pairs, ParallelText) and pairs.source == sample_sentences(details)
    assert len(pairs.target) == len(set(pairs.target)) == SAMPLE_SENTENCES
    ends = {"?": "?？", ".": ".。"}
    assert all(t[-1] in ends[s[-1]] for s, t in zip(pairs.source, pairs.target, strict=True))
    assert sample_pairs(details, 3) == ParallelText(pairs.source[:3], pairs.target[:3])


def test_sample_pairs_of_a_task_and_without_references():
    assert sample_pairs({"data": {"task": "numbers"}}, 5) == task("numbers").pairs(5, 1, split="test")
    assert sample_pairs({"source_language": "en", "target_language": "fi"}, 2) == sample_sentences(
        {"source_language": "en"}, 2
    )
    assert sample_pairs({"target_language": "de", "examples": ["a"]}) == ["a"]
