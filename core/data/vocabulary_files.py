"""Files of a model's vocabularies: one `tokenizer.json` of both sides, or `source.json` and `target.json` of pieces."""

from collections.abc import Callable
from pathlib import Path

from core.data.piece_vocabulary import PieceVocabulary
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import VOCABULARY_FILES, Vocabularies, Vocabulary
from core.durable import replaced_file

_JOINT, _SOURCE, _TARGET = VOCABULARY_FILES


def has_vocabularies(folder: Path) -> bool:
    """Return whether a folder has the files of a model's vocabularies."""
    return (folder / _JOINT).exists() or ((folder / _SOURCE).exists() and (folder / _TARGET).exists())


def load_vocabularies(place: Callable[[str], Path]) -> Vocabularies:
    """Read the vocabularies of both sides.

    Args:
        place: returns the path of a file by its name, and refuses one that may not be read.

    Raises:
        CoreError: a file is missing or damaged.
    """
    if place(_SOURCE).exists() or place(_TARGET).exists():
        return Vocabularies(*(PieceVocabulary.load(place(name)) for name in (_SOURCE, _TARGET)))
    return Vocabularies.joint(Tokenizer.load(place(_JOINT)))


def save_vocabularies(folder: Path, vocabularies: Vocabularies) -> None:
    """Write the vocabularies of both sides into a folder; each file is replaced once it is complete."""
    for name, vocabulary in _named(vocabularies).items():
        with replaced_file(folder / name) as partial:
            vocabulary.save(partial)


def file_name(vocabularies: Vocabularies, vocabulary: Vocabulary) -> str:
    """Return the name of the file that holds one of these vocabularies."""
    return next(name for name, found in _named(vocabularies).items() if found is vocabulary)


def _named(vocabularies: Vocabularies) -> dict[str, Vocabulary]:
    """Return each vocabulary by the name of its file."""
    source, target = vocabularies
    return {_JOINT: source} if source is target else {_SOURCE: source, _TARGET: target}
