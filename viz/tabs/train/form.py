"""What a visitor fills in, made into a run: data, model and training settings, checked by the configurations.

No value is trusted: whatever a client sends ends in `DataConfig`, `ModelConfig`, `TrainingConfig` or a refusal.
"""

import math
import re
import shutil
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from core.config import PRESETS, DataConfig, ModelConfig, TrainingConfig, describe
from core.data.corpus import ParallelText, read_table, without
from core.data.tasks import TASKS, task
from core.errors import CoreError
from core.training.run import Run, RunConfig
from core.training.runs import list_runs
from viz.tabs.train import owner

FILE = "file"  # the source that is not a generated task
FIRST = "first"  # the preset that is not one of core.config
SOURCES = (*TASKS, FILE)
MODEL_FIELDS = ("d_model", "num_layers", "num_heads", "d_ff", "vocab_size", "dropout")
TRAINING_FIELDS = ("max_steps", "tokens_per_batch", "warmup_steps", "label_smoothing", "seed", "validate_every")
PREVIEW_PAIRS = 5
HELD_OUT_SHARE = 50  # one pair in so many is held out for validation
MOST_HELD_OUT = 500
FEWEST_PAIRS = 10
SMALLEST_VOCABULARY = 259  # 256 bytes and three special tokens
TASK_VALID_PAIRS = 200
MEGABYTE = 2**20  # as Gradio counts

# Small enough to learn reverse within minutes on two cores.
FIRST_MODEL = ModelConfig(vocab_size=400, d_model=64, num_layers=2, num_heads=4, d_ff=256, dropout=0.1)
FIRST_TRAINING = TrainingConfig(max_steps=1000, tokens_per_batch=1024, warmup_steps=200, validate_every=100)
FILE_TRAINING = TrainingConfig(max_steps=5000, tokens_per_batch=4096, warmup_steps=1000, validate_every=250)

ACTIVE = ("starting", "running")
CAN_GO_ON = ("new", "stopped", "failed", "crashed")

_LANGUAGE = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,19}")
_starting = threading.Lock()  # two visitors who press Start at once


@dataclass(frozen=True)
class Limits:
    """What one page allows; a public Space less than one's own machine."""

    max_steps: int | None = None
    max_parameters: int | None = None
    max_tokens_per_batch: int | None = None
    max_vocabulary: int | None = None  # with a wide batch it decides the memory, which a Space shares with the page
    presets: tuple[str, ...] = (FIRST, *PRESETS)
    upload_bytes: int = 200 * MEGABYTE
    unpacked_bytes: int = 1_000_000_000
    seconds: float | None = None  # of one training
    kept_runs: int | None = None  # older ones that have ended are removed
    owned: bool = False  # whether only the visitor who started a run can stop it and go on with it


HOME = Limits()
SPACE = Limits(
    max_steps=2000,
    max_parameters=5_000_000,
    max_tokens_per_batch=4096,
    max_vocabulary=10_000,
    presets=(FIRST, "tiny"),
    upload_bytes=2 * MEGABYTE,
    unpacked_bytes=20_000_000,
    seconds=600.0,
    kept_runs=10,
    owned=True,
)


class Form(NamedTuple):
    """The controls' values, in the order of the page; nothing is known of them yet."""

    source: Any = "reverse"
    file: Any = None  # path in the upload cache, checked by Gradio to lie there
    src_lang: Any = ""
    tgt_lang: Any = ""
    src_column: Any = ""
    tgt_column: Any = ""
    d_model: Any = FIRST_MODEL.d_model
    num_layers: Any = FIRST_MODEL.num_layers
    num_heads: Any = FIRST_MODEL.num_heads
    d_ff: Any = FIRST_MODEL.d_ff
    vocab_size: Any = FIRST_MODEL.vocab_size
    dropout: Any = FIRST_MODEL.dropout
    max_steps: Any = FIRST_TRAINING.max_steps
    tokens_per_batch: Any = FIRST_TRAINING.tokens_per_batch
    warmup_steps: Any = FIRST_TRAINING.warmup_steps
    label_smoothing: Any = FIRST_TRAINING.label_smoothing
    seed: Any = FIRST_TRAINING.seed
    validate_every: Any = FIRST_TRAINING.validate_every
    name: Any = ""


class Split(NamedTuple):
    """An uploaded file's pairs, parted."""

    training: ParallelText
    validation: ParallelText


def start_run(runs: Path, limits: Limits, form: Form, visitor: object = "") -> Run:
    """Check everything, make the run folder and start its process; where runs are owned, `visitor` owns this one.

    Raises:
        CoreError: a bad value, a bad file, a name that is taken, or another run that is being trained.
    """
    source = _source(form.source)
    pairs = split(read_upload(form, limits)) if source == FILE else None
    config = configuration(form, limits)
    run = named_run(runs, form.name)
    with _starting:
        refuse_second(runs)
        if run.folder.exists():  # a failure below removes the folder: never one that was there before
            raise CoreError("run.exists", "run {folder} exists already; choose another name", folder=run.name)
        run.create(config)
        try:
            if limits.owned:
                owner.claim(run, visitor)
            if pairs is not None:
                run.replace_config(config._replace(data=_written(run.folder / "data", pairs, config.data)))
        except BaseException:
            shutil.rmtree(run.folder, ignore_errors=True)
            raise
        launch(run, limits)
    _remove_old(runs, limits)
    return run


