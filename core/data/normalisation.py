"""The one cleaning of text: every text is read so, in training, in scoring and where it is typed.

`normalise` applies it; `normaliser` describes it to the `tokenizers` library, as `tokenizer.json` holds it.
"""

import json
import re
import unicodedata
from typing import Any

from tokenizers import Regex, normalizers

# Scripts written without spaces.
# Literal characters, because the two regular expression engines share no escape for the supplementary planes.
CJK = "[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
_CJK_START = re.compile(CJK)
_SPACES = "".join(character for character in map(chr, range(0x3001)) if character.isspace())  # what str.split removes
_CONTROLS = "".join(c for c in map(chr, range(0xA0)) if unicodedata.category(c) == "Cc" and not c.isspace())
_BREAKS = "\u00ad\u200b\u2060\ufeff"  # soft hyphen, zero-width space, word joiner, byte order mark
_DIRECTIONS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
INVISIBLE = _CONTROLS + _BREAKS + _DIRECTIONS
_NFC = normalizers.NFC()  # not Python's, whose version of Unicode knows newer marks than the library's
_INVISIBLE = dict.fromkeys(map(ord, INVISIBLE))


def normalise(text: str) -> str:
    """Remove invisible characters, normalise to NFC, collapse runs of white space to one space and strip both ends.

    Invisible are control characters, marks of breaks (soft hyphen, zero-width space) and marks of direction. The
    joiners U+200C and U+200D are kept: words of some scripts, and emoji, differ by them.
    """
    visible = text.translate(_INVISIBLE).encode("utf-8", errors="replace").decode("utf-8")
    return " ".join((visible if visible.isascii() else _NFC.normalize_str(visible)).split())


def is_blank(text: str) -> bool:
    """Return True if nothing of a text is visible."""
    return not text[:1].isalnum() and not normalise(text)


def prepare(text: str) -> str:
    """Normalise text and add a space before the first word, unless it begins in a script without spaces."""
    text = normalise(text)
    return text if not text or _CJK_START.match(text) else " " + text


def normaliser() -> dict[str, Any]:
    """Return what `prepare` does, as `tokenizer.json` writes it."""
    return _described(normalizers.Replace(Regex(f"[{INVISIBLE}]+"), ""), *_older_rules())


def older_normaliser() -> dict[str, Any]:
    """Return the rules that earlier versions wrote: without the removal of invisible characters."""
    return _described(*_older_rules())


def _older_rules() -> tuple[normalizers.Normalizer, ...]:
    return (
        normalizers.NFC(),
        normalizers.Replace(Regex(f"[{_SPACES}]+"), " "),
        normalizers.Strip(),
        normalizers.Prepend(" "),
        normalizers.Replace(Regex(f"^ (?={CJK})"), ""),
    )


def _described(*rules: normalizers.Normalizer) -> dict[str, Any]:
    return json.loads(normalizers.Sequence(list(rules)).__getstate__())
