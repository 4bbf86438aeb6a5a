"""Marian's own .npz files: read as the same model that MarianMT is, and refused where they are damaged."""

import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from core.checkpoint import load_checkpoint
from core.config import DecodingConfig
from core.decoding.search import search
from core.errors import CoreError
from core.interchange.folder import import_folder
from tests.core.interchange.folders import TOKENS, WIDTH, tensors, write_folder
from tests.core.interchange.spm import spm

INNER = 7  # of both stacks: Marian has one setting
YAML = f"""bert-train-type-embeddings: true
dec-depth: 1
dim-emb: {WIDTH}
dim-vocabs:
  - 13
  - 13
enc-depth: 2
tied-embeddings-all: true
transformer-decoder-autoreg: self-attention
transformer-dim-ffn: {INNER}
transformer-ffn-activation: swish
transformer-guided-alignment-layer: last
transformer-heads: 3
transformer-no-projection: false
transformer-postprocess: dan
transformer-postprocess-emb: d
transformer-preprocess: ""
transformer-train-position-embeddings: false
type: transformer
"""
BLOCKS = {"self_attn": "self", "encoder_attn": "context"}
PARTS = {"q_proj": "q", "k_proj": "k", "v_proj": "v", "out_proj": "o"}


def weights() -> dict[str, torch.Tensor]:
    """Weights of MarianMT of which the last token is padding, with a zero row and no bias."""
    torch.manual_seed(8)
    found = tensors()
    for name in [name for name in found if ".fc1." in name or ".fc2.weight" in name]:
        shape = [INNER if size in (7, 9) else size for size in found[name].shape]
        found[name] = torch.randn(shape)
    found["model.shared.weight"][-1] = found["final_logits_bias"][0, -1] = 0
    return found


def arrays() -> dict[str, np.ndarray]:
    """The same weights under Marian's names, matrices transposed."""
    made = {"special:model.yml": np.frombuffer(YAML.encode() + b"\0", np.uint8)}
    for name, tensor in weights().items():
        values, parts = tensor.numpy(), name.split(".")
        if name == "model.shared.weight":
            made["Wemb"] = values[:-1]
        elif name == "final_logits_bias":
            made["decoder_ff_logit_out_b"] = values[:, :-1]
        else:
            side, layer, rest = parts[1], int(parts[3]) + 1, parts[4:]
            place = f"{side}_l{layer}"
            values = values.T if values.ndim == 2 else values[None]
            kind = "W" if rest[-1] == "weight" else "b"
            if rest[0] in ("fc1", "fc2"):
                made[f"{place}_ffn_{kind}{rest[0][-1]}"] = values
            elif rest[0] == "final_layer_norm":
                made[f"{place}_ffn_ffn_ln_{'scale' if kind == 'W' else 'bias'}"] = values
            elif rest[0].endswith("_layer_norm"):
                block = BLOCKS[rest[0].removesuffix("_layer_norm")]
                made[f"{place}_{block}_Wo_ln_{'scale' if kind == 'W' else 'bias'}"] = values
            else:
                made[f"{place}_{BLOCKS[rest[0]]}_{kind}{PARTS[rest[1]]}"] = values
    return made


def quoted(token: str) -> str:
    return json.dumps(token, ensure_ascii=False)


def write_npz(folder: Path, made: dict[str, np.ndarray] | None = None) -> Path:
    folder.mkdir()
    np.savez(folder / "opus.npz", **(made or arrays()))
    for side in ("source", "target"):
        (folder / f"{side}.spm").write_bytes(spm())
    lines = [f"{quoted(token)}: {index}" for index, token in enumerate(TOKENS[:-1])]
    (folder / "opus.vocab.yml").write_text("\n".join(lines) + "\n", "utf-8")
    return folder


LANGUAGES = {"source_language": "en", "target_language": "fr"}


def test_it_is_the_model_that_marianmt_would_be(tmp_path):
    import_folder(write_npz(tmp_path / "npz"), tmp_path / "first", **LANGUAGES)
    given = weights()
    folder = write_folder(
        tmp_path / "opus",
        config=lambda values: values.update(
            encoder_ffn_dim=INNER, decoder_ffn_dim=INNER, max_position_embeddings=512, scale_embedding=True
        ),
        weights=lambda found: (found.clear(), found.update(given)),
    )
    import_folder(folder, tmp_path / "second")
    first, second = (load_checkpoint(tmp_path / name) for name in ("first", "second"))
    assert first.model.config == second.model.config
    assert first.vocabularies.fingerprint == second.vocabularies.fingerprint
    for name, tensor in second.model.state_dict().items():
        assert torch.equal(first.model.state_dict()[name], tensor), name


