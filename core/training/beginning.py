"""The beginning of a new run, and its training in the turns of its folder: for the command and for programs."""

from collections.abc import Callable
from pathlib import Path

from core.checkpoint import load_checkpoint
from core.errors import CoreError
from core.training.events import Event
from core.training.execution import execute
from core.training.processes import ALONE, Processes
from core.training.run import Run, RunConfig
from core.training.runs import start_waiting
from core.training.starting import start_from
from core.training.text import read_corpus, train_tokenizer


def begin(run: Run, config: RunConfig, start: Path | None = None, *, new_vocabulary: bool = False) -> None:
    """Create the folder of a run; with the weights of a checkpoint if there is one to start from.

    Args:
        run: that does not exist.
        config: that `check_run` has passed.
        start: folder of the checkpoint.
        new_vocabulary: learn a vocabulary from the training text instead of taking that of the checkpoint.

    Raises:
        CoreError: the run exists, or cannot start from this checkpoint; nothing is left of it then.
    """
    with run.beginning(config):
        if start is None:
            return
        learned = None
        if new_vocabulary:
            learned = train_tokenizer(config.data, read_corpus(config.data), config.model.vocab_size)
        start_from(run, load_checkpoint(start), start, learned)


def train_in_turn(run: Run, notify: Callable[[Event], None], *, new: bool, processes: Processes = ALONE) -> bool:
    """Train a run to its end; then start the jobs of its folder that wait.

    Args:
        run: that no other process trains.
        notify: takes each event.
        new: remove the run if it is refused before its first step.
        processes: that train it together.

    Returns:
        False if a signal ended it, with a checkpoint saved.

    Raises:
        CoreError: see `execute`.
    """
    start_next = False
    try:
        start_next = execute(run, notify, processes=processes)
    except CoreError as error:
        start_next = error.code not in ("run.disk_full", "processes.lost")  # the next run would fail in the same way
        if start_next and new and not run.events():  # refused before it began: remove its files
            run.discard()
        raise
    finally:
        if start_next:
            start_waiting(run.folder.resolve().parent)
    return start_next
