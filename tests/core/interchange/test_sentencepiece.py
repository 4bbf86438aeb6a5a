"""SentencePiece models: how text is split, the native file, and what is refused."""

import json
from pathlib import Path

import pytest
import sentencepiece

from core.config import SpecialIds
from core.data.piece_vocabulary import PieceVocabulary, token_list
from core.data.sentence_pieces import PieceModel, PieceSplitter
from core.errors import CoreError
from core.interchange.vocabularies import read_sentencepiece
from tests.core.interchange.spm import ODD, PIECES, field, piece, sample_lines, spm, trained_pieces, varint

TOKENS = ["</s>", "<unk>", ">>fra<<", "▁the", "▁cat", "▁", "t", "he", "h", "e", "c", "a", "<pad>"]
BYTES = [(f"<0x{byte:02X}>", 0.0, 6) for byte in range(256)]  # the pieces of a model with byte fallback
SPECIAL = SpecialIds(pad=12, start=12, end=0)


def splitter(tmp_path: Path, data: bytes) -> PieceSplitter:
    (tmp_path / "m.spm").write_bytes(data)
    return PieceSplitter(read_sentencepiece(tmp_path / "m.spm"))


@pytest.fixture
def vocabulary(tmp_path) -> PieceVocabulary:
    (tmp_path / "m.spm").write_bytes(spm())
    return PieceVocabulary(read_sentencepiece(tmp_path / "m.spm"), TOKENS, SPECIAL)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("the cat", ["▁the", "▁cat"]),
        ("  the   cat ", ["▁the", "▁cat"]),
        ("at", ["▁a", "t"]),
        ("the dog", ["▁the", "▁", "dog"]),  # a run of unknown characters is one piece
        ("cathe", ["▁cat", "he"]),
        ("</s>", ["▁", "</s>"]),  # text never becomes a control symbol
        ("", []),
        ("   ", []),
    ],
)
def test_text_becomes_the_most_probable_pieces(tmp_path, text, pieces):
    assert splitter(tmp_path, spm()).split([text]) == [pieces]


def test_bpe_merges_the_best_pair_first(tmp_path):
    pieces = [("<unk>", 0.0, 2), ("▁", -9.0, 1), ("a", -9.0, 1), ("b", -9.0, 1), ("ab", -2.0, 1), ("ba", -1.0, 1)]
    assert splitter(tmp_path, spm(pieces, kind=2)).split(["abab"]) == [["▁", "a", "ba", "b"]]


def test_spaces_are_kept_and_none_is_added_where_the_model_says_so(tmp_path):
    found = splitter(tmp_path, spm(normaliser=field(3, 0) + field(4, 0)))
    assert found.split([" a  t "]) == [["▁a", "▁", "▁", "t", "▁"]]


@pytest.mark.parametrize("kind", ["unigram", "bpe", "word", "char"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"normalization_rule_name": "identity"},
        {"normalization_rule_name": "nfkc_cf"},
        {"remove_extra_whitespaces": False},
        {"add_dummy_prefix": False},
        {"character_coverage": 0.98},
        {"user_defined_symbols": ["ch", "the"], "control_symbols": ["<c>"], "unk_id": 2, "bos_id": 0, "eos_id": 1},
    ],
    ids=str,
)
def test_stored_model_splits_like_the_native_file(tmp_path, kind, options):
    trained_pieces(tmp_path / "m.spm", [*sample_lines("en"), *sample_lines("zh")], kind, 500, **options)
    native = sentencepiece.SentencePieceProcessor(model_file=str(tmp_path / "m.spm"))
    model = read_sentencepiece(tmp_path / "m.spm")
    assert PieceModel.from_json(model.to_json()) == model == PieceModel.from_proto(model.to_proto())
    texts = [*sample_lines("en"), *sample_lines("de"), *sample_lines("zh"), *ODD]
    assert PieceSplitter(model).split(texts) == native.encode(texts, out_type=str)


def test_half_of_a_surrogate_pair_is_an_unknown_character(tmp_path):
    assert splitter(tmp_path, spm()).split(["\ud800"]) == [["▁", "?"]]


def test_vocabulary_ends_sentences_and_numbers_pieces_by_its_own_list(vocabulary):
    assert vocabulary.encode("the cat x").ids == [3, 4, 5, 1, 0]
    assert vocabulary.encode("the cat", max_tokens=2) == ([3, 0], True)
    assert vocabulary.encode("a").ids == [1, 0]  # a piece that the list of tokens lacks
    assert [found.ids for found in vocabulary.encode_batch(["the", "cat"])] == [[3, 0], [4, 0]]
    assert vocabulary.decode([12, 3, 4, 0]) == "the cat"
    assert vocabulary.surface([12, 3, 7, 0]) == ["<pad>", " the", "he", "</s>"]


