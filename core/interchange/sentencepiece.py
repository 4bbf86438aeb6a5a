"""Read a SentencePiece model (.spm): a protocol buffer of pieces, of how they were trained and of the normaliser."""

import struct
from collections.abc import Iterator
from pathlib import Path

from core.data.sentence_pieces import Piece, PieceModel, PieceType
from core.errors import CoreError
from core.interchange.shape import missing_file

_MAX_BYTES = 1 << 26
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5  # wire types
_KINDS = {1: "unigram", 2: "bpe", 3: "word", 4: "char"}

_Field = tuple[int, int, int | bytes]  # number, wire type, value


def read_sentencepiece(path: Path) -> PieceModel:
    """Read how a SentencePiece model splits text.

    Raises:
        CoreError: the file is missing, too large, damaged, or its model splits text in a way that is not known here.
    """
    if not path.is_file():
        raise missing_file(path)
    if path.stat().st_size > _MAX_BYTES:
        raise CoreError("import.too_large", "{path} has more than {limit:,} bytes", path=path, limit=_MAX_BYTES)
    try:
        return _model(path.read_bytes())
    except CoreError as error:
        raise CoreError("import.sentencepiece", "{path}: {reason}", path=path, reason=error) from None


def write_sentencepiece(model: PieceModel) -> bytes:
    """Return the bytes of a SentencePiece model; the inverse of `read_sentencepiece`."""
    pieces = (
        _field(1, _BYTES, piece.text.encode("utf-8"))
        + _field(2, _FIXED32, struct.pack("<f", piece.score))
        + _field(3, _VARINT, _number(piece.type))
        for piece in model.pieces
    )
    kind = next(number for number, name in _KINDS.items() if name == model.kind)
    trainer = _field(3, _VARINT, _number(kind)) + _unknown_id(model)
    normaliser = _field(2, _BYTES, model.replacements)
    normaliser += _field(3, _VARINT, _number(model.add_space)) + _field(4, _VARINT, _number(model.collapse_spaces))
    parts = [*(_field(1, _BYTES, piece) for piece in pieces), _field(2, _BYTES, trainer), _field(3, _BYTES, normaliser)]
    return b"".join(parts)


def _unknown_id(model: PieceModel) -> bytes:
    """Return the trainer's field with the id of the piece for unknown characters, which is 0 when left out."""
    index = next(index for index, piece in enumerate(model.pieces) if piece.type == PieceType.UNKNOWN)
    return _field(40, _VARINT, _number(index))


def _field(number: int, wire: int, value: bytes) -> bytes:
    return _number(number << 3 | wire) + (_number(len(value)) if wire == _BYTES else b"") + value


def _number(value: int) -> bytes:
    """Return a whole number, 7 bits in each byte."""
    return bytes([value]) if value < 0x80 else bytes([value & 0x7F | 0x80]) + _number(value >> 7)


def _model(data: bytes) -> PieceModel:
    """Return the model of a `ModelProto`."""
    pieces: list[Piece] = []
    trainer: dict[int, int | bytes] = {}
    normaliser: dict[int, int | bytes] = {}
    for number, wire, value in _fields(data):
        if number == 1:
            pieces.append(_piece(_typed(value, wire, _BYTES)))
        elif number == 2:
            trainer |= {key: found for key, _, found in _fields(_typed(value, wire, _BYTES))}
        elif number == 3:
            normaliser |= {key: found for key, _, found in _fields(_typed(value, wire, _BYTES))}
    for field, words in ((24, "whitespace as suffix"), (35, "byte fallback")):
        if trainer.get(field):
            raise CoreError("sentencepiece.option", "a model with {option} cannot be read", option=words)
    if not normaliser.get(5, 1):
        raise CoreError(
            "sentencepiece.option", "a model with {option} cannot be read", option="spaces left as they are"
        )
    kind, table = trainer.get(3, 1), normaliser.get(2, b"")
    if not isinstance(kind, int) or not isinstance(table, bytes):
        raise _damaged()
    name = _KINDS.get(kind, str(kind))
    return PieceModel(name, pieces, table, bool(normaliser.get(3, 1)), bool(normaliser.get(4, 1)))  # type: ignore[arg-type]


def _piece(data: bytes) -> Piece:
    """Return the piece of a `SentencePiece` message."""
    text, score, kind = "", 0.0, PieceType.NORMAL
    for number, wire, value in _fields(data):
        if number == 1:
            try:
                text = _typed(value, wire, _BYTES).decode("utf-8")
            except UnicodeDecodeError:
                raise CoreError("sentencepiece.text", "a piece is not UTF-8") from None
        elif number == 2:
            score = struct.unpack("<f", _typed(value, wire, _FIXED32))[0]
        elif number == 3:
            if value not in list(PieceType):
                raise CoreError("sentencepiece.type", "a piece is of an unknown type ({type})", type=str(value)[:20])
            kind = PieceType(value)
    return Piece(text, score, kind)


def _fields(data: bytes) -> Iterator[_Field]:
    """Yield the fields of a message: whole numbers, or bytes."""
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        number, wire = tag >> 3, tag & 7
        if wire == _VARINT:
            value, at = _varint(data, at)
            yield number, wire, value
            continue
        if wire == _BYTES:
            length, at = _varint(data, at)
        elif wire in (_FIXED32, _FIXED64):
            length = 4 if wire == _FIXED32 else 8
        else:
            raise _damaged()
        if length > len(data) - at:
            raise _damaged()
        yield number, wire, data[at : at + length]
        at += length


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a whole number of at most 64 bits, 7 in each byte, and the place after it."""
    value = 0
    for shift in range(0, 64, 7):
        if at >= len(data):
            raise _damaged()
        value |= (data[at] & 0x7F) << shift
        at += 1
        if data[at - 1] < 0x80:
            return value, at
    raise _damaged()


def _typed(value: int | bytes, wire: int, expected: int) -> bytes:
    if wire != expected or not isinstance(value, bytes):
        raise _damaged()
    return value


def _damaged() -> CoreError:
    return CoreError("sentencepiece.damaged", "the file is damaged, or is not a SentencePiece model")
