"""The text of a run: the pairs named by its configuration, their languages, and the vocabulary learned from them."""

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from core.config import DataConfig
from core.data.batching import Buckets
from core.data.columns import ending_language
from core.data.corpora.hub import HUB, hub_copy
from core.data.corpora.reading import corpus_stream, data_folders, languages_of
from core.data.corpus import ParallelText
from core.data.held_out import file_stamps, for_training, held_out
from core.data.languages import suggest_languages
from core.data.stream import PairStream, stream_parallel_files, stream_table
from core.data.table import table_columns_of
from core.data.tasks import task
from core.data.tokenizer import Tokenizer, check_size
from core.errors import CoreError
from core.training.devices import choose_device, choose_precision
from core.training.guided import check_guided
from core.training.run import RunConfig

_VOCABULARY_CHARACTERS = 2000  # read per sentence; merging one unbroken word takes quadratic time
_VALIDATION_SEED = 1  # generated validation pairs are the same in every run


class Corpus(NamedTuple):
    """The text of a run."""

    training: PairStream | None  # None where a task generates it
    validation: ParallelText | None
    source_language: str
    target_language: str


class FoundLanguages(NamedTuple):
    """Data settings with the languages that were found, and where each was found; "" for nothing found."""

    data: DataConfig
    origins: tuple[str, str]  # of source and target


def read_corpus(data: DataConfig) -> Corpus:
    """Open the text that a data configuration names; only the first pair of the training text is read.

    Raises:
        CoreError: not exactly one of task, corpus and files, a target without its source, or text that cannot be read.
    """
    if sum(given is not None for given in (data.task, data.corpus, data.src)) != 1:
        raise CoreError(
            "data.source", "give exactly one of task, src (with tgt, or a table with both sides) and corpus"
        )
    if data.task is not None:
        chosen = task(data.task)
        valid = chosen.pairs(data.valid_pairs, _VALIDATION_SEED, split="valid")
        return Corpus(None, valid, *language_pair(data))
    if data.valid_tgt is not None and data.valid_src is None:
        raise CoreError("data.valid_source", "valid_tgt is given without valid_src, its source")
    if data.corpus is not None:
        swapped = language_pair(data) != languages_of(data.corpus, (data.src_lang, data.tgt_lang))
        training, validation = (
            corpus_stream(data.corpus, split, data_folders(), swapped=swapped) for split in ("train", "valid")
        )
    else:
        training = _read_files(data, str(data.src), data.tgt)
        validation = _read_files(data, data.valid_src, data.valid_tgt) if data.valid_src is not None else None
    if data.hold_out:
        held = _held_out(data, file_stamps(training.files))
        return Corpus(for_training(training, held), held, *language_pair(data))
    next(iter(training), None)  # refuse a missing or invalid file at once
    return Corpus(training, validation.read() if validation else None, *language_pair(data))


def find_languages(data: DataConfig, given: tuple[bool, bool], start: tuple[str, str] = ("", "")) -> FoundLanguages:
    """Fill in the languages of files or of a data set of the Hub; a task or a known corpus has its own.

    Args:
        data: the settings.
        given: whether source and target languages are given, and stay.
        start: languages of the checkpoint to start from.

    Raises:
        CoreError: the text cannot be read.
    """
    of_hub = data.corpus is not None and data.corpus.startswith(HUB)
    if all(given) or not (of_hub or data.src is not None):
        return FoundLanguages(data, ("", ""))
    pairs = read_corpus(data).training or ()
    found = suggest_languages(_side_names(data), pairs, start)
    codes, origins = [data.src_lang, data.tgt_lang], ["", ""]
    for side, (code, origin) in enumerate(found):
        if code and not given[side]:
            codes[side], origins[side] = code, origin
    return FoundLanguages(replace(data, src_lang=codes[0], tgt_lang=codes[1]), (origins[0], origins[1]))


