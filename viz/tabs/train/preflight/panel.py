"""The preflight of a form: run by the command in its own process, so that the page stays quick, and shown in words."""

import functools
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import gradio as gr
from gradio.components import Component
from gradio.events import Dependency

from core.errors import CoreError
from core.jobs.job import Job, new_job
from core.jobs.status import ACTIVE
from core.preflight.memory import Memory
from core.preflight.result import Preflight, PreflightWarning
from core.preflight.warnings import settings_warnings
from core.training.run import Run
from viz.components.preflight import Bars, Panel, Part, pack_panel
from viz.tabs.train.context import Context, Limits, Sent, Updates
from viz.tabs.train.controls import PREPROCESSED, error_words
from viz.tabs.train.data.panel import validate
from viz.tabs.train.data.upload import write_upload
from viz.tabs.train.form.fields import Fields, configuration, sent_fields
from viz.tabs.train.runs.status import duration
from viz.texts import text

PATIENCE = 300.0  # seconds, after which a preflight is given up
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
    language = sent[panel.context.language]
    yield {panel.findings: pack_panel(busy_panel(language))}
    try:
        found = preflight_form(panel.context, sent_fields(panel.fields, sent))
        yield {panel.findings: pack_panel(result_panel(found, language))}
    except (CoreError, OSError) as error:
        yield {panel.findings: pack_panel(refused_panel(error_words(error, language), language))}


def wire_preflight(panel: PreflightPanel) -> Dependency:
    """Register the button; return its event, which a change of the data cancels."""
    return panel.button.click(
        functools.partial(on_preflight, panel),
        {*panel.fields.values(), panel.context.language},
        panel.findings,
        trigger_mode="once",
        concurrency_limit=1,
        **PREPROCESSED,
    )


def preflight_form(context: Context, fields: Fields) -> Preflight:
    """Return the preflight of a form; nothing of it stays on the disk.

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
        return _run_job(run)


def settings_panel(fields: Fields, limits: Limits, language: str) -> Panel | None:
    """Return the warnings of the settings alone, shown after a start; None where there are none."""
    warnings = settings_warnings(configuration(fields, limits))
    if not warnings:
        return None
    return Panel(text("preflight.started", language), cautions=[warning_text(one, language) for one in warnings])


def busy_panel(language: str) -> Panel:
    """Return the panel of a running preflight."""
    return Panel(text("preflight.busy", language), busy=True, message=text("preflight.busy.message", language))


def refused_panel(reason: str, language: str) -> Panel:
    """Return the panel of a form that cannot be started, and why."""
    return Panel(text("preflight.refused", language), outdated=text("preflight.outdated", language), cautions=[reason])


def result_panel(found: Preflight, language: str) -> Panel:
    """Return the panel of a preflight."""
    data = found.data
    return Panel(
        title=text("preflight.title", language),
        outdated=text("preflight.outdated", language),
        message=text("preflight.warnings" if found.warnings else "preflight.clear", language),
        cautions=[warning_text(one, language) for one in found.warnings],
        facts=_facts(found, language),
        parts_title=text("preflight.parts", language, parameters=f"{found.parameters.total:,}"),
        parts=[
            _HUES[name]._replace(name=text(f"preflight.part.{name}", language), count=count)
            for name, count in found.parameters._asdict().items()
        ],
        bars=Bars(
            text("preflight.lengths.title", language),
            data.edges,
            (text("train.preview.source", language), text("train.preview.target", language)),
            (data.source_lengths, data.target_lengths),
            text("preflight.lengths.axis", language),
        ),
    )


def warning_text(warning: PreflightWarning, language: str) -> str:
    """Return a warning in the page's words."""
    return text(f"preflight.warning.{warning.code}", language, **warning.parameters)


