"""A `pytorch_model.bin`: tensors as raw bytes; no trick of a pickle is run, and no size is believed."""

import os
import pickle
import subprocess
import zipfile
from collections import OrderedDict
from pathlib import Path

import pytest
import torch

from core.checkpoint import load_checkpoint
from core.cli.parser import main
from core.errors import CoreError
from core.interchange.folder import import_folder
from core.interchange.inert_pickle import read_index
from core.interchange.torch_file import TorchFile
from tests.core.interchange.folders import tensors, write_folder

BOMB = "print('run')"


def test_tensors_of_every_type_are_read(tmp_path):
    table = torch.arange(24, dtype=torch.float32).view(4, 6)
    given = {
        "a": table,
        "tied": table,
        "row": table[2],
        "half": torch.randn(3, 2).half(),
        "short": torch.randn(5).bfloat16(),
        "long": torch.randn(2, 2, 2, dtype=torch.float64),
        "none": torch.zeros(0, 3),
        "parameter": torch.nn.Parameter(torch.ones(2)),
    }
    for protocol in (2, 4):
        torch.save(OrderedDict(given), tmp_path / "m.bin", pickle_protocol=protocol)
        found = TorchFile(tmp_path / "m.bin")
        assert found.shapes == {name: tuple(tensor.shape) for name, tensor in given.items()}
        assert all(torch.equal(found.read(name), tensor) for name, tensor in given.items())
        assert all(found.read(name).dtype == tensor.dtype for name, tensor in given.items())


def test_a_state_dict_with_its_metadata_is_read(tmp_path):
    torch.save(torch.nn.Linear(2, 3).state_dict(), tmp_path / "m.bin")
    assert TorchFile(tmp_path / "m.bin").shapes == {"weight": (3, 2), "bias": (3,)}


def test_the_command_reads_it_and_the_model_is_the_same(tmp_path):
    folder = write_folder(tmp_path / "opus")
    import_folder(folder, tmp_path / "first")
    torch.save(tensors(), folder / "pytorch_model.bin")
    (folder / "model.safetensors").unlink()
    assert main(["import", str(folder), "--out", str(tmp_path / "second")]) == 0
    first, second = (load_checkpoint(tmp_path / name).model.state_dict() for name in ("first", "second"))
    assert all(torch.equal(first[name], second[name]) for name in first)


# What a pickle may say: each of these runs code, or asks for a name, when `pickle` reads it


class Reduced:
    def __init__(self, *made: object) -> None:
        self.made = made

    def __reduce__(self) -> tuple[object, ...]:
        return self.made  # type: ignore[return-value]


def calls(module: str, name: str, argument: str = BOMB) -> bytes:
    """A pickle that calls a function of a module, whether or not it exists here."""
    return f"c{module}\n{name}\n".encode() + b"X" + len(argument).to_bytes(4, "little") + argument.encode() + b"\x85R."


NAMED = [
    *[(module, "system") for module in ("os", "posix", "nt", "subprocess.os", "shutil.os")],
    *[("builtins", name) for name in ("eval", "exec", "compile", "getattr", "__import__", "open", "globals")],
    *[("__builtin__", name) for name in ("eval", "apply")],
    *[("subprocess", name) for name in ("Popen", "call", "check_output", "run")],
    ("runpy", "_run_code"),
    ("importlib", "import_module"),
    ("pickle", "loads"),
    ("torch", "load"),
    ("torch", "jit.load"),
    ("torch._utils", "_rebuild_tensor_v2.__globals__"),
    ("torch._utils._rebuild_tensor_v2", "__globals__"),
    ("collections.OrderedDict", "__init__"),
    ("collections", "OrderedDict.__class__.mro"),
    ("operator", "attrgetter"),
    ("functools", "partial"),
    ("torch", "FloatStorage.from_file"),
    ("code", "interact"),
    ("ctypes", "CDLL"),
]


