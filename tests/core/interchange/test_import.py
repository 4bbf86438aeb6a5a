"""Import of MarianMT folders: what is read, what is refused, and that nothing is left behind."""

import errno
import json
import struct
from pathlib import Path

import numpy as np
import pytest
import safetensors.torch
import torch
import torch.nn.functional as F

from core.checkpoint import load_checkpoint
from core.cli.parser import main
from core.config import DataConfig, DecodingConfig, TrainingConfig
from core.errors import CoreError
from core.interchange.folder import import_folder
from core.interchange.names import their_names
from core.interchange.weights import FORBIDDEN, their_weights
from core.training.execution import execute
from core.training.run import Run, RunConfig
from core.training.starting import start_from
from core.translator import Translator
from tests.core.interchange.folders import CONFIG, SIZE, TOKENS, WIDTH, tensors, write_folder

HEADS = 3


def reference_encoder(found: dict[str, torch.Tensor], ids: list[int]) -> torch.Tensor:
    """The encoder of MarianMT over one sentence without padding, written from its description: [S, D]."""
    angle = np.arange(len(ids))[:, None] / 10000 ** (2 * np.arange(WIDTH // 2) / WIDTH)
    places = torch.tensor(np.concatenate([np.sin(angle), np.cos(angle)], axis=1)).float()
    x = found["model.shared.weight"][ids] * WIDTH**0.5 + places
    for layer in range(CONFIG["encoder_layers"]):

        def linear(name: str, values: torch.Tensor, layer: int = layer) -> torch.Tensor:
            return F.linear(
                values, *(found[f"model.encoder.layers.{layer}.{name}.{part}"] for part in ("weight", "bias"))
            )

        def norm(name: str, values: torch.Tensor, layer: int = layer) -> torch.Tensor:
            weight, bias = (found[f"model.encoder.layers.{layer}.{name}.{part}"] for part in ("weight", "bias"))
            return F.layer_norm(values, (WIDTH,), weight, bias, 1e-5)

        query, key, value = (
            linear(f"self_attn.{part}_proj", x).view(len(ids), HEADS, -1).transpose(0, 1) for part in "qkv"
        )
        weights = (query @ key.transpose(1, 2) * (WIDTH // HEADS) ** -0.5).softmax(dim=-1)
        mixed = (weights @ value).transpose(0, 1).reshape(len(ids), WIDTH)
        x = norm("self_attn_layer_norm", x + linear("self_attn.out_proj", mixed))
        hidden = linear("fc1", x)
        x = norm("final_layer_norm", x + linear("fc2", hidden * torch.sigmoid(hidden)))
    return x


@pytest.fixture
def imported(tmp_path) -> Path:
    import_folder(write_folder(tmp_path / "opus"), tmp_path / "own")
    return tmp_path / "own"


def test_the_encoder_is_that_of_marianmt(imported):
    model, ids = load_checkpoint(imported).model, [3, 5, 4, 0]
    expected = reference_encoder(tensors(), ids)
    found = model.encode(torch.tensor([ids]))[0][0]
    even, odd = torch.arange(0, WIDTH, 2), torch.arange(1, WIDTH, 2)
    torch.testing.assert_close(found[:, torch.cat([even, odd])], expected, atol=2e-6, rtol=0)


def test_shape_languages_and_vocabularies_are_read(imported):
    found = load_checkpoint(imported)
    config = found.model.config
    assert (config.num_layers, config.decoder_layers, config.d_ff, config.decoder_inner) == (2, 1, 7, 9)
    assert (config.activation, config.layer_norm_eps, config.output_bias, config.norm) == ("swish", 1e-5, True, "post")
    assert config.special == (SIZE - 1, SIZE - 1, 0) and config.tying == "three-way"
    assert (found.source_language, found.target_language) == ("en", "fr")
    assert found.vocabularies.source.encode(">>fra<< the cat").ids == [2, 3, 5, 0]
    assert found.details["language_codes"] == [">>fra<<"] and found.details["imported_from"] == "opus"
    assert all(line.startswith(">>fra<< ") for line in found.details["examples"]) and found.details["examples"]
    torch.testing.assert_close(found.model.output_bias, tensors()["final_logits_bias"][0])


def test_an_imported_model_translates_and_is_traced(imported):
    translator = Translator.load(imported)
    found = translator.search("the cat", DecodingConfig(max_extra_tokens=3))
    trace = translator.trace(found)
    assert trace.trusted and trace.src_tokens == [" the", " cat", "</s>"] and trace.tgt_tokens[0] == "<pad>"
    assert trace.encoder_self.shape[:2] == (2, 3) and trace.cross.shape[:2] == (1, 3)


def test_weights_come_back_exactly(imported):
    """Export and import again."""
    model = load_checkpoint(imported).model
    found, given = their_weights(model.state_dict(), model.config), tensors()
    bias = found.pop("final_logits_bias")[0]
    assert bias[SIZE - 1] == FORBIDDEN and torch.equal(bias[:-1], given.pop("final_logits_bias")[0, :-1])
    assert found.keys() == given.keys() == set(their_names(model.config).values())
    assert all(torch.equal(found[name], given[name]) for name in given)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_weights_stay_in_the_type_of_the_file(tmp_path, dtype):
    def halve(found):
        found.update({name: tensor.to(dtype) for name, tensor in found.items()})

    import_folder(write_folder(tmp_path / "opus", weights=halve), tmp_path / "own")
    stored = safetensors.torch.load_file(tmp_path / "own/model.safetensors")
    assert {tensor.dtype for tensor in stored.values()} == {dtype}
    weight = load_checkpoint(tmp_path / "own").model.output_bias
    assert torch.equal(weight, tensors()["final_logits_bias"][0].to(dtype).float())


def test_a_bias_that_only_forbids_is_left_out(tmp_path):
    def forbid(found):
        found["final_logits_bias"].zero_()[0, SIZE - 1] = FORBIDDEN

    assert not import_folder(write_folder(tmp_path / "opus", weights=forbid), tmp_path / "own").output_bias


def test_two_vocabularies_have_two_matrices(tmp_path):
    def separate(found):
        table = found.pop("model.shared.weight")
        found |= {"model.encoder.embed_tokens.weight": table, "model.decoder.embed_tokens.weight": table + 1}

    folder = write_folder(
        tmp_path / "opus", config=lambda v: v.update(share_encoder_decoder_embeddings=False), weights=separate
    )
    (folder / "target_vocab.json").write_text(json.dumps({t: SIZE - 1 - i for i, t in enumerate(reversed(TOKENS))}))
    assert import_folder(folder, tmp_path / "own").tying == "two-way"
    model = load_checkpoint(tmp_path / "own").model
    torch.testing.assert_close(model.output_weight, model.encoder.embedding.weight + 1)


def test_training_goes_on_from_an_imported_model(imported, tmp_path):
    checkpoint = load_checkpoint(imported)
    run = Run(tmp_path / "run")
    run.create(RunConfig(checkpoint.model.config, DataConfig(task="reverse"), TrainingConfig()))
    start_from(run, checkpoint, imported)
    assert (run.folder / "source.json").read_bytes() == (imported / "source.json").read_bytes()
    assert run.initial.is_dir()
    run.discard()
    assert not run.folder.exists()


def test_card_of_a_run_from_an_imported_model_names_its_pieces(imported, tmp_path):
    """It said "joint byte-level BPE" of two vocabularies of pieces."""
    checkpoint, run = load_checkpoint(imported), Run(tmp_path / "run")
    data = DataConfig(task="reverse", task_pairs=31, valid_pairs=5)
    run.create(
        RunConfig(checkpoint.model.config, data, TrainingConfig(max_steps=1, tokens_per_batch=131, device="cpu"))
    )
    start_from(run, checkpoint, imported)
    execute(run)
    card = (run.checkpoint / "README.md").read_text(encoding="utf-8")
    assert f"| Vocabulary | {SIZE} source and {SIZE} target tokens, pieces of the imported model |" in card


def test_the_command_prints_the_shape(tmp_path, capsys):
    folder = write_folder(tmp_path / "opus")
    (folder / "tokenizer_config.json").unlink()
    assert main(["import", str(folder), "--out", str(tmp_path / "own")]) == 2
    assert "give --source-language" in capsys.readouterr().err
    languages = ["--source-language", "en", "--target-language", "fr"]
    assert main(["import", str(folder), "--out", str(tmp_path / "own"), *languages]) == 0
    assert f"2 + 1 layers, 3 heads, d_model 12, {SIZE} tokens" in capsys.readouterr().out


def test_the_command_replaces_a_checkpoint_only_on_request(tmp_path, capsys):
    given = ["import", str(write_folder(tmp_path / "opus")), "--out", str(tmp_path / "own")]
    assert main(given) == 0
    (tmp_path / "own" / "README.md").write_text("mine")
    assert main(given) == 2 and "give --replace" in capsys.readouterr().err
    assert (tmp_path / "own" / "README.md").read_text() == "mine"
    assert main([*given, "--replace"]) == 0
    assert not (tmp_path / "own" / "README.md").exists()


def refused(tmp_path: Path, folder: Path, words: str) -> None:
    with pytest.raises(CoreError, match=words) as caught:
        import_folder(folder, tmp_path / "own")
    assert "\n" not in str(caught.value).strip() and len(str(caught.value)) < 500
    assert str(caught.value).count("opus") <= 1, "a path is named once"
    assert [path.name for path in tmp_path.iterdir()] == ["opus"]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"model_type": "bart"}, "type 'bart'"),
        ({"model_type": None}, "type null"),
        ({"activation_function": None}, "^[^:]*opus/config.json: activation_function is null"),
        ({"model_type": "x" * 9999}, "type"),
        ({"auto_map": {"AutoModel": "evil.Model"}}, "names code to run"),
        ({"normalize_before": True}, "normalize_before is true; only false"),
        ({"normalize_embedding": True}, "normalize_embedding"),
        ({"static_position_embeddings": False}, "static_position_embeddings"),
        ({"activation_function": "tanh"}, "activation_function is 'tanh'"),
        ({"activation_function": ["relu"]}, "activation_function"),
        ({"decoder_attention_heads": 4}, "must be equal"),
        ({"vocab_size": "many"}, "vocab_size must be a whole number"),
        ({"vocab_size": 10**30}, "vocab_size"),
        ({"vocab_size": True}, "vocab_size must be a whole number"),
        ({"d_model": 13}, "must be even"),
        ({"d_model": 8190, "encoder_layers": 64, "encoder_ffn_dim": 65_000}, "parameters"),
        ({"encoder_layers": 0}, "num_layers"),
        ({"encoder_layers": 10**9}, "num_layers"),
        ({"tie_word_embeddings": False}, "tie_word_embeddings"),
        ({"scale_embedding": "yes"}, "scale_embedding"),
        ({"dropout": "much"}, "dropout"),
        ({"pad_token_id": SIZE}, "must be below the size"),
        ({"pad_token_id": 0}, "must differ"),
    ],
)
def test_other_models_are_refused(tmp_path, values, words):
    refused(tmp_path, write_folder(tmp_path / "opus", config=lambda found: found.update(values)), words)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda found: found.pop("model.decoder.layers.0.fc1.bias"),
            r"lacks the tensor model.decoder.layers.0.fc1.bias",
        ),
        (lambda found: found.update(extra=torch.zeros(2)), "unknown tensor extra"),
        (lambda found: found.update({"model.shared.weight": torch.zeros(SIZE, WIDTH + 2)}), rf"shape \[{SIZE}, 14\]"),
        (lambda found: found["final_logits_bias"].fill_(float("nan")), "not finite"),
        (lambda found: found.update({"model.shared.weight": torch.zeros(SIZE, WIDTH, dtype=torch.int8)}), "type int8"),
        (lambda found: found.update({"lm_head.weight": torch.zeros(SIZE, WIDTH)}), "must be equal to model.shared"),
        (lambda found: found.update({"model.encoder.embed_positions.weight": torch.ones(32, WIDTH)}), "sines and cos"),
    ],
)
def test_other_weights_are_refused(tmp_path, change, words):
    refused(tmp_path, write_folder(tmp_path / "opus", weights=change), words)


