"""The pre-flight of a form: made by the command in a process of its own, so that the page stays as quick as it was."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from core.errors import CoreError
from core.preflight.memory import Memory
from core.preflight.result import Preflight, PreflightWarning
from core.preflight.warnings import settings_warnings
from core.training.background import GIVE_WAY
from core.training.run import Run
from viz.components.preflight import Bars, Panel, Part
from viz.tabs.train.form import Form, Limits, configuration
from viz.tabs.train.sources import configured, write_upload
from viz.tabs.train.standing import duration
from viz.tabs.train.starting import readable
from viz.texts import text

PATIENCE = 300.0  # seconds, after which a check is given up
_ROOT = Path(__file__).parents[3]
_HUES = {
    "embeddings": Part("", 0, "ink"),
    "encoder_attention": Part("", 0, "encoder"),
    "encoder_feed_forward": Part("", 0, "encoder", pale=True),
    "decoder_attention": Part("", 0, "decoder"),
    "cross_attention": Part("", 0, "cross"),
    "decoder_feed_forward": Part("", 0, "decoder", pale=True),
    "norms": Part("", 0, "soft"),
}


def check_form(runs: Path, limits: Limits, form: Form) -> Preflight:
    """What a training with these settings will need, and how it may fail; leaves nothing behind.

    Raises:
        CoreError: what would keep the training from starting, or the check itself failed.
    """
    config = configured(form, limits)
    upload = readable(form, limits, config)
    runs.mkdir(parents=True, exist_ok=True)
    _remove_left(runs)
    with tempfile.TemporaryDirectory(prefix=".check-", dir=runs, ignore_cleanup_errors=True) as folder:
        run = Run(Path(folder) / "check")
        data = config.data
        run.folder.mkdir()
        if upload is not None:
            data = write_upload(run.folder / "data", upload, data)
        run.create(config._replace(data=data))
        return _checked(run)


def settings_panel(form: Form, limits: Limits, language: str) -> Panel | None:
    """What the settings alone give away, told after a start; None where that is nothing."""
    warnings = settings_warnings(configuration(form, limits))
    if not warnings:
        return None
    return Panel(text("preflight.started", language), cautions=[warning_text(one, language) for one in warnings])


def busy_panel(language: str) -> Panel:
    """While a check goes on."""
    return Panel(text("preflight.busy", language), busy=True, message=text("preflight.busy.message", language))


def refused_panel(reason: str, language: str) -> Panel:
    """Why there is nothing to start."""
    return Panel(text("preflight.refused", language), outdated=text("preflight.outdated", language), cautions=[reason])


def panel(found: Preflight, language: str) -> Panel:
    """A pre-flight in words."""
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
    """A warning in the page's words."""
    return text(f"preflight.warning.{warning.code}", language, **warning.parameters)


def _facts(found: Preflight, language: str) -> list[tuple[str, str, str]]:
    data, memory = found.data, found.memory

    def said(name: str, note: str = "", /, **values: object) -> tuple[str, str, str]:
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
        said(
            "length",
            note("length.note", per_epoch=f"{found.steps_per_epoch:,.0f}", tokens=f"{data.target_tokens:,}"),
            steps=f"{found.steps:,}",
            epochs=f"{found.epochs:,.1f}",
        ),
        said("rate", note("rate.note", epochs=f"{found.warmup_epochs:,.1f}"), peak=f"{found.peak_rate:.2e}"),
        said("pairs", pairs, pairs=f"{data.pairs:,}"),
        said("vocabulary", _vocabulary(found, language), vocabulary=f"{data.vocabulary:,}"),
        (note("padding"), f"{data.padding:.1%}", note("padding.note")),
        said("memory", _memory(memory, found.free_memory, language), total=size(memory.total, language)),
        said(
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
    data, said = found.data, []
    if data.vocabulary < found.asked_vocabulary:
        said.append(text("preflight.vocabulary.less", language, asked=f"{found.asked_vocabulary:,}"))
    if data.median_occurrences is not None:
        said.append(text("preflight.vocabulary.median", language, median=f"{data.median_occurrences:,.0f}"))
    return " ".join(said)


def _memory(memory: Memory, free: int | None, language: str) -> str:
    values = {name: size(count, language) for name, count in memory._asdict().items()}
    said = [text("preflight.memory.note", language, **values)]
    if memory.kernels:
        said.append(text("preflight.memory.kernels", language, **values))
    if free is not None:
        said.append(text("preflight.memory.free", language, free=size(free, language)))
    return " ".join(said)


def size(count: float, language: str) -> str:
    """Bytes in words."""
    if count < 1e9:
        return text("preflight.megabytes", language, size=count / 1e6)
    return text("preflight.gigabytes", language, size=count / 1e9)


def _checked(run: Run) -> Preflight:
    """The command's answer about a run folder."""
    command = [sys.executable, "-m", "core", "train", "--resume", str(run.folder), "--preflight", "--json"]
    try:
        done = subprocess.run(
            command,
            cwd=_ROOT,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            start_new_session=True,  # as a training is started: a group of its own for the scheduler, which gives way
            preexec_fn=GIVE_WAY,
        )
        if done.returncode == 0:
            return Preflight.from_json(done.stdout)
        reason = done.stderr.strip().rpartition("\n")[2].rpartition("error: ")[2].replace(str(run.folder) + os.sep, "")
    except subprocess.TimeoutExpired:
        reason = f"more than {PATIENCE:.0f} s"
    except (ValueError, KeyError, TypeError) as error:
        reason = repr(error)
    raise CoreError("train.check", "the check did not come to its end: {reason}", reason=reason.rstrip("."))


def _remove_left(runs: Path) -> None:
    """What a check left behind whose page was killed."""
    for folder in runs.glob(".check-*"):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > 2 * PATIENCE:
                shutil.rmtree(folder, ignore_errors=True)
