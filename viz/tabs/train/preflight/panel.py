"""The preflight of a form: run by the command in its own process, so that the page stays responsive."""

import functools
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.components import Component
from gradio.events import Dependency

from core.errors import CoreError, fault_of
from core.jobs.job import Job, new_job
from core.jobs.status import ACTIVE
from core.preflight.memory import Memory
from core.preflight.result import Preflight, PreflightWarning
from core.preflight.warnings import settings_warnings
from core.training.run import Run
from viz.components.preflight import Bars, Mark, Panel, Part
from viz.tabs.controls import PREPROCESSED, error_words, lasting_panel
from viz.tabs.durations import duration
from viz.tabs.train.context import Context, Limits, Sent, Updates
from viz.tabs.train.data.panel import validate
from viz.tabs.train.data.upload import write_upload
from viz.tabs.train.fields import START, Fields, Start, configuration, sent_fields
from viz.tabs.train.preflight.faults import Fault, form_faults
from viz.tabs.train.start import begin_from, with_start
from viz.texts import Texts, in_a_row

PATIENCE = 300.0  # seconds after which a preflight is cancelled
_POLL_SECONDS = 0.1
_HUES = {
    "embeddings": Part("", 0, "ink"),
    "encoder_attention": Part("", 0, "encoder"),
    "encoder_feed_forward": Part("", 0, "encoder", pale=True),
    "decoder_attention": Part("", 0, "decoder"),
    "cross_attention": Part("", 0, "cross"),
    "decoder_feed_forward": Part("", 0, "decoder", pale=True),
    "norms": Part("", 0, "soft"),
}


@dataclass(frozen=True)
class PreflightPanel:
    """The components of the preflight.

    Attributes:
        context: of the tab.
        fields: all controls of the form, by name.
        button: starts a preflight.
        findings: its result, or why the form cannot be started.
    """

    context: Context
    fields: dict[str, Component]
    button: gr.Button
    findings: gr.HTML


def on_preflight(panel: PreflightPanel, sent: Sent) -> Iterator[Updates]:
    """Show that the preflight is running, then its result, or why the form cannot be started."""
    yield {panel.findings: lasting_panel(busy_panel)}
    try:
        fields = with_start(sent_fields(panel.fields, sent), panel.context)
    except CoreError as error:
        yield {panel.findings: lasting_panel(functools.partial(refused_panel, error))}
        return
    if faults := form_faults(fields, panel.context.limits):
        yield {panel.findings: lasting_panel(functools.partial(faults_panel, faults))}
        return
    try:
        found = preflight_form(panel.context, fields)
        yield {panel.findings: lasting_panel(functools.partial(result_panel, found))}
    except (CoreError, OSError) as error:
        yield {panel.findings: lasting_panel(functools.partial(refused_panel, error))}


def wire_preflight(panel: PreflightPanel) -> Dependency:
    """Register the button; return its event, which a change of the data cancels."""
    return panel.button.click(
        functools.partial(on_preflight, panel),
        {*panel.fields.values()},
        panel.findings,
        trigger_mode="once",
        concurrency_limit=1,
        **PREPROCESSED,
    )


def preflight_form(context: Context, fields: Fields) -> Preflight:
    """Return the preflight of a form; its files are removed afterwards.

    Raises:
        CoreError: the training could not start, or the preflight itself failed.
    """
    config, pairs = validate(fields, context.limits)
    context.runs.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(context.runs)
    with tempfile.TemporaryDirectory(prefix=".preflight-", dir=context.runs, ignore_cleanup_errors=True) as folder:
        run = Run(Path(folder) / "preflight")
        data = config.data
        run.folder.mkdir()
        if pairs is not None:
            data = write_upload(run.folder / "data", pairs, data)
        run.create(config._replace(data=data))
        if isinstance(start := fields[START], Start):
            begin_from(run, start, context)
        return _run_job(run)


def settings_panel(fields: Fields, limits: Limits, texts: Texts, place: int = 0) -> Panel | None:
    """Return what is shown after a start: the place in the queue, 0 for none, and the warnings of the settings alone.

    None for a run that has started without warnings.
    """
    found = settings_warnings(configuration(fields, limits), start_peak=start_peak(fields))
    warnings = [warning_text(one, texts) for one in found]
    if place:
        message = texts("preflight.queued.warnings") if warnings else ""
        return Panel(texts("preflight.queued", place=place), message=message, cautions=warnings)
    return Panel(texts("preflight.started"), cautions=warnings) if warnings else None


