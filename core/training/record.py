"""Files that describe a finished run in its checkpoint folder: history, model card, example sentences."""

import csv
import io
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.checkpoint_config import read_checkpoint_config
from core.config import DEFAULT_PRESET, PRESETS, UNSHAPED, DataConfig, ModelConfig, TrainingConfig
from core.data.corpora.hub import HUB
from core.data.corpora.registry import CORPORA
from core.data.vocabulary import Vocabularies, fitted
from core.places import PROGRAM, WORKING_FOLDER, as_typed
from core.settings import offered_settings
from core.training.run import DATA_FILES, Run, RunConfig

_REPORTED = (
    "epoch",
    "loss",
    "plain_loss",
    "learning_rate",
    "gradient_norm",
    "tokens_per_second",
    "seconds",
    "guided_loss",
    "padding",
)
_ORIGIN = ("run", "step", "checkpoint", "folder")  # of a checkpoint that a run started from, as a card names it
_LOSSES = ("validation_loss", "validation_smoothed_loss")
_MEASURED = ("perplexity", "accuracy", "bleu")
HISTORY = ("step", *_REPORTED, *_LOSSES, *_MEASURED)  # columns of history.csv


def train_command(
    name: str, config: RunConfig, started_from: str = "", *, new_vocabulary: bool = False, wider: bool = False
) -> str:
    """Return the command that trains with these settings in a run folder of this name; defaults are omitted.

    Args:
        name: of the run.
        config: its settings.
        started_from: folder of the checkpoint that it started from; empty for random weights.
        new_vocabulary: whether it learned a new vocabulary for that checkpoint's weights.
        wider: whether it widened that checkpoint's feed-forward sub-layers.
    """
    words = [*as_typed("python -m core").split(), "train", "--run", f"runs/{name}"]
    if started_from:
        words += ["--init-from", started_from, *(["--new-vocabulary"] if new_vocabulary else [])]
    changed = {name for name, is_changed in (("vocab_size", new_vocabulary), ("d_ff", wider)) if is_changed}
    always = UNSHAPED | changed if started_from else frozenset()
    for part, default in zip(config, (PRESETS[DEFAULT_PRESET], DataConfig(), TrainingConfig()), strict=True):
        for item in offered_settings(type(part)):
            value = getattr(part, item.name)
            if started_from and isinstance(part, ModelConfig):  # whose defaults are those of the checkpoint
                given = item.name in always
            else:
                given = value is not None and value != getattr(default, item.name)
            if item.name == "hold_out" and config.data.src and not config.data.valid_src:
                given = config.data.hold_out == (config.data.tgt is not None)  # else the command does so by itself
            if given:
                words += [f"--{item.name.replace('_', '-')}", str(value).lower() if item.type is bool else str(value)]
    return shlex.join(words)


def started_from(run: Run) -> dict[str, str | int]:
    """Return the run and the step of the checkpoint that the run started from, or its name if no run made it.

    With its folder, if a command can name it, whether its vocabulary was replaced, and the `d_ff` that it was
    widened from.
    """
    found = described_start(run, ("run", "step", "checkpoint", "folder", "new_vocabulary", "widened_from"))
    return {name: value for name, value in found.items() if isinstance(value, str | int)}


def described_start(run: Run, names: Sequence[str]) -> dict[str, Any]:
    """Return some of what the checkpoint that the run started from says; nothing if it began with random weights."""
    described = read_checkpoint_config(run.initial) if run.initial.is_dir() else {}
    return {name: described[name] for name in names if name in described}


def start_languages(run: Run) -> tuple[str, str]:
    """Return the languages of the checkpoint that the run started from; "" without one."""
    return languages_of_checkpoint(described_start(run, ("source_language", "target_language")))


def languages_of_checkpoint(described: Mapping[str, Any]) -> tuple[str, str]:
    """Return source and target language of a checkpoint's config.json; "" for one that it does not name."""
    return str(described.get("source_language", "")), str(described.get("target_language", ""))


