"""Export and import again, and what cannot be exported; other programs read the folders in `test_programs.py`."""

import ast
import json
from pathlib import Path

import pytest
import torch

from core.checkpoint import Checkpoint, load_checkpoint
from core.cli.parser import main
from core.config import ModelConfig
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import Vocabularies
from core.errors import CoreError
from core.interchange.export import export
from core.interchange.folder import import_folder
from core.interchange.scripts import RUNTIMES, needed_packages, translating_script
from core.interchange.vocabularies import read_sentencepiece
from core.model.transformer import Transformer
from tests.core.interchange.folders import write_folder
from tests.core.interchange.spm import PIECES, field, spm

TEXTS = ["Ein alter Mann", " zwei   Häuser ", "红色的门", "die 红门 ist rot", "e\u0301t\u00e9", "", "</s>"]


def checkpoint(**settings: object) -> Checkpoint:
    tokenizer = Tokenizer.train([*TEXTS, "the old man", "two houses"], 300)
    torch.manual_seed(6)
    shape = {"vocab_size": tokenizer.vocab_size, "d_model": 12, "num_heads": 3, "num_layers": 2, "d_ff": 9}
    model = Transformer(ModelConfig(**{**shape, "max_positions": 32, **settings})).requires_grad_(False).eval()
    return Checkpoint(model, Vocabularies.joint(tokenizer), "de", "en", {"examples": ['the old "man"']})


@pytest.mark.parametrize(
    ("to", "settings"),
    [
        ("marian", {}),
        ("pegasus", {"norm": "pre"}),
        ("marian", {"num_decoder_layers": 3, "decoder_d_ff": 5, "activation": "gelu", "scale_embedding": False}),
        ("marian", {"output_bias": True, "layer_norm_eps": 1e-5, "attention_dropout": 0.2, "dropout": 0.3}),
        ("marian", {"tying": "two-way"}),
        ("marian", {"tying": "none"}),
    ],
)
def test_export_and_import_again_is_exact(tmp_path, to, settings):
    given = checkpoint(**settings)
    if given.model.output_bias is not None:
        given.model.output_bias.copy_(torch.linspace(-1, 1, given.model.config.output_size))
    export(given, "mine", tmp_path / "theirs", to)
    import_folder(tmp_path / "theirs", tmp_path / "again")
    found = load_checkpoint(tmp_path / "again")
    assert found.model.config == given.model.config
    expected = given.model.state_dict()
    if "output_bias" in expected:  # those that are never generated need none
        expected["output_bias"][list(given.model.config.never_generated)] = 0
    weights = found.model.state_dict()
    assert weights.keys() == expected.keys()
    assert all(torch.equal(weights[name], expected[name]) for name in expected)
    assert found.vocabularies.source.fingerprint == given.vocabularies.source.fingerprint
    assert (found.source_language, found.target_language) == ("de", "en")


def test_an_imported_model_goes_out_as_it_came_in(tmp_path):
    import_folder(write_folder(tmp_path / "opus"), tmp_path / "first")
    assert (
        main(["export", "--checkpoint", str(tmp_path / "first"), "--to", "marian", "--out", str(tmp_path / "out")]) == 0
    )
    import_folder(tmp_path / "out", tmp_path / "second")
    first, second = (load_checkpoint(tmp_path / name) for name in ("first", "second"))
    bias = [checkpoint.model.state_dict().pop("output_bias") for checkpoint in (first, second)]
    assert torch.equal(bias[0][:-1], bias[1][:-1])
    for name, tensor in first.model.state_dict().items():
        assert name == "output_bias" or torch.equal(tensor, second.model.state_dict()[name])
    assert first.vocabularies.fingerprint == second.vocabularies.fingerprint


@pytest.mark.parametrize("options", [{}, {"kind": 2}, {"normaliser": field(3, 0) + field(4, 0)}])
def test_a_sentencepiece_model_is_written_as_it_was_read(tmp_path, options):
    (tmp_path / "a.spm").write_bytes(spm((*PIECES, ("ä" * 200, -9.0, 1)), **options))
    model = read_sentencepiece(tmp_path / "a.spm")
    (tmp_path / "b.spm").write_bytes(model.to_proto())
    assert read_sentencepiece(tmp_path / "b.spm") == model


def test_folder_of_a_foreign_tokenizer_is_refused(tmp_path):
    export(checkpoint(), "mine", tmp_path / "out", "marian")
    path = tmp_path / "out" / "tokenizer.json"
    described = json.loads(path.read_text("utf-8")) | {"normalizer": {"type": "Lowercase"}}
    path.write_text(json.dumps(described), encoding="utf-8")
    with pytest.raises(CoreError, match="must have the normaliser"):
        import_folder(tmp_path / "out", tmp_path / "again")


@pytest.mark.parametrize(
    ("to", "settings", "words"),
    [
        ("marian", {"norm": "pre"}, "marian needs norm 'post'; this model has 'pre': --to pegasus"),
        ("pegasus", {}, "pegasus needs norm 'pre'; this model has 'post': --to marian"),
        ("pegasus", {"norm": "pre", "tying": "two-way"}, "pegasus needs tying 'three-way'"),
        ("marian", {"positions": "learned"}, "needs positions 'sinusoidal'"),
        ("marian", {"scale_scores": False}, "needs scale_scores True"),
        ("marian", {"d_k": 5}, "needs d_k 4; this model has 5"),
    ],
)
def test_what_another_program_lacks_is_refused(tmp_path, to, settings, words):
    with pytest.raises(CoreError, match=words):
        export(checkpoint(**settings), "mine", tmp_path / "out", to)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_content_is_kept(tmp_path):
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(CoreError, match="name a new folder"):
        export(checkpoint(), "mine", tmp_path, "marian")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_the_card_holds_python(tmp_path):
    export(checkpoint(), "mine", tmp_path / "out", "marian")
    card = (tmp_path / "out" / "README.md").read_text("utf-8")
    compile(card.split("```")[1].removeprefix("python"), "card", "exec")
    assert "# mine: de to en" in card and "1e-06" in card
    assert json.loads((tmp_path / "out" / "config.json").read_text("utf-8"))["forced_eos_token_id"] is None
    assert Path(tmp_path / "out" / "generation_config.json").is_file()


@pytest.mark.parametrize("to", RUNTIMES)
@pytest.mark.parametrize("kind", ["byte pairs", "pieces"])
def test_script_imports_the_named_packages_and_nothing_of_this_project(tmp_path, to, kind):
    given = checkpoint()
    if kind == "pieces":
        import_folder(write_folder(tmp_path / "opus"), tmp_path / "own")
        given = load_checkpoint(tmp_path / "own")
    nodes = ast.walk(ast.parse(translating_script(given, to)))
    imported = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    assert imported - {"json", "re", "sys"} == set(needed_packages(given, to))
    assert needed_packages(given, to)[-1] == ("tokenizers" if kind == "byte pairs" else "sentencepiece")
