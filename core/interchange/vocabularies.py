"""Vocabularies of a folder of `transformers`: SentencePiece with lists of tokens, or this project's own tokenizer."""

import json
from pathlib import Path
from typing import Any

from core.config import ModelConfig
from core.data.piece_vocabulary import PieceVocabulary, token_list
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import Vocabularies
from core.errors import CoreError
from core.interchange.sentencepiece import read_sentencepiece
from core.interchange.shape import read_json

OWN = "tokenizer.json"
_MAX_BYTES = 1 << 26


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
        return Vocabularies.joint(_own(folder / OWN))
    models = [read_sentencepiece(folder / f"{side}.spm") for side in ("source", "target")]
    separate = (folder / "target_vocab.json").exists()
    files = [folder / "vocab.json", folder / ("target_vocab.json" if separate else "vocab.json")]
    sides = [
        PieceVocabulary(model, _tokens(file, size), config.special)
        for model, file, size in zip(models, files, (config.vocab_size, config.output_size), strict=True)
    ]
    return Vocabularies(*sides)


def read_languages(folder: Path) -> tuple[str | None, str | None]:
    """Read the codes of both languages, as far as a folder names them."""
    path = folder / "tokenizer_config.json"
    if not path.exists():
        return None, None
    found = read_json(path)
    source, target = (found.get(f"{side}_lang") for side in ("source", "target"))
    return (source if isinstance(source, str) else None), (target if isinstance(target, str) else None)


def _tokens(path: Path, size: int) -> list[str]:
    """Read a list of tokens: an object of ids by token."""
    ids = read_json(path, _MAX_BYTES)
    if len(ids) != size:
        raise CoreError(
            "import.tokens",
            "{path} has {found:,} tokens; config.json requires {expected:,}",
            path=path,
            found=len(ids),
            expected=size,
        )
    try:
        return token_list(ids, size)
    except CoreError as error:
        raise CoreError("import.vocabulary", "{path}: {reason}", path=path, reason=error) from None


def _own(path: Path) -> Tokenizer:
    """Read a tokenizer that this project exported: what `transformers` needs is taken out again."""
    found: dict[str, Any] = read_json(path, _MAX_BYTES)
    decoder = found.get("decoder")
    plain = {**found, "normalizer": None, "post_processor": None, "decoder": _first(decoder)}
    return Tokenizer.read(json.dumps(plain, ensure_ascii=False), path)


def _first(decoder: Any) -> Any:
    """Return the first decoder of a sequence: the one that a tokenizer had before it was exported."""
    listed = decoder.get("decoders") if isinstance(decoder, dict) else None
    return listed[0] if isinstance(listed, list) and listed else decoder