def named_folder(path: Path, runs: Path) -> str | None:
    """Return a path as a command in the working folder names it; None for a path outside of it and of the program.

    Args:
        path: of a file or a folder.
        runs: the folder of runs, which commands call `runs`.
    """
    path = path.resolve()
    places = (runs.resolve(), Path("runs")), (WORKING_FOLDER.resolve(), Path()), (PROGRAM, Path())
    for folder, prefix in places:
        if path.is_relative_to(folder):
            return (prefix / path.relative_to(folder)).as_posix()
    return None


def again_command(run: Run) -> str:
    """Return the command that trains the same model from the run's own files, in another run folder.

    Raises:
        CoreError: its configuration cannot be read.
    """
    start = f"runs/{run.name}/{run.initial.name}" if run.initial.is_dir() else ""  # with its vocabulary
    config, runs = run.read_config(), run.folder.parent
    places = {key: named_folder(Path(given), runs) or given for key, given in named_files(config.data).items()}
    return train_command(f"{run.name}-again", config._replace(data=replace(config.data, **places)), start)


def named_files(data: DataConfig) -> dict[str, str]:
    """Return the files that the data settings name."""
    return {key: given for key in DATA_FILES if (given := getattr(data, key)) is not None}


def _started_command(name: str, config: RunConfig, runs: Path, started_from: Mapping[str, Any]) -> str:
    """Return the command of a model card; of files outside of the project only the names are included."""
    places = {
        key: named_folder(Path(given), runs) or Path(given).name for key, given in named_files(config.data).items()
    }
    config = config._replace(data=replace(config.data, **places))
    if not started_from:
        return train_command(name, config)
    folder = started_from.get("folder")
    if not isinstance(folder, str):
        return train_command(name, config, f"runs/{name}/initial")  # which has its vocabulary
    return train_command(
        name,
        config,
        folder,
        new_vocabulary=bool(started_from.get("new_vocabulary")),
        wider="widened_from" in started_from,
    )


def model_card(
    name: str,
    config: RunConfig,
    vocabularies: Vocabularies,
    languages: tuple[str, str],
    averaged: Sequence[str],
    events: Sequence[Mapping[str, Any]],
    started_from: Mapping[str, Any],
    runs: Path = Path("runs"),
) -> str:
    """Return a checkpoint's model card as Markdown; every number comes from the run's own record.

    Args:
        name: of the run.
        config: its settings; of files outside of the project only the names are included.
        vocabularies: those of its model.
        languages: codes of source and target.
        averaged: names of the averaged checkpoints.
        events: the run's events.
        started_from: what `started_from` returns; empty for random weights.
        runs: the folder of runs.
    """
    model = fitted(config.model, vocabularies)
    validations = [event for event in events if event["event"] == "validation"]
    progress = [event for event in events if event["event"] == "progress"]
    started = next((event for event in reversed(events) if event["event"] == "start"), None)
    pairs = trained_pairs(started) if started else None
    data = _data_description(config.data)
    rows = [
        ("Model", f"{model.num_layers} + {model.decoder_layers} layers, {model.num_heads} heads, "
         f"d_model {model.d_model}, d_ff {model.d_ff}, {model.num_parameters:,} parameters, "
         f"{model.norm}-norm, {model.tying} tied"),
        ("Vocabulary", _vocabulary_description(vocabularies)),
        ("Data", f"{data}, {pairs:,} pairs per epoch" if pairs is not None else data),
        ("Weights", f"{_weights_description(averaged)}, half precision"),
    ]  # fmt: skip
    if started_from:
        words = [f"{key} `{started_from[key]}`" for key in _ORIGIN if key in started_from]
        words += ["with a new vocabulary"] if started_from.get("new_vocabulary") else []
        words += [f"widened from d_ff {started_from['widened_from']}"] if "widened_from" in started_from else []
        rows.append(("Started from", ", ".join(words)))
    if progress:
        last = progress[-1]
        device = f" on {started['device']}" if started and "device" in started else ""
        minutes = f", {last['seconds'] / 60:.1f} minutes" if last.get("seconds") is not None else ""
        rows.append(("Training", f"{last['step']:,} steps{minutes}{device}"))
    if validations and validations[-1].get("perplexity") is not None:
        last = validations[-1]
        rows.append(("Validation", f"perplexity {last['perplexity']:.2f} at step {last['step']:,}, before averaging"))
        if last.get("bleu") is not None:
            signature = str(last.get("bleu_signature")).replace("|", "\\|")
            rows.append(("Validation BLEU", f"{last['bleu']:.1f}, greedy, before averaging, `{signature}`"))
    rows += [_compared(event) for event in compared_sets(events)]
    rows += [("Warning", text.replace("|", "\\|")) for text in (started or {}).get("warnings", ())]
    table = "\n".join(f"| {name} | {words} |" for name, words in rows)
    command = _started_command(name, config, runs, started_from)
    return f"# {languages[0]} → {languages[1]}\n\n| | |\n| --- | --- |\n{table}\n\n```\n{command}\n```\n"


