"""Weights in shards: read as strictly as one file, written only where one file would be too large to ship."""

import json
import os
import shutil
import struct
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from core.checkpoint import average_weights, load_checkpoint, read_weights, save_checkpoint, weight_shapes
from core.cli.parser import main
from core.config import ModelConfig
from core.errors import CoreError
from core.interchange.folder import import_folder
from core.library import CheckpointLibrary
from core.service import Service
from core.training.run import Run
from core.weights_files import INDEX, SHIPPED_BYTES, WHOLE, has_weights, save_weights, weight_files
from tests.core.interchange.folders import write_folder
from tests.core.shards import halve, in_shards

FIRST, SECOND = (f"model-0000{number}-of-00002.safetensors" for number in (1, 2))
MOVED = "encoder.layers.0.feed_forward.inner.bias"


@pytest.fixture
def folder(miniature, tmp_path) -> Path:
    """A checkpoint in two shards that a test may damage."""
    return in_shards(miniature, tmp_path / "checkpoints" / "shards", 80_000)


def change_index(folder: Path, change: Callable[[dict[str, str]], object]) -> None:
    index = json.loads((folder / INDEX).read_text())
    change(index["weight_map"])
    (folder / INDEX).write_text(json.dumps(index))


def change_shard(folder: Path, shard: str, change: Callable[[dict[str, torch.Tensor]], object]) -> None:
    tensors = load_file(folder / shard)
    change(tensors)
    save_file(tensors, folder / shard)


def owner(folder: Path, name: str) -> str:
    return json.loads((folder / INDEX).read_text())["weight_map"][name]


def other(shard: str) -> str:
    return SECOND if shard == FIRST else FIRST


def refused(code: str, folder: Path, *named: str) -> None:
    with pytest.raises(CoreError) as caught:
        load_checkpoint(folder)
    message = str(caught.value)
    assert caught.value.code == code, message
    assert all(name in message for name in named), message


# Reading


def test_shards_hold_what_the_single_file_holds(folder, miniature):
    assert [path.name for path in weight_files(folder)] == [FIRST, SECOND]
    assert not (folder / WHOLE).exists() and has_weights(folder) and has_weights(miniature)
    whole, parts = load_checkpoint(miniature), load_checkpoint(folder)
    expected = whole.model.state_dict()
    assert all(torch.equal(tensor, expected[name]) for name, tensor in parts.model.state_dict().items())
    assert parts.described == whole.described


@pytest.mark.parametrize(
    "form", [b"{", b"\xff", b"[" * 200_000, b"1" * 10_000], ids=["torn", "not UTF-8", "nested too deep", "digits"]
)
def test_index_that_is_not_json_is_refused(folder, form):
    (folder / INDEX).write_bytes(form)
    refused("checkpoint.bad_config", folder, INDEX, "not JSON")


def test_huge_index_is_not_read(folder):
    with (folder / INDEX).open("wb") as file:
        file.truncate(10_000_000_000)
    refused("checkpoint.json_size", folder, INDEX, "1,048,576")


@pytest.mark.parametrize("form", ["[]", "{}", '{"weight_map": {}}', '{"weight_map": []}', '{"weight_map": {"a": 1}}'])
def test_index_without_places_is_refused(folder, form):
    (folder / INDEX).write_text(form)
    refused("checkpoint.index", folder, INDEX, "weight_map")


@pytest.mark.parametrize(
    "name",
    [
        f"../other/{FIRST}",
        f"/etc/{FIRST}",
        f"./{FIRST}",
        f"..\\{FIRST}",
        f"{FIRST}\n",
        "",
        WHOLE,
        "config.json",
        "\ud800",
        "model-١٢٣٤٥-of-00002.safetensors",
        "a" * 9000,
    ],
)
def test_index_must_name_shards_of_its_folder(folder, name):
    change_index(folder, lambda places: places.update({MOVED: name}))
    refused("checkpoint.shard_name", folder, INDEX, repr(name[:100])[:100])


@pytest.mark.parametrize("name", [FIRST, INDEX])
def test_link_out_of_the_checkpoints_is_refused(folder, tmp_path, name):
    shutil.move(folder / name, tmp_path / name)
    (folder / name).symlink_to(tmp_path / name)
    refused("checkpoint.link", folder, name)


@pytest.mark.parametrize("name", [FIRST, INDEX])
def test_pipe_is_refused(folder, name):
    (folder / name).unlink()
    os.mkfifo(folder / name)
    refused("checkpoint.not_a_file", folder, name)


@pytest.mark.parametrize("name", [FIRST, SECOND, INDEX])
def test_missing_file_is_named(folder, name):
    (folder / name).unlink()
    refused("checkpoint.no_weights", folder, name, "is missing")


@pytest.mark.parametrize("content", [b"", b"PK", struct.pack("<Q", 2**40) + b"{"], ids=["empty", "short", "header"])
def test_damaged_shard_is_named(folder, content):
    (folder / SECOND).write_bytes(content)
    refused("checkpoint.not_safetensors", folder, SECOND)


