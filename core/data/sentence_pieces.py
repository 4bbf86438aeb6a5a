"""Split text into the pieces of a SentencePiece model (Kudo and Richardson 2018), without its library.

Text is normalised by the model's own table of replacements, spaces become U+2581, and the whole sentence is split: by
the most probable sequence of pieces (unigram; Kudo 2018), or by merging neighbours, the best piece first (BPE).
"""

import base64
import binascii
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Literal, NamedTuple

import numpy as np
import tokenizers
from tokenizers import models

from core.errors import CoreError

SPACE = "\u2581"  # written for a space in pieces
_USER_DEFINED_MARGIN = 0.1  # below the best score per byte, as in SentencePiece
_MAX_PIECES = 1_000_000
_MAX_TABLE_BYTES = 1 << 26
_MATCHED_BY_NO_TEXT = "\U0010ffff{index}\U0010ffff"


class PieceType(IntEnum):
    """Kinds of pieces, numbered as in the file format of SentencePiece."""

    NORMAL = 1
    UNKNOWN = 2
    CONTROL = 3
    USER_DEFINED = 4
    UNUSED = 5


class Piece(NamedTuple):
    """One entry of a SentencePiece model."""

    text: str
    score: float  # log-probability, or the negative rank of a merge
    type: PieceType = PieceType.NORMAL