@pytest.mark.parametrize(("module", "name"), NAMED, ids=".".join)
def test_no_name_is_looked_up(module, name, capsys):
    stacked = b"\x8c" + bytes([len(module)]) + module.encode() + b"\x8c" + bytes([len(name)]) + name.encode()
    for data in (calls(module, name), b"\x80\x04" + stacked + b"\x93)R."):
        with pytest.raises(CoreError, match="nothing is imported or run") as caught:
            read_index(data)
        assert module.split(".")[0] in str(caught.value)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"(S'ls'\nios\nsystem\n.", "0x28|0x53|0x69"),  # INST
        (b"(cos\nsystem\nS'ls'\no.", "os.system"),  # OBJ
        (b"ccollections\nOrderedDict\n)\x81.", "0x81"),  # NEWOBJ
        (b"ccollections\nOrderedDict\n)}\x92.", "0x92"),  # NEWOBJ_EX
        (b"P1\n.", "0x50"),  # PERSID
        (b"\x82\x01.", "0x82"),  # EXT1
        (b"\x83\x01\0.", "0x83"),
        (b"\x84\x01\0\0\0.", "0x84"),
        (b"I01\n.", "0x49"),
        (b"F1.5\n.", "0x46"),
        (b"\x96\xff\xff\xff\xff\xff\xff\xff\x7f.", "0x96"),  # BYTEARRAY8 of 2^63 bytes
        (b"\x8b\xff\xff\xff\x7f.", "0x8b"),  # LONG4
        (b"\x8a\xff" + b"\xff" * 255 + b".", "damaged"),  # a whole number of 2,040 bits
        (b"X\xff\xff\xff\xff.", "damaged"),  # text of 4 GB
        (b"", "damaged"),
        (b"}", "damaged"),
        (b".", "damaged"),
        (b"h\x05.", "damaged"),  # from the memo, which is empty
        (b"u.", "damaged"),
        (b"}K\x01K\x02s.", "damaged"),  # a name that is a number
        (b"}))s.", "damaged"),
        (b"\x87.", "damaged"),
        (b"NQ.", "damaged"),
        (b")Nb.", "damaged"),
        (b"]K\x01e.", "damaged"),
        (b"N.", "something else"),
        (b"}X\x01\0\0\0aK\x01s.", "something else"),
        (b"ccollections\nOrderedDict\n(K\x01tR.", "damaged"),
        (b"ctorch\nFloatStorage\n)R.", "damaged"),
        (b"ctorch._utils\n_rebuild_tensor_v2\n)R.", "damaged"),
        (b"(" * 1_000_001 + b".", "more than 1,000,000 values"),
        (b")" + b"q\x00h\x00\x86" * 90 + b"}h\x00Ns.", "damaged"),  # its hash would take for ever
        (pickle.dumps(Reduced(eval, (BOMB,))), "nothing is imported or run"),
        (pickle.dumps({"a": Reduced(exec, (BOMB,))}, protocol=0), "0x"),
    ],
    ids=lambda value: value[:12].hex() if isinstance(value, bytes) else None,
)  # fmt: skip
def test_no_instruction_does_more_than_list_tensors(data, words, capsys):
    with pytest.raises(CoreError, match=words):
        read_index(data)
    assert capsys.readouterr().out == ""


# What an archive may claim


def archive(
    path: Path, index: bytes | None = None, entries: tuple[tuple[str, bytes], ...] = (), **options: int
) -> Path:
    with zipfile.ZipFile(path, "w", **options) as file:
        if index is not None:
            file.writestr("m/data.pkl", index)
        for name, data in entries:
            file.writestr(name, data)
    return path


def index(elements: int = 4, offset: int = 0, shape: tuple[int, ...] = (4,), strides: tuple[int, ...] = (1,)) -> bytes:
    """The index of one tensor, `w`, in storage `0`."""

    def number(value: int) -> bytes:
        return b"\x8a\x08" + value.to_bytes(8, "little", signed=True)

    def numbers(values: tuple[int, ...]) -> bytes:
        return b"(" + b"".join(map(number, values)) + b"t"

    def text(value: str) -> bytes:
        return b"X" + len(value).to_bytes(4, "little") + value.encode()

    storage = b"(" + text("storage") + b"ctorch\nFloatStorage\n" + text("0") + text("cpu") + number(elements) + b"tQ"
    made = b"(" + storage + number(offset) + numbers(shape) + numbers(strides) + b"\x89)tR"
    return b"\x80\x02}" + text("w") + b"ctorch._utils\n_rebuild_tensor_v2\n" + made + b"s."


DATA = ("m/data/0", bytes(range(16)))


def test_the_archive_written_here_is_sound(tmp_path):
    found = TorchFile(archive(tmp_path / "m.bin", index(), (DATA,)))
    assert found.read("w").numpy().tobytes() == DATA[1]


