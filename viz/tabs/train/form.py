"""What a visitor fills in, made into configurations of data, model and training, which check it.

No value is trusted: whatever a client sends ends in `DataConfig`, `ModelConfig`, `TrainingConfig` or a refusal.
"""

import importlib.util
import re
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from core.config import PRESETS, DataConfig, ModelConfig, TrainingConfig, describe
from core.data.corpora.hub import HUB as HUB_PREFIX
from core.data.corpora.hub import hub_name
from core.data.corpora.registry import CORPORA
from core.data.tasks import TASKS
from core.errors import CoreError
from core.training.run import RunConfig

CORPUS, HUB, FILE = "corpus", "hub", "file"  # the sources that are not generated tasks
FORWARD, BACKWARD = "forward", "backward"  # directions of a known corpus: as it is published, and the other way round
FIRST = "first"  # the preset that is not one of core.config
SOURCES = (*TASKS, CORPUS, HUB, FILE)
# Every field of the paper's Table 3 and section 3; attention_dropout and scale_scores are left to the command line.
MODEL_FIELDS = (
    *("num_layers", "d_model", "num_heads", "d_ff", "d_k", "d_v"),
    *("dropout", "vocab_size", "positions", "norm", "tying"),
)
TRAINING_FIELDS = (
    *("max_steps", "tokens_per_batch", "accumulate", "warmup_steps", "rate_factor"),
    *("label_smoothing", "max_epochs", "validate_every", "seed"),
)
SMALLEST_VOCABULARY = 259  # 256 bytes and three special tokens
TASK_VALID_PAIRS = 200
MEGABYTE = 2**20  # as Gradio counts

# Small enough to learn each generated task within three minutes on two cores: numbers to 95 % of fresh ones without a
# fault (tests/e2e/test_training.py). Endless fresh pairs need neither dropout nor label smoothing against learning by
# heart, and a narrow model under post-norm needs less than the paper's rate, which grows as d_model shrinks.
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

_HUB_ADDRESS = re.compile(r"^(https?://)?(www\.)?(huggingface\.co|hf\.co)/datasets/|^hub:|/+$")
_LANGUAGE = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,19}")


@dataclass(frozen=True)
class Limits:
    """What one page allows; a public Space less than one's own machine."""

    max_steps: int | None = None
    max_parameters: int | None = None
    max_tokens_per_batch: int | None = None
    max_vocabulary: int | None = None  # with a wide batch it decides the memory, which a Space shares with the page
    presets: tuple[str, ...] = (FIRST, *PRESETS)
    corpora: bool = True  # whether known corpora can be fetched and trained on
    installs: bool = True  # whether a visitor can install a library that is missing
    hub_bytes: int | None = None  # of one split of a data set of the Hub; what comes after is left out
    hub_pairs: int | None = None  # likewise
    hub_copies: int | None = None  # data sets of the Hub that are kept; older ones make room
    upload_bytes: int = 200 * MEGABYTE
    unpacked_bytes: int = 1_000_000_000
    max_minutes: float | None = None  # of one training, by the clock
    kept_runs: int | None = None  # older ones that have ended are removed
    queued: bool = True  # whether a run waits while another one trains; else it is refused
    owned: bool = False  # whether only the visitor who started a run can stop it and go on with it


HOME = Limits()
SPACE = Limits(
    max_steps=2000,
    max_parameters=5_000_000,
    max_tokens_per_batch=4096,
    max_vocabulary=10_000,
    presets=(FIRST, "tiny"),
    corpora=False,
    installs=False,
    hub_bytes=20_000_000,
    hub_pairs=100_000,
    hub_copies=10,
    upload_bytes=2 * MEGABYTE,
    unpacked_bytes=20_000_000,
    max_minutes=10.0,
    kept_runs=10,
    queued=False,
    owned=True,
)


