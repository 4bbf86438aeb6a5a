"""Values that a browser keeps until the page is loaded again: fields too long for the address, a typed sentence."""

import json
from typing import NamedTuple

from core.service import MAX_CHARACTERS
from viz.tabs.browser import browser_functions

READ_KEPT, KEEP_TYPED = browser_functions(__file__, "readKept", "keepTyped")


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
