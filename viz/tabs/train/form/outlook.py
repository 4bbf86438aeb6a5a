"""Outlook on a training before its preflight: time by the speed of earlier runs, memory, warnings of its settings.

Nothing here loads torch or reads the data, so that it can follow every change of the form.
"""

import math
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import psutil

from core.config import ModelConfig, TrainingConfig
from core.errors import CoreError
from core.preflight.memory import PROGRAM_BYTES, BatchShape, memory_of_a_step
from core.preflight.result import PreflightWarning
from core.preflight.warnings import HIGHEST_SCALED_RATE, settings_warnings
from core.training.flops import training_flops
from core.training.run import Run, RunConfig
from viz.components.preflight import Mark, Panel
from viz.tabs.durations import duration
from viz.tabs.train.context import Limits
from viz.tabs.train.fields import FILE, HUB, PAIRS_OF, Fields, configuration
from viz.tabs.train.preflight.panel import remedy_words, start_peak, warning_text
from viz.tabs.train.runs.events import latest, number, read_events
from viz.texts import Texts

_SENTENCE = 16  # tokens of a typical one
_RECENT_RUNS = 8  # that are looked at for their speed
_FAR_SMALLER = 64  # times fewer operations: such a step is mostly overhead
_FLOPS_OF_A_CORE = 1e10  # where no run says better: matrix products of small models on one core
_SECONDS_OF_A_LAYER = 0.004  # of a step, however small the layer


class Estimate(NamedTuple):
    """An estimated duration, and the run whose speed it is taken from; "" for a guess."""

    seconds: float
    run: str


def outlook_panel(fields: Fields, limits: Limits, runs: Sequence[Run], texts: Texts) -> Panel | None:
    """Return the time that a training will take, and the warnings of its settings; None while they are not sound.

    No time is estimated before the data are chosen, and without warnings there is then nothing to show.
    """
    try:
        config = configuration({**fields, "source": "copy"}, limits)
    except CoreError:
        return None
    warnings = settings_warnings(config, start_peak=start_peak(fields))
    message = _time_words(config, runs, texts) if _has_data(fields) else ""
    marks = [_mark(warning, config, texts) for warning in warnings]
    cautions = [warning_text(one, texts) for one in warnings]
    return Panel(message=message, cautions=cautions, marks=marks) if message or cautions else None


def estimated_duration(config: RunConfig, runs: Sequence[Run]) -> Estimate:
    """Estimate the seconds of a training from the run with the most similar steps, else from the processor's cores.

    Args:
        config: of the training.
        runs: earlier ones, newest first.
    """
    steps, wanted = config.training.max_steps, step_flops(config.model, config.training)
    best, nearest = Estimate(math.nan, ""), math.inf
    for run in runs[:_RECENT_RUNS]:
        seconds = _seconds_of_a_step(run)
        try:
            model, _, training = run.read_config()
        except CoreError:
            continue
        if not seconds > 0:
            continue
        ratio = wanted / step_flops(model, training)
        if ratio > _FAR_SMALLER:
            continue
        if abs(math.log(ratio)) < nearest:
            nearest, best = abs(math.log(ratio)), Estimate(steps * seconds * max(0.25, ratio), run.name)
    if best.run:
        return best
    cores = os.cpu_count() or 1
    overhead = _SECONDS_OF_A_LAYER * 2 * config.model.num_layers * config.training.accumulate
    return Estimate(steps * (wanted / (_FLOPS_OF_A_CORE * min(cores, 8)) + overhead), "")


def step_flops(model: ModelConfig, training: TrainingConfig) -> int:
    """Return the floating-point operations of one step on full batches of typical sentences."""
    sentences = max(1, training.tokens_per_batch // _SENTENCE)
    lengths = np.full(sentences, _SENTENCE)
    return training.accumulate * training_flops(model, lengths, lengths)


def memory_warning(config: RunConfig) -> PreflightWarning | None:
    """Return the warning of a training that does not fit into the memory that is free; None where it fits."""
    tokens = config.training.tokens_per_batch
    shape = BatchShape(max(1, tokens // _SENTENCE), min(tokens, _SENTENCE), min(tokens, _SENTENCE))
    needed = memory_of_a_step(config.model, shape).total + PROGRAM_BYTES
    free = _free_memory(needed)
    if needed <= free:
        return None
    return PreflightWarning(
        "memory",
        "about {needed:.1f} GB of memory are needed and {free:.1f} GB are free; take a smaller model or "
        "fewer tokens a batch, and accumulate",
        {"needed": needed / 1e9, "free": free / 1e9},
    )


def _time_words(config: RunConfig, runs: Sequence[Run], texts: Texts) -> str:
    found = estimated_duration(config, runs)
    time = duration(found.seconds, texts)
    return texts("train.outlook.run", time=time, run=found.run) if found.run else texts("train.outlook", time=time)


def _has_data(fields: Fields) -> bool:
    """Return whether a file or a data set is chosen, where the source needs one."""
    if fields["source"] == FILE:
        return bool(fields["file"] or fields[PAIRS_OF])
    return fields["source"] != HUB or bool(str(fields["hub"] or "").strip())


def _free_memory(needed: int) -> float:
    """Return the bytes free where the model would be trained; torch is asked for a GPU only where it matters."""
    free = float(psutil.virtual_memory().available)
    torch = sys.modules.get("torch")
    if needed > free and torch is not None and torch.cuda.is_available():
        return float(torch.cuda.mem_get_info()[0])
    return free


def _seconds_of_a_step(run: Run) -> float:
    """Return the mean seconds of a run's steps; NaN before its first report."""
    last = latest(read_events(run), "progress")
    return number(last.get("seconds")) / last["step"] if last and last["step"] else math.nan


def _mark(warning: PreflightWarning, config: RunConfig, texts: Texts) -> Mark:
    change = remedy(warning, config)
    return Mark("", remedy_words(change, texts), change)


def remedy(warning: PreflightWarning, config: RunConfig) -> Mapping[str, Any]:
    """Return the settings that a warning asks for; none where there is no single remedy."""
    model, training = config.model, config.training
    shortest = math.ceil(2 / (1 - training.adam_beta2))
    if warning.code == "warmup_unended":
        return {"warmup_steps": max(1, training.max_steps // 4, min(shortest, training.max_steps // 2))}
    if warning.code == "warmup_short":
        return {"warmup_steps": shortest} if shortest <= training.max_steps // 2 else {"norm": "pre"}
    if warning.code == "rate_above_start":
        factor = training.rate_factor * float(warning.parameters["start"]) / float(warning.parameters["peak"])
        return {"rate_factor": float(f"{0.995 * factor:.3g}")}
    if warning.code == "rate_high":
        peak = float(warning.parameters["peak"])
        factor = training.rate_factor * HIGHEST_SCALED_RATE * model.d_model**-0.5 / peak
        return {"rate_factor": float(f"{0.95 * factor:.2g}")}
    return {}
