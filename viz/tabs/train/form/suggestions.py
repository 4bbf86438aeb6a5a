"""Suggested settings of a new run: they follow the size of the data and the number of steps until they are changed."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from core.config import RECIPES, ModelConfig, TrainingConfig
from core.data.corpora.registry import CORPORA, published_pairs
from core.data.tasks import TASKS
from core.errors import CoreError
from core.training.schedule import peak_rate
from viz.tabs import uploads
from viz.tabs.train.context import FIRST, TUTORIAL, Limits
from viz.tabs.train.data import hub, upload
from viz.tabs.train.fields import (
    CORPUS,
    FILE,
    FIRST_TRAINING,
    HUB,
    MODEL_FIELDS,
    SMALLEST_VOCABULARY,
    TEXT_TRAINING,
    TRAINING_FIELDS,
    Fields,
    Start,
    preset_model,
)

Settings = dict[str, Any]  # value by the name of a setting; "preset" among them

SMALL_TEXT, LARGE_TEXT = 300_000, 20_000_000  # tokens of both sides, below and above which the model is another one
STARTED_RATE = 0.2  # of the usual rate, where a checkpoint is trained on
PASSES = 60  # over a small text; more of them are learnt by heart
FEWEST_STEPS = 200
_TOKENS_OF_A_PAIR = 40  # where only the number of pairs is known: two sides of public corpora
_CHARACTERS_OF_A_TOKEN = 4
_VOCABULARY_FACTOR = 9.0  # times the root of the tokens: 8,000 for Multi30k, whose tokens then occur often enough
_PRESET = "preset"


class TextSize(NamedTuple):
    """Size of a training text, as far as it is known before it is tokenized."""

    pairs: int
    characters: int | None = None  # of both sides

    @property
    def tokens(self) -> int:
        """Estimated tokens of both sides."""
        if self.characters is None:
            return _TOKENS_OF_A_PAIR * self.pairs
        return math.ceil(self.characters / _CHARACTERS_OF_A_TOKEN)


def text_size(fields: Fields, limits: Limits) -> TextSize | None:
    """Return the size of the chosen text; None for a generated task, and while it is not known."""
    source = fields["source"]
    try:
        if source == CORPUS and (pairs := published_pairs(CORPORA[fields["corpus"]])):
            return TextSize(pairs)
        if source == HUB and (copy := hub.copy_of(fields)) and copy.pairs.get("train"):
            return TextSize(copy.pairs["train"])
        if source == FILE and fields["file"]:
            found = upload.upload_statistics(uploads.upload_stream(fields, limits))
            return TextSize(found.training, found.characters)
    except (CoreError, OSError, KeyError, TypeError):  # the preview reports what is wrong
        pass
    return None


def suggested_settings(
    source: object,
    size: TextSize | None,
    limits: Limits,
    steps: int | None = None,
    start: Start | None = None,
    corpus: object = None,
) -> Settings:
    """Return the suggested value of each setting.

    Args:
        source: of the data.
        size: of the text, where it is known.
        limits: of the page.
        steps: that a visitor has chosen; warm-up and validations follow them.
        start: the checkpoint that the run starts from: a lower rate forgets less of it.
        corpus: the known one, where the source is that; one that is offered as a preset takes its recipe.
    """
    if source == CORPUS and corpus == TUTORIAL and TUTORIAL in limits.presets:
        preset, (model, _, training) = TUTORIAL, RECIPES[TUTORIAL]
    elif isinstance(source, str) and source in TASKS:
        preset, model, training = _task()
    else:
        preset, model, training = _text(size, limits)
    most_steps, most_tokens = limits.max_steps or math.inf, limits.max_tokens_per_batch or math.inf
    suggested = int(min(training.max_steps, most_steps))
    count = steps or suggested
    wanted = replace(
        training,
        max_steps=suggested,  # a chosen number must stay known as chosen
        tokens_per_batch=int(min(training.tokens_per_batch, most_tokens)),
        warmup_steps=min(training.warmup_steps, max(1, count // 4, min(100, count // 2))),
        validate_every=min(training.validate_every, max(1, count // 10)),
    )
    if start is not None:
        wanted = replace(wanted, rate_factor=_started_factor(replace(wanted, max_steps=count), start))
    return {
        _PRESET: preset,
        **{name: getattr(model, name) for name in MODEL_FIELDS},
        **{name: getattr(wanted, name) for name in TRAINING_FIELDS},
    }


def followed_settings(sent: Mapping[str, Any], before: Settings, now: Settings) -> Settings:
    """Return the settings that change from one suggestion to the next, without those that a visitor has changed.

    The preset and the model's settings belong together: a change of one keeps them all.

    Args:
        sent: the values of the form.
        before: the suggestion that the form was filled in with.
        now: the new suggestion.
    """
    model = (_PRESET, *MODEL_FIELDS)
    names = list(model) if all(_same(sent[name], before[name]) for name in model) else []
    names += [name for name in TRAINING_FIELDS if _same(sent[name], before[name])]
    return {name: now[name] for name in names if not _same(now[name], before[name])}


def chosen_steps(sent: Mapping[str, Any], before: Settings) -> int | None:
    """Return the number of steps that a visitor has chosen; None for the suggested one, and for no number."""
    steps = sent["max_steps"]
    is_number = isinstance(steps, int | float) and steps == steps and 1 <= steps < 1e9
    return int(steps) if is_number and not _same(steps, before["max_steps"]) else None


def _started_factor(training: TrainingConfig, start: Start) -> float:
    """Return a fifth of the usual rate factor, or less: the peak is at most that of the checkpoint's own training.

    A short run warms up in few steps, after which Eq. 3 alone would reach many times that peak.
    """
    factor = STARTED_RATE * training.rate_factor
    highest = start.peak or peak_rate(start.model, TrainingConfig(), TrainingConfig().max_steps)  # else the paper's
    peak = peak_rate(start.model, replace(training, rate_factor=factor), training.max_steps)
    return factor if peak <= highest else float(f"{0.995 * factor * highest / peak:.3g}")


def _task() -> tuple[str, ModelConfig, TrainingConfig]:
    return FIRST, preset_model(FIRST), FIRST_TRAINING


def _text(size: TextSize | None, limits: Limits) -> tuple[str, ModelConfig, TrainingConfig]:
    if size is None:
        return "tiny", preset_model("tiny"), TEXT_TRAINING
    tokens = size.tokens
    is_small = tokens < SMALL_TEXT
    preset = "small" if tokens >= LARGE_TEXT and "small" in limits.presets else "tiny"
    largest = preset_model(preset)
    vocabulary = round(_VOCABULARY_FACTOR * math.sqrt(tokens), -2)
    vocabulary = int(min(largest.vocab_size, max(SMALLEST_VOCABULARY + 41, vocabulary)))
    training = TEXT_TRAINING
    if is_small:
        preset, largest = FIRST, replace(preset_model(FIRST), dropout=largest.dropout)
        training = replace(training, tokens_per_batch=1024, rate_factor=FIRST_TRAINING.rate_factor)
    steps_of_a_pass = tokens / 2 / training.tokens_per_batch
    steps = round(PASSES * steps_of_a_pass, -2)
    steps = int(min(training.max_steps, max(FEWEST_STEPS, steps)))
    return preset, replace(largest, vocab_size=vocabulary), replace(training, max_steps=steps)


def _same(value: object, other: object) -> bool:
    """Return whether a control holds this value: an empty box is no value, 64.0 is 64, and a text box holds "64"."""
    if isinstance(value, str) and isinstance(other, int | float):
        return value.strip() in (str(other), f"{other:g}")
    return (None if value == "" else value) == (None if other == "" else other)
