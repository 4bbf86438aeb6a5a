"""The start of a run from a checkpoint: the run keeps a copy of its weights and vocabularies."""

from collections.abc import Sequence
from typing import Any

from core.checkpoint import Checkpoint, save_checkpoint
from core.checkpoint_config import read_checkpoint_config
from core.config import UNSHAPED, ModelConfig
from core.data.vocabulary_files import save_vocabularies
from core.errors import CoreError
from core.settings import describe
from core.training.run import Run

_KEPT = ("run", "step", "imported_from", "language_codes", "data")  # what the copy says of where it is from


def start_from(run: Run, checkpoint: Checkpoint) -> None:
    """Let a new run begin with a checkpoint's weights and vocabulary, of which it keeps a copy.

    Raises:
        CoreError: the run's model has another shape.
    """
    config = run.read_config().model
    for item in describe(ModelConfig):
        given, expected = getattr(config, item.name), getattr(checkpoint.model.config, item.name)
        if given != expected and item.name not in UNSHAPED:
            raise CoreError(
                "run.other_shape",
                "{setting} is {expected} in the checkpoint to start from; it cannot be {given}",
                setting=item.name,
                expected=expected,
                given=given,
            )
    save_checkpoint(
        run.initial,
        checkpoint.model.state_dict(),
        checkpoint.model.config,
        checkpoint.vocabularies,
        source_language=checkpoint.source_language,
        target_language=checkpoint.target_language,
        details={name: value for name, value in checkpoint.details.items() if name in _KEPT},
        half=True,
    )
    save_vocabularies(run.folder, checkpoint.vocabularies)


def started_from(run: Run) -> dict[str, str | int]:
    """Return the run and the step of the checkpoint that the run started from, or the folder it was imported from."""
    found = described_start(run, ("run", "step", "imported_from"))
    return {name: value for name, value in found.items() if isinstance(value, str | int)}


def described_start(run: Run, names: Sequence[str]) -> dict[str, Any]:
    """Return some of what the checkpoint that the run started from says; nothing if it began with random weights."""
    described = read_checkpoint_config(run.initial) if run.initial.is_dir() else {}
    return {name: described[name] for name in names if name in described}
