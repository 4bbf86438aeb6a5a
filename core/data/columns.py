"""Names of columns: which mean source and target, which are languages, and how errors list them."""

from collections.abc import Sequence
from pathlib import Path

from core.errors import CoreError, Names

_SOURCE_NAMES = frozenset({"source", "src", "input", "sentence"})
_TARGET_NAMES = frozenset({"target", "tgt", "trg", "output", "translation"})
_LANGUAGES = (
    "ar bg bn ca cmn cs da de el en es et fa fi fr ga he hi hr hu id is it ja ko lt lv ms mt nb nl no pl pt"
    " ro ru sk sl sr sv th tr uk ur vi zh zh-cn zh-hans zh-hant zh-tw"
)
_CODES = {name: name for name in _LANGUAGES.split()} | {  # by column names
    "arabic": "ar",
    "chinese": "zh",
    "czech": "cs",
    "dutch": "nl",
    "english": "en",
    "french": "fr",
    "german": "de",
    "hindi": "hi",
    "italian": "it",
    "japanese": "ja",
    "korean": "ko",
    "mandarin": "cmn",
    "polish": "pl",
    "portuguese": "pt",
    "romanian": "ro",
    "russian": "ru",
    "spanish": "es",
    "swedish": "sv",
    "turkish": "tr",
    "ukrainian": "uk",
    "vietnamese": "vi",
}


def text_names(names: Sequence[str]) -> tuple[str, str] | None:
    """Return the two names that mean source and target, else the first two that are languages.

    Among more than two names "id" is the number of a row, not Indonesian.
    """
    source = next((name for name in names if name.lower() in _SOURCE_NAMES), None)
    target = next((name for name in names if name.lower() in _TARGET_NAMES), None)
    if source is not None and target is not None:
        return source, target
    languages = [name for name in names if language_of(name) and (len(names) == 2 or name.lower() != "id")]
    first, *others = dict.fromkeys(languages) or [""]
    return (first, others[0]) if others else None


def language_of(name: str) -> str:
    """Return the language code for a column name or file ending; empty if unknown."""
    written = name.replace("_", "-")
    code = _CODES.get(written.lower(), "")
    return written if code == written.lower() else code  # zh-CN stays zh-CN


def ending_language(path: Path) -> str:
    """Return the language code in the ending of a file's name, before `.gz`; empty if it has none."""
    return language_of(path.name.removesuffix(".gz").rpartition(".")[2])


def missing_column(path: Path, number: int, name: str, found: list[str]) -> CoreError:
    """Return the error about a column that a file does not have, with those that it has."""
    return CoreError(
        "corpus.column",
        "{path}, line {line}: column {column!r} not found; available: {found}",
        path=str(path),
        line=number,
        column=name,
        found=listed(found),
    )


def listed(names: list[str]) -> Names:
    """Return at most ten names of at most 40 characters for an error message."""
    short = [repr(name if len(name) <= 40 else name[:39] + "…") for name in names[:10]]
    return Names(short + ["…"] * (len(names) > 10))