def resume_run(runs: Path, limits: Limits, run: Run, visitor: object = "") -> None:
    """Go on with a run that was stopped or has died, from its last checkpoint.

    Raises:
        CoreError: another run is being trained, this one is over, or it is another visitor's.
    """
    refuse_strangers(limits, run, visitor)
    with _starting:
        refuse_second(runs)
        if run.status().state not in CAN_GO_ON:
            raise CoreError("train.over", "run {name} is over and cannot go on", name=run.name)
        launch(run, limits)


def launch(run: Run, limits: Limits) -> None:
    """Start the process, and on a Space see to it that it ends in time."""
    process = run.spawn()
    if limits.seconds is not None:
        timer = threading.Timer(limits.seconds, _stop_process, (run, process))
        timer.daemon = True
        timer.start()


def refuse_strangers(limits: Limits, run: Run, visitor: object) -> None:
    """Raise CoreError where runs are owned and this one is another visitor's."""
    if limits.owned:
        owner.refuse_strangers(run, visitor)


def refuse_second(runs: Path) -> None:
    """Raise CoreError where a run is being trained already."""
    for run in list_runs(runs):
        if run.status().state in ACTIVE:
            raise CoreError(
                "train.busy", "run {name} is being trained; one at a time: stop it, or wait for it", name=run.name
            )


def configuration(form: Form, limits: Limits) -> RunConfig:
    """The three configurations of a form, within the limits.

    Raises:
        CoreError: a value of the wrong type or out of bounds, by name.
    """
    source = _source(form.source)
    model = model_config(form)
    given = {name: _plain(TrainingConfig, name, getattr(form, name)) for name in TRAINING_FIELDS}
    training = _with_derived(TrainingConfig(**given), validation_sentences=200 if source == FILE else 100)
    _refuse_above("max_steps", training.max_steps, limits.max_steps)
    _refuse_above("vocab_size", model.vocab_size, limits.max_vocabulary)
    _refuse_above("tokens_per_batch", training.tokens_per_batch, limits.max_tokens_per_batch)
    _refuse_above("parameters", model.num_parameters, limits.max_parameters)
    if source != FILE:
        return RunConfig(model, DataConfig(task=source, valid_pairs=TASK_VALID_PAIRS), training)
    languages = [_language(form.src_lang), _language(form.tgt_lang)]
    data = DataConfig(src="", tgt="", src_lang=languages[0], tgt_lang=languages[1], unescape=False)
    return RunConfig(model, data, training)


def model_config(form: Form) -> ModelConfig:
    """The model of a form.

    Raises:
        CoreError: a value of the wrong type or out of bounds, by name.
    """
    config = ModelConfig(**{name: _plain(ModelConfig, name, getattr(form, name)) for name in MODEL_FIELDS})
    if config.vocab_size < SMALLEST_VOCABULARY:
        raise CoreError(
            "tokenizer.vocab_size",
            "vocab_size ({vocab_size}) must be at least {smallest}: the 256 bytes and the special tokens",
            vocab_size=config.vocab_size,
            smallest=SMALLEST_VOCABULARY,
        )
    return config


def preset_model(preset: str) -> ModelConfig:
    """The model of a preset.

    Raises:
        CoreError: there is none of that name.
    """
    known = {FIRST: FIRST_MODEL, **PRESETS}
    if preset not in known:
        raise CoreError(
            "train.choice", "there is no {name!r}; allowed: {allowed}", name=preset, allowed=", ".join(known)
        )
    return known[preset]


def suggested_training(source: str, limits: Limits) -> TrainingConfig:
    """Settings to begin with for a source of data, within the limits."""
    wanted = FILE_TRAINING if source == FILE else FIRST_TRAINING
    return replace(
        wanted,
        max_steps=min(wanted.max_steps, limits.max_steps or wanted.max_steps),
        tokens_per_batch=min(wanted.tokens_per_batch, limits.max_tokens_per_batch or wanted.tokens_per_batch),
    )


def suggested_name(runs: Path, stem: str) -> str:
    """A name that no run has yet: the stem and the smallest number that is free."""
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", stem).strip("-_")[:48] or "run"
    number = 1
    while (runs / f"{stem}-{number}").exists():
        number += 1
    return f"{stem}-{number}"


def named_run(runs: Path, name: object) -> Run:
    """The run of that name in the folder of runs, which may not exist yet; never one elsewhere.

    Raises:
        CoreError: the name is not that of a folder directly in there.
    """
    if not isinstance(name, str) or not name or name != Path(name).name or "\0" in name:
        raise CoreError(
            "run.name",
            "run name {name!r} must be 1 to 64 letters, digits, '.', '_' or '-', beginning with a letter or digit",
            name=name,
        )
    return Run(runs / name)