@pytest.mark.interchange
def test_greedy_output_is_that_of_ctranslate2(tmp_path):
    converters = pytest.importorskip("ctranslate2.converters", reason="needs requirements-interchange.txt")
    import ctranslate2

    folder = write_npz(tmp_path / "npz")
    import_folder(folder, tmp_path / "own", **LANGUAGES)
    converters.MarianConverter(str(folder / "opus.npz"), [str(folder / "opus.vocab.yml")]).convert(
        str(tmp_path / "ct2")
    )
    translator = ctranslate2.Translator(str(tmp_path / "ct2"))
    checkpoint = load_checkpoint(tmp_path / "own")
    for seed in range(40):
        ids = [*np.random.default_rng(seed).integers(2, len(TOKENS) - 1, 6).tolist(), 0]
        config = DecodingConfig(beam_size=1, nbest=1, max_extra_tokens=8)
        own = list(search(checkpoint.model, [ids], config)[0].hypotheses[0].ids)
        given = [TOKENS[token] for token in ids[:-1]]
        found = translator.translate_batch([given], beam_size=1, max_decoding_length=len(own))[0].hypotheses[0]
        assert [token for token in own if token] == [TOKENS.index(token) for token in found]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda made: made.pop("special:model.yml"), "must have its settings"),
        (lambda made: made.pop("Wemb"), "lacks the tensor Wemb"),
        (
            lambda made: made.pop("encoder_l1_self_Wq"),
            r"lacks the tensor model.encoder.layers.0.self_attn.q_proj.weight",
        ),
        (lambda made: made.update(encoder_l1_self_Wq=np.zeros((3, 4), np.float32)), "has shape"),
        (lambda made: made.update(encoder_l1_self_Wq=np.full((12, 12), np.nan, np.float32)), "not finite"),
        (lambda made: made.update(encoder_l1_self_Wq=np.zeros((12, 12), np.int8)), "type int8"),
        (lambda made: made.update(encoder_l9_self_Wq=np.zeros((12, 12), np.float32)), "unknown tensor"),
        (lambda made: made.update(encoder_l1_self_Wq=np.full((12, 12), {}, object)), "of type object"),
    ],
)
def test_damaged_arrays_are_refused(tmp_path, change, words):
    made = arrays()
    change(made)
    with pytest.raises(CoreError, match=words):
        import_folder(write_npz(tmp_path / "npz", made), tmp_path / "own", **LANGUAGES)
    assert not (tmp_path / "own").exists()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("type: transformer", "type: s2s", "type is 's2s'; only transformer"),
        ("postprocess: dan", "postprocess: da", "only dan can be read"),
        ("type: transformer", "type: transformer\ntransformer-postprocess-top: n", "postprocess-top is 'n'"),
        ('preprocess: ""', "preprocess: n", 'only "" can be read'),
        ("tied-embeddings-all: true", "tied-embeddings-all: false", "only true can be read"),
        ("activation: swish", "activation: glu", "only relu, gelu, swish"),
        ("enc-depth: 2", "enc-depth: two", "must be a whole number"),
        ("enc-depth: 2", "enc-depth: 99", "num_layers"),
    ],
)
def test_other_settings_are_refused(tmp_path, old, new, words):
    made = {**arrays(), "special:model.yml": np.frombuffer(YAML.replace(old, new).encode() + b"\0", np.uint8)}
    with pytest.raises(CoreError, match=words):
        import_folder(write_npz(tmp_path / "npz", made), tmp_path / "own", **LANGUAGES)


def as_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def encrypt(path: Path) -> None:
    """Set the flag of encryption of every entry."""
    data = bytearray(path.read_bytes())
    for start, flags in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        place = data.find(start)
        while place >= 0:
            data[place + flags] |= 1
            place = data.find(start, place + 4)
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (lambda folder: (folder / "opus.npz").write_bytes(b"PK"), "not an archive of arrays"),
        (lambda folder: zipfile.ZipFile(folder / "opus.npz", "w").close(), "lacks the tensor Wemb"),
        (lambda folder: (folder / "opus.vocab.yml").unlink(), r"one \*.vocab.yml, not 0"),
        (lambda folder: (folder / "opus.vocab.yml").write_text("a: 0\n"), "has 1 tokens"),
        (lambda folder: (folder / "opus.vocab.yml").write_text('"\\UFFFFFFFF": 0\n'), "has 1 tokens; the model"),
        (lambda folder: (folder / "opus.vocab.yml").write_text("a: " + "9" * 5000 + "\na: ²\n"), "has 0 tokens"),
        (lambda folder: as_pipe(folder / "opus.vocab.yml"), r"one \*.vocab.yml, not 0"),
        (lambda folder: as_pipe(folder / "opus.npz"), "missing|no model|must"),
        (lambda folder: encrypt(folder / "opus.npz"), "not an archive of arrays: .*encrypted"),
        (lambda folder: (folder / "opus.vocab.yml").write_text("!!python/object:os.system a: 0\n"), "has 1 tokens"),
    ],
)
def test_damaged_folders_are_refused(tmp_path, harm, words):
    folder = write_npz(tmp_path / "npz")
    harm(folder)
    with pytest.raises(CoreError, match=words):
        import_folder(folder, tmp_path / "own", **LANGUAGES)