def test_truncated_shard_is_named(folder):
    (folder / FIRST).write_bytes((folder / FIRST).read_bytes()[:-1])
    refused("checkpoint.not_safetensors", folder, FIRST)


def test_shard_that_the_index_does_not_name_is_refused(folder):
    shutil.copy(folder / SECOND, folder / "model-00003-of-00003.safetensors")
    refused("checkpoint.unnamed_shard", folder, INDEX, "model-00003-of-00003.safetensors")


@pytest.mark.parametrize("left", [(), (INDEX,), (FIRST, SECOND)], ids=["all", "no index", "no shards"])
def test_both_forms_at_once_are_refused(folder, miniature, left):
    shutil.copy(miniature / WHOLE, folder)
    for name in left:
        (folder / name).unlink()
    refused("checkpoint.both_forms", folder, WHOLE, "shards", "remove one")


def test_tensor_in_another_shard_than_the_index_says_is_refused(folder):
    shard = owner(folder, MOVED)
    change_index(folder, lambda places: places.update({MOVED: other(shard)}))
    refused("checkpoint.tensor_place", folder, shard, MOVED, INDEX)


def test_tensor_that_the_index_does_not_name_is_refused(folder):
    shard = owner(folder, MOVED)
    change_index(folder, lambda places: places.pop(MOVED))
    refused("checkpoint.tensor_place", folder, shard, MOVED, INDEX)


def test_tensor_in_two_shards_is_refused(folder):
    change_shard(folder, other(owner(folder, MOVED)), lambda tensors: tensors.update({MOVED: torch.zeros(64)}))
    refused("checkpoint.doubled_tensor", folder, MOVED, FIRST, SECOND)


@pytest.mark.parametrize("name", ["encoder.layers.7.bias", "\ud800"])
def test_tensor_only_in_the_index_is_missing(folder, name):
    change_index(folder, lambda places: places.update({name: SECOND}))
    refused("checkpoint.missing_tensor", folder, SECOND, name.encode("ascii", "backslashreplace").decode())


def test_unknown_tensor_is_named_with_its_shard(folder):
    name = "encoder.layers.7.bias"
    change_shard(folder, SECOND, lambda tensors: tensors.update({name: torch.zeros(2)}))
    change_index(folder, lambda places: places.update({name: SECOND}))
    refused("checkpoint.unknown_tensor", folder, SECOND, name)


def test_missing_tensor_is_named(folder):
    change_shard(folder, owner(folder, MOVED), lambda tensors: tensors.pop(MOVED))
    change_index(folder, lambda places: places.pop(MOVED))
    refused("checkpoint.missing_tensor", folder, INDEX, MOVED)


def test_tensor_of_wrong_shape_is_named_with_its_shard(folder):
    shard = owner(folder, MOVED)
    change_shard(folder, shard, lambda tensors: tensors.update({MOVED: torch.zeros(2, 3)}))
    refused("checkpoint.shape", folder, shard, MOVED, "[2, 3]")


def test_tensor_that_is_not_finite_is_named_with_its_shard(folder):
    shard = owner(folder, MOVED)
    change_shard(folder, shard, lambda tensors: tensors[MOVED].fill_(float("nan")))
    refused("checkpoint.not_finite", folder, shard, MOVED)


def test_links_of_a_hub_cache_are_followed(folder, miniature, tmp_path):
    snapshot, blobs = tmp_path / "models--name" / "snapshots" / "0a1b", tmp_path / "models--name" / "blobs"
    snapshot.mkdir(parents=True)
    shutil.copytree(folder, blobs)
    for file in blobs.iterdir():
        (snapshot / file.name).symlink_to(file)
    assert load_checkpoint(snapshot).model.config == load_checkpoint(miniature).model.config


def test_shards_that_the_hubs_library_wrote_are_read(miniature, tmp_path):
    hub = pytest.importorskip("huggingface_hub")
    folder = shutil.copytree(miniature, tmp_path / "hub")
    tensors = load_file(folder / WHOLE)
    (folder / WHOLE).unlink()
    hub.save_torch_state_dict(tensors, folder, max_shard_size=60_000)
    assert len(weight_files(folder)) > 1
    config = load_checkpoint(miniature).model.config
    expected = read_weights(miniature, config)
    assert all(torch.equal(tensor, expected[name]) for name, tensor in read_weights(folder, config).items())


# Writing


def weights_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("model*"))


def test_half_precision_is_split_from_the_limit_on(tmp_path, miniature):
    tensors, size = load_file(miniature / WHOLE), (miniature / WHOLE).stat().st_size
    for half, limit, files in ((True, size + 1, 1), (True, size, 3), (False, 1000, 1)):
        folder = tmp_path / f"{half} {limit}"
        folder.mkdir()
        save_weights(folder, tensors, half=half, limit=limit)
        assert len(weights_in(folder)) == files
        assert files == 1 or all(path.stat().st_size < limit for path in weight_files(folder))


