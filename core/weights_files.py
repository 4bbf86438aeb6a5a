"""The files of a checkpoint's weights: one file, or shards with an index as the Hugging Face Hub has them.

model.safetensors                 all tensors
model-00001-of-00002.safetensors  some of the tensors, where one file would be too large to ship
model.safetensors.index.json      the shard of each tensor

Loading this module loads no torch.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import safetensors

from core.checkpoint_config import checkpoint_file, read_json
from core.errors import CoreError

if TYPE_CHECKING:
    from torch import Tensor

WHOLE = "model.safetensors"
INDEX = "model.safetensors.index.json"
LOADED_ENDINGS = (".json", ".safetensors")  # endings of the files that loading a checkpoint reads
SHIPPED_BYTES = 10_000_000  # a file of that size or more needs Git LFS on a Hub
_SHARD = re.compile(r"model-[0-9]{5}-of-[0-9]{5}\.safetensors")
_ENTRY_BYTES = 128  # most that a tensor takes in a header besides its name
_LONGEST_SHOWN = 100  # characters of a name in an error


class WeightFiles:
    """Tensors by name, with shapes known before any is read; `safetensors` refuses headers above 100 MB."""

    def __init__(self, path: Path, holders: Mapping[str, Path], files: Mapping[Path, Any]) -> None:
        self.path = path  # of the file that names all tensors: the only one, or the index
        self.holders = holders  # the file that has each tensor
        self._files = files
        self.shapes: dict[str, tuple[int, ...]] = {}
        for name, holder in holders.items():
            with _refused_if_damaged(holder):
                self.shapes[name] = tuple(files[holder].get_slice(name).get_shape())

    def read(self, name: str) -> Tensor:
        """Read one tensor; it stays in its file until it is used.

        Raises:
            CoreError: the file is damaged.
        """
        holder = self.holders[name]
        with _refused_if_damaged(holder):
            return self._files[holder].get_tensor(name)


def has_weights(folder: Path) -> bool:
    """Return whether a folder has weights, in either form."""
    return any((folder / name).is_file() for name in (WHOLE, INDEX))


def weight_files(folder: Path) -> list[Path]:
    """Return the files that hold the tensors, in order of name.

    Raises:
        CoreError: see `open_weights`, without what is found only in the files.
    """
    return _files(folder, _read_index(folder))


@contextmanager
def open_weights(folder: Path) -> Iterator[WeightFiles]:
    """Open the weights of a folder.

    Raises:
        CoreError: a file is missing, damaged or a link that leads elsewhere; both forms are present; the index cannot
            be read, names what is not a shard, or does not name each tensor of each shard where it is. The message
            names the file and the tensor.
    """
    index = _read_index(folder)
    with ExitStack() as stack:
        files: dict[Path, Any] = {}
        for path in _files(folder, index):
            if not path.is_file():
                raise CoreError("checkpoint.no_weights", "{path} is missing", path=path)
            with _refused_if_damaged(path):
                files[path] = stack.enter_context(safetensors.safe_open(path, framework="pt"))
        holders = _holders(files)
        if index is not None:
            _check_places(folder, index, holders)
        yield WeightFiles(folder / (WHOLE if index is None else INDEX), holders, files)


def save_weights(
    folder: Path, tensors: Mapping[str, Tensor], *, half: bool = False, limit: int = SHIPPED_BYTES
) -> None:
    """Write weights to a folder that has none.

    Args:
        folder: exists.
        tensors: by name.
        half: store them in half precision; only then they may become shards, because only such weights ship.
        limit: a file has fewer bytes, unless a single tensor has as many.
    """
    stored = _stored(tensors, half)
    whole = _packed(stored)
    if not half or len(whole) < limit:
        (folder / WHOLE).write_bytes(whole)
        return
    shards = _split(stored, limit)
    names = [f"model-{number:05}-of-{len(shards):05}.safetensors" for number in range(1, len(shards) + 1)]
    for name, shard in zip(names, shards, strict=True):
        (folder / name).write_bytes(_packed(shard))
    index = {
        "metadata": {"total_size": sum(tensor.nbytes for tensor in stored.values())},
        "weight_map": {tensor: name for name, shard in zip(names, shards, strict=True) for tensor in shard},
    }
    (folder / INDEX).write_text(json.dumps(index, indent=2) + "\n", encoding="utf-8")


def save_tensors(path: Path, tensors: Mapping[str, Tensor]) -> None:
    """Write a safetensors file."""
    path.write_bytes(_packed(_stored(tensors)))


def _read_index(folder: Path) -> dict[str, str] | None:
    """Return the file name of each tensor; None if the weights are not in shards."""
    whole, index = (checkpoint_file(folder, name) for name in (WHOLE, INDEX))
    shards = {path.name for path in folder.glob("model-*.safetensors") if _SHARD.fullmatch(path.name)}
    if not index.exists() and not shards:
        return None
    if whole.exists():
        raise CoreError(
            "checkpoint.both_forms",
            "{folder} has its weights twice, in {whole} and in shards ({shards}); remove one of the two forms",
            folder=folder,
            whole=WHOLE,
            shards=INDEX if index.exists() else min(shards),
        )
    if not index.exists():
        raise CoreError("checkpoint.no_weights", "{path} is missing", path=index)
    found = read_json(index)
    places = found.get("weight_map") if isinstance(found, dict) else None
    if not isinstance(places, dict) or not places or not all(isinstance(name, str) for name in places.values()):
        raise CoreError(
            "checkpoint.index",
            "{path} must have {field}, an object with the file of each tensor",
            path=index,
            field="weight_map",
        )
    if others := {name for name in places.values() if not _SHARD.fullmatch(name)}:
        raise CoreError(
            "checkpoint.shard_name",
            "{path} names {name!r}; a shard is a file next to it, such as {example}",
            path=index,
            name=min(others)[:_LONGEST_SHOWN],
            example="model-00001-of-00002.safetensors",
        )
    if unnamed := shards.difference(places.values()):
        raise CoreError(
            "checkpoint.unnamed_shard", "{path} does not name the shard {name}", path=index, name=min(unnamed)
        )
    return places


def _files(folder: Path, index: Mapping[str, str] | None) -> list[Path]:
    names = {WHOLE} if index is None else set(index.values())
    return [checkpoint_file(folder, name) for name in sorted(names)]


def _holders(files: Mapping[Path, Any]) -> dict[str, Path]:
    """Return the file of each tensor, which only one may have."""
    found: dict[str, Path] = {}
    for path, file in files.items():
        for name in file.keys():  # noqa: SIM118
            if name in found:
                raise CoreError(
                    "checkpoint.doubled_tensor",
                    "{path} has the tensor {name}, and so does {other}",
                    path=path,
                    name=name,
                    other=found[name].name,
                )
            found[name] = path
    return found


def _check_places(folder: Path, index: Mapping[str, str], holders: Mapping[str, Path]) -> None:
    """Refuse an index that differs from what its shards hold."""
    for name, path in holders.items():
        if index.get(name) != path.name:
            raise CoreError(
                "checkpoint.tensor_place",
                "{path} has the tensor {name}, which {index} does not place there",
                path=path,
                name=name,
                index=INDEX,
            )
    if missing := index.keys() - holders.keys():
        name = min(missing)
        shown = name.encode("ascii", "backslashreplace").decode()  # JSON may hold half of a surrogate pair
        raise CoreError(
            "checkpoint.missing_tensor", "{path} lacks the tensor {name}", path=folder / index[name], name=shown
        )


def _split(tensors: Mapping[str, Tensor], limit: int) -> list[dict[str, Tensor]]:
    """Put each tensor into the first shard that has room for it; one that is too large gets its own."""
    shards: list[dict[str, Tensor]] = []
    room: list[int] = []
    for name, tensor in tensors.items():
        size = tensor.nbytes + len(name) + _ENTRY_BYTES
        place = next((number for number, left in enumerate(room) if size < left), len(room))
        if place == len(room):
            shards.append({})
            room.append(limit)
        shards[place][name] = tensor
        room[place] -= size
    return shards


def _stored(tensors: Mapping[str, Tensor], half: bool = False) -> dict[str, Tensor]:
    import torch

    dtype = torch.float16 if half else None
    return {
        name: tensor.detach().to("cpu", dtype if tensor.is_floating_point() else None).contiguous()
        for name, tensor in tensors.items()
    }


def _packed(tensors: dict[str, Tensor]) -> bytes:
    import safetensors.torch

    return safetensors.torch.save(tensors)


@contextmanager
def _refused_if_damaged(path: Path) -> Iterator[None]:
    try:
        yield
    except (safetensors.SafetensorError, OSError) as error:
        raise CoreError(
            "checkpoint.not_safetensors", "{path} is not a complete safetensors file: {reason}", path=path, reason=error
        ) from None
