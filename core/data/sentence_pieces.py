"""SentencePiece models (Kudo and Richardson 2018): split text, read and write the native file and plain values.

The `sentencepiece` library normalises and splits text: by the most probable sequence of pieces (unigram; Kudo 2018), or
by merging neighbours, the best piece first (BPE). Its Python interface gives neither the normaliser nor every type of
piece, which the vocabulary of a checkpoint lists as plain values; so their fields are read here, after the library has
checked the file, and written back for the library. Numbers of fields are those of its `sentencepiece_model.proto`.
"""

import base64
import binascii
import struct
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Literal, NamedTuple, get_args

from sentencepiece import SentencePieceProcessor

from core.errors import CoreError

SPACE = "\u2581"  # written for a space in pieces

PieceKind = Literal["unigram", "bpe", "word", "char"]
_KINDS: dict[int, PieceKind] = dict(enumerate(get_args(PieceKind), 1))


class PieceType(IntEnum):
    """Types of pieces, numbered as in the file format of SentencePiece."""

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
    """Pieces and settings by which a SentencePiece model splits text."""

    kind: PieceKind
    pieces: Sequence[Piece]
    replacements: bytes = b""  # the compiled table of the normaliser; empty: text stays as it is
    add_space: bool = True  # in front of the sentence
    collapse_spaces: bool = True  # and leave out those at both ends

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
            CoreError: a value is missing or of another type.
        """
        try:
            pieces = [Piece(str(text), float(score), PieceType(kind)) for text, score, kind in values["pieces"]]
            table = base64.b64decode(values["replacements"], validate=True)
            flags = [values[name] for name in ("add_space", "collapse_spaces")]
            kind = values["kind"]
        except (KeyError, TypeError, ValueError, binascii.Error, OverflowError):
            raise _damaged_values() from None
        if not all(isinstance(flag, bool) for flag in flags) or kind not in _KINDS.values():
            raise _damaged_values()
        return cls(kind, pieces, table, *flags)

    @classmethod
    def from_proto(cls, data: bytes) -> "PieceModel":
        """Read the content of a native file (.spm).

        Raises:
            CoreError: the library cannot read it, or it has an option that is not supported here.
        """
        try:
            SentencePieceProcessor().LoadFromSerializedProto(data)
            return cls._of_fields(data)
        except CoreError:
            raise
        # The library skips unknown types and kinds, texts that are not UTF-8, and fields with a value of another type.
        except (RuntimeError, ValueError, TypeError, AttributeError, LookupError, struct.error):
            raise CoreError("sentencepiece.damaged", "the file is damaged, or is not a SentencePiece model") from None

    @classmethod
    def _of_fields(cls, data: bytes) -> "PieceModel":
        messages: dict[int, list[bytes]] = defaultdict(list)
        for number, value in _fields(data):
            messages[number].append(value)
        trainer, normaliser = (dict(_fields(b"".join(messages[number]))) for number in (2, 3))
        for given, option in (
            (trainer.get(24), "whitespace as suffix"),
            (trainer.get(35), "byte fallback"),
            (not normaliser.get(5, 1), "spaces left as they are"),
        ):
            if given:
                raise CoreError("sentencepiece.option", "a model with {option} cannot be read", option=option)
        return cls(
            _KINDS[trainer.get(3, 1)],
            [_piece(dict(_fields(message))) for message in messages[1]],
            normaliser.get(2, b""),
            bool(normaliser.get(3, 1)),
            bool(normaliser.get(4, 1)),
        )

    def to_proto(self) -> bytes:
        """Return the content of a native file (.spm); the inverse of `from_proto`."""
        pieces = (
            _field(1, piece.text.encode("utf-8")) + _field(2, piece.score) + _field(3, int(piece.type))
            for piece in self.pieces
        )
        # 40: which piece stands for unknown characters
        unknown = next((index for index, piece in enumerate(self.pieces) if piece.type == PieceType.UNKNOWN), 0)
        kind = next(number for number, name in _KINDS.items() if name == self.kind)
        trainer = _field(3, kind) + _field(40, unknown)
        normaliser = _field(2, self.replacements) + _field(3, self.add_space) + _field(4, self.collapse_spaces)
        return b"".join((*(_field(1, piece) for piece in pieces), _field(2, trainer), _field(3, normaliser)))


class PieceSplitter:
    """Splits text into pieces."""

    def __init__(self, model: PieceModel) -> None:
        """Arrange a model for splitting.

        Raises:
            CoreError: the library cannot split text with it.
        """
        self._processor = SentencePieceProcessor()
        try:
            self._processor.LoadFromSerializedProto(model.to_proto())
        except (RuntimeError, ValueError, OverflowError):
            raise _damaged_values() from None

    def split(self, texts: Sequence[str]) -> list[list[str]]:
        """Return the pieces of each text; consecutive characters without a piece are returned as one."""
        lines = [text.encode("utf-8", errors="replace").decode("utf-8") for text in texts]  # lone surrogates
        return self._processor.encode(lines, out_type=str)


def _piece(fields: Mapping[int, Any]) -> Piece:
    (score,) = struct.unpack("<f", fields.get(2, bytes(4)))
    return Piece(fields.get(1, b"").decode("utf-8"), score, PieceType(fields.get(3, 1)))


def _fields(message: bytes) -> Iterator[tuple[int, Any]]:
    """Yield the number and the value of each field of a protocol buffer: a whole number, or bytes."""
    at = 0
    while at < len(message):
        tag, at = _varint(message, at)
        number, wire = tag >> 3, tag & 7
        if wire == 0:
            value, at = _varint(message, at)
            yield number, value
            continue
        length, at = _varint(message, at) if wire == 2 else ({1: 8, 5: 4}[wire], at)
        yield number, message[at : at + length]
        at += length


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """Return a whole number, 7 bits in each byte, and the place after it."""
    value = shift = 0
    while True:
        value |= (message[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if message[at - 1] < 0x80:
            return value, at


def _field(number: int, value: int | float | bytes) -> bytes:
    """Return one field of a protocol buffer; the inverse of `_fields`, with numbers that are not whole in 32 bits."""
    if isinstance(value, bytes):
        return _whole(number << 3 | 2) + _whole(len(value)) + value
    if isinstance(value, float):
        return _whole(number << 3 | 5) + struct.pack("<f", value)
    return _whole(number << 3) + _whole(value)


def _whole(value: int) -> bytes:
    """Return a whole number, 7 bits in each byte."""
    return bytes([value]) if value < 0x80 else bytes([value & 0x7F | 0x80]) + _whole(value >> 7)


def _damaged_values() -> CoreError:
    return CoreError("pieces.values", "the description of the pieces is incomplete or damaged")
