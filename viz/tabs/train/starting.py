"""Starting a run from the page, and going on with one: at its turn, and on a Space only for who started it."""

import re
import shutil
import threading
from pathlib import Path

from core.data.stream import PairStream
from core.errors import CoreError
from core.training.run import Run, RunConfig
from core.training.runs import enqueue, list_runs
from core.training.status import ACTIVE, RESUMABLE
from viz.tabs.train import hub, owner, sources
from viz.tabs.train.form import FILE, HUB, Form, Limits

_starting = threading.Lock()  # two visitors who press Start at once


def start_run(runs: Path, limits: Limits, form: Form, visitor: object = "") -> Run:
    """Check everything, make the run folder and let it train, at once or after those before it.

    Where runs are owned, `visitor` owns this one.

    Raises:
        CoreError: a bad value, a bad file, a name that is taken, or, where none may wait, another run at work.
    """
    config = sources.configured(form, limits)
    text = readable(form, limits, config)
    run = named_run(runs, form.name)
    with _starting:
        refuse_second(runs, limits)
        if run.folder.exists():  # a failure below removes the folder: never one that was there before
            raise CoreError("run.exists", "run {folder} exists already; choose another name", folder=run.name)
        run.create(config)
        try:
            if limits.owned:
                owner.claim(run, visitor)
            if text is not None:
                run.replace_config(config._replace(data=sources.write_upload(run.folder / "data", text, config.data)))
        except BaseException:
            shutil.rmtree(run.folder, ignore_errors=True)
            raise
        enqueue(run)
    _remove_old(runs, limits)
    return run


def resume_run(runs: Path, limits: Limits, run: Run, visitor: object = "") -> None:
    """Go on with a run that was stopped or has died, from its last checkpoint, at its turn.

    Raises:
        CoreError: this one is over, it is another visitor's, or, where none may wait, another run is at work.
    """
    refuse_strangers(limits, run, visitor)
    with _starting:
        refuse_second(runs, limits)
        if run.status().state not in RESUMABLE:
            raise CoreError("train.over", "run {name} is over and cannot go on", name=run.name)
        enqueue(run)


def readable(form: Form, limits: Limits, config: RunConfig) -> PairStream | None:
    """An upload, read once through; None for other sources, of which a corpus has to be here."""
    if form.source == HUB:
        hub.require_copy(form)
    if config.data.corpus is not None:
        sources.corpus_preview(config.data.corpus)
    if form.source != FILE:
        return None
    text = sources.upload_stream(form, limits)
    sources.held_out(text)
    return text


def refuse_strangers(limits: Limits, run: Run, visitor: object) -> None:
    """Raise CoreError where runs are owned and this one is another visitor's."""
    if limits.owned:
        owner.refuse_strangers(run, visitor)


def refuse_second(runs: Path, limits: Limits) -> None:
    """Raise CoreError where a run is being trained already and none may wait for its end."""
    for run in [] if limits.queued else list_runs(runs):
        if run.status().state in ACTIVE:
            raise CoreError(
                "train.busy", "run {name} is being trained; one at a time: stop it, or wait for it", name=run.name
            )


def _remove_old(runs: Path, limits: Limits) -> None:
    """Keep the newest runs only, where the disk is shared with everybody."""
    if limits.kept_runs is None:
        return
    for run in list_runs(runs)[limits.kept_runs :]:
        if run.status().state not in ACTIVE and not run.folder.is_symlink():
            shutil.rmtree(run.folder, ignore_errors=True)


def suggested_name(runs: Path, stem: str) -> str:
    """A name that no run has yet: the stem and the smallest number that is free."""
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", stem).strip("-_")[:48] or "run"
    number = 1
    while (runs / f"{stem}-{number}").exists():
        number += 1
    return f"{stem}-{number}"


def named_run(runs: Path, name: object) -> Run:
    """The run of that name in the folder of runs, which may not exist yet; never one elsewhere.

    Raises:
        CoreError: the name is not that of a folder directly in there.
    """
    if not isinstance(name, str) or not name or name != Path(name).name or "\0" in name:
        raise CoreError(
            "run.name",
            "run name {name!r} must be 1 to 64 letters, digits, '.', '_' or '-', beginning with a letter or digit",
            name=name,
        )
    return Run(runs / name)
