"""status.json: the state of a job as it last wrote it, checked against living processes."""

import json
import os
import time
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from core.durable import read_ordinary, write_beside
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


def write_status(path: Path, state: State, step: int, message: str, process: int | None) -> None:
    """Write status.json for this process, or for another."""
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
        return Status(state, step, values["message"], process, float(updated))
    except FileNotFoundError:
        return Status("new", 0, "", None, 0.0)
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        return Status("crashed", 0, f"status.json cannot be read: {error}", None, 0.0)
