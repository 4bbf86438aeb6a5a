"""SentencePiece models: how text is split, the native file, and what is refused."""

import json
from pathlib import Path

import pytest

from core.config import SpecialIds
from core.data.piece_vocabulary import PieceVocabulary, token_list
from core.data.sentence_pieces import Normaliser, PieceSplitter
from core.errors import CoreError
from core.interchange.sentencepiece import read_sentencepiece
from tests.core.interchange.spm import PIECES, field, piece, spm, varint

TOKENS = ["</s>", "<unk>", ">>fra<<", "▁the", "▁cat", "▁", "t", "he", "h", "e", "c", "a", "<pad>"]
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
    assert found.normalise(" a  b ") == "▁a▁▁b▁"


def test_the_longest_match_is_replaced():
    """A trie of `a` -> `x` and `ab` -> `yz`, laid out by hand."""
    a, b = ord("a"), ord("b")
    size = 512
    units = [0] * size

    def unit(label: int, offset: int, leaf: bool) -> int:
        return label | (offset << 10) | (0x100 if leaf else 0)

    root, after_a, after_ab = 256, 384, 400
    units[0] = unit(0, root, False)
    place = root ^ a
    units[place] = unit(a, place ^ after_a, True)
    units[after_a] = 0x80000000  # value 0: "x"
    second = after_a ^ b
    units[second] = unit(b, second ^ after_ab, True)
    units[after_ab] = 0x80000000 | 2  # value 2: "yz"
    blob = b"".join(value.to_bytes(4, "little") for value in units)
    normalise = Normaliser(len(blob).to_bytes(4, "little") + blob + b"x\0yz\0")
    assert normalise("aé ab a cab😀") == "xé yz x cyz😀"


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
        (b"", "from 1 to 1,000,000 pieces, not 0"),
        (b"\x0a", "damaged"),  # ends in a length
        (b"\x0a\x7f", "damaged"),  # a length beyond the end
        (b"\xff" * 11, "damaged"),  # a number without an end
        (b"\x0b", "damaged"),  # a group
        (spm()[:-1], "damaged"),
        (field(1, 7), "damaged"),  # a number instead of a message
        (field(1, field(1, 7)), "damaged"),
        (field(1, field(1, b"a") + field(2, 7)), "damaged"),
        (spm() + piece(b"\xff"), "not UTF-8"),
        (spm() + piece("x", float("nan")), "not a finite number"),
        (spm() + piece("x", kind=9), r"unknown type \(9\)"),
        (spm() + piece("x", kind=2), "one piece must stand for unknown"),
        (spm(PIECES[:3]), "no piece that text can be split into"),
        (spm(kind=3), "kind 'word'"),
        (spm(kind=77), "kind '77'"),
        (spm(trainer=field(35, 1)), "byte fallback"),
        (spm(trainer=field(24, 1)), "whitespace as suffix"),
        (spm(normaliser=field(5, 0)), "spaces left as they are"),
        (spm(normaliser=field(2, b"\x05\0\0\0abcd")), "table of replacements is damaged"),
        (spm(kind=2) + piece("x", kind=4), "symbols defined by its user"),
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
        (lambda values: values["model"].update(kind="word"), "kind 'word'"),
        (lambda values: values["model"].update(pieces=[]), "not 0"),
        (lambda values: values["model"].update(pieces=[["a", "x", 1]]), "incomplete or damaged"),
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