class Form(NamedTuple):
    """The controls' values, in the order of the page; nothing is known of them yet."""

    source: Any = "reverse"
    corpus: Any = next(iter(CORPORA))
    direction: Any = FORWARD
    hub: Any = ""
    hub_subset: Any = ""
    hub_src_column: Any = ""
    hub_tgt_column: Any = ""
    hub_src_lang: Any = ""
    hub_tgt_lang: Any = ""
    file: Any = None  # paths in the upload cache, checked by Gradio to lie there: one table, or two files of lines
    src_lang: Any = ""
    tgt_lang: Any = ""
    src_column: Any = ""  # or the name of one of two files
    tgt_column: Any = ""
    num_layers: Any = FIRST_MODEL.num_layers
    d_model: Any = FIRST_MODEL.d_model
    num_heads: Any = FIRST_MODEL.num_heads
    d_ff: Any = FIRST_MODEL.d_ff
    d_k: Any = FIRST_MODEL.d_k
    d_v: Any = FIRST_MODEL.d_v
    dropout: Any = FIRST_MODEL.dropout
    vocab_size: Any = FIRST_MODEL.vocab_size
    positions: Any = FIRST_MODEL.positions
    norm: Any = FIRST_MODEL.norm
    tying: Any = FIRST_MODEL.tying
    max_steps: Any = FIRST_TRAINING.max_steps
    tokens_per_batch: Any = FIRST_TRAINING.tokens_per_batch
    accumulate: Any = FIRST_TRAINING.accumulate
    warmup_steps: Any = FIRST_TRAINING.warmup_steps
    rate_factor: Any = FIRST_TRAINING.rate_factor
    label_smoothing: Any = FIRST_TRAINING.label_smoothing
    max_epochs: Any = FIRST_TRAINING.max_epochs
    validate_every: Any = FIRST_TRAINING.validate_every
    seed: Any = FIRST_TRAINING.seed
    name: Any = ""

    @property
    def data(self) -> tuple[Any, ...]:
        """What decides the pairs: the first controls."""
        return self[: self._fields.index("num_layers")]

    @property
    def model(self) -> tuple[Any, ...]:
        """The model's settings, in the order of MODEL_FIELDS."""
        return tuple(getattr(self, name) for name in MODEL_FIELDS)

    @property
    def training(self) -> tuple[Any, ...]:
        """The training's settings, in the order of TRAINING_FIELDS."""
        return tuple(getattr(self, name) for name in TRAINING_FIELDS)


def configuration(form: Form, limits: Limits) -> RunConfig:
    """The three configurations of a form, within the limits.

    Raises:
        CoreError: a value of the wrong type or out of bounds, by name.
    """
    source = checked_source(form.source, limits)
    model = model_config(form)
    given = {name: _plain(TrainingConfig, name, getattr(form, name)) for name in TRAINING_FIELDS}
    training = TrainingConfig(**given, max_minutes=limits.max_minutes)
    training = _with_derived(training, validation_sentences=100 if source in TASKS else 200)
    _refuse_above("max_steps", training.max_steps, limits.max_steps)
    _refuse_above("vocab_size", model.vocab_size, limits.max_vocabulary)
    _refuse_above("tokens_per_batch", training.tokens_per_batch * training.accumulate, limits.max_tokens_per_batch)
    _refuse_above("parameters", model.num_parameters, limits.max_parameters)
    return RunConfig(model, _data(form, source), training)


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
    wanted = FIRST_TRAINING if source in TASKS else TEXT_TRAINING
    return replace(
        wanted,
        max_steps=min(wanted.max_steps, limits.max_steps or wanted.max_steps),
        tokens_per_batch=min(wanted.tokens_per_batch, limits.max_tokens_per_batch or wanted.tokens_per_batch),
    )


