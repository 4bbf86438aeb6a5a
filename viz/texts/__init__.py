"""Every word on the page, one catalogue per language."""

import re
from collections.abc import Mapping
from pathlib import PurePath

from core.errors import CoreError
from viz.texts import en

CATALOGUES: Mapping[str, Mapping[str, str]] = {"en": en.TEXTS}

_PLAIN_WORD = re.compile(r"[a-z]+(?=[ ,:;]|$)")


def text(key: str, language: str = "en", /, **values: object) -> str:
    """The words of one key.

    Args:
        key: dotted name, such as `translate.beam.label`.
        language: code of a catalogue; English stands in for what a catalogue lacks.
        **values: what the words have places for.

    Raises:
        KeyError: English has no such key.
    """
    words = CATALOGUES.get(language, en.TEXTS).get(key, en.TEXTS[key])
    return words.format(**values) if values else words


def section(prefix: str, language: str = "en") -> dict[str, str]:
    """All words whose key begins with `prefix`, by key: what a component in the browser is handed."""
    return {key: text(key, language) for key in en.TEXTS if key.startswith(prefix)}


def error_text(error: CoreError, language: str = "en") -> str:
    """Return an error in the page's words: the catalogue's sentence, or the core's own as a sentence of the page.

    A setting is called by its label, as it stands beside its box.
    """
    values = {name: _public(value) for name, value in error.parameters.items()}
    for label in (f"error.setting.{values.get('setting')}", f"train.field.{values.get('setting')}.label"):
        if label in en.TEXTS:
            values["setting"] = text(label, language)
            break
    key = f"error.{error.code}"
    if key in CATALOGUES.get(language, en.TEXTS):
        return text(key, language, **values)
    return as_sentence(error.template, values)


def _public(value: object) -> object:
    """Return a parameter of an error as a visitor may see it: without the folders of the server."""
    if isinstance(value, OSError):
        return value.strerror or type(value).__name__
    if isinstance(value, PurePath):
        return "/".join(value.parts[-2:]) if value.suffix else value.name
    return value


def as_sentence(template: str, values: Mapping[str, object]) -> str:
    """Fill the core's template in and write it as a sentence: a capital unless it begins with a name, a full stop.

    Examples:
        >>> as_sentence("runs at a time ({count}) must be from 1 to {most}", {"count": 9, "most": 4})
        'Runs at a time (9) must be from 1 to 4.'
        >>> as_sentence("max_tokens ({value}) is too large", {"value": 9})
        'max_tokens (9) is too large.'
    """
    if _PLAIN_WORD.match(template):
        template = template[0].upper() + template[1:]
    words = template.format_map(values)
    return words if words.endswith((".", "?", "!", "…")) else f"{words}."
