"""Combinations of settings, text and machine that are known to fail or to waste time. Loads no torch."""

import math

from core.preflight.memory import PROGRAM_BYTES
from core.preflight.result import Preflight
from core.training.language_warnings import TextLanguages, language_warnings
from core.training.run import RunConfig
from core.training.schedule import peak_rate
from core.training.warning import PreflightWarning

# Of rate * sqrt(d_model), the factor of Eq. 3 over the square root of its warm-up: 0.016 in the paper. After 400 steps
# of the numbers task (d_model 64, 2 + 2 layers) validation perplexity was 3.2 at 0.07 and 16 at 0.21.
HIGHEST_SCALED_RATE = 0.1
RARE = 10  # occurrences in training; a token with fewer is hardly learnt
MANY_EPOCHS = 100  # passes over one text; the paper's 100,000 steps were about 20
FEW_VALIDATION = 100  # pairs; the scores of fewer are mostly noise
MANY_LONG = 0.1  # share of pairs left out, above which the limit is probably wrong


def settings_warnings(
    config: RunConfig, steps: int | None = None, start_peak: float | None = None
) -> list[PreflightWarning]:
    """Return the warnings that follow from the settings alone.

    Args:
        config: the settings.
        steps: that will be taken; None for max_steps.
        start_peak: highest rate of the training of the checkpoint to start from; None without one, or if not known.
    """
    model, training = config.model, config.training
    steps = training.max_steps if steps is None else steps
    found: list[PreflightWarning] = []
    shortest = math.ceil(2 / (1 - training.adam_beta2))
    if model.norm == "post" and training.warmup_steps < shortest:
        # Ma and Yarats 2019 (arXiv 1910.04209): linear warm-up over 2 / (1 - beta2) steps, until Adam's second moment
        # is more than noise. Xiong et al. 2020 (arXiv 2002.04745): post-norm needs warm-up, pre-norm does not.
        found.append(
            PreflightWarning(
                "warmup_short",
                "warm-up of {warmup:,} steps with post-norm: below 2 / (1 - beta2) = {shortest:,} steps Adam's second "
                "moment is still noise, and post-norm models often do not recover; warm up longer or use pre-norm",
                {"warmup": training.warmup_steps, "shortest": shortest},
            )
        )
    if training.warmup_steps >= steps:
        found.append(
            PreflightWarning(
                "warmup_unended",
                "warm-up of {warmup:,} steps is not over when the run ends after {steps:,}: the rate never falls",
                {"warmup": training.warmup_steps, "steps": steps},
            )
        )
    peak = peak_rate(model, training, steps)
    highest = HIGHEST_SCALED_RATE * model.d_model**-0.5
    if peak > highest:
        found.append(
            PreflightWarning(
                "rate_high",
                "the rate peaks at {peak:.1e}; for d_model {d_model:,} above {highest:.1e} the loss often "
                "does not fall; lower rate_factor or warm up longer",
                {"peak": peak, "highest": highest, "d_model": model.d_model},
            )
        )
    if start_peak is not None and peak > start_peak * 1.001:
        found.append(
            PreflightWarning(
                "rate_above_start",
                "the rate peaks at {peak:.2e}, above {start:.2e}, the peak of the training that made the checkpoint to "
                "start from: much of what it has learnt will be lost; lower rate_factor or warm up longer",
                {"peak": peak, "start": start_peak},
            )
        )
    return found