def _facts(found: Preflight, language: str) -> list[tuple[str, str, str]]:
    data, memory = found.data, found.memory

    def fact(name: str, note: str = "", /, **values: object) -> tuple[str, str, str]:
        return text(f"preflight.{name}", language), text(f"preflight.{name}.value", language, **values), note

    def note(key: str, **values: object) -> str:
        return text(f"preflight.{key}", language, **values)

    pairs = note(
        "pairs.note",
        blank=f"{data.blank:,}",
        long=f"{data.long_share:.1%}",
        validation=f"{data.validation_pairs:,}",
        repeated=f"{data.repeated:,}",
    )
    if data.sampled < data.pairs:
        pairs += " " + note("pairs.part", sampled=f"{data.sampled:,}")
    return [
        _time(found, language),
        fact(
            "length",
            note("length.note", per_epoch=f"{found.steps_per_epoch:,.0f}", tokens=f"{data.target_tokens:,}"),
            steps=f"{found.steps:,}",
            epochs=f"{found.epochs:,.1f}",
        ),
        fact("rate", note("rate.note", epochs=f"{found.warmup_epochs:,.1f}"), peak=f"{found.peak_rate:.2e}"),
        fact("pairs", pairs, pairs=f"{data.pairs:,}"),
        fact("vocabulary", _vocabulary(found, language), vocabulary=f"{data.vocabulary:,}"),
        (note("padding"), f"{data.padding:.1%}", note("padding.note")),
        fact("memory", _memory(memory, found.free_memory, language), total=size(memory.total, language)),
        fact(
            "disk",
            note(
                "disk.note",
                step=size(found.step_checkpoint, language),
                model=size(2 * found.parameters.total, language),
            ),
            total=size(found.disk, language),
        ),
    ]


def _time(found: Preflight, language: str) -> tuple[str, str, str]:
    name, speed = text("preflight.time", language), found.speed
    if speed is None:
        return name, text("preflight.time.unknown", language), text("preflight.time.unknown.note", language)
    least, most = (duration(seconds, language) for seconds in speed.duration(found.steps))
    note = text(
        "preflight.time.note",
        language,
        tokens=f"{speed.tokens_per_second:,.0f}",
        device=speed.device,
        precision=speed.precision,
        steps=speed.steps,
    )
    alone = speed.undisturbed_duration(found.steps)
    if alone is not None:
        busy = text("preflight.time.busy", language, share=f"{speed.waited:.0%}", most=duration(alone, language))
        note = f"{note} {busy}"
    return name, least if least == most else text("preflight.time.value", language, least=least, most=most), note


def _vocabulary(found: Preflight, language: str) -> str:
    data, notes = found.data, []
    if data.vocabulary < found.asked_vocabulary:
        notes.append(text("preflight.vocabulary.less", language, asked=f"{found.asked_vocabulary:,}"))
    if data.median_occurrences is not None:
        notes.append(text("preflight.vocabulary.median", language, median=f"{data.median_occurrences:,.0f}"))
    return " ".join(notes)


def _memory(memory: Memory, free: int | None, language: str) -> str:
    values = {name: size(count, language) for name, count in memory._asdict().items()}
    notes = [text("preflight.memory.note", language, **values)]
    if memory.kernels:
        notes.append(text("preflight.memory.kernels", language, **values))
    if free is not None:
        notes.append(text("preflight.memory.free", language, free=size(free, language)))
    return " ".join(notes)


def size(count: float, language: str) -> str:
    """Return a number of bytes in words."""
    if count < 1e9:
        return text("preflight.megabytes", language, size=count / 1e6)
    return text("preflight.gigabytes", language, size=count / 1e9)


def _run_job(run: Run) -> Preflight:
    """Return the preflight of a run folder, from a job of its own process."""
    job = new_job(run.folder.with_name("job"), ["train", f"--resume={run.folder.resolve()}", "--preflight"])
    try:
        job.spawn()
        _wait(job)
        result = next((event["result"] for event in job.events() if event["event"] == "preflight"), None)
        if result is not None:
            return Preflight.from_values(result)
        reason = _failure(job).replace(str(run.folder.resolve()) + os.sep, "")
    except TimeoutError:
        reason = f"more than {PATIENCE:.0f} s"
    except (ValueError, KeyError, TypeError) as error:
        reason = repr(error)
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