def start_peak(fields: Fields) -> float | None:
    """Return the highest rate of the training of the checkpoint to start from; None if there is none or not known."""
    start = fields.get(START)
    return start.peak if isinstance(start, Start) else None


def busy_panel(texts: Texts) -> Panel:
    """Return the panel of a running preflight."""
    return Panel(texts("preflight.busy"), busy=True, message=texts("preflight.busy.message"))


def refused_panel(error: CoreError | OSError, texts: Texts) -> Panel:
    """Return the panel of a form that cannot be started, and why."""
    cautions = [error_words(error, texts)]
    return Panel(texts("preflight.refused"), outdated=texts("preflight.outdated"), cautions=cautions)


def faults_panel(faults: Sequence[Fault], texts: Texts) -> Panel:
    """Return the panel of a form with faults: each with its field, and with a button where a value mends it."""
    marks = [Mark(field_id(fault.field), remedy_words(fault.change, texts), fault.change) for fault in faults]
    return Panel(
        texts("preflight.refused"),
        outdated=texts("preflight.outdated"),
        cautions=[error_words(fault.error, texts) for fault in faults],
        marks=marks,
    )


def field_id(name: str) -> str:
    """Return the id in the page of a field of the form."""
    return f"train-{name.replace('_', '-')}"


def remedy_words(change: Mapping[str, Any], texts: Texts) -> str:
    """Return the words of a button that changes settings; "" for no change."""
    values = [
        texts("preflight.remedy.value", setting=texts(f"train.field.{name}.label"), value=_shown(value))
        for name, value in change.items()
    ]
    return texts("preflight.remedy", values=texts("preflight.remedy.and").join(values)) if values else ""


def _shown(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:g}" if isinstance(value, float) else str(value or "–")


def result_panel(found: Preflight, texts: Texts) -> Panel:
    """Return the panel of a preflight."""
    data = found.data
    return Panel(
        title=texts("preflight.title"),
        outdated=texts("preflight.outdated"),
        message=texts("preflight.warnings" if found.warnings else "preflight.clear"),
        cautions=[warning_text(one, texts) for one in found.warnings],
        facts=_facts(found, texts),
        parts_title=texts("preflight.parts", parameters=f"{found.parameters.total:,}"),
        parts=[
            _HUES[name]._replace(name=texts(f"preflight.part.{name}"), count=count)
            for name, count in found.parameters._asdict().items()
        ],
        bars=Bars(
            texts("preflight.lengths.title"),
            data.edges,
            (texts("train.preview.source"), texts("train.preview.target")),
            (data.source_lengths, data.target_lengths),
            texts("preflight.lengths.axis"),
        ),
    )


def warning_text(warning: PreflightWarning, texts: Texts) -> str:
    """Return a warning in the page's words."""
    return texts(f"preflight.warning.{warning.code}", **warning.parameters)


def _facts(found: Preflight, texts: Texts) -> list[tuple[str, str, str]]:
    data, memory = found.data, found.memory

    def fact(name: str, note: str = "", /, **values: object) -> tuple[str, str, str]:
        return texts(f"preflight.{name}"), texts(f"preflight.{name}.value", **values), note

    def note(key: str, **values: object) -> str:
        return texts(f"preflight.{key}", **values)

    pairs = note(
        "pairs.note",
        blank=f"{data.blank:,}",
        long=f"{data.long_share:.1%}",
        validation=f"{data.validation_pairs:,}",
        repeated=f"{data.repeated:,}",
    )
    if data.sampled < data.pairs:
        pairs = in_a_row([pairs, note("pairs.part", sampled=f"{data.sampled:,}")])
    rate = note("rate.note", epochs=f"{found.warmup_epochs:,.1f}")
    if found.start_peak is not None:
        rate = in_a_row([rate, note("rate.start", peak=f"{found.start_peak:.2e}")])
    return [
        _time(found, texts),
        fact(
            "length",
            note("length.note", per_epoch=f"{found.steps_per_epoch:,.0f}", tokens=f"{data.target_tokens:,}"),
            steps=f"{found.steps:,}",
            epochs=f"{found.epochs:,.1f}",
        ),
        fact("rate", rate, peak=f"{found.peak_rate:.2e}"),
        fact("pairs", pairs, pairs=f"{data.pairs:,}"),
        fact("vocabulary", _vocabulary(found, texts), vocabulary=f"{data.vocabulary:,}"),
        (note("padding"), f"{data.padding:.1%}", note("padding.note")),
        fact("memory", _memory(memory, found.free_memory, texts), total=size(memory.total, texts)),
        fact(
            "disk",
            note(
                "disk.note",
                step=size(found.step_checkpoint, texts),
                model=size(2 * found.parameters.total, texts),
            ),
            total=size(found.disk, texts),
        ),
    ]


