"""Owners of runs and evaluations on a page that others can reach.

The browser that starts a run keeps a secret, and the run folder keeps the secret's hash: reading the folder does not
let anyone act as the owner. A run without that file, for example one from a terminal, does not have an owner
on the page. The secret is not kept in a `gr.BrowserState`: that fails in a browser that denies storage, as some do to
a page in the frame of another site, and every event of the page's loading fails with it.
"""

import hashlib
import hmac
import secrets

from core.durable import write_beside
from core.errors import CoreError
from core.jobs.job import Job

SHORTEST, LONGEST = 32, 128  # characters of a secret; browsers make 64
_OWNER = "owner"  # the file in the run folder


def claim(job: Job, secret: object) -> None:
    """Make a visitor the owner of a job; without a secret it does not have an owner."""
    kept = str(secret) if _is_secret(secret) else secrets.token_hex()
    write_beside(job.folder / _OWNER, _hash(kept) + "\n")


def is_owner(job: Job, secret: object) -> bool:
    """Return whether a visitor started a job."""
    try:
        kept = (job.folder / _OWNER).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return False
    return _is_secret(secret) and hmac.compare_digest(kept, _hash(str(secret)))


def refuse_strangers(job: Job, secret: object) -> None:
    """Refuse every visitor but the one who started the run.

    Raises:
        CoreError: another visitor.
    """
    if not is_owner(job, secret):
        raise CoreError(
            "train.not_owner",
            "only the visitor who started “{name}” can stop it, resume it, rename it or delete it, in the "
            "browser that started it",
            name=job.name,
        )


def _is_secret(value: object) -> bool:
    return isinstance(value, str) and SHORTEST <= len(value) <= LONGEST


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
