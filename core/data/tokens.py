"""Token files: a corpus encoded once and mapped into memory, so that it may be larger than memory.

A folder of arrays that `numpy.load(..., mmap_mode="r")` opens:

    source.npy, target.npy                 token ids of all sentences, concatenated, uint16 [tokens] (or int32)
    source_starts.npy, target_starts.npy   where each sentence begins, and the end, int64 [N + 1]
    links.npy, links_starts.npy            links between tokens, if words are linked: target and source position in
                                           turn, int32 [2 * links], and where those of each pair begin
    tokens.json                            counts, a checksum per array, and the key: text, vocabulary and
                                           longest sentence

The folder is written under a temporary name and renamed, and every byte is verified when it is opened.
"""

import json
import os
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np

from core.config import SpecialIds
from core.data.batching import EncodedPairs, all_too_long
from core.data.linked_text import LinkedPair, linked_pairs, token_links
from core.data.stream import PairStream, file_sha256
from core.data.token_links import PairLinks
from core.data.vocabulary import Vocabularies
from core.durable import read_ordinary, replaced_folder
from core.errors import CoreError

FORMAT = 1
_SIDES = ("source", "target")
_LINKS = "links"
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
    links: Path | None = None,
) -> StoredPairs:
    """Open the token files of a text in a folder; write them first if they are missing or do not match.

    Args:
        folder: of the token files.
        vocabularies: of the two sides.
        text: the pairs to encode.
        max_tokens: pairs with a longer side (its end symbol counted) are left out.
        progress: called with the number of pairs encoded so far, if encoding is needed.
        begun: a training already uses these files, so their tokens must not change.
        links: word links of the pairs, see `core.data.linked_text`.

    Raises:
        CoreError: the text cannot be read, none of its pairs is short enough, or a training uses other tokens.
    """
    key = {"text": text.fingerprint, "tokenizer": vocabularies.fingerprint, "max_tokens": max_tokens}
    if links is not None:
        key[_LINKS] = file_sha256(links)
    special = vocabularies.target.special
    found = open_tokens(folder, key, special)
    if found is None:
        groups = _encode_groups(vocabularies, text if links is None else linked_pairs(text, links))
        largest = max(vocabulary.vocab_size for vocabulary in vocabularies)
        token_type = np.uint16 if largest <= _NARROW else np.int32
        _write(folder, key, token_type, groups, max_tokens, progress, _checksums(folder) if begun else None)
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
        header = json.loads(read_ordinary(folder / "tokens.json"))
        if header["format"] != FORMAT or header["key"] != key:
            return None
        names = _array_names(header["key"])
        if any(_checksum(folder / f"{name}.npy") != header["crc32"][name] for name in names):
            return None
        arrays = [np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False) for name in names]
        links = PairLinks(*arrays[4:]) if arrays[4:] else None
        return StoredPairs(*arrays[:4], special=special, links=links, read=int(header["read"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _checksums(folder: Path) -> dict[str, int] | None:
    """Return the checksums recorded when the files were written; None if they are not recorded."""
    try:
        header = json.loads(read_ordinary(folder / "tokens.json"))
        return {name: int(header["crc32"][name]) for name in _array_names(header["key"])}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _array_names(key: Mapping[str, Any]) -> list[str]:
    """Return the names of the arrays of token files with a key."""
    return [name for stem in (*_SIDES, *([_LINKS] if _LINKS in key else [])) for name in (stem, f"{stem}_starts")]


def _changed() -> CoreError:
    return CoreError(
        "data.changed", "the training text has changed since this run began; restore it, or begin a new run"
    )


class _Encoded(NamedTuple):
    """One pair as token ids, with its links between tokens."""

    source: list[int]
    target: list[int]
    links: list[int]


def _write(
    folder: Path,
    key: dict[str, Any],
    token_type: type,
    groups: Iterator[list[_Encoded]],
    max_tokens: int,
    progress: Callable[[int], None],
    expected: dict[str, int] | None,
) -> None:
    """Write token files; fail if `expected` is given and their checksums differ."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with replaced_folder(folder) as partial:
        names = _array_names(key)
        files = {name: _ArrayFile(partial / f"{name}.npy", _array_type(name, token_type)) for name in names}
        stems = names[::2]
        read = 0
        for group in groups:
            read += len(group)
            fitting = [pair for pair in group if max(len(pair.source), len(pair.target)) <= max_tokens]
            for stem in stems:
                _append(files[stem], files[f"{stem}_starts"], [getattr(pair, stem) for pair in fitting])
            progress(read)
        if not files["source"].length:
            raise all_too_long(read, max_tokens) if expected is None else _changed()
        for stem in stems:
            files[f"{stem}_starts"].append(np.array([files[stem].length]))
        for file in files.values():
            file.close()
        checksums = {name: _checksum(partial / f"{name}.npy") for name in names}
        if expected is not None and checksums != expected:
            raise _changed()
        header = {"format": FORMAT, "key": key, "read": read, "crc32": checksums}
        (partial / "tokens.json").write_text(json.dumps(header, indent=2) + "\n", encoding="utf-8")


def _array_type(name: str, tokens: type) -> type:
    if name.endswith("starts"):
        return np.int64
    return np.int32 if name == _LINKS else tokens


def _encode_groups(
    vocabularies: Vocabularies, text: Iterable[tuple[str, str] | LinkedPair]
) -> Iterator[list[_Encoded]]:
    """Yield (source ids, target ids) in groups; the next group is read while the library encodes one on all cores."""
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "true")

    def encode(group: list[tuple[str, str] | LinkedPair]) -> list[_Encoded]:
        sources = vocabularies.source.encode_batch([pair[0] for pair in group])
        targets = vocabularies.target.encode_batch([pair[1] for pair in group])
        return [
            _Encoded(source.ids, target.ids, _links(vocabularies, pair, source.ids, target.ids))
            for pair, source, target in zip(group, sources, targets, strict=True)
        ]

    pairs = iter(text)
    with ThreadPoolExecutor(max_workers=1) as pool:
        waiting: deque[Future[list[_Encoded]]] = deque()
        while group := list(islice(pairs, _PAIRS_AT_A_TIME)):
            waiting.append(pool.submit(encode, group))
            if len(waiting) > _WAITING:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _links(
    vocabularies: Vocabularies, pair: tuple[str, str] | LinkedPair, source: list[int], target: list[int]
) -> list[int]:
    if not isinstance(pair, LinkedPair):
        return []
    return token_links(pair, vocabularies.source.surface(source), vocabularies.target.surface(target))


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
