"""The recorded training of the loaded model beside Eq. 3 (5.3)."""

import csv
from typing import Any

import numpy as np

from core.errors import CoreError
from core.labs.setting import Setting
from core.labs.setting import Values as _Values
from core.training.schedule import learning_rate

POINTS = 300  # of a curve that is sent


class Values(_Values):
    """Nothing is asked for."""


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return `steps` with the recorded `rates`, `losses` and gradient `norms`, float [N] each, and steps of `cooldown`.

    Raises:
        CoreError: the checkpoint has no history of its training.
    """
    path = setting.folder / "history.csv" if setting.folder else None
    if path is None or not path.is_file():
        raise CoreError("labs.no_history", "this checkpoint does not have the history of its training (history.csv)")
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row.get("learning_rate") and row.get("loss")]
    chosen = [rows[i] for i in np.unique(np.linspace(0, len(rows) - 1, POINTS).astype(int))] if rows else []
    columns = {"steps": "step", "rates": "learning_rate", "losses": "loss", "norms": "gradient_norm"}
    cooldown = setting.card.part("training").get("cooldown_steps")
    return {
        **{name: np.array([float(row[column] or "nan") for row in chosen]) for name, column in columns.items()},
        "cooldown": cooldown if isinstance(cooldown, int) else 0,
    }


CODE = (compute, learning_rate)
