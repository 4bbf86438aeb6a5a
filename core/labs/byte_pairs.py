"""Byte-pair merges of a sentence, in the order in which the loaded model's tokenizer learned them (5.1)."""

from typing import Annotated, Any, Literal

from pydantic import Field

from core.data.normalisation import is_blank, normalise
from core.data.tokenizer import Tokenizer
from core.errors import CoreError
from core.labs.shared.setting import Setting
from core.labs.shared.setting import Values as _Values


class Values(_Values):
    """A sentence of the reader's own, and the side whose vocabulary reads it."""

    text: Annotated[str, Field(max_length=200)]
    side: Literal["source", "target"]


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return the pieces of a sentence after each merge.

    Returns:
        `steps`: for each merge that applies its `rank`, the `pieces` of the sentence after it, and `made`, the rank of
        the merge that made each piece, -1 for a byte; the first step has the single bytes, rank -1. A piece that ends
        inside a character is written in hexadecimal. `characters` of the normalised sentence, `bytes` with the space
        before the first word, and `tokens` of the model without the end symbol.

    Raises:
        CoreError: the sentence is blank, or the model's vocabulary does not consist of byte pairs.
    """
    vocabularies = setting.translator.vocabularies
    tokenizer = vocabularies.source if values.side == "source" else vocabularies.target
    if not isinstance(tokenizer, Tokenizer):
        raise CoreError("labs.no_merges", "the vocabulary of this model is not made by byte-pair merges")
    if is_blank(values.text):
        raise CoreError("labs.blank_text", "type a sentence: there is nothing to merge in a blank one")
    history = tokenizer.merge_history(values.text)
    first: dict[bytes, int] = {}  # the merge after which a piece is first there, which is the one that made it
    steps: list[dict[str, Any]] = []
    for rank, _, pieces in history:
        made = [first.setdefault(piece, rank) for piece in pieces]
        steps.append({"rank": rank, "pieces": [_shown(piece) for piece in pieces], "made": made})
    return {
        "steps": steps,
        "characters": len(normalise(values.text)),
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
