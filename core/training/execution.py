"""Carrying out a run folder's configuration: read the data, build or resume the model, train, leave a checkpoint."""

import os
import shutil
import signal
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Literal, NamedTuple

import torch

from core.allocator import keep_freed_memory
from core.checkpoint import average_weights, save_checkpoint, shared_weights
from core.config import DataConfig, ModelConfig, to_dict
from core.data.batching import BatchSampler, FixedPairs, GeneratedPairs, PairSource, encode_pairs
from core.data.corpus import ParallelText, read_parallel_files, read_table
from core.data.tasks import task
from core.data.tokenizer import SMALLEST_VOCABULARY, Tokenizer
from core.errors import CoreError
from core.model.transformer import Transformer
from core.training.events import CheckpointDue, Ended, Event, Resumed, Saved, Started
from core.training.record import history_csv, model_card, sample_sources
from core.training.run import Run, RunConfig
from core.training.trainer import Trainer, Validation

_VALIDATION_SEED = 1  # generated validation pairs are the same in every run


class Corpus(NamedTuple):
    """The text of a run."""

    training: ParallelText | None  # None where a task generates it
    validation: ParallelText | None
    source_language: str
    target_language: str


def execute(run: Run, notify: Callable[[Event], None] = lambda event: None) -> None:
    """Train a run from where it stands to its end, and write its finished checkpoint.

    SIGTERM, SIGINT and a stop request end it after the step at hand, with a checkpoint saved.

    Raises:
        CoreError: the configuration, the data or the checkpoint is bad; the run's status says so as well.
    """
    refuse_busy(run)
    run.set_status("starting", 0)
    trainer: Trainer | None = None
    try:
        with _stop_signals() as interrupted:
            keep_freed_memory()
            config = _resolved(run, run.read_config())
            trainer, tokenizer, corpus, started = _prepare(run, config)
            if run.events():  # begun before: what it did after the checkpoint it goes on from is superseded
                _record(run, Resumed(trainer.standing.step), notify)
            _record(run, started, notify)
            run.set_status("running", trainer.standing.step)
            reason = _train(run, config, trainer, notify, lambda: interrupted() or run.stop_requested())
            _finish(run, config, tokenizer, corpus, trainer)
            run.clear_stop()
            run.set_status("stopped" if reason == "stopped" else "finished", trainer.standing.step, reason)
    except BaseException as error:
        message = str(error) or type(error).__name__
        run.set_status("failed", trainer.standing.step if trainer else 0, message)
        raise


def refuse_busy(run: Run) -> None:
    """Raise CoreError where another process is training the run."""
    status = run.status()
    if status.state in ("starting", "running") and status.process != os.getpid():
        raise CoreError("run.busy", "run {name} is being trained by another process", name=run.name)


def read_corpus(data: DataConfig) -> Corpus:
    """The text that a data configuration names.

    Raises:
        CoreError: neither or both of a task and files, a target without its source, or files that cannot be read as
            parallel text.
    """
    if (data.task is None) == (data.src is None):
        raise CoreError("data.source", "give either task or src (with tgt, or a table of both sides)")
    if data.task is not None:
        chosen = task(data.task)
        valid = chosen.pairs(data.valid_pairs, _VALIDATION_SEED, split="valid")
        return Corpus(None, valid, chosen.source_language, chosen.target_language)
    if data.valid_tgt is not None and data.valid_src is None:
        raise CoreError("data.valid_source", "valid_tgt is given without valid_src, the source beside it")
    training = _read_side(data, data.src, data.tgt)
    if training is None:
        raise CoreError("data.source", "give either task or src (with tgt, or a table of both sides)")
    return Corpus(training, _read_side(data, data.valid_src, data.valid_tgt), data.src_lang, data.tgt_lang)


def check_run(config: RunConfig) -> None:
    """Refuse what cannot be trained, before anything is written.

    Raises:
        CoreError: settings that do not go together, a device that is not there, or data that cannot be read.
    """
    choose_device(config.training.device)
    if config.model.vocab_size < SMALLEST_VOCABULARY:
        raise CoreError(
            "tokenizer.vocab_size",
            "vocab_size ({vocab_size}) must be at least {smallest}: the 256 bytes and the special tokens",
            vocab_size=config.model.vocab_size,
            smallest=SMALLEST_VOCABULARY,
        )
    if config.data.max_tokens > config.model.max_positions:
        raise CoreError(
            "config.positions",
            "max_tokens ({max_tokens}) must not be larger than max_positions ({max_positions})",
            max_tokens=config.data.max_tokens,
            max_positions=config.model.max_positions,
        )
    read_corpus(config.data)


