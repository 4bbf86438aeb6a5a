"""Execution of a run folder: read the data, build or resume the model, train, write the finished checkpoint."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import torch

from core.checkpoint import average_weights, read_weights, save_checkpoint, shared_weights
from core.config import ModelConfig
from core.data.batching import BatchSampler, FixedPairs, GeneratedPairs, PairSource, encode_pairs
from core.data.bpe_dropout import drop_merges
from core.data.corpus import ParallelText
from core.data.tasks import task
from core.data.tokens import stored_pairs
from core.data.vocabulary import Vocabularies, fitted
from core.data.vocabulary_files import has_vocabularies, load_vocabularies, save_vocabularies
from core.durable import write_beside
from core.errors import CoreError
from core.evaluation.comparison import PairSet
from core.jobs.work import record_failure, stop_signals
from core.model.transformer import Transformer
from core.settings import to_dict
from core.training.before_after import VALIDATION, compare_with_start
from core.training.devices import choose_device, choose_precision
from core.training.events import CheckpointDue, Encoding, Ended, Event, Resumed, Saved, Started, TrainerEvent, Validated
from core.training.language_warnings import MEASURED_PAIRS, language_warnings, text_languages
from core.training.processes import ALONE, Processes
from core.training.record import (
    described_start,
    history_csv,
    model_card,
    sample_sources,
    start_languages,
    started_from,
)
from core.training.run import DATA_FILES, Run, RunConfig
from core.training.snapshot_recorder import with_snapshots
from core.training.snapshots import FILE_NAME, SHIPPED, SnapshotFolder, pack_file
from core.training.text import Corpus, buckets_of, language_pair, read_corpus, train_tokenizer
from core.training.trainer import Trainer, Validation
from core.tuning.allocator import keep_freed_memory, return_freed_memory


def execute(run: Run, notify: Callable[[Event], None] = lambda event: None, *, processes: Processes = ALONE) -> bool:
    """Train a run from its current step to its end, and write its finished checkpoint.

    When several processes train it, each calls this; only the first one writes and notifies. SIGTERM, SIGINT,
    SIGHUP and a stop request end it after the current step, with a checkpoint saved.

    Returns:
        True if another run may follow: not after a signal, which means that processes are being ended here.

    Raises:
        CoreError: the configuration, the data or the checkpoint is invalid; the run's status records it as well.
    """
    if not processes.first:
        _run_other_process(run, processes)
        return False
    with run.held(), record_failure(run):
        return _run_first_process(run, notify, processes)


def _run_first_process(run: Run, notify: Callable[[Event], None], processes: Processes) -> bool:
    """Train as the only process, or as the first of several, which writes all files."""
    run.require_complete()
    run.repair()
    run.set_status("starting", run.saved_step)
    with _noted_signals() as interrupted:
        keep_freed_memory()
        config = _resolve_precision(run, run.read_config())
        trainer, vocabularies, corpus, started = _prepare(run, config, processes, notify)
        damaged = _restore(run, trainer)
        processes.wait()  # the others read what is written by now
        step = trainer.state.step
        if step or run.events():  # begun before: events after the checkpoint that it resumes from are superseded
            _record(run, Resumed(step, damaged), notify)
            _record_checkpoints(run, notify)
        _record(run, replace(started, step=step), notify)
        card = _Card(run, config, vocabularies, (corpus.source_language, corpus.target_language))
        reason = _train(card, trainer, notify, interrupted)
        _finish(card, trainer, reason, notify)
        run.clear_stop()
        run.sync_events()
        run.set_status("stopped" if reason == "stopped" else "finished", trainer.state.step, reason)
        return not interrupted()


def _run_other_process(run: Run, processes: Processes) -> None:
    """Train along with the first process, once it has written the shared files."""
    with _noted_signals() as interrupted:
        keep_freed_memory()
        processes.wait()
        config = run.read_config()
        trainer, *_ = _prepare(run, config, processes)
        _restore(run, trainer)
        for _ in _with_saves(run, trainer, trainer.train(interrupted, interrupted)):
            pass


def average_run(run: Run, last: int, folder: Path) -> None:
    """Write the average of a run's last checkpoints as a checkpoint folder (6.1).

    Raises:
        CoreError: the run has fewer than `last` checkpoints.
    """
    config = run.read_config()
    paths = run.planned_checkpoints(config.training.checkpoint_every)
    if last < 1 or len(paths) < last:
        raise CoreError(
            "average.too_few",
            "run {name} has {found} checkpoints; last ({last}) must be from 1 to that",
            name=run.name,
            found=len(paths),
            last=last,
        )
    vocabularies = load_vocabularies(run.folder.joinpath)
    _write_average(folder, _Card(run, config, vocabularies, language_pair(config.data)), paths[-last:])


def _resolve_precision(run: Run, config: RunConfig) -> RunConfig:
    """Choose an automatic precision once and write it down, so that a resume computes the same."""
    if config.training.precision != "auto":
        return config
    precision = choose_precision(choose_device(config.training.device))
    config = config._replace(training=replace(config.training, precision=precision))
    run.replace_config(config)
    return config


def _prepare(
    run: Run, config: RunConfig, processes: Processes, notify: Callable[[Event], None] = lambda event: None
) -> tuple[Trainer, Vocabularies, Corpus, Started]:
    """Return everything that training needs, at its first step."""
    corpus = read_corpus(config.data)
    if has_vocabularies(run.folder):
        vocabularies = load_vocabularies(run.folder.joinpath)
    else:
        vocabularies = Vocabularies.joint(train_tokenizer(config.data, corpus, config.model.vocab_size))
        save_vocabularies(run.folder, vocabularies)
    model_config = fitted(config.model, vocabularies)
    device = choose_device(config.training.device)
    torch.manual_seed(config.training.seed)
    model = Transformer(model_config)
    if run.initial.is_dir():
        weights = read_weights(run.initial, model_config)
        model.load_state_dict(shared_weights(weights, model_config))
    model = model.to(device)
    if not processes.first:
        torch.manual_seed(processes.seed(config.training.seed, 0))  # same weights, but separate dropout
    source, pairs, too_long = _pair_source(run, config, corpus, vocabularies, notify)
    training, longest = config.training, config.data.max_tokens
    source = drop_merges(source, vocabularies, training.bpe_dropout, longest, training.seed)
    sampler = BatchSampler(source, training.tokens_per_batch, training.seed, buckets_of(config))
    trainer = Trainer(model, sampler, config.training, _validation(config, corpus, vocabularies), processes)
    # A resume does not read the whole text again, and one process is enough to count.
    fresh = corpus.training if processes.first and not run.checkpoints() else None
    blank = fresh.counts.blank if fresh is not None else 0
    parameters = model_config.num_parameters
    warnings = _language_warnings(run, config, corpus, vocabularies) if processes.first else ()
    started = Started(0, parameters, pairs, sampler.batches_per_epoch, str(device), blank, too_long, warnings)
    return trainer, vocabularies, corpus, started


def _language_warnings(run: Run, config: RunConfig, corpus: Corpus, vocabularies: Vocabularies) -> tuple[str, ...]:
    """Return how the first pairs of the training text contradict the languages of the run or of its start."""
    if corpus.training is None:
        text = task(str(config.data.task)).pairs(MEASURED_PAIRS, config.training.seed, split="train")
    else:
        source, target = zip(*islice(corpus.training, MEASURED_PAIRS), strict=True)
        text = ParallelText(list(source), list(target))
    languages, generated = (corpus.source_language, corpus.target_language), corpus.training is None
    found = text_languages(languages, text, vocabularies, start_languages(run), generated=generated)
    return tuple(str(warning) for warning in language_warnings(found))


def _restore(run: Run, trainer: Trainer) -> tuple[str, ...]:
    """Restore the newest valid checkpoint; return the names of damaged ones that were set aside.

    Raises:
        CoreError: there are checkpoints but none is valid, or the training data has changed.
    """
    saved, first_error = run.checkpoints(), None
    for newer, folder in enumerate(reversed(saved)):
        try:
            trainer.restore(folder)
        except CoreError as error:
            if error.code == "data.position":  # the checkpoint is valid, but the data has changed
                raise
            first_error = first_error or error
            continue
        damaged = saved[len(saved) - newer :]
        for path in damaged:
            run.set_aside(path)
        _take_up_validations(run, trainer)
        return tuple(path.name for path in damaged)
    if first_error:
        raise first_error
    return ()


def _take_up_validations(run: Run, trainer: Trainer) -> None:
    """Do not validate the restored step again, nor keep a worse model: its checkpoint may be older than both."""
    step = trainer.state.step
    validations = [event for event in run.events() if event["event"] == Validated.kind and event["step"] <= step]
    if any(event["step"] == step for event in validations):
        trainer.state.validated = step
    losses = [event.get("loss") for event in validations if event.get("best")]
    trainer.kept_loss = min((loss for loss in losses if isinstance(loss, int | float)), default=math.inf)


def _record_checkpoints(run: Run, notify: Callable[[Event], None]) -> None:
    """Record the event of any complete checkpoint that lacks one because the process was killed."""
    recorded = {event["step"] for event in run.events() if event["event"] == Saved.kind}
    for path in run.checkpoints():
        if (step := int(path.name[5:])) not in recorded:
            _record(run, Saved(step, str(path.relative_to(run.folder))), notify)


def _train(card: "_Card", trainer: Trainer, notify: Callable[[Event], None], interrupted: Callable[[], bool]) -> str:
    """Run the trainer, recording its events and saving checkpoints; return the reason why it ended."""
    run, config, *_ = card
    reason, validation = "", trainer.validation
    training = trainer.train(lambda: interrupted() or run.stop_requested(), interrupted)
    events = _with_saves(run, trainer, training)
    if validation is not None and config.training.snapshot_sentences:
        folder = SnapshotFolder(run.folder / "snapshots")
        events = with_snapshots(events, folder, trainer.model, validation, config.training, trainer.state.step)
    return_freed_memory()  # of reading and encoding the text
    run.set_status("running", trainer.state.step)  # only now: a stop request is honoured between steps
    for event in events:
        _record(run, event, notify)
        run.set_status("running", event.step)
        if isinstance(event, Saved):
            kept = max(config.training.keep_checkpoints, config.training.average_last)
            run.remove_checkpoints(kept, config.training.checkpoint_every)
        elif isinstance(event, Validated) and event.best:
            _write_checkpoint(run.best, card, trainer.model.state_dict(), (f"step-{event.step}",))
        elif isinstance(event, Ended):
            reason = event.reason
    return reason


def _with_saves(run: Run, trainer: Trainer, events: Iterator[TrainerEvent]) -> Iterator[TrainerEvent]:
    """Yield the events of a training; save a checkpoint when one is due and at the end. All processes call it."""
    last_saved = trainer.state.step
    for event in events:
        if isinstance(event, CheckpointDue | Ended) and last_saved != event.step:
            folder = run.folder / "checkpoints" / f"step-{event.step}"
            run.sync_events()
            trainer.save(folder)
            last_saved = event.step
            yield Saved(event.step, str(folder.relative_to(run.folder)))
        elif isinstance(event, Ended) and event.reason == "max_minutes":  # the time went on since, see `Run.is_over`
            trainer.save(run.folder / "checkpoints" / f"step-{event.step}")
        if not isinstance(event, CheckpointDue):
            yield event


class _Card(NamedTuple):
    """The facts about a run that go into a checkpoint folder."""

    run: Run
    config: RunConfig
    vocabularies: Vocabularies
    languages: tuple[str, str]


def _finish(card: _Card, trainer: Trainer, reason: str, notify: Callable[[Event], None]) -> None:
    """Write the finished checkpoint: the average of the last checkpoints; compare it with the one that it started from.

    A run that was stopped is not compared: there may be no time for it.
    """
    run, training = card.run, card.config.training
    if not trainer.state.step:
        return
    paths = run.planned_checkpoints(training.checkpoint_every)[-training.average_last :]
    _write_average(run.checkpoint, card, paths)
    if reason == "stopped":
        return
    own = trainer.validation
    pairs = PairSet(VALIDATION, own.text, own.target_language) if own is not None else None
    compared = [*compare_with_start(run, pairs, training.validation_sentences, trainer.state.step)]
    for event in compared:
        _record(run, event, notify)
    if compared:
        write_beside(run.checkpoint / "README.md", _model_card(card, [path.name for path in paths]))


def _write_average(folder: Path, card: _Card, paths: list[Path]) -> None:
    weights = average_weights(paths, fitted(card.config.model, card.vocabularies))
    snapshots = SnapshotFolder(card.run.folder / "snapshots").read(SHIPPED)
    files = {FILE_NAME: pack_file(snapshots)} if snapshots else None
    _write_checkpoint(folder, card, weights, [path.name for path in paths], files)


def _write_checkpoint(
    folder: Path,
    card: _Card,
    weights: Mapping[str, torch.Tensor],
    averaged: Sequence[str],
    files: Mapping[str, bytes] | None = None,
) -> None:
    """Write a model in half precision, with its card and history.

    Args:
        folder: of the new checkpoint.
        card: the run's facts.
        weights: of the model, by name.
        averaged: the steps that the weights are of, `step-N`, the newest last.
        files: further files, by name.
    """
    run, config, vocabularies, languages = card
    model_config: ModelConfig = fitted(config.model, vocabularies)
    data = {name: value for name, value in to_dict(config.data).items() if name not in DATA_FILES}
    events, start = run.events(), started_from(run)
    inherited = described_start(run, ("language_codes",))
    details = {
        "run": run.name,
        "step": int(averaged[-1][5:]),
        "averaged": [*averaged],
        **({"started_from": start} if start else {}),
        "data": data,
        "training": to_dict(config.training),
        **inherited,
        **({} if config.data.task else {"examples": sample_sources(events)}),
    }
    save_checkpoint(
        folder,
        shared_weights(weights, model_config),
        model_config,
        vocabularies,
        source_language=languages[0],
        target_language=languages[1],
        details=details,
        half=True,
        texts={
            "README.md": _model_card(card, averaged),
            "history.csv": history_csv(events),
        },
        files=files,
    )


def _model_card(card: _Card, averaged: Sequence[str]) -> str:
    run, config, vocabularies, languages = card
    start, runs = started_from(run), run.folder.parent
    return model_card(run.name, config, vocabularies, languages, averaged, run.events(), start, runs)


def _record(run: Run, event: Event, notify: Callable[[Event], None]) -> None:
    run.append(event.to_dict())
    notify(event)


def _pair_source(
    run: Run, config: RunConfig, corpus: Corpus, vocabularies: Vocabularies, notify: Callable[[Event], None]
) -> tuple[PairSource, int, int]:
    """Return the source of the training pairs, their number, and the number that are too long."""
    data, text = config.data, corpus.training
    if text is None:
        generated = task(str(data.task))
        seed = config.training.seed
        source = GeneratedPairs(generated, vocabularies, data.task_pairs, seed, data.max_tokens)
        return source, data.task_pairs, 0
    pairs = stored_pairs(
        run.folder / "tokens",
        vocabularies,
        text,
        data.max_tokens,
        lambda done: notify(Encoding(done, len(text))),
        begun=bool(run.checkpoints()),
        links=Path(data.guided_alignment) if data.guided_alignment is not None else None,
    )
    return FixedPairs(pairs), pairs.read, pairs.read - len(pairs)


def _validation(config: RunConfig, corpus: Corpus, vocabularies: Vocabularies) -> Validation | None:
    if corpus.validation is None:
        return None
    pairs = encode_pairs(vocabularies, corpus.validation, config.model.max_positions)
    return Validation(corpus.validation, pairs, vocabularies, corpus.target_language)


@contextmanager
def _noted_signals() -> Iterator[Callable[[], bool]]:
    """Note SIGTERM, SIGINT and SIGHUP instead of ending the process; yield a function: did one arrive?"""
    received = False

    def note() -> None:
        nonlocal received
        received = True

    with stop_signals(note):
        yield lambda: received
