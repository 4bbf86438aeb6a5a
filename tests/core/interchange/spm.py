"""A small SentencePiece model, written byte by byte from its published format."""

import struct
from collections.abc import Sequence

PIECES = (
    ("<unk>", 0.0, 2),
    ("<s>", 0.0, 3),
    ("</s>", 0.0, 3),
    *(
        (piece, -float(rank), 1)
        for rank, piece in enumerate(("▁the", "▁a", "▁cat", "▁", "t", "he", "h", "e", "c", "a"), 2)
    ),
)


def varint(value: int) -> bytes:
    return bytes([value]) if value < 0x80 else bytes([value & 0x7F | 0x80]) + varint(value >> 7)


def field(number: int, value: int | bytes | float) -> bytes:
    """One field of a message: a whole number, bytes, or a 32-bit float."""
    if isinstance(value, bytes):
        return varint(number << 3 | 2) + varint(len(value)) + value
    if isinstance(value, float):
        return varint(number << 3 | 5) + struct.pack("<f", value)
    return varint(number << 3) + varint(value)


def piece(text: str | bytes, score: float = -1.0, kind: int = 1) -> bytes:
    data = text.encode("utf-8") if isinstance(text, str) else text
    return field(1, field(1, data) + field(2, score) + (field(3, kind) if kind != 1 else b""))


def spm(
    pieces: Sequence[tuple[str, float, int]] = PIECES,
    *,
    kind: int = 1,
    trainer: bytes = b"",
    normaliser: bytes = b"",
) -> bytes:
    """Bytes of a model file; `kind` is 1 for unigram and 2 for BPE."""
    return b"".join(piece(*values) for values in pieces) + field(2, field(3, kind) + trainer) + field(3, normaliser)
