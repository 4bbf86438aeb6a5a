"""Languages of a run that contradict its text, its vocabulary or the checkpoint that it starts from. Loads no torch."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.data.corpus import ParallelText
from core.data.languages import base_code, contradicts, script_of
from core.data.sample import own_sentences
from core.data.vocabulary import Vocabularies, Vocabulary
from core.training.warning import PreflightWarning

MEASURED_PAIRS = 1000  # for tokens per character and frequent words
MANY_BYTES = 1.2  # tokens for each character; Chinese has at most 1 with a vocabulary of its own, and 3 as bytes
_FEWEST_WORDS = 20  # of one language that tell it from another
_CLEARER = 3  # times as many words of one language as of the other
_WORDS = re.compile(r"[^\W\d_]+")


class TextLanguages(NamedTuple):
    """The languages of a text, and the signs that they are wrong."""

    languages: tuple[str, str]  # codes of source and target
    scripts: tuple[str, str]  # in which they are written; "" for unclear ones and generated tasks
    tokens_per_character: float  # of the side with more of them, blanks left out; above 1 letters become bytes
    start: tuple[str, str]  # codes of the checkpoint to start from; "" without one
    swapped: bool  # the target is in the language that the checkpoint to start from reads


def text_languages(
    languages: tuple[str, str],
    text: ParallelText,
    vocabularies: Vocabularies,
    start: tuple[str, str] = ("", ""),
    *,
    generated: bool = False,
) -> TextLanguages:
    """Measure the languages of a text.

    Args:
        languages: codes of source and target.
        text: pairs of it.
        vocabularies: of its two sides.
        start: codes of the checkpoint to start from.
        generated: a task has made it, whose languages need not be written in a script.
    """
    scripts = ("", "") if generated else (script_of(text.source), script_of(text.target))
    tokens = max(
        _tokens_per_character(vocabularies.source, text.source), _tokens_per_character(vocabularies.target, text.target)
    )
    return TextLanguages(languages, scripts, tokens, start, _is_swapped(languages, scripts, start, text.target))


def language_warnings(found: TextLanguages) -> Iterator[PreflightWarning]:
    """Yield the warnings about languages that contradict the text, and a vocabulary that lacks its letters."""
    (source, target), (source_script, target_script) = found.languages, found.scripts
    if contradicts(source, source_script):
        yield PreflightWarning(
            "source_script",
            "the source is written in {script} letters, its language is {language}: give the right code (src_lang)",
            {"script": source_script, "language": source},
        )
    if contradicts(target, target_script):
        yield PreflightWarning(
            "target_script",
            "the target is written in {script} letters, its language is {language}: give the right code (tgt_lang)",
            {"script": target_script, "language": target},
        )
    if found.swapped:
        yield PreflightWarning(
            "start_swapped",
            "the target is in {source}, which the checkpoint to start from reads: it translates from {source} to "
            "{target}; swap source and target",
            {"source": found.start[0], "target": found.start[1]},
        )
    if found.tokens_per_character > MANY_BYTES:
        yield PreflightWarning(
            "letters_as_bytes",
            "the text has {tokens:.1f} tokens for each character: the vocabulary lacks its letters and writes them "
            "as bytes; learn a new vocabulary (new_vocabulary) or start from another checkpoint",
            {"tokens": found.tokens_per_character},
        )


def likelier_language(sentences: Sequence[str], one: str, other: str) -> str:
    """Return which of two languages a text is in, by words of this project's own sentences; "" if unclear."""
    known = [
        {word for line in own_sentences(code) for word in _WORDS.findall(line.lower())} if code else set[str]()
        for code in (one, other)
    ]
    if not all(known):
        return ""
    words = [word for line in sentences[:MEASURED_PAIRS] for word in _WORDS.findall(line.lower())]
    counts = [sum(word in own - foreign for word in words) for own, foreign in (known, known[::-1])]
    if max(counts) < _FEWEST_WORDS or max(counts) < _CLEARER * min(counts):
        return ""
    return one if counts[0] > counts[1] else other


def _is_swapped(
    languages: tuple[str, str], scripts: tuple[str, str], start: tuple[str, str], targets: Sequence[str]
) -> bool:
    """Return True if targets are in the source language of a start: by their words, else by scripts, else by codes."""
    reads, writes = (base_code(code) for code in start)
    if not reads or not writes or reads == writes:
        return False
    if found := likelier_language(targets, reads, writes):
        return found == reads
    own, other = (contradicts(start[0], scripts[0]), contradicts(start[1], scripts[1]))
    if all(scripts) and own and other:
        return not contradicts(start[0], scripts[1]) and not contradicts(start[1], scripts[0])
    return base_code(languages[1]) == reads


def _tokens_per_character(vocabulary: Vocabulary, sentences: Sequence[str]) -> float:
    """Return the tokens of the first sentences, without end symbols, for each of their characters but blanks."""
    encoded = vocabulary.encode_batch(sentences[:MEASURED_PAIRS])
    characters = sum(len("".join(sentence.split())) for sentence in sentences[:MEASURED_PAIRS])
    return sum(len(one.ids) - 1 for one in encoded) / max(1, characters)
