"""Checkpoint folders: round trip, replacement of checkpoints only, and averaging."""

import pytest
import torch
from safetensors.torch import load_file

from core.checkpoint import (
    average_weights,
    load_checkpoint,
    read_weights,
    replaced_folder,
    shared_weights,
    unique_weights,
)
from core.config import ModelConfig
from core.errors import CoreError
from core.model.transformer import Transformer
from core.settings import to_dict
from core.weights_files import save_weights
from tests.core.checkpoint.sound import SMALL, model, saved

UNUSUAL = {
    **SMALL,
    "d_k": 3,
    "d_v": 5,
    "dropout": 0.25,
    "attention_dropout": 0.125,
    "norm": "pre",
    "positions": "learned",
    "max_positions": 37,
    "tying": "none",
    "scale_scores": False,
}


@pytest.mark.parametrize("options", [{}, UNUSUAL, {"tying": "two-way"}, {"norm": "pre"}], ids=str)
def test_float32_weights_come_back_exactly(tmp_path, tokenizer, options):
    transformer = model(**options)
    loaded = load_checkpoint(saved(tmp_path / "c", transformer, tokenizer))
    before, after = transformer.state_dict(), loaded.model.state_dict()
    assert before.keys() == after.keys()
    assert all(torch.equal(before[name], after[name]) for name in before)


def test_half_precision_weights_load_as_float32(tmp_path, tokenizer):
    transformer = model()
    loaded = load_checkpoint(saved(tmp_path / "c", transformer, tokenizer, half=True)).model.state_dict()
    for name, tensor in transformer.state_dict().items():
        assert loaded[name].dtype == torch.float32
        assert torch.equal(loaded[name], tensor.half().float())
    again = load_checkpoint(saved(tmp_path / "d", load_checkpoint(tmp_path / "c").model, tokenizer, half=True))
    assert all(torch.equal(tensor, loaded[name]) for name, tensor in again.model.state_dict().items())


def test_every_setting_of_the_model_is_restored(tmp_path, tokenizer):
    config = ModelConfig(**UNUSUAL)
    default = to_dict(ModelConfig())
    assert all(value != default[name] for name, value in to_dict(config).items())
    loaded = load_checkpoint(saved(tmp_path / "c", Transformer(config), tokenizer))
    assert loaded.model.config == config


def test_loaded_model_equals_saved_model(tmp_path, tokenizer):
    transformer = model(**UNUSUAL).eval()
    loaded = load_checkpoint(saved(tmp_path / "c", transformer, tokenizer)).model
    source, target = torch.randint(3, 263, (3, 7)), torch.randint(3, 263, (3, 5))
    with torch.inference_mode():
        assert torch.equal(loaded(source, target), transformer(source, target))


def test_a_loaded_model_is_for_reading_only(folder):
    loaded = load_checkpoint(folder).model
    assert not loaded.training
    assert not any(parameter.requires_grad for parameter in loaded.parameters())


def test_languages_details_and_tokenizer_are_restored(tmp_path, tokenizer):
    details = {"step": 17, "scores": {"bleu": 41.5}, "training": {"seed": 3}}
    loaded = load_checkpoint(saved(tmp_path / "c", model(), tokenizer, details=details))
    assert (loaded.source_language, loaded.target_language) == ("en", "de")
    assert loaded.details == details
    assert loaded.vocabularies.source.encode("abc abd é") == tokenizer.encode("abc abd é")


@pytest.mark.parametrize(
    "tying, stored",
    [
        ("three-way", {"encoder.embedding.weight"}),
        ("two-way", {"encoder.embedding.weight", "decoder.embedding.weight"}),
        ("none", {"encoder.embedding.weight", "decoder.embedding.weight", "output_weight"}),
    ],
)
def test_a_tied_matrix_is_stored_once_and_tied_again(tmp_path, tokenizer, tying, stored):
    transformer = model(tying=tying)
    path = saved(tmp_path / "c", transformer, tokenizer) / "model.safetensors"
    matrices = {name for name, tensor in load_file(path).items() if tensor.shape == (263, 14)}
    assert matrices == stored
    assert sum(tensor.numel() for tensor in load_file(path).values()) == transformer.config.num_parameters
    loaded = load_checkpoint(tmp_path / "c").model
    assert len({id(p) for p in loaded.parameters() if p.shape == (263, 14)}) == len(stored)


def test_unique_and_shared_are_each_others_inverse():
    for tying in ("three-way", "two-way", "none"):
        weights = model(tying=tying).state_dict()
        config = ModelConfig(**SMALL, tying=tying)
        assert shared_weights(unique_weights(weights, config), config).keys() == weights.keys()


