"""Names of files of a whole translation, which say what is inside: `en-de_a-brown-dog.npz`.

`slug` and its limits are those of the browser's `files/names.js`.
"""

from __future__ import annotations

import re
import unicodedata

from core.inspection.store import TraceRequest

SIDES = ("base", "changed")
_MODEL_BYTES, _SENTENCE_BYTES = 24, 32
_MOST_READ = 400  # characters of a text


def slug(text: str, most: int) -> str:
    """Return the beginning of a text in lower case, its words joined by "-"; empty if it has neither letter nor digit.

    Args:
        text: any text.
        most: bytes of UTF-8 at most; a first word that is too long is cut.

    Examples:
        >>> slug("A brown dog runs.", 12), slug("../../etc/passwd", 32), slug("?!", 32)
        ('a-brown-dog', 'etc-passwd', '')
    """
    lower = unicodedata.normalize("NFC", text[:_MOST_READ]).lower()
    parts = re.findall(r"[^\W_]+", "".join(c if unicodedata.category(c)[0] in "LN" else " " for c in lower))
    found = ""
    for part in parts:
        longer = f"{found}-{part}" if found else part
        if len(longer.encode()) > most:
            break
        found = longer
    if parts and not found:
        return parts[0].encode()[:most].decode(errors="ignore")
    return found


def file_name(request: TraceRequest, lens: str, form: str, side: str = "") -> str:
    """Return the name of a file: checkpoint, lens, what differs from a plain translation, beginning of the sentence.

    It has at most 80 characters, no separator of paths, and is no reserved name of a system.

    Args:
        request: of the trace.
        lens: whose numbers the file has; empty for the weights.
        form: the ending.
        side: of two translations that are shown, one of `SIDES`; anything else is left out.
    """
    changed = bool(request.prefix or request.target or not request.intervention.empty)
    parts = [
        slug(request.checkpoint, _MODEL_BYTES) or "attention",
        lens,
        f"rank{request.rank + 1}" if request.rank else "",
        side if side in SIDES else "changed" if changed else "",
        slug(request.text, _SENTENCE_BYTES) or "translation",
    ]
    return f"{'_'.join(part for part in parts if part)}.{form}"
