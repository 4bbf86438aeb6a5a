"""Every word on the page, one catalogue per language."""

from collections.abc import Mapping

from core.errors import CoreError
from viz.texts import en

CATALOGUES: Mapping[str, Mapping[str, str]] = {"en": en.TEXTS}


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
    """An error of the core in the page's words; the core's own English where the catalogue has none."""
    key = f"error.{error.code}"
    if key not in en.TEXTS:
        return str(error)
    values = dict(error.parameters)
    for named in (f"error.field.{values.get('name')}", f"train.field.{values.get('name')}.label"):
        if named in en.TEXTS:  # a setting is called by its label, as it stands beside its box
            return text(key, language, **{**values, "name": text(named, language)})
    return text(key, language, **values)
