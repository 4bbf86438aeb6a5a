"""Owners of runs on a page that others can reach, and the room that their runs take.

The browser that starts a run keeps a secret, and the run folder keeps the secret's hash: reading the folder does not
let anyone act as the owner. A run without that file, for example one from a terminal, does not have an owner
on the page. The secret is not kept in a `gr.BrowserState`: that fails in a browser that denies storage, as some do to
a page in the frame of another site, and every event of the page's loading fails with it.
"""

import hashlib
import hmac
import secrets
import shutil
import time
from collections.abc import Iterable

from core.durable import write_beside
from core.errors import CoreError
from core.jobs.status import ACTIVE
from core.training.run import Run
from viz.tabs.train.context import Limits

SHORTEST, LONGEST = 32, 128  # characters of a secret; browsers make 64
_DAY = 86_400  # seconds
_OWNER = "owner"  # the file in the run folder


def claim(run: Run, secret: object) -> None:
    """Make a visitor the owner of the run; without a secret it does not have an owner."""
    kept = str(secret) if _is_secret(secret) else secrets.token_hex()
    write_beside(run.folder / _OWNER, _hash(kept) + "\n")


def is_owner(run: Run, secret: object) -> bool:
    """Return whether a visitor started the run."""
    try:
        kept = (run.folder / _OWNER).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return False
    return _is_secret(secret) and hmac.compare_digest(kept, _hash(str(secret)))


def refuse_strangers(run: Run, secret: object) -> None:
    """Refuse every visitor but the one who started the run.

    Raises:
        CoreError: another visitor.
    """
    if not is_owner(run, secret):
        raise CoreError(
            "train.not_owner",
            "only the visitor who started “{name}” can stop it, resume it, rename it or delete it, in the "
            "browser that started it",
            name=run.name,
        )


def make_room(runs: list[Run], limits: Limits, visitor: object) -> None:
    """Remove runs that have ended, before a visitor starts another one.

    The visitor's own are removed first, oldest first, so that a visitor with many runs does not remove those of
    others. Runs of other visitors are removed only if older than a day, while there are more than `kept_runs`.

    Args:
        runs: all runs, newest first.
        limits: of the page.
        visitor: secret of the one who starts a run.

    Raises:
        CoreError: the page is full of runs younger than a day.
    """
    if limits.kept_runs is None or limits.own_runs is None or limits.most_runs is None:
        return
    own = [run for run in runs if is_owner(run, visitor)]
    left = _without(runs, _removed(own[limits.own_runs - 1 :]))
    old = [run for run in left[limits.kept_runs - 1 :] if time.time() - _last_change(run) > _DAY]
    left = _without(left, _removed(old))
    if len(left) >= limits.most_runs:
        raise CoreError(
            "train.full",
            "this page already holds {count} runs of the last day, which is its limit; try again later",
            count=len(left),
        )


def _is_secret(value: object) -> bool:
    return isinstance(value, str) and SHORTEST <= len(value) <= LONGEST


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _removed(runs: Iterable[Run]) -> set[str]:
    """Remove the runs that have ended; return their names."""
    names = set()
    for run in runs:
        if run.status().state not in ACTIVE and not run.folder.is_symlink():
            shutil.rmtree(run.folder, ignore_errors=True)
            names.add(run.name)
    return names


def _without(runs: list[Run], names: set[str]) -> list[Run]:
    return [run for run in runs if run.name not in names]


def _last_change(run: Run) -> float:
    """Return when a run last changed, in seconds since the epoch."""
    try:
        return max(run.status().updated, run.config_path.stat().st_mtime)
    except OSError:
        return 0.0