def test_older_checkpoint_is_replaced_without_leftovers(tmp_path, tokenizer):
    saved(tmp_path / "c", model(), tokenizer)
    (tmp_path / "c" / "stale.txt").write_text("old")
    saved(tmp_path / "c", model(norm="pre"), tokenizer)
    assert load_checkpoint(tmp_path / "c").model.config.norm == "pre"
    assert [path.name for path in tmp_path.iterdir()] == ["c"]
    assert not (tmp_path / "c" / "stale.txt").exists()


def test_failed_write_keeps_older_folder_and_no_partial_one(tmp_path, tokenizer):
    saved(tmp_path / "c", model(), tokenizer)
    before = sorted(path.name for path in tmp_path.rglob("*"))
    with pytest.raises(RuntimeError), replaced_folder(tmp_path / "c") as target:
        (target / "new.txt").write_text("half")
        raise RuntimeError("disk full")
    assert sorted(path.name for path in tmp_path.rglob("*")) == before
    assert load_checkpoint(tmp_path / "c").model.config.d_model == 14


def test_folder_without_a_checkpoint_is_never_replaced(tmp_path, tokenizer):
    home = tmp_path / "home"
    home.mkdir()
    (home / "thesis.txt").write_text("three years")
    with pytest.raises(CoreError, match="home"):
        saved(home, model(), tokenizer)
    assert [path.name for path in tmp_path.rglob("*")] == ["home", "thesis.txt"]


@pytest.mark.parametrize("change", ["its config", "no config", "a folder"])
def test_folder_of_another_program_is_never_replaced(tmp_path, tokenizer, change):
    """Any folder with weights was taken for a checkpoint, and a model of the Hub lost all but three files."""
    saved(tmp_path / "c", model(), tokenizer)
    if change == "its config":
        (tmp_path / "c" / "config.json").write_text('{"model_type": "marian"}')
    elif change == "no config":
        (tmp_path / "c" / "config.json").unlink()
    else:
        (tmp_path / "c" / ".git").mkdir()
    before = sorted(path.name for path in tmp_path.rglob("*"))
    with pytest.raises(CoreError, match="is not a checkpoint"):
        saved(tmp_path / "c", model(), tokenizer)
    assert sorted(path.name for path in tmp_path.rglob("*")) == before


def test_an_empty_folder_may_be_filled(tmp_path, tokenizer):
    (tmp_path / "c").mkdir()
    saved(tmp_path / "c", model(), tokenizer)
    assert load_checkpoint(tmp_path / "c").model.config.d_model == 14


def test_a_file_in_the_folders_place_is_refused_and_kept(tmp_path, tokenizer):
    (tmp_path / "c").write_text("a file")
    with pytest.raises(CoreError, match="c"):
        saved(tmp_path / "c", model(), tokenizer)
    assert (tmp_path / "c").read_text() == "a file"


# The mean of several


def test_the_average_is_the_mean_worked_by_hand(tmp_path):
    config = ModelConfig(**SMALL)
    folders = []
    for value in (1.0, 2.0, 6.0):
        weights = {name: torch.full_like(tensor, value) for name, tensor in model().state_dict().items()}
        folders.append(tmp_path / str(value))
        folders[-1].mkdir()
        save_weights(folders[-1], unique_weights(weights, config))
    averaged = average_weights(folders, config)
    assert averaged.keys() == unique_weights(model().state_dict(), config).keys()
    assert all(torch.equal(tensor, torch.full_like(tensor, 3.0)) for tensor in averaged.values())


def test_the_average_agrees_with_numpy_in_float64(tmp_path):
    config = ModelConfig(**SMALL)
    folders, all_weights = [], []
    for seed in range(5):
        torch.manual_seed(seed)
        weights = unique_weights(Transformer(config).state_dict(), config)
        folders.append(tmp_path / str(seed))
        folders[-1].mkdir()
        save_weights(folders[-1], weights)
        all_weights.append(weights)
    averaged = average_weights(folders, config)
    for name, tensor in averaged.items():
        expected = sum(weights[name].double().numpy() for weights in all_weights) / 5
        assert torch.equal(tensor, torch.from_numpy(expected).float())


def test_the_average_of_one_is_that_one(folder):
    config = ModelConfig(**SMALL)
    one = average_weights([folder], config)
    assert all(torch.equal(tensor, one[name]) for name, tensor in read_weights(folder, config).items())


def test_the_average_of_none_is_refused():
    with pytest.raises(CoreError, match="no checkpoint to average"):
        average_weights([], ModelConfig(**SMALL))
