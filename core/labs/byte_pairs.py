"""Byte-pair merges of a sentence, in the order in which the loaded model's tokenizer learned them (5.1)."""

from typing import Annotated, Any, Literal

from pydantic import Field

from core.data.tokenizer import Tokenizer
from core.errors import CoreError
from core.labs.setting import Setting
from core.labs.setting import Values as _Values


class Values(_Values):
    """A sentence of the reader's own, and the side whose vocabulary reads it."""

    text: Annotated[str, Field(max_length=200)]
    side: Literal["source", "target"]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return `steps`: for each merge that applies its `rank`, what it joins, and the `pieces` of the sentence after it.

    The first step has the single bytes; a byte that is no character of its own is written in hexadecimal.

    Raises:
        CoreError: the sentence is blank, or the model's vocabulary does not consist of byte pairs.
    """
    vocabularies = setting.translator.vocabularies
    tokenizer = vocabularies.source if values.side == "source" else vocabularies.target
    if not isinstance(tokenizer, Tokenizer):
        raise CoreError("labs.no_merges", "the vocabulary of this model is not made by byte-pair merges")
    if not values.text.strip():
        raise CoreError("labs.blank_text", "type a sentence: there is nothing to merge in a blank one")
    history = tokenizer.merge_history(values.text)
    return {
        "steps": [{"rank": rank, "pieces": [_shown(piece) for piece in pieces]} for rank, _, pieces in history],
        "tokens": len(tokenizer.encode(values.text).ids) - 1,
        "bytes": len(history[0][2]),
    }


def _shown(piece: bytes) -> str:
    """Return the text of some bytes, or the bytes in hexadecimal where they end inside a character."""
    try:
        return piece.decode("utf-8")
    except UnicodeDecodeError:
        return piece.hex(" ")


CODE = (compute, Tokenizer.merge_history)
