"""The start of a run from a checkpoint: the run keeps a copy of its weights and vocabularies."""

from core.checkpoint import Checkpoint, save_checkpoint
from core.config import UNSHAPED, ModelConfig
from core.data.vocabulary_files import save_vocabularies
from core.errors import CoreError
from core.settings import describe
from core.training.run import Run

_KEPT = ("run", "step", "language_codes", "data")  # what the copy says of where it is from


def start_from(run: Run, checkpoint: Checkpoint, name: str) -> None:
    """Let a new run begin with a checkpoint's weights and vocabulary, of which it keeps a copy.

    Args:
        run: just created.
        checkpoint: of the same shape.
        name: of the checkpoint, kept where no run made it.

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
    details = {name: value for name, value in checkpoint.details.items() if name in _KEPT}
    if not isinstance(details.get("run"), str):
        details["checkpoint"] = name
    save_checkpoint(
        run.initial,
        checkpoint.model.state_dict(),
        checkpoint.model.config,
        checkpoint.vocabularies,
        source_language=checkpoint.source_language,
        target_language=checkpoint.target_language,
        details=details,
        half=True,
    )
    save_vocabularies(run.folder, checkpoint.vocabularies)
