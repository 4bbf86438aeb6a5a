"""What a run leaves behind when it fails: the reason in its status, and in its log what a programmer needs."""

import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from core.durable import disk_is_full
from core.errors import CoreError
from core.training.run import Run


@contextmanager
def told_failure(run: Run) -> Iterator[None]:
    """Say in status.json why the block failed, and keep the traceback of an unknown error in the log.

    Raises:
        CoreError: the disk is full, in words for a person; every other error is raised unchanged.
    """
    try:
        yield
    except BaseException as error:
        full = disk_is_full(error)
        told = _no_space(run) if full else error
        with suppress(OSError):  # on a full disk the run may then count as crashed, and the error is printed
            run.set_status("failed", run.status().step, str(told) or type(told).__name__)
        if isinstance(told, Exception) and not isinstance(told, CoreError) and not _is_standard_error(run.log_path):
            with suppress(OSError), run.log_path.open("a", encoding="utf-8") as log:
                log.write("".join(traceback.format_exception(told)))
        if full:
            raise told from error
        raise


def _no_space(run: Run) -> CoreError:
    return CoreError(
        "run.disk_full",
        "the disk is full, so run {name} ended at step {step}; free some space and resume it: "
        "it resumes from step {saved}",
        name=run.name,
        step=run.status().step,
        saved=run.saved_step,
    )


def _is_standard_error(path: Path) -> bool:
    """Whether what this process prints goes to that file anyway."""
    try:
        return os.path.samestat(os.fstat(2), path.stat())
    except OSError:
        return False
