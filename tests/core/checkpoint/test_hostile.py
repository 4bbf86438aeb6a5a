"""Damaged or hostile checkpoint folders: each is refused with one clear error, and nothing in it is executed."""

import json
import os
import pickle
import shutil
import struct
import tracemalloc
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from core.checkpoint import load_checkpoint
from core.data.tokenizer import Tokenizer
from core.errors import CoreError
from tests.core.checkpoint.sound import model


def refused(code: str, folder: Path, *named: str) -> str:
    """The message of the one CoreError that loading must end with, naming the culprits."""
    with pytest.raises(CoreError) as caught:
        load_checkpoint(folder)
    message = str(caught.value)
    assert caught.value.code == code, message
    assert all(name in message for name in named), message
    return message


def change_config(folder: Path, **values: object) -> None:
    path = folder / "config.json"
    described = json.loads(path.read_text(encoding="utf-8"))
    described["model"].update(values)
    path.write_text(json.dumps(described), encoding="utf-8")


def change_weights(folder: Path, change) -> None:
    path = folder / "model.safetensors"
    tensors = load_file(path)
    change(tensors)
    save_file(tensors, path)


# Files


def test_a_folder_that_is_not_there_is_named(tmp_path):
    refused("checkpoint.no_folder", tmp_path / "nowhere", "nowhere")


def test_file_in_place_of_a_folder_is_named_as_a_file(tmp_path):
    """It was said not to exist."""
    (tmp_path / "README.md").touch()
    refused("checkpoint.a_file", tmp_path / "README.md", "README.md is a file")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("en-de", "checkpoints/en-de"),
        ("run/first", "runs/first/checkpoint"),
        ("run/first/best", "runs/first/best"),
    ],
)
def test_name_that_the_page_shows_leads_to_its_folder(tmp_path, monkeypatch, name, meant):
    """Page, `viz` and `core` call one model by three names; the command said only that there is none."""
    monkeypatch.chdir(tmp_path)
    Path(meant).mkdir(parents=True)
    Path(meant, "config.json").touch()
    refused("checkpoint.no_folder_here", Path(name), f"folder {name} does not exist; {meant} does")


@pytest.mark.parametrize(
    "missing, code",
    [
        ("config.json", "checkpoint.no_config"),
        ("tokenizer.json", "tokenizer.missing"),
        ("model.safetensors", "checkpoint.no_weights"),
    ],
)
def test_a_missing_file_is_named(folder, missing, code):
    (folder / missing).unlink()
    refused(code, folder, missing, "is missing")


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "model.safetensors"])
def test_folder_in_place_of_file_is_reported_once(folder, name):
    (folder / name).unlink()
    (folder / name).mkdir()
    with pytest.raises(CoreError, match=name):
        load_checkpoint(folder)


# Configurations


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"\x00" * 64,
        b"[" * 200_000,
        b"\x80\x04\x95\x1a\x00\x00\x00",
        b'{"format": ' + b"1" * 10_000 + b"}",
    ],
    ids=["empty", "torn", "not UTF-8", "zeros", "nested too deep", "pickle", "a number of 10,000 digits"],
)
def test_a_configuration_that_is_not_json_is_refused(folder, content):
    (folder / "config.json").write_bytes(content)
    refused("checkpoint.bad_config", folder, "config.json", "not JSON")


@pytest.mark.parametrize("content", ["null", "[]", "7", '"text"', "{}", '{"format": 2}', '{"format": "1"}'])
def test_a_configuration_of_another_format_is_refused(folder, content):
    (folder / "config.json").write_text(content, encoding="utf-8")
    refused("checkpoint.format", folder, "config.json", "reads format 1")


def test_a_configuration_of_many_megabytes_is_not_read(folder):
    path = folder / "config.json"
    path.write_text(path.read_text(encoding="utf-8") + " " * (65 << 20), encoding="utf-8")
    refused("checkpoint.json_size", folder, "config.json")


@pytest.mark.parametrize("value", [None, [], "tiny", 3])
def test_model_that_is_not_an_object_is_refused(folder, value):
    described = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps({**described, "model": value}), encoding="utf-8")
    refused("config.not_an_object", folder, "config.json")


def test_an_unknown_setting_is_named(folder):
    change_config(folder, __class__="os.system")
    refused("config.unknown_field", folder, "config.json", "__class__", "d_model")


