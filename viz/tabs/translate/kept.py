"""Values that a browser keeps until the page is loaded again: fields too long for the address, a typed sentence."""

import json
from pathlib import Path
from typing import NamedTuple

from core.service import MAX_CHARACTERS

_FOLDER = Path(__file__).parent
READ_KEPT = (_FOLDER / "kept.js").read_text(encoding="utf-8")
KEEP_TYPED = (_FOLDER / "keep_typed.js").read_text(encoding="utf-8")


class Kept(NamedTuple):
    """Values that a browser kept; empty where they cannot be read."""

    fields: dict[str, str]  # of the address, as `read_link` takes them
    draft: str


def read_kept(kept: str) -> Kept:
    """Read what a browser sends when it loads the page; any client can send anything."""
    try:
        values = json.loads(kept)
        fields, draft = values["fields"], values["draft"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return Kept({}, "")
    fields = fields if isinstance(fields, dict) else {}
    known = {name: value for name, value in fields.items() if isinstance(value, str)}
    return Kept(known, draft if isinstance(draft, str) and len(draft) <= MAX_CHARACTERS else "")
