"""All texts of the page: one folder for each language, each with a dictionary `TEXTS`."""

import importlib
import pkgutil
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import PurePath

from core.attention_kinds import KINDS
from core.errors import CoreError, Names
from core.places import as_typed
from core.settings import Allowed
from viz.texts import en


def _catalogues() -> dict[str, Mapping[str, str]]:
    """Return the texts of each language that has every word, English first; one that lacks a word is not offered."""
    return {"en": en.TEXTS, **{code: texts for code, texts in begun().items() if en.TEXTS.keys() <= texts.keys()}}


def begun() -> dict[str, Mapping[str, str]]:
    """Return the texts of each language that has a folder here, also of one that lacks words."""
    codes = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return {code: importlib.import_module(f"{__name__}.{code}").TEXTS for code in codes}


CATALOGUES: dict[str, Mapping[str, str]] = _catalogues()

_FULL_WIDTH_ENDS = tuple("。！？：；…")
_PLAIN_WORD = re.compile(r"[a-z]+(?=[ ,:;]|$)")
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Texts:
    """The words of one language.

    Attributes:
        language: its code.
    """

    language: str
    _own: Mapping[str, str] = field(repr=False)

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the words of a key.

        Args:
            key: dotted name, such as `translate.beam.label`.
            **values: the values of the text's fields.

        Raises:
            KeyError: English does not have this key.
        """
        words = as_typed(self._own[key] if key in self._own else en.TEXTS[key])
        return words.format(**values) if values else words

    def find(self, key: str) -> str | None:
        """Return the words of a key; None if English does not have it."""
        return self(key) if key in en.TEXTS else None

    def section(self, *prefixes: str) -> dict[str, str]:
        """Return all words whose key begins with one of these, by key, for a component in the browser."""
        return {key: self(key) for key in en.TEXTS if key.startswith(prefixes)}

    def error(self, error: CoreError) -> str:
        """Return an error in the page's words: the sentence of the texts, or that of the core.

        The name of a setting is replaced by its label on the page, that of an attention kind by its short name.
        """
        values = {name: self._worded(value) for name, value in error.parameters.items()}
        if values.get("kind") in KINDS:
            values["kind"] = self(f"attention.kind.{values['kind']}.short")
        for label in (f"error.setting.{values.get('setting')}", f"train.field.{values.get('setting')}.label"):
            if label in en.TEXTS:
                values["setting"] = self(label)
                break
        key = f"error.{error.code}"
        if key in self._own or key in en.TEXTS:
            with suppress(KeyError, ValueError, TypeError):  # an error that a job of another version recorded
                return _printable(self(key, **values))
        return _printable(as_sentence(error.template, values))

    def counted(self, key: str, count: int) -> str:
        """Return a text that has a form for one and a form for many, which may be equal: "1 head", "2 heads"."""
        return self(f"{key}.{'one' if count == 1 else 'many'}", count=count)

    def listed(self, names: Iterable[str]) -> str:
        """Return names in a row, separated as in this language."""
        return self("list.and").join(names) or self("list.none")

    def _worded(self, value: object) -> object:
        """Return a parameter of an error as this language writes it."""
        if isinstance(value, Names):
            return self.listed(value)
        if isinstance(value, CoreError) and self.language != "en":  # the reason of another error
            return self.error(value).removesuffix("。")
        return self._allowed(value) if isinstance(value, Allowed) else _public(value)

    def _allowed(self, allowed: Allowed) -> str:
        """Return what a setting may be, in this language: the phrase of the core where it has no own one."""
        bounds = "" if allowed.minimum is None else ".at_least" if allowed.maximum is None else ".range"
        key = f"error.allowed.{'one_of' if allowed.choices else allowed.type + bounds}"
        if key not in self._own:
            return str(allowed)
        return self(key, choices=self.listed(allowed.choices), minimum=allowed.minimum, maximum=allowed.maximum)


def texts_in(language: object) -> Texts:
    """Return the texts of a language; English if the code is unknown."""
    code = language if isinstance(language, str) and language in CATALOGUES else "en"
    return Texts(code, CATALOGUES[code])


ENGLISH = texts_in("en")


def _public(value: object) -> object:
    """Return a parameter of an error as a visitor may see it: without the folders of the server."""
    if isinstance(value, OSError):
        return value.strerror or type(value).__name__
    if isinstance(value, PurePath):
        return "/".join(value.parts[-2:]) if value.suffix else value.name
    return value


def _printable(words: str) -> str:
    """Return words with control characters and directional ones as their codes: what was typed may have them."""
    return _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode(), words)


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


def in_a_row(sentences: Iterable[str]) -> str:
    """Return sentences one after the other: a blank between two, but none after full-width punctuation.

    Examples:
        >>> in_a_row(["One.", "", "Two."]), in_a_row(["一。", "二。"])
        ('One. Two.', '一。二。')
    """
    joined = ""
    for sentence in filter(None, sentences):
        joined += sentence if not joined or joined.endswith(_FULL_WIDTH_ENDS) else f" {sentence}"
    return joined
