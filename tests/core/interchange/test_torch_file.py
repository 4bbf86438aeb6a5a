"""A `pytorch_model.bin`: tensors are read, in a process of its own; no trick of a pickle is run."""

import os
import pickle
import subprocess
import zipfile
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from core.checkpoint import load_checkpoint
from core.cli.parser import main
from core.errors import CoreError
from core.interchange.folder import import_folder
from core.interchange.torch_file import convert_archive, open_torch_file
from tests.core.interchange.folders import tensors, write_folder


class Reduced:
    def __init__(self, *made: object) -> None:
        self.made = made

    def __reduce__(self) -> tuple[object, ...]:
        return self.made  # type: ignore[return-value]


def archive(path: Path, index: bytes, **options: int) -> Path:
    with zipfile.ZipFile(path, "w", **options) as file:
        file.writestr("m/data.pkl", index)
        file.writestr("m/version", "3")
    return path


def test_tensors_of_every_type_are_read(tmp_path):
    table = torch.arange(24, dtype=torch.float32).view(4, 6)
    given = {
        "a": table,
        "tied": table,
        "row": table[2],
        "turned": table.T,
        "half": torch.randn(3, 2).half(),
        "short": torch.randn(5).bfloat16(),
        "long": torch.randn(2, 2, 2, dtype=torch.float64),
        "none": torch.zeros(0, 3),
        "parameter": torch.nn.Parameter(torch.ones(2)),
    }
    torch.save(OrderedDict(given), tmp_path / "m.bin")
    with open_torch_file(tmp_path / "m.bin") as found:
        assert found.path == tmp_path / "m.bin"
        assert found.shapes == {name: tuple(tensor.shape) for name, tensor in given.items()}
        assert all(torch.equal(found.read(name), tensor) for name, tensor in given.items())
        assert all(found.read(name).dtype == tensor.dtype for name, tensor in given.items())


def test_the_command_reads_it_and_the_model_is_the_same(tmp_path):
    folder = write_folder(tmp_path / "opus")
    import_folder(folder, tmp_path / "first")
    torch.save(tensors(), folder / "pytorch_model.bin")
    (folder / "model.safetensors").unlink()
    assert main(["import", str(folder), "--out", str(tmp_path / "second")]) == 0
    first, second = (load_checkpoint(tmp_path / name).model.state_dict() for name in ("first", "second"))
    assert all(torch.equal(first[name], second[name]) for name in first)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([torch.ones(2)], "something else than named tensors"),
        ({1: torch.ones(2)}, "something else than named tensors"),
        ({"a": {"b": torch.ones(2)}}, "something else than named tensors"),
        ({"a": torch.ones(2).to_sparse()}, "something else than named tensors"),
        ({"a": torch.ones(1).expand(2**30, 2**9)}, "larger than the file"),
        ({"a": Path("x")}, "holds more than tensors; nothing of it is run"),
    ],
)
def test_what_is_not_a_table_of_tensors_is_refused(tmp_path, given, words):
    torch.save(given, tmp_path / "m.bin")
    assert words in convert_archive(tmp_path / "m.bin", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["m.bin"]


def test_a_refused_file_is_an_error_with_its_name(tmp_path):
    torch.save([torch.ones(2)], tmp_path / "m.bin")
    with (
        pytest.raises(CoreError, match=r"m\.bin cannot be read: it holds something else"),
        open_torch_file(tmp_path / "m.bin"),
    ):
        pass


def test_files_that_are_no_sound_archive_are_refused(tmp_path):
    torch.save({"a": torch.ones(9)}, tmp_path / "m.bin")
    whole = (tmp_path / "m.bin").read_bytes()
    path = tmp_path / "m.bin"
    for data in (b"", b"PK", pickle.dumps({"a": 1}), whole[:-30]):
        path.write_bytes(data)
        with pytest.raises(CoreError, match=r"cannot be read: it is not an archive"), open_torch_file(path):
            pass
    path.write_bytes(whole.replace(b"torch._utils", b"torch._utilz"))
    assert convert_archive(path, tmp_path) == "it holds more than tensors; nothing of it is run"
    archive(path, pickle.dumps({}), compression=zipfile.ZIP_DEFLATED)
    with pytest.raises(CoreError, match="is compressed"), open_torch_file(path):
        pass


def test_a_torch_whose_reader_has_run_code_is_not_used(tmp_path, monkeypatch):
    torch.save({"a": torch.ones(9)}, tmp_path / "m.bin")
    monkeypatch.setattr(torch, "__version__", "2.9.1+cpu")
    with pytest.raises(CoreError, match=r"needs torch 2\.10"), open_torch_file(tmp_path / "m.bin"):
        pass


def trick_with(called: Callable[..., Any], mark: Path) -> bytes:
    """Return a pickle that `torch.load` of old would have run; `mark` is what it would leave."""
    given = {"exec": f"open({str(mark)!r}, 'w')", "check_output": ["touch", str(mark)], "touch": mark}
    trick = Reduced(called, (given.get(called.__name__, f"touch {mark}"),))
    pickle.loads(pickle.dumps(trick))
    assert mark.exists(), "the trick works"
    mark.unlink()
    return pickle.dumps({"w": trick}, protocol=2)


@pytest.mark.parametrize("called", [os.system, exec, subprocess.check_output, Path.touch], ids=lambda f: f.__name__)
def test_nothing_of_such_a_file_is_run(tmp_path, called):
    path = archive(tmp_path / "m.bin", trick_with(called, tmp_path / "marked"))
    assert "nothing of it is run" in convert_archive(path, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["m.bin"]


def test_a_folder_with_such_a_file_leaves_nothing(tmp_path, capsys):
    """The whole way."""
    folder = write_folder(tmp_path / "opus")
    (folder / "model.safetensors").unlink()
    archive(folder / "pytorch_model.bin", trick_with(os.system, tmp_path / "marked"))
    assert main(["import", str(folder), "--out", str(tmp_path / "own")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "nothing of it is run" in error
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