def train_tokenizer(data: DataConfig, corpus: Corpus, vocab_size: int) -> Tokenizer:
    """The joint vocabulary of a run's training text."""
    if corpus.training is not None:
        text = corpus.training
    else:
        text = task(str(data.task)).pairs(data.task_pairs, 0, split="train")
    return Tokenizer.train((line for side in (text.source, text.target) for line in side), vocab_size)


def choose_device(name: str) -> torch.device:
    """The device that `auto`, `cpu` or `cuda` stands for.

    Raises:
        CoreError: cuda is asked for and there is none.
    """
    if name == "cuda" and not torch.cuda.is_available():
        raise CoreError("config.no_cuda", "device is cuda, but torch finds no CUDA GPU here")
    return torch.device("cuda" if name != "cpu" and torch.cuda.is_available() else "cpu")


def choose_precision(device: torch.device) -> Literal["float32", "bfloat16"]:
    """bfloat16 where the processor has instructions for it, else float32."""
    if device.type == "cuda":
        return "bfloat16" if torch.cuda.is_bf16_supported() else "float32"
    cpu = Path("/proc/cpuinfo")
    flags = cpu.read_text(encoding="utf-8", errors="replace") if cpu.exists() else ""
    return "bfloat16" if any(name in flags for name in ("avx512_bf16", "amx_bf16")) else "float32"


def average_run(run: Run, last: int, folder: Path) -> None:
    """Write the average of a run's last checkpoints as a checkpoint folder (6.1).

    Raises:
        CoreError: the run has no checkpoint, or fewer than `last`.
    """
    config = run.read_config()
    paths = run.checkpoints()
    if last < 1 or len(paths) < last:
        raise CoreError(
            "average.too_few",
            "run {name} has {found} checkpoints; last ({last}) must be from 1 to that",
            name=run.name,
            found=len(paths),
            last=last,
        )
    tokenizer = Tokenizer.load(run.folder / "tokenizer.json")
    data = config.data
    generated = task(data.task) if data.task is not None else None
    languages = (generated.source_language, generated.target_language) if generated else (data.src_lang, data.tgt_lang)
    _write_checkpoint(folder, run, config, tokenizer, *languages, paths[-last:])


def _resolved(run: Run, config: RunConfig) -> RunConfig:
    """The configuration with its precision chosen once and written down, so that a resume computes the same."""
    if config.training.precision != "auto":
        return config
    precision = choose_precision(choose_device(config.training.device))
    config = config._replace(training=replace(config.training, precision=precision))
    run.replace_config(config)
    return config


def _prepare(run: Run, config: RunConfig) -> tuple[Trainer, Tokenizer, Corpus, Started]:
    """Everything that training needs, standing where the newest checkpoint left it."""
    run.repair_events()
    corpus = read_corpus(config.data)
    tokenizer_path = run.folder / "tokenizer.json"
    if tokenizer_path.exists():
        tokenizer = Tokenizer.load(tokenizer_path)
    else:
        tokenizer = train_tokenizer(config.data, corpus, config.model.vocab_size)
        partial = tokenizer_path.with_suffix(".partial")
        tokenizer.save(partial)
        partial.replace(tokenizer_path)
    model_config = replace(config.model, vocab_size=tokenizer.vocab_size)
    device = choose_device(config.training.device)
    torch.manual_seed(config.training.seed)
    model = Transformer(model_config).to(device)
    source = _pair_source(config, corpus, tokenizer)
    sampler = BatchSampler(source, config.training.tokens_per_batch, config.training.seed)
    trainer = Trainer(model, sampler, config.training, _validation(config, corpus, tokenizer))
    saved = run.checkpoints()
    if saved:
        trainer.restore(saved[-1])
    pairs = len(corpus.training) if corpus.training is not None else config.data.task_pairs
    started = Started(trainer.standing.step, model_config.num_parameters, pairs, sampler.batches_per_epoch, str(device))
    return trainer, tokenizer, corpus, started


