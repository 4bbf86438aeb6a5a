"""status.json: the state of a job as it last wrote it, checked against living processes."""

import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from core.durable import read_ordinary, write_beside
from core.errors import CoreError, Names, recorded_error
from core.jobs.process import boot_id, process_started

State = Literal["new", "queued", "starting", "running", "stopped", "finished", "failed", "crashed"]
ACTIVE: tuple[State, ...] = ("starting", "running")  # a process works on it


_STATES = get_args(State)
_MOST = 10**15  # steps, and seconds since the epoch


class Status(NamedTuple):
    """State of a job."""

    state: State
    step: int
    message: str  # the error of a failed job, the reason of an ended one
    process: int | None
    updated: float  # seconds since the epoch
    code: str = ""  # of that error, see `CoreError`; empty for errors of other kinds
    parameters: Mapping[str, object] = {}  # of that error

    def fault(self, hidden: str = "") -> CoreError:
        """Return the error of a failed job, so that the page can say it in its own language.

        Args:
            hidden: taken out of its words, such as the path of a temporary folder.
        """
        words = self.message.replace(hidden, "") if hidden else self.message
        values = {
            name: value.replace(hidden, "") if hidden and isinstance(value, str) else value
            for name, value in self.parameters.items()
        }
        return recorded_error(self.code, words, values)


def write_status(
    path: Path, state: State, step: int, message: str, process: int | None, error: BaseException | None = None
) -> None:
    """Write status.json for this process, or for another; a failed job records its error."""
    process = process or os.getpid()
    values = {
        "state": state,
        "step": step,
        "message": message,
        "process": process,
        "process_started": process_started(process),
        "boot": boot_id(),
        "updated": time.time(),
    }
    if isinstance(error, CoreError):
        parameters = {name: _plain(value) for name, value in error.parameters.items()}
        values |= {"code": error.code, "parameters": parameters}
    # a job that was running when the power failed has crashed anyway, so there is no need to wait for the disk
    write_beside(path, json.dumps(values) + "\n", durable=state != "running")


def read_status(path: Path) -> Status:
    """Read the status; a job whose process disappeared has crashed, also if the machine has restarted since."""
    try:
        values = json.loads(read_ordinary(path))
        state, step, process, updated = (values[name] for name in ("state", "step", "process", "updated"))
        numbers = type(step) is int and 0 <= step < _MOST and type(updated) in (int, float) and abs(updated) < _MOST
        if state not in _STATES or not numbers or not isinstance(values["message"], str):
            raise ValueError("it has a value that no job writes")
        if state in ACTIVE:
            started = process_started(process)
            same_boot = values.get("boot") in (None, boot_id())
            if started is None or started != values["process_started"] or not same_boot:
                state = "crashed"
        code, parameters = values.get("code"), values.get("parameters")
        if not isinstance(code, str) or not isinstance(parameters, dict):
            code, parameters = "", {}
        found = {name: Names(map(str, one)) if isinstance(one, list) else one for name, one in parameters.items()}
        return Status(state, step, values["message"], process, float(updated), code, found)
    except FileNotFoundError:
        return Status("new", 0, "", None, 0.0)
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        return Status("crashed", 0, f"status.json cannot be read: {error}", None, 0.0)


def _plain(value: object) -> object:
    """Return a parameter of an error as JSON can hold it."""
    if isinstance(value, str | bool | int | float) or value is None:
        return value
    return [str(one) for one in value] if isinstance(value, Names) else str(value)
