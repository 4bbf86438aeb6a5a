"""SentencePiece models: a small one, written byte by byte from its published format, and ones that are trained."""

import struct
from collections.abc import Sequence
from pathlib import Path

import sentencepiece

PIECES = (
    ("<unk>", 0.0, 2),
    ("<s>", 0.0, 3),
    ("</s>", 0.0, 3),
    *(
        (piece, -float(rank), 1)
        for rank, piece in enumerate(("▁the", "▁a", "▁cat", "▁", "t", "he", "h", "e", "c", "a"), 2)
    ),
)
ODD = [  # texts that programs split differently
    *("  two  spaces ", "tab\there", "ﬁne ﬂow", "Ａｂｃ　全角", "é e\u0301 Å A\u030a", "😀😀 hi 😀"),
    *("\u200bzero\u200b", "", "   ", "한국어 ABC", "…¼½", "a\u0301\u0302b", "x" * 300, "„Quotes“ – dash", "مرحبا"),
    *("ภาษาไทย", "क्षि", "</s> <unk>", "▁a ▁b"),
]  # fmt: skip
_SAMPLES = Path(__file__).parents[3] / "core" / "data"


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


def sample_lines(language: str) -> list[str]:
    """The project's sample sentences in a language."""
    return (_SAMPLES / f"sample_{language}.txt").read_text("utf-8").splitlines()


def trained_pieces(path: Path, sentences: Sequence[str], kind: str, size: int, **options: object) -> None:
    """Train a SentencePiece model and write it to a file."""
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(sentences),
        model_prefix=str(path.with_suffix("")),
        vocab_size=size,
        model_type=kind,
        hard_vocab_limit=False,
        minloglevel=2,
        **options,
    )
    path.with_suffix(".model").rename(path)
    path.with_suffix(".vocab").unlink()
