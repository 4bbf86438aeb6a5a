"""Token files: a corpus encoded once and mapped into memory, so that it may be larger than memory.

A folder of four arrays that `numpy.load(..., mmap_mode="r")` opens:

    source.npy, target.npy                 token ids of all sentences, concatenated, uint16 [tokens] (or int32)
    source_starts.npy, target_starts.npy   where each sentence begins, and the end, int64 [N + 1]
    tokens.json                            counts, a checksum per array, and the key: text, vocabulary and
                                           longest sentence

The folder is written under a temporary name and renamed, and every byte is verified when it is opened.
"""

import json
import os
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any

import numpy as np

from core.config import SpecialIds
from core.data.batching import EncodedPairs
from core.data.stream import PairStream
from core.data.vocabulary import Vocabularies
from core.durable import replaced_folder
from core.errors import CoreError

FORMAT = 1
_ARRAYS = ("source", "source_starts", "target", "target_starts")
_PAIRS_AT_A_TIME = 8192  # encoded together: enough to use every core, few enough to need little memory
_WAITING = 2  # groups read ahead while one is encoded
_NARROW = 1 << 16  # a vocabulary up to this size fits uint16
_CHECKED_BYTES = 1 << 20  # read at a time when a file is verified


@dataclass(frozen=True)
class StoredPairs(EncodedPairs):
    """Encoded pairs whose arrays are mapped from files.

    Attributes:
        read: number of pairs in the text, including those that were too long.
    """

    read: int = 0


def stored_pairs(
    folder: Path,
    vocabularies: Vocabularies,
    text: PairStream,
    max_tokens: int,
    progress: Callable[[int], None] = lambda pairs: None,
    *,
    begun: bool = False,
) -> StoredPairs:
    """Open the token files of a text in a folder; write them first if they are missing or do not match.

    Args:
        folder: of the token files.
        vocabularies: of the two sides.
        text: the pairs to encode.
        max_tokens: pairs with a longer side (its end symbol counted) are left out.
        progress: called with the number of pairs encoded so far, if encoding is needed.
        begun: a training already uses these files, so their tokens must not change.

    Raises:
        CoreError: the text cannot be read, none of its pairs is short enough, or a training uses other tokens.
    """
    key = {"text": text.fingerprint, "tokenizer": vocabularies.fingerprint, "max_tokens": max_tokens}
    special = vocabularies.target.special
    found = open_tokens(folder, key, special)
    if found is None:
        _write(folder, key, vocabularies, text, max_tokens, progress, _checksums(folder) if begun else None)
        found = open_tokens(folder, key, special)
    if found is None:
        raise CoreError("tokens.unreadable", "{folder}: the token files just written cannot be read", folder=folder)
    return found


