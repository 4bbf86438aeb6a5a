"""Token files: equal to encoding in memory; wrong or damaged files are never used."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from core.config import SpecialIds
from core.data import tokens
from core.data.batching import BatchSampler, FixedPairs, encode_pairs
from core.data.piece_vocabulary import PieceVocabulary
from core.data.stream import PairStream, stream_parallel_files
from core.data.tokenizer import Tokenizer
from core.data.tokens import stored_pairs
from core.data.vocabulary import Vocabularies
from core.errors import CoreError
from core.interchange.vocabularies import read_sentencepiece
from tests.core.interchange.spm import spm
from tests.core.interchange.test_sentencepiece import TOKENS

PAIRS = 101


@pytest.fixture(scope="module")
def vocabularies() -> Vocabularies:
    return Vocabularies.joint(Tokenizer.train(["a b c d", "e f g h"], 271))


@pytest.fixture
def text(tmp_path) -> PairStream:
    """101 pairs of 1 to 13 letters a side, one of them blank."""
    rng = np.random.default_rng(7)
    for side in ("en", "de"):
        lines = ["".join(rng.choice(list("abcdefgh"), size=rng.integers(1, 14))) for _ in range(PAIRS)]
        lines[53] = "" if side == "en" else lines[53]
        (tmp_path / f"t.{side}").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return stream_parallel_files(tmp_path / "t.en", tmp_path / "t.de")


def written(folder: Path, *arguments) -> list[int]:
    """Return the progress reported while pairs are stored; empty if they are only opened."""
    reported: list[int] = []
    stored_pairs(folder, *arguments, reported.append)
    return reported


@pytest.mark.parametrize("at_a_time", [7, 8192])
def test_stored_pairs_are_those_encoded_in_memory(tmp_path, vocabularies, text, monkeypatch, at_a_time):
    monkeypatch.setattr(tokens, "_PAIRS_AT_A_TIME", at_a_time)
    stored = stored_pairs(tmp_path / "tokens", vocabularies, text, 9)
    expected = encode_pairs(vocabularies, text.read(), 9)
    assert 0 < len(stored) == len(expected) < PAIRS - 1 == stored.read
    for name in ("source", "source_starts", "target", "target_starts"):
        assert np.array_equal(getattr(stored, name), getattr(expected, name))
        assert isinstance(getattr(stored, name), np.memmap)
    assert stored.source.dtype == np.uint16


def test_token_files_keep_the_special_ids_of_the_vocabulary(tmp_path, text):
    """Training on from an imported model padded its batches with its end symbol, whose id is 0."""
    (tmp_path / "m.spm").write_bytes(spm())
    vocabulary = PieceVocabulary(read_sentencepiece(tmp_path / "m.spm"), TOKENS, SpecialIds(pad=12, start=12, end=0))
    stored = stored_pairs(tmp_path / "tokens", Vocabularies(vocabulary, vocabulary), text, 16)
    assert stored.special == vocabulary.special
    batch, expected = (
        pairs.batch(np.arange(5))
        for pairs in (stored, encode_pairs(Vocabularies(vocabulary, vocabulary), text.read(), 16))
    )
    assert all(torch.equal(a, b) for a, b in zip(batch.tensors, expected.tensors, strict=True))


def test_batches_from_token_files_are_those_from_memory(tmp_path, vocabularies, text):
    stored = stored_pairs(tmp_path / "tokens", vocabularies, text, 16)
    in_memory = encode_pairs(vocabularies, text.read(), 16)
    ours, theirs = (BatchSampler(FixedPairs(pairs), 61, seed=3) for pairs in (stored, in_memory))
    for _ in range(2 * ours.batches_per_epoch):
        for a, b in zip(ours.next().tensors, theirs.next().tensors, strict=True):
            assert a.dtype == b.dtype
            assert a.tolist() == b.tolist()


def test_a_large_vocabulary_gets_wide_numbers(tmp_path, vocabularies, text, monkeypatch):
    monkeypatch.setattr(tokens, "_NARROW", 256)
    assert stored_pairs(tmp_path / "tokens", vocabularies, text, 9).source.dtype == np.int32


def test_existing_files_are_opened_and_not_rewritten(tmp_path, vocabularies, text):
    assert written(tmp_path / "tokens", vocabularies, text, 9) == [PAIRS - 1]
    assert written(tmp_path / "tokens", vocabularies, text, 9) == []


def test_changed_text_vocabulary_or_length_is_encoded_again(tmp_path, vocabularies, text):
    folder = tmp_path / "tokens"
    written(folder, vocabularies, text, 9)
    assert written(folder, vocabularies, text, 10)
    other = Vocabularies.joint(Tokenizer.train(["a b c d", "e f g h", "abc abc abc"], 271))
    assert written(folder, other, text, 10)
    text.files[0].write_text(text.files[0].read_text().replace("a", "b"))
    changed = stream_parallel_files(*text.files)
    assert written(folder, other, changed, 10)
    assert not written(folder, other, changed, 10)


@pytest.mark.parametrize("name", ["source.npy", "target_starts.npy", "tokens.json"])
@pytest.mark.parametrize("harm", ["cut", "flipped", "gone"])
def test_damaged_token_files_are_rewritten(tmp_path, vocabularies, text, name, harm):
    folder = tmp_path / "tokens"
    written(folder, vocabularies, text, 9)
    path, before = folder / name, {file.name: file.read_bytes() for file in folder.iterdir()}
    content = before[name]
    if harm == "gone":
        path.unlink()
    else:
        path.write_bytes(content[:-5] if harm == "cut" else content[:-1] + bytes([content[-1] ^ 1]))
    assert written(folder, vocabularies, text, 9)
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_aborted_write_keeps_the_old_files(tmp_path, vocabularies, text):
    folder = tmp_path / "tokens"
    written(folder, vocabularies, text, 9)
    before = (folder / "tokens.json").read_text()
    with text.files[0].open("a") as file:
        file.write("more\n")
    with pytest.raises(CoreError, match="101"):
        stored_pairs(folder, vocabularies, stream_parallel_files(*text.files), 9)
    assert (folder / "tokens.json").read_text() == before
    assert {path.name for path in tmp_path.iterdir()} == {"tokens", "t.en", "t.de"}


def test_text_of_only_long_pairs_is_refused(tmp_path, vocabularies, text):
    with pytest.raises(CoreError, match=r"none of the 100 pairs is within max_tokens \(1\)"):
        stored_pairs(tmp_path / "tokens", vocabularies, text, 1)
    assert not (tmp_path / "tokens").exists()


def test_the_arrays_are_ordinary_numpy_files(tmp_path, vocabularies, text):
    stored = stored_pairs(tmp_path / "tokens", vocabularies, text, 9)
    read = np.load(tmp_path / "tokens" / "target.npy", allow_pickle=False)
    assert read.tolist() == stored.target.tolist()
    assert json.loads((tmp_path / "tokens" / "tokens.json").read_text())["read"] == PAIRS - 1