@pytest.mark.parametrize(
    ("made", "words"),
    [
        ((index(elements=5), (DATA,)), "not as long as its index says"),
        ((index(elements=2**39), (DATA,)), "not as long as its index says"),
        ((index(), ()), "is missing"),
        ((index(), (("m/data/../0", DATA[1]),)), "is missing"),
        ((index(offset=1), (DATA,)), "reaches beyond its storage"),
        ((index(offset=-1), (DATA,)), "damaged"),
        ((index(shape=(2**30, 2**9), strides=(2**9, 1)), (DATA,)), "reaches beyond its storage"),
        ((index(shape=(-4,)), (DATA,)), "damaged"),
        ((index(shape=(2, 2), strides=(1, 2)), (DATA,)), "not stored row by row"),
        ((index(shape=(4, 4), strides=(0, 1)), (DATA,)), "not stored row by row"),
        ((index(shape=(1,) * 5, strides=(1,) * 5), (DATA,)), "damaged"),
        ((index(shape=(2, 2)), (DATA,)), "damaged"),
        ((None, (DATA,)), "one index"),
        ((index(), (DATA, ("n/data.pkl", b"."))), "one index"),
    ],
)
def test_sizes_are_checked_before_anything_is_read(tmp_path, made, words):
    with pytest.raises(CoreError, match=words):
        TorchFile(archive(tmp_path / "m.bin", *made))


def test_compressed_entries_are_refused(tmp_path):
    path = archive(tmp_path / "m.bin", index(), (("m/data/0", bytes(10**6)),), compression=zipfile.ZIP_DEFLATED)
    with pytest.raises(CoreError, match="is compressed"):
        TorchFile(path)


def test_entries_that_overlap_are_refused(tmp_path):
    """The directory names one entry twice, under two names."""
    path = archive(tmp_path / "m.bin", index(), (DATA, ("m/data/1", DATA[1])))
    data = bytearray(path.read_bytes())
    first, second = (data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 1), data.rindex(b"PK\x01\x02"))
    data[second + 42 : second + 46] = data[first + 42 : first + 46]  # where the entry begins
    path.write_bytes(data)
    with pytest.raises(CoreError, match="overlap"):
        TorchFile(path)


@pytest.mark.parametrize(
    "data", [b"", b"PK", pickle.dumps({"a": 1}), b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03."]
)
def test_files_that_are_no_archive_are_refused(tmp_path, data):
    (tmp_path / "m.bin").write_bytes(data)
    with pytest.raises(CoreError, match="not an archive of torch"):
        TorchFile(tmp_path / "m.bin")


def test_a_truncated_archive_is_refused(tmp_path):
    path = archive(tmp_path / "m.bin", index(), (DATA,))
    whole = path.read_bytes()
    for length in range(0, len(whole), 7):
        path.write_bytes(whole[:length])
        with pytest.raises(CoreError, match="cannot be read"):
            TorchFile(path)


@pytest.mark.parametrize("called", [os.system, exec, subprocess.check_output, Path.touch], ids=lambda f: f.__name__)
def test_a_folder_with_such_a_file_runs_nothing_and_leaves_nothing(tmp_path, capsys, called):
    """The whole way: a file that `torch.load` of old would have run."""
    mark = tmp_path / "marked"
    given = {"exec": f"open({str(mark)!r}, 'w')", "check_output": ["touch", str(mark)], "touch": mark}
    trick = Reduced(called, (given.get(called.__name__, f"touch {mark}"),))
    pickle.loads(pickle.dumps(trick))
    assert mark.exists(), "the trick works"
    mark.unlink()
    folder = write_folder(tmp_path / "opus")
    (folder / "model.safetensors").unlink()
    archive(folder / "pytorch_model.bin", pickle.dumps({"w": trick}, protocol=2))
    assert main(["import", str(folder), "--out", str(tmp_path / "own")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "nothing is imported or run" in error
    assert [path.name for path in tmp_path.iterdir()] == ["opus"]


def test_a_link_out_of_the_folder_shows_nothing_of_what_it_leads_to(tmp_path, capsys):
    (tmp_path / "secret").write_text("hush:x:0:0")
    folder = write_folder(tmp_path / "opus")
    for name in ("source.spm", "vocab.json", "config.json", "model.safetensors"):
        kept = (folder / name).read_bytes()
        (folder / name).unlink()
        (folder / name).symlink_to(tmp_path / "secret")
        assert main(["import", str(folder), "--out", str(tmp_path / "own")]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1 and "hush" not in error and not (tmp_path / "own").exists()
        (folder / name).unlink()
        (folder / name).write_bytes(kept)
