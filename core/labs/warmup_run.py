"""The recorded training of the loaded model next to Eq. 3 (5.3)."""

import csv
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import CoreError
from core.labs.shared.setting import Setting, Values

POINTS = 300  # of a curve that is sent
COLUMNS = {"steps": "step", "rates": "learning_rate", "losses": "loss", "norms": "gradient_norm"}


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return `steps` with the recorded `rates`, `losses` and gradient `norms`, float [N] each, and steps of `cooldown`.

    `start` is the name of the run or checkpoint whose weights the training began with; None for random weights.

    Raises:
        CoreError: the checkpoint has no history of its training.
    """
    rows = _rows(setting.folder / "history.csv") if setting.folder else []
    if not rows:
        raise CoreError("labs.no_history", "this checkpoint does not have the history of its training (history.csv)")
    chosen = [rows[i] for i in np.unique(np.linspace(0, len(rows) - 1, POINTS).astype(int))]
    cooldown = setting.card.part("training").get("cooldown_steps")
    return {
        **{name: np.array([row[i] for row in chosen]) for i, name in enumerate(COLUMNS)},
        "cooldown": cooldown if isinstance(cooldown, int) else 0,
        "start": setting.card.started_from,
    }


def _rows(path: Path) -> list[list[float]]:
    """Return step, rate, loss and gradient norm of each row that has them; none if the file cannot be read."""
    if not path.is_file():
        return []
    try:
        with path.open(encoding="utf-8", newline="") as file:
            found = [[row.get(name) for name in COLUMNS.values()] for row in csv.DictReader(file)]
        return [[float(one) for one in row if one] for row in found if all(row)]
    except (ValueError, OSError, csv.Error):
        return []


CODE = (compute,)