def _train(
    run: Run,
    config: RunConfig,
    trainer: Trainer,
    notify: Callable[[Event], None],
    stop: Callable[[], bool],
) -> str:
    """Run the trainer, recording its events and saving checkpoints; returns why it ended."""
    last_saved, reason = trainer.standing.step, ""
    for event in trainer.train(stop):
        if isinstance(event, CheckpointDue) or (isinstance(event, Ended) and last_saved != event.step):
            _save(run, config, trainer, notify)
            last_saved = event.step
        if isinstance(event, CheckpointDue):
            continue
        _record(run, event, notify)
        run.set_status("running", event.step)
        if isinstance(event, Ended):
            reason = event.reason
    return reason


def _save(run: Run, config: RunConfig, trainer: Trainer, notify: Callable[[Event], None]) -> None:
    step = trainer.standing.step
    folder = run.folder / "checkpoints" / f"step-{step}"
    trainer.save(folder)
    _record(run, Saved(step, str(folder.relative_to(run.folder))), notify)
    kept = max(config.training.keep_checkpoints, config.training.average_last)
    for old in run.checkpoints()[:-kept]:
        shutil.rmtree(old, ignore_errors=True)


def _finish(run: Run, config: RunConfig, tokenizer: Tokenizer, corpus: Corpus, trainer: Trainer) -> None:
    """The finished checkpoint: the average of the last checkpoints, in half precision."""
    if trainer.standing.step == 0:
        return
    paths = run.checkpoints()[-config.training.average_last :]
    languages = corpus.source_language, corpus.target_language
    _write_checkpoint(run.checkpoint, run, config, tokenizer, *languages, paths)


def _write_checkpoint(
    folder: Path,
    run: Run,
    config: RunConfig,
    tokenizer: Tokenizer,
    source_language: str,
    target_language: str,
    paths: list[Path],
) -> None:
    model_config: ModelConfig = replace(config.model, vocab_size=tokenizer.vocab_size)
    weights = average_weights([path / "model.safetensors" for path in paths], model_config)
    data = {name: value for name, value in to_dict(config.data).items() if not name.endswith(("src", "tgt"))}
    averaged = [path.name for path in paths]
    events = run.events()
    details = {
        "run": run.name,
        "step": int(paths[-1].name[5:]),
        "averaged": averaged,
        "data": data,
        "training": to_dict(config.training),
        **({} if config.data.task else {"examples": sample_sources(events)}),
    }
    languages = (source_language, target_language)
    save_checkpoint(
        folder,
        shared_weights(weights, model_config),
        model_config,
        tokenizer,
        source_language=source_language,
        target_language=target_language,
        details=details,
        half=True,
        texts={
            "README.md": model_card(config, model_config, languages, averaged, events),
            "history.csv": history_csv(events),
        },
    )


def _record(run: Run, event: Event, notify: Callable[[Event], None]) -> None:
    run.append(event.to_dict())
    notify(event)


def _pair_source(config: RunConfig, corpus: Corpus, tokenizer: Tokenizer) -> PairSource:
    data = config.data
    if corpus.training is not None:
        return FixedPairs(encode_pairs(tokenizer, corpus.training, data.max_tokens))
    return GeneratedPairs(task(str(data.task)), tokenizer, data.task_pairs, config.training.seed, data.max_tokens)


def _validation(config: RunConfig, corpus: Corpus, tokenizer: Tokenizer) -> Validation | None:
    if corpus.validation is None:
        return None
    pairs = encode_pairs(tokenizer, corpus.validation, config.model.max_positions)
    return Validation(corpus.validation, pairs, tokenizer, corpus.target_language)


def _read_side(data: DataConfig, source: str | None, target: str | None) -> ParallelText | None:
    if source is None:
        return None
    if target is not None:
        return read_parallel_files(Path(source), Path(target), unescape=data.unescape)
    return read_table(
        Path(source), source_column=data.src_column, target_column=data.tgt_column, unescape=data.unescape
    )


@contextmanager
def _stop_signals() -> Iterator[Callable[[], bool]]:
    """SIGTERM and SIGINT ask for a stop instead of ending the process."""
    received = False

    def ask(number: int, frame: types.FrameType | None) -> None:
        nonlocal received
        received = True

    before = {number: signal.signal(number, ask) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield lambda: received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
