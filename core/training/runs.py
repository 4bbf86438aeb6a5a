"""A folder of runs: list, rename and delete them; they and other jobs in the folder take turns."""

import os
import shutil
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from core.durable import remove_folder, sync
from core.errors import CoreError
from core.jobs.job import Job, is_name
from core.jobs.queue import JobQueue, Turns, list_jobs
from core.training.run import Run, check_name


def list_runs(folder: Path) -> list[Run]:
    """Return the runs in a folder of runs, newest first."""
    return list_jobs(folder, Run)


def named_run(folder: Path, name: str) -> Run:
    """Return the run with that name directly in a folder of runs.

    Raises:
        CoreError: the name is invalid or unknown.
    """
    check_name(name)
    run = Run(folder / name)
    if not run.config_path.is_file():
        raise run.missing_error()
    return run


def rename_run(run: Run, name: str) -> Run:
    """Rename a run in its folder, keeping its place in the queue; return the renamed run.

    Raises:
        CoreError: it is being trained, is a symbolic link, or the new name is taken or invalid.
    """
    check_name(name)
    _refuse_links(run)
    renamed = Run(run.folder.with_name(name))
    with _queue(run.folder.parent).locked(), run.held():
        if os.path.lexists(renamed.folder):
            raise CoreError("run.taken", "the name {name} is already taken; choose another", name=name)
        _refuse_needed(run)
        _name_files_inside(run)
        os.rename(run.folder, renamed.folder)
        sync(renamed.folder.parent)
    return renamed


def delete_run(run: Run) -> None:
    """Remove a run with all its files; targets of links in it are kept.

    Raises:
        CoreError: it is being trained, is a symbolic link, or is not a run.
        OSError: some of it cannot be removed; the rest is removed.
    """
    check_name(run.name)
    _refuse_links(run)
    folder = run.folder.parent
    with _queue(folder).locked():
        for left in folder.glob(".*.removed"):  # left by a killed deletion
            if is_name(left.name[1 : -len(".removed")]):
                shutil.rmtree(left, ignore_errors=True)
        _refuse_needed(run)
        with run.held():
            remove_folder(run.folder)


def _refuse_needed(run: Run) -> None:
    """Refuse to move a run whose files a job that runs or waits is to read, such as an evaluation of its model."""
    inside = f"{run.folder.resolve()}{os.sep}"
    active, waiting, _ = _queue(run.folder.parent).turns()
    for job in (*active, *waiting):
        if not isinstance(job, Run) and any(inside in f"{word}{os.sep}" for word in _recorded(job)):
            raise CoreError(
                "run.needed",
                "run {name} is needed by {job}; wait until that ends, or stop it",
                name=run.name,
                job=job.name,
            )


def _recorded(job: Job) -> list[str]:
    with suppress(CoreError):
        return job.recorded_command()
    return []


def queue(folder: Path) -> Turns:
    """Return the jobs of a folder of runs that run and that wait: trainings, and others such as evaluations."""
    return _queue(folder).turns()


def enqueue(job: Job) -> None:
    """Queue a job of a folder of runs to start or resume when its turn comes.

    Raises:
        CoreError: another process works on it, or it has nothing left to do.
    """
    _queue(job.folder.parent).add(job)


def extend_run(run: Run, max_steps: int) -> None:
    """Let a run that has completed its steps take more, until step `max_steps`; `enqueue` then resumes it.

    Weights, optimiser, data order and generators resume exactly. The learning rate is `training_rate` with the new last
    step: Eq. 3 continues with the next step, since it depends on the step alone, and a cool-down moves to the new end.
    After a cool-down that has ended, the rate thus returns to Eq. 3 first.

    Raises:
        CoreError: it is being trained, has ended for another reason, has taken as many steps already, or the number is
            out of range.
    """
    with _queue(run.folder.parent).locked(), run.held():
        status, config = run.status(), run.read_config()
        if status.state == "finished" and status.message != "max_steps":
            raise run.over_error()
        if max_steps <= max(run.saved_step, config.training.max_steps):
            raise CoreError(
                "run.no_more_steps",
                "the new last step ({steps:,}) must be above {taken:,}, the present one",
                steps=max_steps,
                taken=max(run.saved_step, config.training.max_steps),
            )
        run.replace_config(config._replace(training=replace(config.training, max_steps=max_steps)))


def stop_job(job: Job) -> None:
    """Ask a job of a folder of runs to end, a run at its next step with a checkpoint saved; or dequeue it."""
    _queue(job.folder.parent).stop(job)


def start_waiting(folder: Path) -> list[Job]:
    """Start the jobs whose turn it is, if any; return them."""
    return _queue(folder).start_waiting()


def set_at_once(folder: Path, count: int) -> None:
    """Set how many jobs of a folder of runs may run at the same time, and start those whose turn it is.

    Raises:
        CoreError: the number is out of range.
    """
    _queue(folder).set_at_once(count)


def _queue(folder: Path) -> JobQueue:
    return JobQueue(folder, (Run, Job))


def _name_files_inside(run: Run) -> None:
    """Write the configuration again, because older ones name files by the folder's old name."""
    try:
        config = run.read_config()
    except CoreError:  # it is as unreadable under the new name, and reported whenever it is read
        return
    created = run.config_path.stat()
    run.replace_config(config)
    os.utime(run.config_path, ns=(created.st_atime_ns, created.st_mtime_ns))


def _refuse_links(run: Run) -> None:
    if run.folder.is_symlink():
        raise CoreError("run.link", "run {name} is a symbolic link; use the folder it points to", name=run.name)
    if not run.config_path.is_file():
        raise run.missing_error()
