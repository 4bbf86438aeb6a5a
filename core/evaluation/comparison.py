"""Checkpoints on the same test sets: what a model gains when it is trained on, and what it forgets."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from core.checkpoint import Checkpoint
from core.config import DecodingConfig
from core.data.corpora.reading import corpus_stream, data_folders, languages_of, splits_of
from core.data.corpus import ParallelText
from core.data.sample import sample_pairs
from core.data.tasks import TASKS
from core.errors import CoreError
from core.evaluation.scores import Evaluation, bleu_counts, bleu_of_counts, evaluate
from core.evaluation.significance import Paired, paired_bootstrap

_log = logging.getLogger(__name__)

MOST_PAIRS = 1000  # of one test set that is found by itself


class PairSet(NamedTuple):
    """Sentence pairs to score on."""

    name: str
    text: ParallelText
    language: str = ""  # code of the targets, for BLEU's tokenisation; the first checkpoint's if empty


class SetScores(NamedTuple):
    """Scores of every checkpoint on one test set."""

    name: str
    scores: tuple[Evaluation, ...]  # of the checkpoints, in their order
    gains: tuple[Paired, ...]  # BLEU of each but the first against the first


def compare(
    checkpoints: Sequence[Callable[[], Checkpoint]],
    sets: Sequence[PairSet],
    config: DecodingConfig,
    *,
    batch_size: int = 64,
    progress: Callable[[int], None] = lambda done: None,
    processes: int = 1,
) -> list[SetScores]:
    """Score checkpoints on test sets.

    Args:
        checkpoints: each returns one; they are loaded one after the other.
        sets: the test sets.
        config: beam and length penalty.
        batch_size: sentences at a time.
        progress: called with the number of sentences of each finished batch.
        processes: see `search_many`.
    """
    columns: list[list[Evaluation]] = []
    first = ""
    for load in checkpoints:
        checkpoint = load()
        first = first or checkpoint.target_language
        columns.append(
            [
                evaluate(
                    checkpoint.model, checkpoint.vocabularies, one.text, one.language or first, config,
                    batch_size=batch_size, progress=progress, processes=processes,
                )
                for one in sets
            ]
        )  # fmt: skip
    found = []
    for one, scores in zip(sets, zip(*columns, strict=True), strict=True):
        language = one.language or first
        counts = [bleu_counts(score.translations, one.text.target, language) for score in scores]
        gains = tuple(paired_bootstrap(counts[0], other, bleu_of_counts) for other in counts[1:])
        found.append(SetScores(one.name, tuple(scores), gains))
    return found


def held_out_pairs(details: Mapping[str, Any], most: int = MOST_PAIRS) -> PairSet | None:
    """Return pairs of the kind that a checkpoint was trained on, but not those that it was trained on.

    Those are test pairs of its generated task; the test split, or else the validation split, of its corpus if that is
    on this machine; else this project's own sentences, which have references in German and Chinese.

    Args:
        details: the checkpoint's config.json without the model.
        most: pairs.

    Returns:
        The pairs with their name; None if there are none.
    """
    data = details.get("data")
    data = data if isinstance(data, Mapping) else {}
    name, corpus = data.get("task"), data.get("corpus")
    if name in TASKS:
        return PairSet(f"{name}, test", TASKS[name].pairs(most, 1, split="test"), TASKS[name].target_language)
    language = str(details.get("target_language", ""))
    if isinstance(corpus, str) and (found := _split_of(corpus, data, most)):
        return found._replace(language=language)
    try:
        pairs = sample_pairs(details, most)
    except CoreError:
        return None
    return PairSet("sample", pairs, language) if isinstance(pairs, ParallelText) else None


def _split_of(corpus: str, data: Mapping[str, Any], most: int) -> PairSet | None:
    """Return a held-out split of a corpus, in the direction of its training; None, with a warning, if there is none."""
    try:
        given = (str(data.get("src_lang")), str(data.get("tgt_lang")))
        swapped = given == tuple(reversed(languages_of(corpus, given)))
        for split in ("test", "valid"):
            if split in splits_of(corpus):
                text = corpus_stream(corpus, split, data_folders(), swapped=swapped).read(most)
                return PairSet(f"{corpus}, {split}", text)
    except (CoreError, OSError) as error:
        _log.warning("%s is not compared on: %s", corpus, error)
    return None