def buckets_of(config: RunConfig) -> Buckets | None:
    """Return the shapes of batches where they must be few: compiled, or in bfloat16; None elsewhere.

    The batches of a run depend on its settings only, so that it may be resumed on another device.
    """
    training, longest = config.training, config.data.max_tokens
    if training.compile:
        return Buckets(training.tokens_per_batch, longest)
    precision = training.precision
    if precision == "auto":
        precision = choose_precision(choose_device(training.device))
    return Buckets(training.tokens_per_batch, longest, fine=True) if precision == "bfloat16" else None


def check_run(config: RunConfig, *, learns: bool = True) -> None:
    """Refuse settings that cannot be trained, before anything is written.

    Args:
        config: of the run.
        learns: whether it learns a vocabulary; a run that starts from a checkpoint has one.

    Raises:
        CoreError: incompatible settings, a missing device, or data that cannot be read.
    """
    choose_device(config.training.device)
    if learns:
        check_size(config.model.vocab_size)
    if config.data.max_tokens > config.model.max_positions:
        raise CoreError(
            "config.positions",
            "max_tokens ({max_tokens}) must not be larger than max_positions ({max_positions})",
            max_tokens=config.data.max_tokens,
            max_positions=config.model.max_positions,
        )
    training = read_corpus(config.data).training
    if training is not None:
        _ = training.counts  # reads the whole text
    check_guided(config.data, config.model, config.training, training)


def train_tokenizer(data: DataConfig, corpus: Corpus, vocab_size: int) -> Tokenizer:
    """Learn the joint vocabulary of a run's training text."""
    if corpus.training is not None:
        pairs = corpus.training.every(math.ceil(len(corpus.training) / data.vocab_pairs))
    else:
        text = task(str(data.task)).pairs(data.task_pairs, 0, split="train")
        pairs = zip(text.source, text.target, strict=True)
    return learn_vocabulary(pairs, vocab_size)


def learn_vocabulary(pairs: Iterable[tuple[str, str]], vocab_size: int) -> Tokenizer:
    """Learn a joint vocabulary from the beginning of each sentence: BPE is slow on very long words."""
    return Tokenizer.train((sentence[:_VOCABULARY_CHARACTERS] for pair in pairs for sentence in pair), vocab_size)


def language_pair(data: DataConfig) -> tuple[str, str]:
    """Return (source, target) codes; a known corpus is swapped if the settings name its languages in reverse."""
    given = (data.src_lang, data.tgt_lang)
    if data.task is not None:
        chosen = task(data.task)
        return chosen.source_language, chosen.target_language
    if data.corpus is not None:
        source, target = languages_of(data.corpus, given)
        return (target, source) if given == (target, source) else (source, target)
    return given


def _read_files(data: DataConfig, source: str, target: str | None) -> PairStream:
    if target is not None:
        return stream_parallel_files(Path(source), Path(target), unescape=data.unescape)
    return stream_table(
        Path(source), source_column=data.src_column, target_column=data.tgt_column, unescape=data.unescape
    )


def _side_names(data: DataConfig) -> tuple[str, str]:
    """Return the names of a table's or a data set's columns, or the languages that two files end in; "" for none."""
    if data.corpus is not None:
        copy = hub_copy(data.corpus, data_folders())
        source, target = (copy.columns if copy is not None else None) or ("", "")
        return source.rpartition(".")[2], target.rpartition(".")[2]
    if data.tgt is not None:
        return ending_language(Path(str(data.src))), ending_language(Path(data.tgt))
    if data.src_column is not None and data.tgt_column is not None:
        return data.src_column, data.tgt_column
    return table_columns_of(Path(str(data.src))).found or ("", "")


@lru_cache(maxsize=2)  # a command opens its text several times
def _held_out(data: DataConfig, stamps: tuple[tuple[int, int], ...] | None) -> ParallelText:
    """Return the validation pairs that are held out of the training text, as long as its files do not change."""
    if data.src is None or data.valid_src is not None:
        raise CoreError("data.hold_out", "hold_out needs src, and no valid_src: it holds out pairs of src")
    return held_out(_read_files(data, data.src, data.tgt))
