"""A language generated from English by a rule, in which untranslated texts are recognisable."""

import re
from collections.abc import Mapping

LANGUAGE = "qps"
_ACCENTS = str.maketrans("AEIOUYaeiouycnszrtdlNST", "ÂÊÎÔÛŶâêîôûŷçñšžřťďľÑŠŢ")
_LETTER = str.maketrans("bfghjkmpqvwxBCDFGHJKLMPQRVWXZ", "ƀƒĝĥĵķɱƥɋʋŵẋƁĈĎƑĜĤĴĶĽḾṔɊŔṼŴẊŽ")
# what a translator leaves alone: fields, formulas, code, addresses, tags, entities
KEPT = re.compile(
    r"\{[^{}]*\}|\$\$.*?\$\$|\$[^$]*\$|```.*?```|`[^`]*`|\]\([^)]*\)|https?://\S+|</?\w[^>]*>|&\w+;", re.DOTALL
)


def pseudo_text(words: str) -> str:
    """Return words with an accent on every letter, in brackets; fields and markup are kept.

    Examples:
        >>> pseudo_text("Beam {size}")
        '⟦Ɓêâɱ {size}⟧'
    """
    end, parts = 0, []
    for kept in KEPT.finditer(words):
        parts += [_accented(words[end : kept.start()]), kept[0]]
        end = kept.end()
    parts.append(_accented(words[end:]))
    whole = "".join(parts)
    body = whole.strip()
    if not body or body[0] in "#|-*" or "\n" in body:  # a bracket before a heading would make it a paragraph
        return whole
    return whole.replace(body, f"⟦{body}⟧", 1)


def pseudo_catalogue(english: Mapping[str, str]) -> dict[str, str]:
    """Return the catalogue of the pseudo-language."""
    return {key: pseudo_text(words) for key, words in english.items()}


def _accented(words: str) -> str:
    return words.translate(_ACCENTS).translate(_LETTER)