def open_tokens(folder: Path, key: dict[str, Any], special: SpecialIds) -> StoredPairs | None:
    """Open token files with this key; None if they are missing, damaged or have another key.

    Args:
        folder: of the token files.
        key: what they were made from.
        special: ids of the vocabularies that they were made with.
    """
    try:
        header = json.loads((folder / "tokens.json").read_text(encoding="utf-8"))
        if header["format"] != FORMAT or header["key"] != key:
            return None
        if any(_checksum(folder / f"{name}.npy") != header["crc32"][name] for name in _ARRAYS):
            return None
        arrays = (np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False) for name in _ARRAYS)
        return StoredPairs(*arrays, special=special, read=int(header["read"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _checksums(folder: Path) -> dict[str, int] | None:
    """Return the checksums recorded when the files were written; None if they are not recorded."""
    try:
        found = json.loads((folder / "tokens.json").read_text(encoding="utf-8"))["crc32"]
        return {name: int(found[name]) for name in _ARRAYS}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(
    folder: Path,
    key: dict[str, Any],
    vocabularies: Vocabularies,
    text: PairStream,
    max_tokens: int,
    progress: Callable[[int], None],
    expected: dict[str, int] | None,
) -> None:
    """Write token files; fail if `expected` is given and their checksums differ."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with replaced_folder(folder) as partial:
        largest = max(vocabulary.vocab_size for vocabulary in vocabularies)
        token_type = np.uint16 if largest <= _NARROW else np.int32
        files = {
            name: _ArrayFile(partial / f"{name}.npy", np.int64 if name.endswith("starts") else token_type)
            for name in _ARRAYS
        }
        read = 0
        for group in _encode_groups(vocabularies, text):
            read += len(group)
            fitting = [pair for pair in group if max(map(len, pair)) <= max_tokens]
            for side, name in enumerate(("source", "target")):
                _append(files[name], files[f"{name}_starts"], [pair[side] for pair in fitting])
            progress(read)
        if not files["source"].length:
            raise CoreError(
                "data.all_too_long",
                "none of the {pairs} pairs is within max_tokens ({max_tokens})",
                pairs=read,
                max_tokens=max_tokens,
            )
        for name in ("source", "target"):
            files[f"{name}_starts"].append(np.array([files[name].length]))
        for file in files.values():
            file.close()
        checksums = {name: _checksum(partial / f"{name}.npy") for name in _ARRAYS}
        if expected is not None and checksums != expected:
            raise CoreError(
                "data.changed",
                "the training text has changed since this run began; restore it, or begin a new run",
            )
        header = {"format": FORMAT, "key": key, "read": read, "crc32": checksums}
        (partial / "tokens.json").write_text(json.dumps(header, indent=2) + "\n", encoding="utf-8")


def _encode_groups(vocabularies: Vocabularies, text: PairStream) -> Iterator[list[tuple[list[int], list[int]]]]:
    """Yield (source ids, target ids) in groups; the next group is read while the library encodes one on all cores."""
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "true")

    def encode(group: list[tuple[str, str]]) -> list[tuple[list[int], list[int]]]:
        sides = (
            vocabulary.encode_batch([pair[side] for pair in group]) for side, vocabulary in enumerate(vocabularies)
        )
        return [(source.ids, target.ids) for source, target in zip(*sides, strict=True)]

    pairs = iter(text)
    with ThreadPoolExecutor(max_workers=1) as pool:
        waiting: deque[Future[list[tuple[list[int], list[int]]]]] = deque()
        while group := list(islice(pairs, _PAIRS_AT_A_TIME)):
            waiting.append(pool.submit(encode, group))
            if len(waiting) > _WAITING:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _append(tokens: "_ArrayFile", starts: "_ArrayFile", rows: list[list[int]]) -> None:
    lengths = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
    starts.append(tokens.length + np.cumsum(lengths) - lengths)
    tokens.append(np.fromiter(chain.from_iterable(rows), dtype=tokens.dtype, count=int(lengths.sum())))


class _ArrayFile:
    """A growing one-dimensional .npy file: its header is rewritten when its length is known."""

    def __init__(self, path: Path, dtype: type) -> None:
        self.dtype = np.dtype(dtype)
        self.length = 0
        self._file: IO[bytes] = path.open("w+b")
        self._write_header()

    def append(self, values: np.ndarray) -> None:
        """Append values."""
        self._file.write(values.astype(self.dtype, copy=False).tobytes())
        self.length += len(values)

    def close(self) -> None:
        """Finish the file."""
        self._file.seek(0)
        self._write_header()
        self._file.close()

    def _write_header(self) -> None:
        # NumPy pads the header for a length of 20 digits, so the final header has the same size.
        description = np.lib.format.dtype_to_descr(self.dtype)
        values = {"descr": description, "fortran_order": False, "shape": (self.length,)}
        np.lib.format.write_array_header_1_0(self._file, values)


def _checksum(path: Path) -> int:
    """Return the CRC-32 of a file: it detects a full or damaged disk, not tampering."""
    value = 0
    with path.open("rb") as file:
        while chunk := file.read(_CHECKED_BYTES):
            value = zlib.crc32(chunk, value)
    return value
