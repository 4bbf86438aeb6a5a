"""The preflight as text for a terminal."""

from core.preflight.result import Preflight, SpeedSample


def preflight_report(found: Preflight) -> str:
    """Return lines of numbers, then the warnings."""
    data, memory = found.data, found.memory
    parts = ", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in found.parameters._asdict().items())
    kernels = f", kernels in bfloat16 up to {_megabytes(memory.kernels)}" if memory.kernels else ""
    sampled = f" (sampled: {data.sampled:,})" if data.sampled < data.pairs else ""
    start = f"; that of the start's training at {found.start_peak:.2e}" if found.start_peak is not None else ""
    rows = [
        ("parameters", f"{found.parameters.total:,}: {parts}"),
        (
            "memory",
            f"about {_megabytes(memory.total)} in addition to the program: weights {_megabytes(memory.weights)}, "
            f"gradients {_megabytes(memory.gradients)}, Adam's moments {_megabytes(memory.moments)}, activations of "
            f"the largest batch {_megabytes(memory.activations)} (estimated from the layers){kernels}",
        ),
        (
            "disk",
            f"step checkpoint {_megabytes(found.step_checkpoint)}, finished model "
            f"{_megabytes(2 * found.parameters.total)}, the whole run at most {_megabytes(found.disk)}",
        ),
        ("pairs", f"{data.pairs:,}{sampled}; left out: {data.blank:,} blank, {data.long_share:.1%} too long"),
        (
            "tokens",
            f"{data.source_tokens:,} source and {data.target_tokens:,} target per pass; longest {data.longest:,}",
        ),
        ("vocabulary", _vocabulary(found)),
        ("steps", f"{found.steps:,}, {found.epochs:.1f} passes of {found.steps_per_epoch:,.0f} steps"),
        ("padding", f"{data.padding:.1%} of all positions"),
        ("warm-up", f"{found.warmup_epochs:.1f} passes; the rate peaks at {found.peak_rate:.2e} (Eq. 3){start}"),
        ("validation", f"{data.validation_pairs:,} pairs, {data.repeated:,} of them also in training"),
    ]
    if found.speed:
        rows.append(("time", _time(found.speed, found.steps)))
    lines = [f"{name:<10}  {words}" for name, words in rows]
    return "\n".join(lines + [f"warning: {warning}" for warning in found.warnings])


def _vocabulary(found: Preflight) -> str:
    data = found.data
    fewer = data.vocabulary < found.asked_vocabulary
    less = f" of {found.asked_vocabulary:,}: the text allows fewer merges" if fewer else ""
    median = data.median_occurrences
    often = f"; half of the tokens occur at least {median:,.0f} times" if median is not None else ""
    return f"{data.vocabulary:,}{less}{often}"


def _time(speed: SpeedSample, steps: int) -> str:
    least, most = (_duration(seconds) for seconds in speed.duration(steps))
    alone = speed.undisturbed_duration(steps)
    busy = (
        f"; other programs used the processors for {speed.waited:.0%} of that time, without them at most "
        f"{_duration(alone)}"
        if alone is not None
        else ""
    )
    compiled = ", not compiled as the run will be" if speed.compiles_later else ""
    return (
        f"{least} to {most} of training without validations, at {speed.tokens_per_second:,.0f} target tokens/s: "
        f"timed on {speed.device} in {speed.precision}{compiled}, batches: {speed.steps}{busy}"
    )


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _megabytes(count: float) -> str:
    return f"{count / 1e6:,.1f} MB" if count < 1e9 else f"{count / 1e9:,.2f} GB"
