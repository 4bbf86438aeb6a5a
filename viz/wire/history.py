"""Snapshots of attention over a training, from the folder of a checkpoint, as time travel shows them."""

import csv
import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from core.errors import CoreError
from core.library import CheckpointLibrary
from core.training.snapshots import FILE_NAME, Snapshot, read_snapshots
from viz.wire.snapshots import pack_snapshots

_LONGEST_HISTORY = 8 << 20  # bytes of history.csv
_ROUNDING = 1e-3  # relative; history.csv has six digits


def has_snapshots(library: CheckpointLibrary, name: str | None) -> bool:
    """Return whether a checkpoint's folder holds snapshots."""
    try:
        return bool(name) and (library.folder(str(name)) / FILE_NAME).is_file()
    except CoreError as error:
        if error.code != "library.unknown":
            raise
        return False  # the folder was removed; translating with it reports that


def packed_history(library: CheckpointLibrary, name: str | None) -> str | None:
    """Pack the snapshots of a checkpoint for the component; None if it has none.

    Raises:
        CoreError: the file is damaged, or of another model.
    """
    if not has_snapshots(library, name):
        return None
    folder, card = library.folder(str(name)), library.card(str(name))
    taken = read_snapshots(folder / FILE_NAME)
    found = taken.snapshots[0].states[0].weights["cross"].shape[:2]
    if found != (card.model.decoder_layers, card.model.num_heads):
        raise CoreError("snapshots.other_model", "{path} is of another model", path=folder / FILE_NAME)
    found_losses = validation_losses(folder / "history.csv")
    losses = list(found_losses.items()) if _is_of_one_run(found_losses, taken.snapshots) else []
    averaged = card.details.get("averaged")
    count = len(averaged) if isinstance(averaged, list) else 1
    return pack_snapshots(taken.sentences, taken.snapshots, name=str(name), curve=losses, averaged=count)


def _is_of_one_run(losses: Mapping[int, float], snapshots: Sequence[Snapshot]) -> bool:
    """Return whether a history agrees with the losses that the snapshots have: a second run counts its steps anew."""
    common = [(losses[one.step], one.loss) for one in snapshots if one.step in losses and one.loss is not None]
    return all(math.isclose(loss, own, rel_tol=_ROUNDING) for loss, own in common)


def validation_losses(path: Path) -> Mapping[int, float]:
    """Return step -> validation loss from a checkpoint's history.csv; empty if it cannot be read."""
    found: dict[int, float] = {}
    try:
        if path.stat().st_size > _LONGEST_HISTORY:
            return {}
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if row.get("validation_loss"):
                    loss = float(row["validation_loss"])
                    found.update({int(row["step"]): loss} if math.isfinite(loss) else {})
    except (OSError, ValueError, KeyError, TypeError, csv.Error):
        return {}
    return found
