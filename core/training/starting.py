"""The start of a run from a checkpoint: the run keeps a copy of its weights and vocabularies."""

import dataclasses
from pathlib import Path

from core.checkpoint import Checkpoint, save_checkpoint
from core.config import UNSHAPED, ModelConfig
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import Vocabularies, fitted
from core.data.vocabulary_files import save_vocabularies
from core.errors import CoreError
from core.settings import describe
from core.training.new_vocabulary import with_vocabulary
from core.training.record import named_folder
from core.training.run import Run
from core.training.schedule import recorded_peak
from core.training.wider import widened

_KEPT = ("run", "step", "language_codes", "data")  # what the copy says of where it is from


def start_from(run: Run, checkpoint: Checkpoint, folder: Path, vocabulary: Tokenizer | None = None) -> None:
    """Let a new run begin with a checkpoint's weights and vocabulary, of which it keeps a copy.

    Args:
        run: just created.
        checkpoint: of the same shape; only `d_ff` may be smaller than the run's, see `wider`.
        folder: of the checkpoint; its name is kept where no run made it.
        vocabulary: replaces that of the checkpoint; see `new_vocabulary`.

    Raises:
        CoreError: the run's model has another shape, or the vocabulary cannot be replaced.
    """
    config = run.read_config().model
    for item in describe(ModelConfig):
        given, expected = getattr(config, item.name), getattr(checkpoint.model.config, item.name)
        changed = (vocabulary is not None and item.name == "vocab_size") or item.name == "d_ff"
        if given != expected and item.name not in UNSHAPED and not changed:
            raise CoreError(
                "run.other_shape",
                "{setting} is {expected} in the checkpoint to start from; it cannot be {given}",
                setting=item.name,
                expected=expected,
                given=given,
            )
    details = {name: value for name, value in checkpoint.details.items() if name in _KEPT}
    if not isinstance(details.get("run"), str):
        details["checkpoint"] = folder.resolve().name
    if place := named_folder(folder, run.folder.parent):
        details["folder"] = place
    weights, vocabularies = checkpoint.model.state_dict(), checkpoint.vocabularies
    if (peak := recorded_peak(checkpoint.model.config, checkpoint.details)) is not None:
        details["peak_rate"] = peak
    if vocabulary is not None:
        details["new_vocabulary"] = True
        weights, vocabularies = with_vocabulary(checkpoint, vocabulary), Vocabularies.joint(vocabulary)
    model = fitted(checkpoint.model.config, vocabularies)
    if config.d_ff != model.d_ff:
        details["widened_from"] = model.d_ff
        weights = widened(weights, model, config.d_ff, seed=run.read_config().training.seed)
        model = dataclasses.replace(model, d_ff=config.d_ff)
    save_checkpoint(
        run.initial,
        weights,
        model,
        vocabularies,
        source_language=checkpoint.source_language,
        target_language=checkpoint.target_language,
        details=details,
        half=True,
    )
    save_vocabularies(run.folder, vocabularies)
