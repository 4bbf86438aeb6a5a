"""Whose run it is, on a page that many visitors share.

The browser that starts a run keeps a secret, and the run folder the secret's hash: whoever reads the folder still
cannot speak for its owner. A run without such a file, one from a terminal for example, belongs to nobody on the page.

The secret does not stand in a `gr.BrowserState`: that fails in a browser that denies its store, as some do to a page
in the frame of another site, and takes every event of the page's loading with it.
"""

import hashlib
import hmac
import secrets
from pathlib import Path

from core.durable import write_beside
from core.errors import CoreError
from core.training.run import Run

SHORTEST, LONGEST = 32, 128  # characters of a secret; those that browsers make have 64
REMEMBER = (Path(__file__).parent / "visitor.js").read_text(encoding="utf-8")
_FILE = "owner"


def claim(run: Run, secret: object) -> None:
    """Make the run that of a visitor; without a secret nobody can prove to be its owner."""
    kept = str(secret) if _is_secret(secret) else secrets.token_hex()
    write_beside(run.folder / _FILE, _hash(kept) + "\n")


def refuse_strangers(run: Run, secret: object) -> None:
    """Let only the visitor pass who has started the run.

    Raises:
        CoreError: anyone else.
    """
    try:
        kept = (run.folder / _FILE).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        kept = ""
    if not _is_secret(secret) or not hmac.compare_digest(kept, _hash(str(secret))):
        raise CoreError("train.not_owner", "only the visitor who started {name} can do this", name=run.name)


def _is_secret(value: object) -> bool:
    return isinstance(value, str) and SHORTEST <= len(value) <= LONGEST


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
