"""Vocabularies of a folder of another program: SentencePiece with lists of tokens, or this project's own tokenizer."""

import json
from pathlib import Path

from core.config import ModelConfig
from core.data.piece_vocabulary import PieceVocabulary, token_list
from core.data.sentence_pieces import PieceModel
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import Vocabularies
from core.errors import CoreError
from core.interchange.shape import read_file, read_json, write_json

OWN = "tokenizer.json"
TARGET = "target_vocab.json"  # where the sides have different lists
MAX_BYTES = 1 << 26  # of a file with tokens


def read_vocabularies(folder: Path, config: ModelConfig) -> Vocabularies:
    """Read the vocabularies of both sides.

    Args:
        folder: has source.spm, target.spm and vocab.json (also target_vocab.json, if the sides differ), or a
            tokenizer.json that this project exported.
        config: the model's shape.

    Raises:
        CoreError: a file is missing or damaged, or its tokens are not as many as the model's.
    """
    if not (folder / "source.spm").exists() and (folder / OWN).exists():
        own = read_json(folder / OWN, MAX_BYTES)
        return Vocabularies.joint(Tokenizer.read(json.dumps(own), folder / OWN))
    models = [read_sentencepiece(folder / f"{side}.spm") for side in ("source", "target")]
    separate = (folder / TARGET).exists()
    files = [folder / "vocab.json", folder / (TARGET if separate else "vocab.json")]
    sides = [
        PieceVocabulary(model, _tokens(file, size), config.special)
        for model, file, size in zip(models, files, (config.vocab_size, config.output_size), strict=True)
    ]
    return Vocabularies(*sides)


def write_vocabularies(folder: Path, vocabularies: Vocabularies) -> None:
    """Write the vocabularies of both sides; the inverse of `read_vocabularies`.

    Raises:
        CoreError: other programs do not have such a vocabulary.
    """
    source, target = vocabularies
    if isinstance(source, PieceVocabulary) and isinstance(target, PieceVocabulary):
        for name, vocabulary in (("source", source), ("target", target)):
            (folder / f"{name}.spm").write_bytes(vocabulary.model.to_proto())
        lists = {"vocab.json": source} if source.tokens == target.tokens else {"vocab.json": source, TARGET: target}
        for file, side in lists.items():
            write_json(folder / file, {token: index for index, token in enumerate(side.tokens)})
    elif isinstance(source, Tokenizer):
        source.save(folder / OWN)
    else:
        raise CoreError("export.vocabulary", "the vocabulary of this model cannot be written for other programs")


def read_sentencepiece(path: Path) -> PieceModel:
    """Read a SentencePiece model (.spm).

    Raises:
        CoreError: the file is missing, too large or damaged, or has an option that is not supported here.
    """
    data = read_file(path, MAX_BYTES)
    try:
        return PieceModel.from_proto(data)
    except CoreError as error:
        raise CoreError("import.sentencepiece", "{path}: {reason}", path=path, reason=error) from None


def read_languages(folder: Path) -> tuple[str | None, str | None]:
    """Read the codes of both languages, as far as a folder names them."""
    path = folder / "tokenizer_config.json"
    if not path.exists():
        return None, None
    found = read_json(path)
    source, target = (found.get(f"{side}_lang") for side in ("source", "target"))
    return (source if isinstance(source, str) else None), (target if isinstance(target, str) else None)


def other_count(path: Path, found: int, expected: int) -> CoreError:
    """Return the error about a list with more or fewer tokens than the model has."""
    return CoreError(
        "import.tokens",
        "{path} has {found:,} tokens; the model requires {expected:,}",
        path=path,
        found=found,
        expected=expected,
    )


def _tokens(path: Path, size: int) -> list[str]:
    """Read a list of tokens: an object of ids by token."""
    ids = read_json(path, MAX_BYTES)
    if len(ids) != size:
        raise other_count(path, len(ids), size)
    try:
        return token_list(ids, size)
    except CoreError as error:
        raise CoreError("import.vocabulary", "{path}: {reason}", path=path, reason=error) from None
