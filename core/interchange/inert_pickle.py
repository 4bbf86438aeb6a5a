"""Read the index of a torch file without running anything that it says.

A pickle is a program. This machine knows the few instructions with which `torch.save` writes a dictionary of tensors,
looks no name up, calls nothing, and answers every other instruction or name with an error. The six names that it
accepts stand for plain values of its own.
"""

import struct
from collections.abc import Callable
from typing import Any, NamedTuple

from core.errors import CoreError

_MOST_VALUES = 1_000_000  # on the stack and in the memo
_MAX_INTEGER_BYTES = 8
_STORAGES = {
    f"torch {name}Storage": dtype
    for name, dtype in (("Float", "float32"), ("Half", "float16"), ("BFloat16", "bfloat16"), ("Double", "float64"))
}
_DICT, _TENSOR, _PARAMETER = (
    "collections OrderedDict",
    "torch._utils _rebuild_tensor_v2",
    "torch._utils _rebuild_parameter",
)
_NAMES = {_DICT, _TENSOR, _PARAMETER, *_STORAGES}
_MARK = object()


class StorageRecord(NamedTuple):
    """Numbers of one entry of the archive."""

    dtype: str
    key: str
    elements: int


class TensorRecord(NamedTuple):
    """A view of a storage."""

    storage: StorageRecord
    offset: int  # elements
    shape: tuple[int, ...]
    strides: tuple[int, ...]


class _Name(NamedTuple):
    """A name that the pickle mentions; never looked up."""

    text: str


def read_index(data: bytes) -> dict[str, TensorRecord]:
    """Return the tensors that a pickle of `torch.save` lists.

    Raises:
        CoreError: an instruction or a name that such a file does not need, or the file is damaged.
    """
    try:
        found = _Machine(data).run()
    except (IndexError, TypeError, ValueError, KeyError, AttributeError, struct.error, UnicodeDecodeError) as error:
        if isinstance(error, CoreError):
            raise
        raise _damaged() from None
    if not isinstance(found, dict) or not all(
        isinstance(name, str) and isinstance(tensor, TensorRecord) for name, tensor in found.items()
    ):
        raise CoreError("pickle.not_tensors", "the file holds something else than tensors by name")
    return found