@pytest.mark.parametrize(
    "header",
    [
        b"{'descr': foo(1), 'fortran_order': False, 'shape': (3,), }",
        b"((((",
        b"{'descr': 'zz', 'fortran_order': False, 'shape': (3,), }",
        b"{'descr': '<f4', 'fortran_order': False, 'shape': (3,), 'shape'",
        b"[1] * 3",
        b"\xff\x00",
    ],
)
def test_damaged_header_of_an_array_is_refused_in_words(tmp_path, header):
    """One of them ended in a TokenError, another in a sentence with `<ast.Call object at 0x..>`."""
    path = write_npz(tmp_path / "npz") / "opus.npz"
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("more.npy", b"\x93NUMPY\x01\x00\x76\x00" + header.ljust(117) + b"\n")
    with pytest.raises(CoreError, match=r"not an archive of arrays: the header of more.npy is damaged$"):
        import_folder(path.parent, tmp_path / "own", **LANGUAGES)


@pytest.mark.parametrize(
    ("name", "kind", "shape", "words"),
    [
        ("decoder_ff_logit_out_b", "<f4", (1, 10**12), "has shape"),
        ("decoder_ff_logit_out_b", "<f4", (10**6, 10**6), "has shape"),
        ("special:model.yml", "|u1", (1000, 10**10), "of at most"),
        ("special:model.yml", "<U400000000", (1000,), "must be text in bytes"),
        ("encoder_l1_self_Wq", "<U400000000", (12, 12), "is of type"),
        ("Wemb", "<f4", (10**9, 10**4), "vocab_size"),
        ("Wemb", "|O", (13, 12), "is of type"),
    ],
)
def test_an_array_that_claims_to_be_large_is_not_read(tmp_path, monkeypatch, name, kind, shape, words):
    """A few bytes in the archive, thousands of gigabytes in memory."""
    folder = write_npz(tmp_path / "npz")
    with zipfile.ZipFile(folder / "opus.npz") as old:
        entries = {entry: old.read(entry) for entry in old.namelist()}
    head = io.BytesIO()
    np.lib.format.write_array_header_1_0(head, {"descr": kind, "fortran_order": False, "shape": shape})
    entries[f"{name}.npy"] = head.getvalue() + bytes(64)
    with zipfile.ZipFile(folder / "opus.npz", "w") as new:
        for entry, data in entries.items():
            new.writestr(entry, data)
    read = []
    load = np.load
    monkeypatch.setattr(np, "load", lambda *given, **options: Watched(load(*given, **options), read))
    with pytest.raises(CoreError, match=words) as caught:
        import_folder(folder, tmp_path / "own", **LANGUAGES)
    assert name not in read and "\n" not in str(caught.value) and not (tmp_path / "own").exists()


class Watched:
    """An archive that notes which arrays are read."""

    def __init__(self, archive: Any, read: list[str]) -> None:
        self.archive, self.read = archive, read

    def __enter__(self) -> "Watched":
        return self

    def __exit__(self, *_: object) -> None:
        self.archive.close()

    def __getitem__(self, name: str) -> np.ndarray:
        self.read.append(name)
        return self.archive[name]


def test_tokens_are_read_as_yaml_writes_them(tmp_path):
    folder = write_npz(tmp_path / "npz")
    lines = (
        (folder / "opus.vocab.yml")
        .read_text("utf-8")
        .replace('"\u2581the"', "'\u2581''t'")
        .replace('"c"', r'"\x41\"\u00e9"')
    )
    (folder / "opus.vocab.yml").write_text(lines, "utf-8")
    import_folder(folder, tmp_path / "own", **LANGUAGES)
    tokens = load_checkpoint(tmp_path / "own").vocabularies.source.tokens
    assert "\u2581't" in tokens and 'A"é' in tokens
