"""Fields of the form, converted to the configurations of data, model and training, which validate them.

No value is trusted: whatever a client sends becomes a `DataConfig`, `ModelConfig` or `TrainingConfig`, or is refused.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from gradio.components import Component

from core.config import PRESETS, RECIPES, UNSHAPED, DataConfig, ModelConfig, TrainingConfig
from core.data.corpora.hub import HUB as HUB_PREFIX
from core.data.corpora.hub import has_library, hub_name
from core.data.corpora.registry import CORPORA
from core.data.tasks import TASKS
from core.errors import CoreError, Names
from core.settings import describe
from core.training.run import RunConfig
from viz.tabs.train.context import FIRST, TUTORIAL, Limits, Sent

START = "start"  # the field of the checkpoint to start from
# The fields of both codes that were suggested last, not typed: of files, and of a data set of the Hub.
SUGGESTED_LANGUAGES, HUB_SUGGESTED_LANGUAGES = "suggested_languages", "hub_suggested_languages"
PAIRS_OF = "pairs_of"  # the field of the run whose files are used again, while no file is chosen
CORPUS, HUB, FILE = "corpus", "hub", "own_file"  # the sources that are not generated tasks
FORWARD, BACKWARD = "forward", "backward"  # directions of a known corpus: as published, and swapped
SOURCES = (*TASKS, CORPUS, HUB, FILE)
# Every field of the paper's Table 3 and section 3; attention_dropout and scale_scores are left to the command line.
MODEL_FIELDS = (
    *("num_layers", "d_model", "num_heads", "d_ff", "d_k", "d_v"),
    *("dropout", "vocab_size", "positions", "norm", "tying"),
)
GIVEN_BY_START = tuple(name for name in MODEL_FIELDS if name not in UNSHAPED)  # by a checkpoint to start from
MORE_FIELDS = (  # of the training, which most runs leave as they are
    *("patience", "average_last", "cooldown_steps", "clip_norm"),
    *("weight_decay", "bpe_dropout", "precision", "device"),
)
TRAINING_FIELDS = (
    *("max_steps", "tokens_per_batch", "accumulate", "warmup_steps", "rate_factor"),
    *("label_smoothing", "max_epochs", "validate_every", "seed"),
    *MORE_FIELDS,
)
SMALLEST_VOCABULARY = 259  # 256 bytes and three special tokens
TASK_VALID_PAIRS = 200
PREVIEW_PAIRS = 5  # shown of any data

# Small enough to learn each generated task within three minutes on two cores: numbers to 95 % of fresh ones without a
# fault (tests/e2e/test_training.py). Endless fresh pairs need neither dropout nor label smoothing against overfitting,
# and a narrow model under post-norm needs less than the paper's rate, which grows as d_model shrinks.
FIRST_MODEL = ModelConfig(vocab_size=400, d_model=64, num_layers=2, num_heads=4, d_ff=256, dropout=0.0)
FIRST_TRAINING = TrainingConfig(
    max_steps=2000,
    tokens_per_batch=1024,
    warmup_steps=500,
    rate_factor=0.4,
    label_smoothing=0.0,
    validate_every=100,
)
TEXT_TRAINING = TrainingConfig(max_steps=5000, tokens_per_batch=4096, warmup_steps=1000, validate_every=250)

Fields = Mapping[str, Any]  # unchecked values of a visitor, by the name of the control
DEFAULTS: Fields = {
    "source": "reverse",
    "corpus": next(iter(CORPORA)),
    "direction": FORWARD,
    **dict.fromkeys(("hub", "hub_subset", "hub_src_column", "hub_tgt_column", "hub_src_lang", "hub_tgt_lang"), ""),
    "file": None,  # paths in the upload cache, checked by Gradio: one table, or two text files
    PAIRS_OF: "",
    **dict.fromkeys((SUGGESTED_LANGUAGES, HUB_SUGGESTED_LANGUAGES), ""),
    **dict.fromkeys(("src_lang", "tgt_lang", "src_column", "tgt_column"), ""),  # a column, or one of the two files
    **{name: getattr(FIRST_MODEL, name) for name in MODEL_FIELDS},
    **{name: getattr(FIRST_TRAINING, name) for name in TRAINING_FIELDS},
    START: "",
    "name": "",
}

_HUB_ADDRESS = re.compile(r"^(https?://)?(www\.)?(huggingface\.co|hf\.co)/datasets/|^hub:|/+$")
_LANGUAGE = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,19}")


class Start(NamedTuple):
    """A checkpoint that a run starts from, in the place of its name in the fields."""

    name: str
    model: ModelConfig
    peak: float | None = None  # highest learning rate of its own training, if recorded
    languages: tuple[str, str] = ("", "")  # of source and target


class Pairs(NamedTuple):
    """The files of an earlier run, in the place of its name in the fields."""

    name: str
    data: DataConfig


def kept_pairs(fields: Fields) -> Pairs | None:
    """Return the files of an earlier run that a form uses; None if it has other data."""
    kept = fields.get(PAIRS_OF)
    return kept if isinstance(kept, Pairs) and fields["source"] == FILE and not fields["file"] else None


def sent_fields(controls: Mapping[str, Component], sent: Sent) -> dict[str, Any]:
    """Return what a client sent of these controls, by their names."""
    return {name: sent[control] for name, control in controls.items() if control in sent}


def configuration(fields: Fields, limits: Limits) -> RunConfig:
    """Return the three configurations of a form, within the limits.

    Raises:
        CoreError: a value of the wrong type or out of bounds, by name.
    """
    source = checked_source(fields["source"], limits)
    model = model_config(fields)
    given = {name: plain_value(TrainingConfig, name, fields[name]) for name in TRAINING_FIELDS}
    training = TrainingConfig(**given, max_minutes=limits.max_minutes)
    training = _with_derived(training, validation_sentences=100 if source in TASKS else 200)
    refuse_above("max_steps", training.max_steps, limits.max_steps)
    refuse_above("vocab_size", max(model.vocab_size, model.output_size), limits.max_vocabulary)
    refuse_above("tokens_per_batch", training.tokens_per_batch * training.accumulate, limits.max_tokens_per_batch)
    refuse_above("average_last", training.average_last, limits.max_averaged)
    refuse_above("parameters", model.num_parameters, limits.max_parameters)
    data = _data(fields, source)
    if data.max_tokens > model.max_positions:  # a checkpoint to start from may have few
        data = replace(data, max_tokens=model.max_positions)
    return RunConfig(model, data, training)


def model_config(fields: Fields) -> ModelConfig:
    """Return the model of a form.

    Raises:
        CoreError: a value of the wrong type or out of bounds, by name.
    """
    given = {name: plain_value(ModelConfig, name, fields[name]) for name in MODEL_FIELDS}
    start = fields.get(START)
    if isinstance(start, Start):
        return replace(start.model, **{name: value for name, value in given.items() if name not in GIVEN_BY_START})
    if start:
        raise CoreError("train.start", "the checkpoint to start from, {name!r}, was not looked up", name=start)
    config = ModelConfig(**given)
    if config.vocab_size < SMALLEST_VOCABULARY:
        raise CoreError(
            "tokenizer.vocab_size",
            "{setting} ({size}) must be at least {smallest}: the 256 bytes and the special tokens",
            setting="vocab_size",
            size=config.vocab_size,
            smallest=SMALLEST_VOCABULARY,
        )
    return config


def preset_model(preset: str) -> ModelConfig:
    """Return the model of a preset.

    Raises:
        CoreError: unknown name.
    """
    known = {FIRST: FIRST_MODEL, **PRESETS, TUTORIAL: RECIPES[TUTORIAL].model}
    if preset not in known:
        raise CoreError(
            "train.choice", "unknown choice “{name}”; available: {allowed}", name=preset, allowed=Names(known)
        )
    return known[preset]


def _with_derived(training: TrainingConfig, *, validation_sentences: int) -> TrainingConfig:
    """Report and save in proportion to the run's length: the averaged five checkpoints are its last tenth (6.1)."""
    return replace(
        training,
        report_every=min(20, max(1, training.max_steps // 200)),
        checkpoint_every=min(1000, max(1, training.max_steps // 50)),
        validation_sentences=validation_sentences,
    )


def _data(fields: Fields, source: str) -> DataConfig:
    """Return the data settings of a form; an upload gets its files when it has been written into the run folder."""
    if source in TASKS:
        return DataConfig(task=source, valid_pairs=TASK_VALID_PAIRS)
    if source == CORPUS:
        languages = CORPORA[_known(fields["corpus"], tuple(CORPORA))].languages
        source_language, target_language = reversed(languages) if is_backward(fields) else languages
        return DataConfig(corpus=fields["corpus"], src_lang=source_language, tgt_lang=target_language)
    if source == HUB:
        languages = _languages(fields["hub_src_lang"], fields["hub_tgt_lang"])
        return DataConfig(corpus=hub_data_set(fields), src_lang=languages[0], tgt_lang=languages[1])
    languages = _languages(fields["src_lang"], fields["tgt_lang"])
    if kept := kept_pairs(fields):
        return replace(kept.data, src_lang=languages[0], tgt_lang=languages[1])
    return DataConfig(src="", tgt="", src_lang=languages[0], tgt_lang=languages[1], unescape=False)


def plain_value(config: type, name: str, value: Any) -> Any:
    """Return the value as the setting's type: a browser sends 64.0 for 64, and text for an optional number."""
    setting = next(item for item in describe(config) if item.name == name)
    if setting.optional and isinstance(value, str):
        return _written_number(setting.type, value.strip())
    return int(value) if setting.type is int and isinstance(value, float) and value.is_integer() else value


def _written_number(kind: type, text: str) -> int | float | str | None:
    """Return the number that a text box holds; None for an empty one, and any other text as it is."""
    if kind is int:
        return int(text) if text.isascii() and text.isdigit() else text or None
    try:
        return float(text)
    except ValueError:
        return text or None


def is_backward(fields: Fields) -> bool:
    """Return whether a known corpus is swapped.

    Raises:
        CoreError: unknown direction.
    """
    return _known(fields["direction"], (FORWARD, BACKWARD)) == BACKWARD


def hub_data_set(fields: Fields) -> str:
    """Return the data set of the Hub that a form names, as hub:OWNER/NAME or hub:OWNER/NAME/CONFIGURATION.

    The address of its page is accepted too.

    Raises:
        CoreError: no name, or a malformed one.
    """
    written = [value.strip() if isinstance(value, str) else "" for value in (fields["hub"], fields["hub_subset"])]
    repository, subset = _HUB_ADDRESS.sub("", written[0]), written[1]
    if not repository:
        raise CoreError("train.no_hub", "enter the name of a data set of the Hugging Face Hub first, as OWNER/NAME")
    name = HUB_PREFIX + repository
    whole = f"{name}/{subset}" if subset else name
    try:
        hub_name(name)  # checked alone: a name without an owner, followed by a subset, would pass as another name
        hub_name(whole)
    except CoreError as error:
        raise CoreError(
            "train.hub_name",
            "“{name}” is not the name of a data set: use OWNER/NAME, as on its page",
            name=whole.removeprefix(HUB_PREFIX),
        ) from error
    return whole


def checked_source(source: object, limits: Limits) -> str:
    """Return the source of data.

    Raises:
        CoreError: it is not offered here.
    """
    return _known(source, offered_sources(limits))


def offered_sources(limits: Limits) -> tuple[str, ...]:
    """Return the sources of data that are offered here."""
    left_out = {CORPUS} if not limits.corpora else set()
    if not limits.installs and not has_library():
        left_out.add(HUB)
    return tuple(source for source in SOURCES if source not in left_out)


def refuse_above(name: str, value: int, limit: int | None) -> None:
    """Raise CoreError for a setting above the limit of this page."""
    if limit is not None and value > limit:
        raise CoreError(
            "train.limit",
            "{setting} ({value:,}) may be at most {limit:,} on this shared page",
            setting=name,
            value=value,
            limit=limit,
        )


def _known(choice: object, allowed: tuple[str, ...]) -> str:
    if choice not in allowed:
        raise CoreError(
            "train.choice", "unknown choice “{name}”; available: {allowed}", name=choice, allowed=Names(allowed)
        )
    return str(choice)


def check_languages(fields: Fields) -> list[tuple[str, CoreError]]:
    """Return the fields of languages that are missing or no codes, each with its error."""
    prefix = "hub_" if fields["source"] == HUB else ""
    found: list[tuple[str, CoreError]] = []
    for name, other in (("src_lang", (None, "en")), ("tgt_lang", ("en", None))):
        source, target = (given if given is not None else fields[prefix + name] for given in other)
        try:
            _languages(source, target)
        except CoreError as error:
            found.append((prefix + name, error))
    return found


def _languages(source: object, target: object) -> tuple[str, str]:
    if _is_blank(source):
        raise CoreError("train.no_source_language", "the source language is missing: a code such as en or zh")
    if _is_blank(target):
        raise CoreError("train.no_target_language", "the target language is missing: a code such as en or zh")
    return _language(source), _language(target)


def _is_blank(code: object) -> bool:
    return code is None or (isinstance(code, str) and not code.strip())


def _language(code: object) -> str:
    if not isinstance(code, str) or not _LANGUAGE.fullmatch(code.strip()):
        raise CoreError(
            "train.language",
            "“{value}” is not a language code: letters, digits, '-', at most 20, such as en or zh-Hans",
            value=code,
        )
    return code.strip()