class _Machine:
    """A stack, a memo, and a position in the program."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0
        self._stack: list[Any] = []
        self._memo: dict[int, Any] = {}

    def run(self) -> object:
        """Run to the end; return the value left."""
        while True:
            code = self._bytes(1)
            if code == b".":
                return self._stack.pop()
            step = _STEPS.get(code)
            if step is None:
                raise CoreError(
                    "pickle.instruction",
                    "the file has an instruction ({code}) that tensors do not need",
                    code=f"0x{code[0]:02x}",
                )
            step(self)
            if len(self._stack) + len(self._memo) > _MOST_VALUES:
                raise CoreError("pickle.values", "the file lists more than {limit:,} values", limit=_MOST_VALUES)

    # Reading

    def _bytes(self, count: int) -> bytes:
        found = self._data[self._at : self._at + count]
        if len(found) < count:
            raise _damaged()
        self._at += count
        return found

    def _number(self, form: str) -> int:
        return struct.unpack(form, self._bytes(struct.calcsize(form)))[0]

    def _line(self) -> str:
        end = self._data.index(b"\n", self._at)
        return self._bytes(end + 1 - self._at)[:-1].decode("ascii")

    # Instructions

    def push(self, value: Any) -> None:
        self._stack.append(value)

    def push_number(self, form: str) -> None:
        self.push(self._number(form))

    def push_long(self) -> None:
        size = self._number("<B")
        if size > _MAX_INTEGER_BYTES:
            raise _damaged()
        self.push(int.from_bytes(self._bytes(size), "little", signed=True))

    def push_text(self, form: str) -> None:
        self.push(self._bytes(self._number(form)).decode("utf-8"))

    def skip(self, count: int) -> None:
        self._bytes(count)

    def name(self) -> None:
        self._push_name(f"{self._line()} {self._line()}")

    def name_of_stack(self) -> None:
        name, module = self._stack.pop(), self._stack.pop()
        self._push_name(f"{module} {name}")

    def _push_name(self, text: str) -> None:
        if text not in _NAMES:
            raise CoreError(
                "pickle.name", "the file names {name}; nothing is imported or run", name=text.replace(" ", ".")[:80]
            )
        self.push(_Name(text))

    def put(self, form: str) -> None:
        self._memo[self._number(form)] = self._stack[-1]

    def memoise(self) -> None:
        self._memo[len(self._memo)] = self._stack[-1]

    def get(self, form: str) -> None:
        self.push(self._memo[self._number(form)])

    def tuple_of(self, count: int) -> None:
        start = len(self._stack) - count
        if start < 0:
            raise _damaged()
        self._stack[start:] = [tuple(self._stack[start:])]

    def tuple_to_mark(self) -> None:
        self.push(tuple(self._to_mark()))

    def set_item(self) -> None:
        value, key = self._stack.pop(), self._stack.pop()
        _into(self._stack[-1], [key, value])

    def set_items(self) -> None:
        items = self._to_mark()
        _into(self._stack[-1], items)

    def append_items(self) -> None:
        items = self._to_mark()
        if not isinstance(self._stack[-1], list):
            raise _damaged()
        self._stack[-1].extend(items)

    def build(self) -> None:
        """Leave the attributes of a dictionary out: `torch` writes versions of modules there."""
        self._stack.pop()
        if not isinstance(self._stack[-1], dict):
            raise _damaged()

    def stored(self) -> None:
        """Turn a persistent id into the storage that it names."""
        kind, name, key, _, elements = self._stack.pop()
        if kind != "storage" or not isinstance(name, _Name) or not isinstance(key, str) or not _is_count(elements):
            raise _damaged()
        self.push(StorageRecord(_STORAGES[name.text], key, elements))

    def reduce(self) -> None:
        """Make one of the three values that a file of tensors has."""
        arguments, name = self._stack.pop(), self._stack.pop()
        if not isinstance(name, _Name) or not isinstance(arguments, tuple):
            raise _damaged()
        self.push(_MAKERS[name.text](*arguments))

    def _to_mark(self) -> list[Any]:
        start = len(self._stack) - 1
        while self._stack[start] is not _MARK:
            start -= 1
            if start < 0:
                raise _damaged()
        items = self._stack[start + 1 :]
        del self._stack[start:]
        return items


def _into(target: object, items: list[Any]) -> None:
    """Add keys and values, which alternate, to a dictionary."""
    if not isinstance(target, dict) or len(items) % 2 or not all(isinstance(key, str) for key in items[::2]):
        raise _damaged()
    target.update(zip(items[::2], items[1::2], strict=True))


def _tensor(storage: object, offset: object, shape: object, strides: object, *_: object) -> TensorRecord:
    if not isinstance(storage, StorageRecord) or not _is_count(offset) or not isinstance(offset, int):
        raise _damaged()
    for sizes in (shape, strides):
        if not isinstance(sizes, tuple) or len(sizes) > 4 or not all(map(_is_count, sizes)):
            raise _damaged()
    assert isinstance(shape, tuple) and isinstance(strides, tuple)
    if len(shape) != len(strides):
        raise _damaged()
    return TensorRecord(storage, offset, shape, strides)


def _parameter(tensor: object, *_: object) -> TensorRecord:
    if not isinstance(tensor, TensorRecord):
        raise _damaged()
    return tensor


def _dictionary() -> dict[object, object]:
    return {}


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**40


def _damaged() -> CoreError:
    return CoreError("pickle.damaged", "the file is damaged, or is not one that torch.save wrote")


_MAKERS: dict[str, Callable[..., object]] = {_DICT: _dictionary, _TENSOR: _tensor, _PARAMETER: _parameter}
_STEPS: dict[bytes, Callable[[_Machine], None]] = {
    b"\x80": lambda machine: machine.skip(1),  # protocol
    b"\x95": lambda machine: machine.skip(8),  # frame
    b"c": _Machine.name,
    b"\x93": _Machine.name_of_stack,
    b"R": _Machine.reduce,
    b"Q": _Machine.stored,
    b"b": _Machine.build,
    b"(": lambda machine: machine.push(_MARK),
    b"}": lambda machine: machine.push({}),
    b"]": lambda machine: machine.push([]),
    b")": lambda machine: machine.push(()),
    b"N": lambda machine: machine.push(None),
    b"\x88": lambda machine: machine.push(True),
    b"\x89": lambda machine: machine.push(False),
    b"K": lambda machine: machine.push_number("<B"),
    b"M": lambda machine: machine.push_number("<H"),
    b"J": lambda machine: machine.push_number("<i"),
    b"\x8a": _Machine.push_long,
    b"X": lambda machine: machine.push_text("<I"),
    b"\x8c": lambda machine: machine.push_text("<B"),
    b"q": lambda machine: machine.put("<B"),
    b"r": lambda machine: machine.put("<I"),
    b"\x94": _Machine.memoise,
    b"h": lambda machine: machine.get("<B"),
    b"j": lambda machine: machine.get("<I"),
    b"t": _Machine.tuple_to_mark,
    b"\x85": lambda machine: machine.tuple_of(1),
    b"\x86": lambda machine: machine.tuple_of(2),
    b"\x87": lambda machine: machine.tuple_of(3),
    b"s": _Machine.set_item,
    b"u": _Machine.set_items,
    b"e": _Machine.append_items,
}
