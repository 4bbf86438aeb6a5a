"""A `pytorch_model.bin`: tensors taken as raw bytes from the archive; nothing in it is run.

`torch.load` is not used: `weights_only=True` has let files run code twice (CVE-2025-32434, CVE-2026-24747).
"""

import itertools
import math
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from core.errors import CoreError
from core.interchange.inert_pickle import TensorRecord, read_index

_MAX_INDEX_BYTES = 1 << 24
_MAX_ENTRIES = 10_000
_LOCAL_HEADER = struct.Struct("<4s22xHH")  # signature, length of the name, length of the extra field
_DTYPES = {name: getattr(torch, name) for name in ("float32", "float16", "bfloat16", "float64")}


class TorchFile:
    """An archive that `torch.save` wrote, of torch 1.6 or later."""

    def __init__(self, path: Path) -> None:
        """Read the index.

        Raises:
            CoreError: the file is missing, of an older torch, damaged, compressed or overlapping, or its index holds
                anything but tensors.
        """
        self.path = path
        entries = _entries(path)
        indices = [name for name in entries if name.endswith("/data.pkl")]
        if len(indices) != 1:
            raise _refused(path, "it must have one index, data.pkl")
        start, size = entries[indices[0]]
        if size > _MAX_INDEX_BYTES:
            raise _refused(path, f"its index has more than {_MAX_INDEX_BYTES:,} bytes")
        with path.open("rb") as file:
            file.seek(start)
            data = file.read(size)
        try:
            self._records = read_index(data)
        except CoreError as error:
            raise _refused(path, str(error)) from None
        folder = indices[0].removesuffix("data.pkl") + "data/"
        self._places = {name: self._place(name, record, entries, folder) for name, record in self._records.items()}

    @property
    def shapes(self) -> Mapping[str, tuple[int, ...]]:
        """Shape of each tensor."""
        return {name: record.shape for name, record in self._records.items()}

    def read(self, name: str) -> Tensor:
        """Read one tensor."""
        record, (start, size) = self._records[name], self._places[name]
        if not size:
            return torch.empty(record.shape, dtype=_DTYPES[record.storage.dtype])
        raw = np.fromfile(self.path, np.uint8, size, offset=start)
        return torch.from_numpy(raw).view(_DTYPES[record.storage.dtype]).view(record.shape)

    def _place(
        self, name: str, record: TensorRecord, entries: Mapping[str, tuple[int, int]], folder: str
    ) -> tuple[int, int]:
        """Return where a tensor's bytes start, and how many they are."""
        storage = record.storage
        start, stored = entries.get(folder + storage.key, (0, -1))
        width = _DTYPES[storage.dtype].itemsize
        if stored != storage.elements * width:
            raise _refused(self.path, f"storage {storage.key[:20]!r} is missing or not as long as its index says")
        elements = math.prod(record.shape)
        contiguous = tuple(math.prod(record.shape[axis + 1 :]) for axis in range(len(record.shape)))
        if elements > 1 and record.strides != contiguous:
            raise _refused(self.path, f"tensor {name[:80]} is not stored row by row")
        if record.offset + elements > storage.elements:
            raise _refused(self.path, f"tensor {name[:80]} reaches beyond its storage")
        return start + record.offset * width, elements * width


def _entries(path: Path) -> dict[str, tuple[int, int]]:
    """Return start and size in bytes of each entry of an archive: uncompressed, within the file, none over another."""
    if not path.is_file():
        raise CoreError("import.missing", "{path} is missing", path=path)
    try:
        with zipfile.ZipFile(path) as archive:
            listed = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, struct.error):
        raise _refused(path, "it is not an archive of torch 1.6 or later") from None
    if len(listed) > _MAX_ENTRIES:
        raise _refused(path, f"it has more than {_MAX_ENTRIES:,} entries")
    found: dict[str, tuple[int, int]] = {}
    spans: list[tuple[int, int]] = []
    length = path.stat().st_size
    with path.open("rb") as file:
        for entry in listed:
            if entry.compress_type != zipfile.ZIP_STORED or entry.file_size != entry.compress_size:
                raise _refused(path, f"entry {entry.filename[:40]!r} is compressed")
            file.seek(entry.header_offset)
            header = file.read(_LOCAL_HEADER.size)
            signature, name, extra = _LOCAL_HEADER.unpack(header) if len(header) == _LOCAL_HEADER.size else (b"", 0, 0)
            start = entry.header_offset + _LOCAL_HEADER.size + name + extra
            if signature != b"PK\x03\x04" or start + entry.file_size > length or entry.filename in found:
                raise _refused(path, f"entry {entry.filename[:40]!r} is damaged")
            found[entry.filename] = start, entry.file_size
            spans.append((entry.header_offset, start + entry.file_size))
    spans.sort()
    if any(following[0] < span[1] for span, following in itertools.pairwise(spans)):
        raise _refused(path, "its entries overlap")
    return found


def _refused(path: Path, reason: str) -> CoreError:
    return CoreError("import.torch_file", "{path} cannot be read: {reason}", path=path, reason=reason)