def _with_derived(training: TrainingConfig, *, validation_sentences: int) -> TrainingConfig:
    """Reports and checkpoints in proportion to the run's length: the averaged five are its last tenth (6.1)."""
    return replace(
        training,
        report_every=min(20, max(1, training.max_steps // 200)),
        checkpoint_every=min(1000, max(1, training.max_steps // 50)),
        validation_sentences=validation_sentences,
    )


def _data(form: Form, source: str) -> DataConfig:
    """The data settings of a form; those of an upload get their files when it has been written into the run."""
    if source in TASKS:
        return DataConfig(task=source, valid_pairs=TASK_VALID_PAIRS)
    if source == CORPUS:
        languages = CORPORA[_known(form.corpus, tuple(CORPORA))].languages
        source_language, target_language = reversed(languages) if is_backward(form) else languages
        return DataConfig(corpus=form.corpus, src_lang=source_language, tgt_lang=target_language)
    if source == HUB:
        languages = _languages(form.hub_src_lang, form.hub_tgt_lang)
        return DataConfig(corpus=hub_data_set(form), src_lang=languages[0], tgt_lang=languages[1])
    languages = _languages(form.src_lang, form.tgt_lang)
    return DataConfig(src="", tgt="", src_lang=languages[0], tgt_lang=languages[1], unescape=False)


def _plain(config: type, name: str, value: Any) -> Any:
    """A browser knows one kind of number: 64.0 is the whole number 64; what may be left out comes as text."""
    setting = next(item for item in describe(config) if item.name == name)
    if setting.optional and isinstance(value, str):
        value = value.strip()
        return int(value) if value.isascii() and value.isdigit() else value or None
    return int(value) if setting.type is int and isinstance(value, float) and value.is_integer() else value


def is_backward(form: Form) -> bool:
    """Whether a known corpus is taken the other way round.

    Raises:
        CoreError: the direction is none of the two.
    """
    return _known(form.direction, (FORWARD, BACKWARD)) == BACKWARD


def hub_data_set(form: Form) -> str:
    """The data set of the Hub that a form names, as hub:OWNER/NAME or hub:OWNER/NAME/CONFIGURATION.

    The address of its page is a name too.

    Raises:
        CoreError: none, or it is not formed like that.
    """
    written = [value.strip() if isinstance(value, str) else "" for value in (form.hub, form.hub_subset)]
    repository, subset = _HUB_ADDRESS.sub("", written[0]), written[1]
    if not repository:
        raise CoreError("train.no_hub", "name a data set of the Hugging Face Hub first, as OWNER/NAME")
    name = HUB_PREFIX + repository
    whole = f"{name}/{subset}" if subset else name
    try:
        hub_name(name)  # by itself: with a subset behind it, a name without its owner would be another one
        hub_name(whole)
    except CoreError as error:
        raise CoreError("train.hub_name", "{name!r} is not OWNER/NAME", name=whole.removeprefix(HUB_PREFIX)) from error
    return whole


def checked_source(source: object, limits: Limits) -> str:
    """Raise CoreError for a source of data that is not offered here."""
    return _known(source, offered_sources(limits))


def offered_sources(limits: Limits) -> tuple[str, ...]:
    """Where data may come from here."""
    left_out = {CORPUS} if not limits.corpora else set()
    if not limits.installs and importlib.util.find_spec("datasets") is None:
        left_out.add(HUB)
    return tuple(source for source in SOURCES if source not in left_out)


def _known(choice: object, allowed: tuple[str, ...]) -> str:
    if choice not in allowed:
        raise CoreError(
            "train.choice", "there is no {name!r}; allowed: {allowed}", name=choice, allowed=", ".join(allowed)
        )
    return str(choice)


def _languages(source: object, target: object) -> tuple[str, str]:
    for side, code in (("source", source), ("target", target)):
        if code is None or code == "" or (isinstance(code, str) and not code.strip()):
            raise CoreError(f"train.no_{side}_language", f"the {side} language is missing: a code such as en or zh")
    return _language(source), _language(target)


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