def bomb(folder: Path) -> None:
    """A list of tokens of 10 GB that needs no room on the disk."""
    with (folder / "vocab.json").open("wb") as file:
        file.truncate(10_000_000_000)


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (lambda folder: (folder / "config.json").unlink(), "config.json is missing"),
        (lambda folder: (folder / "config.json").write_text("{"), "not JSON"),
        (lambda folder: (folder / "config.json").write_text("[1]"), "one JSON object"),
        (lambda folder: (folder / "config.json").write_text("[" * 200_000), "not JSON"),
        (lambda folder: (folder / "config.json").write_text("{}" + " " * (1 << 20)), "more than 1,048,576 bytes"),
        (lambda folder: (folder / "model.safetensors").unlink(), "model.safetensors is missing"),
        (lambda folder: (folder / "model.safetensors").write_bytes(b"PK"), "not a complete safetensors"),
        (lambda folder: (folder / "model.safetensors").write_bytes(struct.pack("<Q", 10**10) + b"{"), "not a complete"),
        (lambda folder: (folder / "source.spm").unlink(), "source.spm is missing"),
        (
            lambda folder: (folder / "source.spm").rename(folder / "source.bpe"),
            "source.spm is missing; source.bpe in its folder has another form",
        ),
        (lambda folder: (folder / "config.json").rename(folder / "config.yml"), "config.yml in its folder"),
        (
            lambda folder: (folder / "config.json").write_text('{"format": 1, "model": {}}'),
            "is a checkpoint of this program already",
        ),
        (lambda folder: (folder / "target.spm").write_bytes(b"\x0a\x7f"), "target.spm: the file is damaged"),
        (lambda folder: (folder / "vocab.json").unlink(), "vocab.json is missing"),
        (lambda folder: (folder / "vocab.json").write_text('{"a": 0}'), "has 1 tokens"),
        (lambda folder: (folder / "vocab.json").write_text(json.dumps(dict.fromkeys(TOKENS, 0))), "each once"),
        (bomb, "more than 67,108,864 bytes"),
        (
            lambda folder: (folder / "tokenizer_config.json").write_text('{"source_lang": 3}'),
            "does not name its source",
        ),
        (lambda folder: (folder / "model.safetensors").rename(folder / "pytorch_model.bin"), "by the command only"),
    ],
)
def test_damaged_folders_are_refused(tmp_path, harm, words):
    folder = write_folder(tmp_path / "opus")
    harm(folder)
    refused(tmp_path, folder, words)


def test_full_disk_is_not_reported_as_damaged_weights(tmp_path, monkeypatch):
    """The error while writing was caught as one of the file that was being read."""

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("core.interchange.folder.save_checkpoint", full)
    with pytest.raises(OSError, match="No space left"):
        import_folder(write_folder(tmp_path / "opus"), tmp_path / "own")


def test_only_a_checkpoint_is_replaced(tmp_path):
    folder = write_folder(tmp_path / "opus")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "letter.txt").write_text("mine")
    with pytest.raises(CoreError, match="is not a checkpoint"):
        import_folder(folder, tmp_path / "own")
    assert (tmp_path / "own" / "letter.txt").read_text() == "mine"