def task_preview(source: str) -> ParallelText:
    """The first pairs of a generated task."""
    return task(source).pairs(PREVIEW_PAIRS, 1, split="train")


def read_upload(form: Form, limits: Limits) -> ParallelText:
    """The pairs of the uploaded file, under its own name in every error.

    Raises:
        CoreError: no file, too large, or not to be read as pairs of sentences.
    """
    if not isinstance(form.file, str) or not form.file:
        raise CoreError("train.no_file", "choose a file with pairs of sentences first")
    path = Path(form.file)
    if path.is_file() and path.stat().st_size > limits.upload_bytes:
        raise CoreError(
            "train.upload_size",
            "{name} has {size:.1f} MB; at most {limit:.0f} MB are allowed here",
            name=path.name,
            size=math.ceil(path.stat().st_size / MEGABYTE * 10) / 10,  # up: never "2.0 MB; at most 2 MB"
            limit=limits.upload_bytes / MEGABYTE,
        )
    columns = [str(value or "").strip() or None for value in (form.src_column, form.tgt_column)]
    try:
        return read_table(path, source_column=columns[0], target_column=columns[1], max_bytes=limits.unpacked_bytes)
    except CoreError as error:
        raise _under_own_name(error, path) from None


def split(pairs: ParallelText) -> Split:
    """Hold out every 50th pair, at most 500 of them evenly spread; training has no held-out pair, repeated or not.

    Raises:
        CoreError: too few pairs.
    """
    if len(pairs) < FEWEST_PAIRS:
        raise CoreError(
            "train.few_pairs",
            "the file has {pairs} pairs; at least {fewest} are needed, and thousands to learn a language",
            pairs=len(pairs),
            fewest=FEWEST_PAIRS,
        )
    held = min(MOST_HELD_OUT, max(1, len(pairs) // HELD_OUT_SHARE))
    every = len(pairs) // held
    chosen = range(every - 1, every * held, every)
    validation = ParallelText([pairs.source[k] for k in chosen], [pairs.target[k] for k in chosen])
    training = without(pairs, validation)
    if not len(training):
        raise CoreError("train.same_pairs", "all {pairs} pairs of the file are the same", pairs=len(pairs))
    return Split(training, validation)


def _written(folder: Path, pairs: Split, data: DataConfig) -> DataConfig:
    """The pairs as line-aligned files in the run folder, and the configuration that names them."""
    folder.mkdir(parents=True)
    paths: dict[str, str] = {}
    for name, text in (("train", pairs.training), ("valid", pairs.validation)):
        for side, lines in (("src", text.source), ("tgt", text.target)):
            path = folder.resolve() / f"{name}.{side}"
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
            paths[side if name == "train" else f"valid_{side}"] = str(path)
    return replace(data, **paths)


def _with_derived(training: TrainingConfig, *, validation_sentences: int) -> TrainingConfig:
    """Reports and checkpoints in proportion to the run's length: the averaged five are its last tenth (6.1)."""
    return replace(
        training,
        report_every=min(20, max(1, training.max_steps // 200)),
        checkpoint_every=min(1000, max(1, training.max_steps // 50)),
        validation_sentences=validation_sentences,
    )


def _plain(config: type, name: str, value: Any) -> Any:
    """A browser knows one kind of number: 64.0 is the whole number 64."""
    kind = next(item.type for item in describe(config) if item.name == name)
    return int(value) if kind is int and isinstance(value, float) and value.is_integer() else value


def _source(source: object) -> str:
    if source not in SOURCES:
        raise CoreError(
            "train.choice", "there is no {name!r}; allowed: {allowed}", name=source, allowed=", ".join(SOURCES)
        )
    return str(source)


def _language(code: object) -> str:
    if not isinstance(code, str) or not _LANGUAGE.fullmatch(code.strip()):
        raise CoreError(
            "train.language",
            "language {value!r} must be a code such as en or zh: letters, digits and '-', at most 20",
            value=code,
        )
    return code.strip()


def _refuse_above(name: str, value: int, limit: int | None) -> None:
    if limit is not None and value > limit:
        raise CoreError(
            "train.limit", "{name} ({value:,}) may be at most {limit:,} here", name=name, value=value, limit=limit
        )


def _under_own_name(error: CoreError, path: Path) -> CoreError:
    """The same error, without the place where the server keeps the upload."""
    message = str(error).replace(str(path), path.name)
    renamed = CoreError(error.code, "{message}", message=message)
    renamed.parameters = {**error.parameters, "path": path.name}
    return renamed


def _stop_process(run: Run, process: int) -> None:
    """Stop the process that was started then; one that goes on with the run since has a time of its own."""
    if run.status().process == process:
        run.request_stop()


def _remove_old(runs: Path, limits: Limits) -> None:
    """Keep the newest runs only, where the disk is shared with everybody."""
    if limits.kept_runs is None:
        return
    for run in list_runs(runs)[limits.kept_runs :]:
        if run.status().state not in ACTIVE and not run.folder.is_symlink():
            shutil.rmtree(run.folder, ignore_errors=True)