def data_warnings(config: RunConfig, found: Preflight) -> list[PreflightWarning]:
    """Return the warnings that follow from the training text, given the numbers of its preflight."""
    data, training = found.data, config.training
    warnings: list[PreflightWarning] = []
    if data.median_occurrences is not None and data.median_occurrences < RARE:
        # Gowda and May 2020 (arXiv 2004.02334) want 95 % of the types seen a hundred times; this limit is far lower.
        warnings.append(
            PreflightWarning(
                "vocabulary_rare",
                "half of the {vocabulary:,} tokens (without those that never occur) occur fewer than {rare} times in "
                "the training text, too rarely to be learnt; a smaller vocabulary translates better",
                {"vocabulary": data.vocabulary, "rare": RARE},
            )
        )
    if data.repeated:
        warnings.append(
            PreflightWarning(
                "validation_seen",
                "{repeated:,} of {pairs:,} validation pairs also occur in the training text: validation scores will "
                "be too high",
                {"repeated": data.repeated, "pairs": data.validation_pairs},
            )
        )
    written = TextLanguages(data.languages, data.scripts, data.tokens_per_character, data.start, data.swapped)
    warnings += language_warnings(written)
    warnings += _size_warnings(config, found)
    if data.longest > training.tokens_per_batch:
        warnings.append(
            PreflightWarning(
                "batch_narrow",
                "the longest sentence has {longest:,} tokens and a batch may have {tokens:,}: each longer sentence "
                "becomes a batch larger than requested",
                {"longest": data.longest, "tokens": training.tokens_per_batch},
            )
        )
    if training.max_epochs is not None and found.epochs < training.max_epochs - 1e-9:
        reached = math.floor(found.epochs * 10) / 10
        if reached < training.max_epochs:
            warnings.append(
                PreflightWarning(
                    "epochs_unreached",
                    "{steps:,} steps are {reached:.1f} epochs; the requested {epochs:,} are never reached",
                    {"steps": training.max_steps, "reached": reached, "epochs": training.max_epochs},
                )
            )
    if data.long_share > MANY_LONG:
        warnings.append(
            PreflightWarning(
                "many_long",
                "{share:.0%} of the pairs are left out because a side has more than {tokens:,} tokens (max_tokens)",
                {"share": data.long_share, "tokens": config.data.max_tokens},
            )
        )
    return warnings


def _size_warnings(config: RunConfig, found: Preflight) -> list[PreflightWarning]:
    """Return the warnings about a text that is small for its settings; a generated task never ends."""
    data, warnings = found.data, list[PreflightWarning]()
    if config.data.task is not None:
        return warnings
    if found.epochs > MANY_EPOCHS:
        warnings.append(
            PreflightWarning(
                "epochs_many",
                "{steps:,} steps are {epochs:,.0f} passes over the same {pairs:,} pairs: the model memorises them",
                {"steps": found.steps, "epochs": found.epochs, "pairs": data.pairs},
            )
        )
    if not data.validation_pairs:
        warnings.append(
            PreflightWarning(
                "validation_none",
                "there are no validation pairs: nothing will show when the model memorises the text, and no best "
                "checkpoint is kept; give valid_src, or set hold_out",
                {},
            )
        )
    elif data.validation_pairs < FEW_VALIDATION:
        warnings.append(
            PreflightWarning(
                "validation_few",
                "{pairs:,} validation pairs are too few for a reliable score; use at least {fewest}",
                {"pairs": data.validation_pairs, "fewest": FEW_VALIDATION},
            )
        )
    tokens = data.source_tokens + data.target_tokens
    if found.parameters.total > tokens:
        warnings.append(
            PreflightWarning(
                "parameters_many",
                "the model has {parameters:,} parameters and the text {tokens:,} tokens: it can memorise the text; "
                "a smaller model or more text generalises better",
                {"parameters": found.parameters.total, "tokens": tokens},
            )
        )
    return warnings


def machine_warnings(config: RunConfig, found: Preflight) -> list[PreflightWarning]:
    """Return the warnings that follow from the machine: time, memory and disk."""
    warnings: list[PreflightWarning] = []
    limit = config.training.max_minutes
    if limit is not None and found.speed is not None and found.speed.duration(found.steps)[0] > 60 * limit:
        warnings.append(
            PreflightWarning(
                "minutes_short",
                "at this speed {steps:,} steps take longer than {minutes:g} minutes (max_minutes), and the run "
                "ends before them",
                {"steps": found.steps, "minutes": limit},
            )
        )
    needed = found.memory.total + PROGRAM_BYTES
    if found.free_memory is not None and needed > found.free_memory:
        warnings.append(
            PreflightWarning(
                "memory",
                "about {needed:.1f} GB of memory are needed and {free:.1f} GB are free; take a smaller model or "
                "fewer tokens per batch, and accumulate",
                {"needed": needed / 1e9, "free": found.free_memory / 1e9},
            )
        )
    if found.free_disk is not None and found.disk > found.free_disk:
        warnings.append(
            PreflightWarning(
                "disk",
                "about {needed:.1f} GB of disk are needed for checkpoints and {free:.1f} GB are free; keep fewer",
                {"needed": found.disk / 1e9, "free": found.free_disk / 1e9},
            )
        )
    return warnings
