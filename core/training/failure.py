"""Record of a failed run: the reason in its status, and a traceback in its log."""

import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from core.durable import disk_is_full
from core.errors import CoreError
from core.training.run import Run


@contextmanager
def record_failure(run: Run) -> Iterator[None]:
    """Write the block's error to status.json, and the traceback of an unknown error to the log.

    Raises:
        CoreError: the disk is full; every other error is raised unchanged.
    """
    try:
        yield
    except BaseException as error:
        full = disk_is_full(error)
        reported = _no_space(run) if full else error
        with suppress(OSError):  # on a full disk the run may then count as crashed, and the error is printed
            run.set_status("failed", run.status().step, str(reported) or type(reported).__name__)
        unknown = isinstance(reported, Exception) and not isinstance(reported, CoreError)
        if unknown and not _is_standard_error(run.log_path):
            with suppress(OSError), run.log_path.open("a", encoding="utf-8") as log:
                log.write("".join(traceback.format_exception(reported)))
        if full:
            raise reported from error
        raise


def _no_space(run: Run) -> CoreError:
    return CoreError(
        "run.disk_full",
        "the disk is full, so run {name} ended at step {step}; free some space, then resume it from step {saved}",
        name=run.name,
        step=run.status().step,
        saved=run.saved_step,
    )


def _is_standard_error(path: Path) -> bool:
    """Return True if the standard error of this process is written to that file."""
    try:
        return os.path.samestat(os.fstat(2), path.stat())
    except OSError:
        return False