def test_index_has_the_layout_of_the_hub(tmp_path):
    tensors = {"large": torch.zeros(70, 100), "a": torch.zeros(300), "b": torch.zeros(200)}
    save_weights(tmp_path, tensors, half=True, limit=2000)  # the first tensor alone is larger
    places = {"large": FIRST, "a": SECOND, "b": SECOND}
    assert json.loads((tmp_path / INDEX).read_text()) == {"metadata": {"total_size": 15_000}, "weight_map": places}
    assert weights_in(tmp_path) == [FIRST, SECOND, INDEX]


def test_each_form_replaces_the_other_without_stale_files(folder, miniature):
    large = ModelConfig(vocab_size=8090, d_model=256, num_layers=4, num_heads=4, d_ff=1062)
    assert 9_599_000 < large.num_parameters < 9_600_000
    zeros = {name: torch.zeros(shape) for name, shape in weight_shapes(large).items()}
    small = load_checkpoint(miniature)
    languages = {"source_language": "en", "target_language": "zh"}

    save_checkpoint(folder, small.model.state_dict(), small.model.config, small.vocabularies, half=True, **languages)
    assert weights_in(folder) == [WHOLE]
    save_checkpoint(folder, zeros, large, small.vocabularies, half=True, **languages)
    assert weights_in(folder) == [FIRST, SECOND, INDEX]
    assert all(path.stat().st_size < SHIPPED_BYTES == 10_000_000 for path in weight_files(folder))
    assert read_weights(folder, large).keys() == zeros.keys()
    save_checkpoint(folder, zeros, large, small.vocabularies, **languages)
    assert weights_in(folder) == [WHOLE]


# Use


def file_hash(folder: Path, *names: str) -> str:
    return sha256(b"".join((folder / name).read_bytes() for name in names)).hexdigest()


def test_library_and_hash_know_shards(folder, miniature):
    shutil.copytree(miniature, folder.parent / "whole")
    service = Service(CheckpointLibrary(folder.parent))
    assert service.library.names() == ["shards", "whole"]
    for name, files in (("shards", (FIRST, SECOND)), ("whole", (WHOLE,))):
        assert service.library.weights_sha256(name) == file_hash(folder.parent / name, *files)


def test_average_takes_both_forms(folder, miniature):
    config = load_checkpoint(miniature).model.config
    averaged, expected = average_weights([folder, miniature, folder], config), read_weights(miniature, config)
    assert all(torch.equal(averaged[name], tensor) for name, tensor in expected.items())


def test_export_of_shards_equals_that_of_one_file(folder, miniature, tmp_path):
    for name, given in (("one", miniature), ("other", folder)):
        assert main(["export", "--checkpoint", str(given), "--out", str(tmp_path / name), "--to", "marian"]) == 0
    assert (tmp_path / "one" / WHOLE).read_bytes() == (tmp_path / "other" / WHOLE).read_bytes()


def test_inspect_writes_the_hash_of_the_shards(folder, tmp_path):
    out = tmp_path / "trace.npz"
    assert main(["inspect", "--checkpoint", str(folder), "--text", "seven", "--out", str(out)]) == 0
    with np.load(out, allow_pickle=False) as file:
        described = json.loads(str(file["provenance"]))
    assert described["weights_sha256"] == file_hash(folder, FIRST, SECOND)


def test_import_reads_shards_of_other_programs(tmp_path):
    theirs = write_folder(tmp_path / "theirs", weights=halve)
    sharded = in_shards(theirs, tmp_path / "sharded", 5000)
    assert len(weight_files(sharded)) > 1
    for given, out in ((theirs, "one"), (sharded, "other")):
        import_folder(given, tmp_path / out)
    assert (tmp_path / "one" / WHOLE).read_bytes() == (tmp_path / "other" / WHOLE).read_bytes()
    weight_files(sharded)[1].unlink()
    with pytest.raises(CoreError, match=r"model-00002-of-.* is missing"):
        import_folder(sharded, tmp_path / "third")


@pytest.mark.slow
def test_runs_write_shards_and_start_from_them(tmp_path):
    data = ("--task", "copy", "--task-pairs", "20", "--valid-pairs", "3", "--validation-sentences", "2")
    given = (*data, "--tokens-per-batch", "60", "--max-steps", "1", "--device", "cpu")
    shape = ("--d-model", "512", "--num-layers", "1", "--num-heads", "2", "--d-ff", "2048")
    first, second = Run(tmp_path / "first"), Run(tmp_path / "second")
    assert main(["train", "--run", str(first.folder), *given, *shape]) == 0
    for folder in (first.checkpoint, first.best):
        assert weights_in(folder) == [FIRST, SECOND, INDEX]
    start = ("--init-from", str(first.checkpoint))
    assert main(["train", "--preflight", *start, *given]) == 0
    assert main(["train", "--run", str(second.folder), *start, *given]) == 0
    assert weights_in(second.initial) == [FIRST, SECOND, INDEX]
    assert (
        main(["average", "--run", str(second.folder), "--last", "1", "--out", str(first.checkpoint), "--replace"]) == 0
    )
    averaged, finished = (load_checkpoint(run.checkpoint).model.state_dict() for run in (first, second))
    assert all(torch.equal(averaged[name], tensor) for name, tensor in finished.items())