@dataclass(frozen=True)
class PieceModel:
    """Pieces and settings by which a SentencePiece model splits text.

    Raises:
        CoreError: the model cannot split any text, or in a way that is not known here.
    """

    kind: Literal["unigram", "bpe"]
    pieces: Sequence[Piece]
    replacements: bytes = b""  # the compiled table of the normaliser; empty: text stays as it is
    add_space: bool = True  # in front of the sentence
    collapse_spaces: bool = True  # and leave out those at both ends

    def __post_init__(self) -> None:
        if self.kind not in ("unigram", "bpe"):
            raise CoreError(
                "pieces.kind", "pieces of kind {kind!r} cannot be split; unigram and bpe can", kind=self.kind
            )
        if not 0 < len(self.pieces) <= _MAX_PIECES:
            raise CoreError(
                "pieces.count",
                "there must be from 1 to {limit:,} pieces, not {count:,}",
                limit=_MAX_PIECES,
                count=len(self.pieces),
            )
        if not all(math.isfinite(piece.score) for piece in self.pieces):
            raise CoreError("pieces.score", "the score of a piece is not a finite number")
        if sum(piece.type == PieceType.UNKNOWN for piece in self.pieces) != 1:
            raise CoreError("pieces.unknown", "one piece must stand for unknown characters")
        if not any(piece.type == PieceType.NORMAL and piece.text for piece in self.pieces):
            raise CoreError("pieces.none", "there is no piece that text can be split into")
        if self.kind == "bpe" and any(piece.type == PieceType.USER_DEFINED for piece in self.pieces):
            raise CoreError("pieces.user_defined", "a BPE model with symbols defined by its user cannot be read")

    def to_json(self) -> dict[str, Any]:
        """Return plain values; the inverse of `from_json`."""
        return {
            "kind": self.kind,
            "pieces": [[piece.text, piece.score, int(piece.type)] for piece in self.pieces],
            "replacements": base64.b64encode(self.replacements).decode("ascii"),
            "add_space": self.add_space,
            "collapse_spaces": self.collapse_spaces,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "PieceModel":
        """Read plain values.

        Raises:
            CoreError: a value is missing or of another type, or see the class.
        """
        try:
            pieces = [Piece(str(text), float(score), PieceType(kind)) for text, score, kind in values["pieces"]]
            table = base64.b64decode(values["replacements"], validate=True)
            flags = [values[name] for name in ("add_space", "collapse_spaces")]
            kind = values["kind"]
        except (KeyError, TypeError, ValueError, binascii.Error, OverflowError):
            raise CoreError("pieces.values", "the description of the pieces is incomplete or damaged") from None
        if not all(isinstance(flag, bool) for flag in flags) or not isinstance(kind, str):
            raise CoreError("pieces.values", "the description of the pieces is incomplete or damaged")
        return cls(kind, pieces, table, *flags)  # type: ignore[arg-type]


class PieceSplitter:
    """Splits text into pieces."""

    def __init__(self, model: PieceModel) -> None:
        """Arrange a model for splitting.

        Raises:
            CoreError: its table of replacements is damaged.
        """
        self._normaliser = Normaliser(model.replacements)
        self._model = model
        self._splitter = tokenizers.Tokenizer(_unigram(model) if model.kind == "unigram" else _bpe(model))

    def split(self, texts: Sequence[str]) -> list[list[str]]:
        """Return the pieces of each text; consecutive characters without a piece are returned as one."""
        lines = [self.normalise(text) for text in texts]
        encodings = self._splitter.encode_batch(lines, add_special_tokens=False)
        return [[line[start:end] for start, end in found.offsets] for line, found in zip(lines, encodings, strict=True)]

    def normalise(self, text: str) -> str:
        """Return what is split: replaced, spaces collapsed if the model says so, and written as U+2581."""
        text = self._normaliser(text.encode("utf-8", errors="replace").decode("utf-8"))
        if self._model.collapse_spaces:
            text = " ".join(part for part in text.split(" ") if part)
        if text and self._model.add_space:
            text = " " + text
        return text.replace(" ", SPACE)


class Normaliser:
    """Replaces the longest match at each place, by a table in the format of SentencePiece.

    The table is a trie of the bytes to replace (a double array: each 32-bit unit holds a label, an offset and whether
    a value follows) and the replacements, each ended by a zero byte.
    """

    def __init__(self, table: bytes) -> None:
        """Read a table; an empty one replaces nothing.

        Raises:
            CoreError: the table is damaged.
        """
        self._units: list[int] = []
        if not table:
            return
        size = int.from_bytes(table[:4], "little")
        if len(table) > _MAX_TABLE_BYTES or size % 4 or not 4 <= size <= len(table) - 4:
            raise CoreError("pieces.table", "the table of replacements is damaged")
        self._units = np.frombuffer(table, "<u4", size // 4, 4).tolist()
        self._texts = table[4 + size :]

    def __call__(self, text: str) -> str:
        """Return the text with everything replaced that the table has."""
        if not self._units:
            return text
        data, at, found = text.encode("utf-8"), 0, bytearray()
        while at < len(data):
            start, length = self._longest(data, at)
            if length:
                end = self._texts.find(b"\0", start)
                found += self._texts[start : end if end >= 0 else None]
            else:
                length = _character_bytes(data[at])
                found += data[at : at + length]
            at += length
        return found.decode("utf-8", errors="replace")

    def _longest(self, data: bytes, at: int) -> tuple[int, int]:
        """Return where the replacement of the longest match at a place begins, and the bytes matched; 0 without one."""
        units, best = self._units, (0, 0)
        node = _offset(units[0])
        for position in range(at, len(data)):
            node ^= data[position]
            if node >= len(units) or units[node] & 0x800000FF != data[position]:
                break
            unit = units[node]
            node ^= _offset(unit)
            if unit & 0x100 and node < len(units):
                best = units[node] & 0x7FFFFFFF, position + 1 - at
        return best


def _offset(unit: int) -> int:
    return (unit >> 10) << ((unit & 0x200) >> 6)


def _character_bytes(first: int) -> int:
    """Return the bytes of a UTF-8 character by its first."""
    return 1 if first < 0x80 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4


def _unigram(model: PieceModel) -> models.Model:
    """Return the library's model; pieces that no text may become are hidden from it."""
    unknown = next(index for index, piece in enumerate(model.pieces) if piece.type == PieceType.UNKNOWN)
    normal = [piece.score for piece in model.pieces if piece.type == PieceType.NORMAL]
    listed = []
    for index, (text, score, kind) in enumerate(model.pieces):
        if kind == PieceType.USER_DEFINED:
            score = len(text.encode("utf-8")) * max(normal) - _USER_DEFINED_MARGIN
        elif kind != PieceType.NORMAL or not text:
            text, score = _MATCHED_BY_NO_TEXT.format(index=index), min(normal)
        listed.append((text, score))
    return models.Unigram(listed, unknown, False)


def _bpe(model: PieceModel) -> models.Model:
    """Return the library's model: every way to join two pieces into a third, ranked by the third's score."""
    usable = {
        piece.text: index for index, piece in enumerate(model.pieces) if piece.type == PieceType.NORMAL and piece.text
    }
    merges: list[tuple[float, int, int, tuple[str, str]]] = []
    for text, index in usable.items():
        for cut in range(1, len(text)):
            first, second = text[:cut], text[cut:]
            if first in usable and second in usable:
                merges.append((-model.pieces[index].score, usable[first], usable[second], (first, second)))
    merges.sort()
    names = dict(usable)
    for index, piece in enumerate(model.pieces):
        if usable.get(piece.text) != index:
            names[_MATCHED_BY_NO_TEXT.format(index=index)] = index
    unknown = next(name for name, index in names.items() if model.pieces[index].type == PieceType.UNKNOWN)
    return models.BPE(names, [pair for *_, pair in merges], unk_token=unknown, fuse_unk=True)