def test_a_language_code_is_one_token(vocabulary):
    assert vocabulary.codes == (">>fra<<",)
    assert vocabulary.encode(">>fra<< the cat").ids == [2, 3, 4, 0]
    assert vocabulary.encode(">>deu<< the").ids == [1, 3, 0]


def test_native_file_restores_everything(vocabulary, tmp_path):
    vocabulary.save(tmp_path / "v.json")
    again = PieceVocabulary.load(tmp_path / "v.json")
    assert again.fingerprint == vocabulary.fingerprint and again.special == SPECIAL
    assert again.encode("the cat at").ids == vocabulary.encode("the cat at").ids
    again.save(tmp_path / "w.json")
    assert (tmp_path / "w.json").read_bytes() == (tmp_path / "v.json").read_bytes()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "damaged"),
        (b"\x0a", "damaged"),  # ends in a length
        (b"\x0a\x7f", "damaged"),  # a length beyond the end
        (b"\xff" * 11, "damaged"),  # a number without an end
        (b"\x0b", "damaged"),  # a group
        (spm()[:-1], "damaged"),
        (field(1, 7), "damaged"),  # a number instead of a message
        (field(1, field(1, 7)), "damaged"),
        (field(1, field(1, b"a") + field(2, 7)), "damaged"),
        (spm() + piece(b"\xff"), "damaged"),  # not UTF-8
        (spm() + piece("x", float("nan")), "damaged"),
        (spm() + piece("x", kind=9), "damaged"),
        (spm() + piece("x", kind=2), "damaged"),  # a second piece for unknown characters
        (spm(PIECES[:3]), "damaged"),  # no piece that text can be split into
        (spm(kind=77), "damaged"),
        (spm(kind=0), "damaged"),
        (spm([*PIECES, *BYTES], trainer=field(35, 1)), "byte fallback"),
        (spm(trainer=field(24, 1)), "whitespace as suffix"),
        (spm(normaliser=field(5, 0)), "spaces left as they are"),
        (spm(normaliser=field(2, b"\x05\0\0\0abcd")), "damaged"),
    ],
)
def test_damaged_models_are_refused_in_one_sentence(tmp_path, data, words):
    with pytest.raises(CoreError, match=words) as caught:
        splitter(tmp_path, data)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda values: values.update(format=9), "format 1"),
        (lambda values: values.pop("tokens"), "tokens, special and model"),
        (lambda values: values["tokens"].append("t"), "each once"),
        (lambda values: values["tokens"].remove("<unk>"), "lacks the token <unk>"),
        (lambda values: values.update(special=[0, 1]), "three ids"),
        (lambda values: values.update(special=[0, 1, 99]), "not in the vocabulary"),
        (lambda values: values.update(special=[0, 1, 1.5]), "three ids"),
        (lambda values: values["model"].update(replacements="?"), "incomplete or damaged"),
        (lambda values: values["model"].update(add_space=1), "incomplete or damaged"),
        (lambda values: values["model"].update(kind="words"), "incomplete or damaged"),
        (lambda values: values["model"].update(pieces=[]), "incomplete or damaged"),
        (lambda values: values["model"].update(pieces=[["a", "x", 1]]), "incomplete or damaged"),
        (lambda values: values["model"]["pieces"].append(["\ud800", 0.0, 1]), "incomplete or damaged"),
        (lambda values: values["model"]["pieces"].append(["x", 1e300, 1]), "incomplete or damaged"),
    ],
)
def test_damaged_native_files_are_refused(vocabulary, tmp_path, change, words):
    vocabulary.save(tmp_path / "v.json")
    values = json.loads((tmp_path / "v.json").read_text("utf-8"))
    change(values)
    (tmp_path / "v.json").write_text(json.dumps(values), "utf-8")
    with pytest.raises(CoreError, match=words):
        PieceVocabulary.load(tmp_path / "v.json")


@pytest.mark.parametrize("ids", [{"a": 0, "b": 2}, {"a": 0, "b": 0}, {"a": 0, "b": "1"}, {"a": -1, "b": 0}])
def test_ids_must_be_all_numbers_once(ids):
    with pytest.raises(CoreError, match="ids from 0 to 1"):
        token_list(ids, 2)


def test_long_numbers_are_read():
    assert field(1, b"x" * 300)[:3] == b"\x0a" + varint(300)