def _time(found: Preflight, texts: Texts) -> tuple[str, str, str]:
    name, speed = texts("preflight.time"), found.speed
    if speed is None:
        return name, texts("preflight.time.unknown"), texts("preflight.time.unknown.note")
    least, most = (duration(seconds, texts) for seconds in speed.duration(found.steps))
    note = texts(
        "preflight.time.note",
        tokens=f"{speed.tokens_per_second:,.0f}",
        device=speed.device.upper(),
        precision=speed.precision,
        steps=speed.steps,
    )
    alone = speed.undisturbed_duration(found.steps)
    if alone is not None:
        busy = texts("preflight.time.busy", share=f"{speed.waited:.0%}", most=duration(alone, texts))
        note = in_a_row([note, busy])
    return name, least if least == most else texts("preflight.time.value", least=least, most=most), note


def _vocabulary(found: Preflight, texts: Texts) -> str:
    data, notes = found.data, []
    if data.vocabulary < found.asked_vocabulary:
        notes.append(texts("preflight.vocabulary.less", asked=f"{found.asked_vocabulary:,}"))
    if data.median_occurrences is not None:
        notes.append(texts("preflight.vocabulary.median", median=f"{data.median_occurrences:,.0f}"))
    return in_a_row(notes)


def _memory(memory: Memory, free: int | None, texts: Texts) -> str:
    values = {name: size(count, texts) for name, count in memory._asdict().items()}
    notes = [texts("preflight.memory.note", **values)]
    if memory.kernels:
        notes.append(texts("preflight.memory.kernels", **values))
    if free is not None:
        notes.append(texts("preflight.memory.free", free=size(free, texts)))
    return in_a_row(notes)


def size(count: float, texts: Texts) -> str:
    """Return a number of bytes in words."""
    if count < 1e9:
        return texts("preflight.megabytes", size=count / 1e6)
    return texts("preflight.gigabytes", size=count / 1e9)


def _run_job(run: Run) -> Preflight:
    """Return the preflight of a run folder, from a job of its own process."""
    job = new_job(run.folder.with_name("job"), ["train", f"--resume={run.folder.resolve()}", "--preflight"])
    try:
        job.spawn()
        _wait(job)
        result = next((event["result"] for event in job.events() if event["event"] == "preflight"), None)
        if result is not None:
            return Preflight.from_values(result)
        status, folder = job.status(), str(run.folder.resolve()) + os.sep
        if status.code:
            raise status.fault(folder)
        reason = _failure(job).replace(folder, "")
    except CoreError:
        raise
    except TimeoutError:
        reason = f"more than {PATIENCE:.0f} s"
    except (ValueError, KeyError, TypeError) as error:
        reason = fault_of(error)
    finally:
        job.kill()
    raise CoreError("train.preflight", "the preflight failed: {reason}", reason=reason.rstrip("."))


def _wait(job: Job) -> None:
    """Wait until the job's process has ended, at most `PATIENCE` seconds."""
    until = time.monotonic() + PATIENCE
    while job.status().state in ACTIVE:
        if time.monotonic() > until:
            raise TimeoutError
        time.sleep(_POLL_SECONDS)


def _failure(job: Job) -> str:
    """Return why a job has no result: its own message, or what its process wrote last."""
    status = job.status()
    return status.message or job.log_tail(1).rpartition("error: ")[2] or f"its process ended: {status.state}"


def _remove_abandoned(runs: Path) -> None:
    """Remove the folders of preflights whose page was killed."""
    for folder in runs.glob(".preflight-*"):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > 2 * PATIENCE:
                shutil.rmtree(folder, ignore_errors=True)