@pytest.mark.parametrize(
    "name, value, code",
    [
        ("d_model", 10**9, "config.range"),
        ("d_model", 10**400, "config.digits"),
        ("d_model", -14, "config.range"),
        ("d_model", 14.0, "config.type"),
        ("d_model", "14", "config.type"),
        ("d_model", True, "config.type"),
        ("d_model", None, "config.missing"),
        ("d_model", [14], "config.type"),
        ("num_layers", 10**6, "config.range"),
        ("num_layers", 0, "config.range"),
        ("num_heads", 0, "config.range"),
        ("num_heads", 5, "config.heads"),
        ("vocab_size", 10**12, "config.range"),
        ("d_ff", 10**9, "config.range"),
        ("max_positions", 10**9, "config.range"),
        ("dropout", float("nan"), "config.type"),
        ("dropout", float("inf"), "config.type"),
        ("dropout", 1.5, "config.range"),
        ("norm", "middle", "config.range"),
        ("tying", 3, "config.type"),
        ("positions", "rotary", "config.range"),
        ("scale_scores", 1, "config.type"),
    ],
)
def test_an_absurd_setting_is_refused_by_name(folder, name, value, code):
    change_config(folder, **{name: value})
    refused(code, folder, name)


def test_settings_too_large_together_are_refused_without_allocation(folder):
    change_config(folder, d_model=8190, num_layers=64, d_ff=65_536, vocab_size=200_000)
    tracemalloc.start()
    refused("config.too_large", folder, "parameters")
    assert tracemalloc.get_traced_memory()[1] < 50 << 20
    tracemalloc.stop()


def test_large_settings_allocate_nothing_when_file_is_small(folder):
    import resource

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    change_config(folder, d_model=7000, d_ff=10_000, max_positions=8192)  # 7 GB of weights
    refused("checkpoint.shape", folder, "model.safetensors", "[263, 14]", "[263, 7000]")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300 << 10  # kilobytes


@pytest.mark.parametrize("name", ["source_language", "target_language"])
def test_a_missing_language_is_refused(folder, name):
    described = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    described[name] = 7
    (folder / "config.json").write_text(json.dumps(described), encoding="utf-8")
    refused("checkpoint.languages", folder, "source_language", "target_language")


def test_a_tokenizer_of_another_size_is_refused(folder):
    Tokenizer.train(["xy xy"], 261).save(folder / "tokenizer.json")
    refused("checkpoint.vocabulary", folder, "261", "263")


@pytest.mark.parametrize("values", [{"pad_id": 4}, {"start_id": 0}, {"target_vocab_size": 263}])
def test_other_special_symbols_than_the_tokenizers_are_refused(folder, values):
    described = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    described["model"].update(values)
    (folder / "config.json").write_text(json.dumps(described), encoding="utf-8")
    refused("checkpoint.special_ids", folder, "tokenizer.json")


# Weights


@pytest.mark.parametrize("kept", [0, 3, 8, 100, -1])
def test_a_truncated_weights_file_is_refused(folder, kept):
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:kept])
    refused("checkpoint.not_safetensors", folder, "model.safetensors")


def test_bytes_after_the_end_are_refused(folder):
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes() + b"\0" * 8)
    refused("checkpoint.not_safetensors", folder, "model.safetensors")


