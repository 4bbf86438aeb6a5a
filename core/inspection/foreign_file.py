"""Attention in a file of arrays (NPZ): that of any model, or of a translation saved by the page.

Arrays `encoder`, `decoder` and `cross` [layers, heads, queries, keys], at least one of them, and the texts
`source_tokens` and `target_tokens`. Files of a translation name the arrays `encoder_self`, `decoder_self` and `cross`.
Every file that is saved here has the texts `src_tokens`, `tgt_tokens` and `predicted_tokens`, as they are shown.
"""

from __future__ import annotations

import math
import tokenize
import zipfile
import zlib
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from core.errors import CoreError, fault_of
from core.inspection.foreign import ForeignAttention, foreign_attention

MAX_BYTES = 512 << 20  # of all arrays, unpacked
_MAX_TOKENS = 8192
_NAMES = {
    "encoder": "encoder",
    "decoder": "decoder",
    "cross": "cross",
    "encoder_self": "encoder",
    "decoder_self": "decoder",
}
_SHOWN = ("src_tokens", "tgt_tokens", "predicted_tokens")
_TOKENS = ("source_tokens", "target_tokens", *_SHOWN)


def save_attention(attention: ForeignAttention, file: Path | BinaryIO) -> None:
    """Write attention as an NPZ file that `read_attention_file` reads back."""
    arrays: dict[str, Any] = {kind: attention.arrays[kind] for kind in attention.kinds}
    arrays |= {name: np.array(getattr(attention, name), dtype=np.str_) for name in _SHOWN}
    np.savez_compressed(file, **arrays)  # numbers and text alone: nothing that would be pickled


def read_attention_file(path: Path, most_bytes: int = MAX_BYTES) -> ForeignAttention:
    """Read a file of attention; nothing in it is executed.

    Args:
        path: of the file.
        most_bytes: of its arrays, unpacked.

    Raises:
        CoreError: it is not a file of arrays, is too large, or its arrays are not attention.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > most_bytes:
                raise CoreError(
                    "foreign.file_size",
                    "{path} has more than {limit:,.0f} MB of arrays: give fewer layers or fewer tokens",
                    path=path,
                    limit=most_bytes / (1 << 20),
                )
            found = {
                name: _array(archive, entry)
                for entry in archive.infolist()
                if (name := entry.filename.removesuffix(".npy")) in (*_NAMES, *_TOKENS)
            }
    except CoreError:
        raise
    except zipfile.BadZipFile:
        raise CoreError(
            "foreign.not_npz", "{path} is not a file of attention: write an NPZ file with numpy.savez", path=path
        ) from None
    except (OSError, EOFError, ValueError, KeyError, TypeError, SyntaxError, RecursionError, MemoryError, RuntimeError,
            NotImplementedError, tokenize.TokenError, zlib.error) as error:  # fmt: skip
        raise CoreError(
            "foreign.file", "{path} is not a file of attention: {reason}", path=path, reason=fault_of(error)
        ) from None
    target = _tokens(path, found, "target_tokens") or _tokens(path, found, "tgt_tokens")
    target += _tokens(path, found, "predicted_tokens")[-1:]
    tensors: dict[str, Any] = {kind: found[name] for name, kind in _NAMES.items() if name in found}
    source = _tokens(path, found, "source_tokens") or _tokens(path, found, "src_tokens")
    shown = "source_tokens" not in found and "target_tokens" not in found
    return foreign_attention(**tensors, source_tokens=source, target_tokens=target, tokens_shown=shown)


def _array(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> np.ndarray:
    """Read one array; its header must not claim more than the file has."""
    with archive.open(entry) as stream:
        version = np.lib.format.read_magic(stream)
        read_header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, fortran, dtype = read_header(stream, max_header_size=4096)
        size = math.prod(shape) * dtype.itemsize
        if dtype.hasobject:
            raise CoreError(
                "foreign.pickle",
                "{path}: {name} holds Python objects (pickle), which are never loaded",
                path=archive.filename,
                name=entry.filename,
            )
        if size > entry.file_size:
            raise ValueError(f"{entry.filename} has a wrong header")
        data = stream.read(size)
    return np.frombuffer(data, dtype=dtype).reshape(shape, order="F" if fortran else "C")


def _tokens(path: Path, found: dict[str, np.ndarray], name: str) -> list[str]:
    tokens = found.get(name)
    if tokens is None:
        return []
    if tokens.dtype.kind != "U" or tokens.ndim != 1 or len(tokens) > _MAX_TOKENS:
        raise CoreError(
            "foreign.file_tokens",
            "{path}: {name} must be a row of at most {limit:,} texts",
            path=path,
            name=name,
            limit=_MAX_TOKENS,
        )
    return [str(token) for token in tokens]