def trained_pairs(started: Mapping[str, Any]) -> int | None:
    """Return the pairs of an epoch by a run's start event: those read without those too long; None if not recorded."""
    pairs, too_long = started.get("training_pairs"), started.get("long_pairs", 0)
    return pairs - too_long if isinstance(pairs, int) and isinstance(too_long, int) else None


def compared_sets(events: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the latest comparison of each test set with the checkpoint that a run started from."""
    return list({event["set"]: event for event in events if event["event"] == "compared"}.values())


def _compared(event: Mapping[str, Any]) -> tuple[str, str]:
    """Return the line of a model card about one test set before and after the run."""
    before, after = (float(event[f"bleu_{when}"]) for when in ("before", "after"))
    words = f"BLEU {before:.1f} before this run, {after:.1f} after, greedy, {event['sentences']:,} pairs"
    return f"On {event['set']}", words


def _weights_description(averaged: Sequence[str]) -> str:
    if len(averaged) == 1:
        return f"those of {averaged[0]}"
    return f"average of {len(averaged)} checkpoints, {averaged[0]} to {averaged[-1]}"


def _vocabulary_description(vocabularies: Vocabularies) -> str:
    source, target = vocabularies
    if source is target:
        return f"{source.vocab_size:,} tokens, joint byte-level BPE"
    return f"{source.vocab_size:,} source and {target.vocab_size:,} target tokens, pieces of the imported model"


def _data_description(data: DataConfig) -> str:
    """Describe the training data, with licence and citation if known."""
    if data.task is not None:
        return f"the generated task `{data.task}`"
    if data.corpus is None:
        return "parallel text in files"
    if data.corpus.startswith(HUB):
        return f"`{data.corpus.removeprefix(HUB)}` of the Hugging Face Hub, under the terms stated there"
    corpus = CORPORA[data.corpus]
    return f"`{corpus.name}`, licence: {corpus.licence} ({corpus.citation})"


def history_csv(events: Sequence[Mapping[str, Any]]) -> str:
    """Return losses and scores over the steps of a run, as CSV."""
    file = io.StringIO()
    writer: csv.DictWriter[str] = csv.DictWriter(file, HISTORY, lineterminator="\n")
    writer.writeheader()
    writer.writerows(plain_numbers(row) for row in history_rows(events))
    return file.getvalue()


def history_rows(events: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return losses and scores of a run: one row for each step with a measurement, by the columns in `HISTORY`."""
    rows: dict[int, dict[str, Any]] = {}
    for event in events:
        row = rows.setdefault(event.get("step", 0), {})
        if event["event"] == "progress":
            row.update({name: event.get(name) for name in _REPORTED})
        elif event["event"] == "validation":
            row.update(zip(_LOSSES, (event.get("loss"), event.get("smoothed_loss")), strict=True))
            row.update({name: event.get(name) for name in _MEASURED})
    return [{"step": step, **row} for step, row in sorted(rows.items()) if row]


def plain_numbers(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with six significant digits of each number that is not whole."""
    return {name: f"{value:.6g}" if isinstance(value, float) else value for name, value in row.items()}


def sample_sources(events: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the source sentences that the run translated at its validations, each once."""
    return list(dict.fromkeys(event["source"] for event in events if event["event"] == "sample"))