class Trap:
    """Leaves a file behind when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.path,)


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json", "config.json"])
def test_pickle_in_place_of_file_is_refused_and_not_run(folder, name):
    trap = folder / "sprung"
    (folder / name).write_bytes(pickle.dumps(Trap(trap)))
    pickle.loads(pickle.dumps(Trap(trap)))
    assert trap.exists()  # the trap works
    trap.unlink()
    with pytest.raises(CoreError, match=name):
        load_checkpoint(folder)
    assert not trap.exists()


def test_torchs_own_format_in_place_of_safetensors_is_refused(folder):
    torch.save(model().state_dict(), folder / "model.safetensors")
    refused("checkpoint.not_safetensors", folder, "model.safetensors")


@pytest.mark.parametrize("claimed", [2**63, 2**40, 99_000_000])
def test_huge_header_is_refused(folder, claimed):
    path = folder / "model.safetensors"
    path.write_bytes(struct.pack("<Q", claimed) + path.read_bytes()[8:])
    refused("checkpoint.not_safetensors", folder, "model.safetensors")


def test_header_with_offsets_outside_the_file_is_refused(folder):
    header = json.dumps({"encoder.embedding.weight": {"dtype": "F32", "shape": [10**9, 10**9], "data_offsets": [0, 4]}})
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(header)) + header.encode() + b"\0" * 4)
    refused("checkpoint.not_safetensors", folder, "model.safetensors")


def test_tensor_of_wrong_shape_is_reported_with_both_shapes(folder):
    def transpose(tensors: dict[str, torch.Tensor]) -> None:
        name = "encoder.layers.1.feed_forward.inner.weight"
        tensors[name] = tensors[name].T.contiguous()

    change_weights(folder, transpose)
    name = "encoder.layers.1.feed_forward.inner.weight"
    refused("checkpoint.shape", folder, "model.safetensors", name, "[14, 11]", "[11, 14]")


def test_an_extra_tensor_is_named(folder):
    change_weights(folder, lambda tensors: tensors.update({"encoder.layers.7.bias": torch.zeros(2)}))
    refused("checkpoint.unknown_tensor", folder, "encoder.layers.7.bias")


def test_a_missing_tensor_is_named(folder):
    change_weights(folder, lambda tensors: tensors.pop("decoder.layers.0.cross_attention.value.bias"))
    refused("checkpoint.missing_tensor", folder, "decoder.layers.0.cross_attention.value.bias")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_a_tensor_that_is_not_finite_is_named(folder, value):
    def poison(tensors: dict[str, torch.Tensor]) -> None:
        tensors["decoder.layers.1.self_residual.norm.weight"][5] = value

    change_weights(folder, poison)
    refused("checkpoint.not_finite", folder, "decoder.layers.1.self_residual.norm.weight")


@pytest.mark.parametrize("kind", [torch.bfloat16, torch.float64])
def test_weights_in_another_precision_are_read_as_float32(folder, kind):
    before = load_checkpoint(folder).model.state_dict()

    def convert(tensors: dict[str, torch.Tensor]) -> None:
        tensors.update({name: tensor.to(kind) for name, tensor in tensors.items()})

    change_weights(folder, convert)
    after = load_checkpoint(folder).model.state_dict()
    assert all(torch.equal(after[name], tensor.to(kind).float()) for name, tensor in before.items())


def test_a_copied_folder_under_a_strange_name_loads(folder, tmp_path):
    strange = tmp_path / "{0} 中文 %s"
    shutil.copytree(folder, strange)
    assert load_checkpoint(strange).model.config.vocab_size == 263
    (strange / "config.json").unlink()
    refused("checkpoint.no_config", strange, "{0} 中文 %s")


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "model.safetensors"])
def test_pipe_in_place_of_file_is_refused(folder, name):
    (folder / name).unlink()
    os.mkfifo(folder / name)
    refused("checkpoint.not_a_file", folder, name)


def test_link_out_of_the_checkpoints_is_refused(folder, tmp_path_factory):
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.json"
    secret.write_text("{}")
    (folder / "tokenizer.json").unlink()
    (folder / "tokenizer.json").symlink_to(secret)
    refused("checkpoint.link", folder, "tokenizer.json")


def test_links_of_a_hub_cache_are_followed(folder, tmp_path):
    snapshot = tmp_path / "models--name" / "snapshots" / "0a1b"
    blobs = tmp_path / "models--name" / "blobs"
    snapshot.mkdir(parents=True)
    blobs.mkdir()
    for file in folder.iterdir():
        shutil.copy(file, blobs / file.name)
        (snapshot / file.name).symlink_to(blobs / file.name)
    assert load_checkpoint(snapshot).model.config == load_checkpoint(folder).model.config


def test_tokenizer_with_normaliser_is_refused(folder):
    path = folder / "tokenizer.json"
    described = json.loads(path.read_text(encoding="utf-8"))
    described["normalizer"] = {"type": "Replace", "pattern": {"String": "a"}, "content": "b" * 1000}
    path.write_text(json.dumps(described), encoding="utf-8")
    refused("tokenizer.normaliser", folder, "tokenizer.json")


@pytest.mark.parametrize("number", [10**31, -(10**400)])
def test_setting_of_many_digits_is_refused(folder, number):
    change_config(folder, dropout=number)
    refused("config.digits", folder, "digits")
