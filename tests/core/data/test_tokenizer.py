"""Tokenizer: encoding, decoding, truncation, and refusals."""

import hashlib
import json
import re
import shutil
import unicodedata
from pathlib import Path

import pytest
from tokenizers import Tokenizer as Library
from tokenizers import models

from core.data.normalisation import normalise, older_normaliser, prepare
from core.data.sample import own_sentences
from core.data.tokenizer import BOS_ID, EOS_ID, PAD_ID, SMALLEST_VOCABULARY, SPECIAL_TOKENS, Tokenizer
from core.errors import CoreError
from tests.core.data.old_vocabulary import old_form

CHECKPOINTS = Path(__file__).parents[3] / "checkpoints"

SENTENCES = [
    "A dog runs along the beach with a red ball.",
    "Two dogs run along the street and the dog barks.",
    "Ein Hund läuft am Strand entlang.",
    "Zwei Hunde laufen über die Straße.",
    "一只狗在海滩上奔跑。",
    "两只狗在街上奔跑。",
]

HOSTILE = [
    "",
    " ",
    "\t \u3000 \u00a0",
    "x",
    "</s>",
    "<s> <pad> </s><s>",
    "a </s> b",
    "<s",
    "e\u0301 cafe\u0301",  # combining acute accents: NFC makes one character of each
    "\u1100\u1161\u11a8",  # Hangul jamo
    "ﬁ ½ ① ，！Ａ",  # NFKC would rewrite every one of these
    "👩‍👩‍👧‍👦 🇩🇪 👍🏽 ☕️",
    "שלום עולם and مرحبا",
    "\u202ereversed\u202c \u200bzero\u200dwidth\ufeff",
    "漢字かなカナ mixed 한국어 text",
    "𠀀𪜀 outside the basic plane 𝔘",
    "\x00\x01\x7f control",
    "line one\nline two\r\nthree\u2028four",
    "${alert(1)} <script>alert('x')</script> \\u0041 {name} %s",
    "Ġdog Ċ ĉ",  # the replacement characters of byte-level BPE, as typed text
    "a" * 503,
    "a\u0301" * 101,
    "z\u0335\u0336\u0337\u0338\u0334\u0321" * 13,
]


PLAIN = [
    "I am 7 years old, it's 3.14 o'clock.",
    "\u201cQuotes\u201d, 'quotes' and \u300c\u5f15\u53f7\u300d",
    "\t tabs\tand \x1c\x85 other \u2028 spaces \u00a0",
    "\u72d7 first, then English",
    " \u72d7",
    "\u3000\u300a\u4e66\u300b",
    "\u30ab\u3099\u30ab",  # kana with a combining mark: NFC makes one character of both
    "\u0301 starts with a combining mark",
    "7",
    "\U0001f44d\U0001f3fd",
]


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer.train(SENTENCES, 311)


def refused(code: str, function, *arguments) -> str:
    """The message of the CoreError that must be raised with this code."""
    with pytest.raises(CoreError) as caught:
        function(*arguments)
    assert caught.value.code == code
    assert "\n" not in str(caught.value).strip()
    return str(caught.value)


# There and back


@pytest.mark.parametrize("text", [*SENTENCES, *HOSTILE])
def test_decoding_gives_the_normalised_text_back(tokenizer, text):
    ids = tokenizer.encode(text).ids
    assert tokenizer.decode(ids) == normalise(text)


@pytest.mark.parametrize("text", [*SENTENCES, *HOSTILE])
def test_text_never_encodes_to_special_tokens(tokenizer, text):
    ids = tokenizer.encode(text).ids
    assert ids[-1] == EOS_ID
    assert not {PAD_ID, BOS_ID, EOS_ID} & set(ids[:-1])


def test_a_lone_surrogate_becomes_a_question_mark(tokenizer):
    assert tokenizer.decode(tokenizer.encode("a \ud800 b \udfff").ids) == "a ? b ?"


def test_normalisation_composes_but_keeps_compatibility_characters():
    assert normalise("e\u0301") == "\u00e9"
    assert normalise("，ﬁ①Ａ½") == "，ﬁ①Ａ½" != unicodedata.normalize("NFKC", "，ﬁ①Ａ½")


def test_white_space_is_collapsed_and_stripped():
    assert normalise("  a \t b\n\n c\u3000d ") == "a b c d"


def test_word_has_same_ids_at_start_and_inside(tokenizer):
    start, inside = tokenizer.encode("dog").ids[:-1], tokenizer.encode("the dog").ids[:-1]
    assert inside[-len(start) :] == start


def test_batch_encoding_equals_single_encoding(tokenizer):
    together = tokenizer.encode_batch(HOSTILE, 17)
    assert together == [tokenizer.encode(text, 17) for text in HOSTILE]


def test_special_tokens_are_left_out_of_decoded_text(tokenizer):
    ids = tokenizer.encode("a dog").ids
    assert tokenizer.decode([BOS_ID, *ids, PAD_ID, PAD_ID]) == "a dog"


def test_text_shows_broken_bytes_in_hexadecimal(tokenizer):
    """A translation that begins with a forced byte was shown and saved with U+FFFD."""
    ids = tokenizer.encode("𠀀").ids[:-1]
    assert len(ids) > 1  # rare: spelt byte by byte
    assert tokenizer.decode(ids[:-1]) == "‹F0 A0 80›"


def test_decoded_text_is_one_line_without_tabs(tokenizer):
    # every byte is in the vocabulary, so an untrained model may generate a line break or a tab; the command line
    # promises one line out for each line in, and tab-separated n-best lists
    byte = {character: tokenizer_id(tokenizer, character) for character in "aĊčĉ"}
    text = tokenizer.decode([byte["a"], byte["Ċ"], byte["a"], byte["č"], byte["a"], byte["ĉ"], byte["a"]])
    assert text == "a a a a"


def tokenizer_id(tokenizer: Tokenizer, piece: str) -> int:
    """The id of one byte-level piece, looked up in the saved vocabulary."""
    return json.loads(tokenizer._model.to_str())["model"]["vocab"][piece]


# Pieces that a person sees


@pytest.mark.parametrize("text", [*SENTENCES, *HOSTILE])
def test_surface_strings_join_to_the_text(tokenizer, text):
    ids = tokenizer.encode(text).ids
    pieces = tokenizer.surface(ids)
    assert len(pieces) == len(ids)
    assert pieces[-1] == "</s>"
    assert "".join(pieces[:-1]).strip() == normalise(text)


def test_a_piece_that_begins_a_word_keeps_its_blank(tokenizer):
    pieces = tokenizer.surface(tokenizer.encode("the dog").ids)
    assert "".join(pieces) == " the dog</s>"
    assert sum(piece.startswith(" ") for piece in pieces) == 2


def test_pieces_are_cut_at_character_borders(tokenizer):
    ids = tokenizer.encode("𠀀x").ids
    pieces = tokenizer.surface(ids)
    assert pieces[-3:] == ["𠀀", "x", "</s>"]
    assert pieces[:-3] == [""] * (len(ids) - 3)
    assert len(ids) > 4


def test_special_tokens_are_shown_by_name(tokenizer):
    assert tokenizer.surface([BOS_ID, EOS_ID, PAD_ID]) == ["<s>", "</s>", "<pad>"]


def test_pieces_of_any_ids_join_to_their_bytes(tokenizer):
    import random

    generator = random.Random(3)
    for _ in range(3000):
        ids = [generator.randrange(3, tokenizer.vocab_size) for _ in range(generator.randrange(1, 8))]
        pieces = tokenizer.surface(ids)
        assert len(pieces) == len(ids)
        expected = b"".join(tokenizer._bytes[index] for index in ids)
        parts = re.split("‹([0-9A-F ]+)›", "".join(pieces))  # every second one is of bytes
        found = [bytes.fromhex(part) if number % 2 else part.encode() for number, part in enumerate(parts)]
        assert b"".join(found) == expected, ids


def test_bytes_without_their_character_are_shown_as_bytes(tokenizer):
    """As U+FFFD all of them looked the same: among the next tokens, in the search tree, on buttons."""
    first, second, third, *_ = tokenizer.encode("靴").ids
    assert tokenizer.surface([first]) == ["‹E9›"]
    assert tokenizer.surface([first, second]) == ["‹E9›", "‹9D›"]
    assert tokenizer.surface([third]) == ["‹B4›"]
    assert tokenizer.surface([first, second, third]) == ["", "", "靴"]
    assert tokenizer.surface([second, first, second, third, first, EOS_ID]) == ["‹9D›", "", "", "靴", "‹E9›", "</s>"]
    dog = tokenizer.encode("dog").ids[:-1]
    assert tokenizer.surface([first, *dog, EOS_ID]) == ["‹E9›", *tokenizer.surface(dog), "</s>"]


def test_chinese_characters_are_never_merged_with_one_another(tokenizer):
    for text in ("狗在海滩上", "奔跑。", "dog狗dog"):
        for piece in tokenizer.surface(tokenizer.encode(text).ids):
            assert sum("\u4e00" <= character <= "\u9fff" for character in piece) <= 1


def test_frequent_chinese_characters_become_one_token(tokenizer):
    large = Tokenizer.train(SENTENCES * 7, 400)
    assert large.surface(large.encode("狗在").ids) == ["狗", "在", "</s>"]


def test_latin_words_are_merged(tokenizer):
    assert " dog" in tokenizer.surface(tokenizer.encode("the dog").ids)


# Too long


def test_truncation_keeps_the_end_symbol_and_is_marked(tokenizer):
    whole = tokenizer.encode(SENTENCES[0])
    assert not whole.truncated
    cut = tokenizer.encode(SENTENCES[0], 5)
    assert cut.truncated
    assert cut.ids == [*whole.ids[:4], EOS_ID]


def test_a_sentence_that_just_fits_is_not_truncated(tokenizer):
    whole = tokenizer.encode(SENTENCES[1])
    assert tokenizer.encode(SENTENCES[1], len(whole.ids)) == whole
    assert tokenizer.encode(SENTENCES[1], len(whole.ids) - 1).truncated


def test_text_of_a_million_characters_is_truncated_and_marked(tokenizer):
    encoded = tokenizer.encode("ab " * 333_667)
    assert encoded.truncated
    assert encoded.ids[-1] == EOS_ID
    assert len(encoded.ids) < 120_000


# Files


def test_a_saved_tokenizer_is_the_same_when_loaded(tokenizer, tmp_path):
    tokenizer.save(tmp_path / "tokenizer.json")
    loaded = Tokenizer.load(tmp_path / "tokenizer.json")
    assert loaded.vocab_size == tokenizer.vocab_size == 311
    for text in (*SENTENCES, *HOSTILE):
        assert loaded.encode(text) == tokenizer.encode(text)
    loaded.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "tokenizer.json").read_bytes()


@pytest.mark.parametrize("text", [*SENTENCES, *HOSTILE, *PLAIN])
def test_library_alone_reads_and_writes_the_same(tokenizer, text):
    alone = Library.from_str(json.dumps(tokenizer.to_json()))
    ids = tokenizer.encode(text).ids
    assert alone.encode(text).ids == ids
    assert alone.decode([BOS_ID, *ids, PAD_ID]) == tokenizer.decode(ids)
    alone.enable_truncation(5)
    assert alone.encode(text).ids == tokenizer.encode(text, 5).ids


def test_library_alone_agrees_where_scripts_and_spaces_begin_and_end(tokenizer):
    borders = [0x3040, 0x30FF, 0x3400, 0x4DBF, 0x4E00, 0x9FFF, 0xF900, 0xFAFF, 0x20000, 0x3FFFF]
    spaces = [code for code in range(0x10000) if chr(code).isspace()]
    texts = [
        f"{chr(code + step)}{rest}"
        for code in [*borders, *spaces]
        for step in (-1, 0, 1)
        for rest in ("", "dog", " \u72d7")
    ]
    found = Library.from_str(json.dumps(tokenizer.to_json())).encode_batch(texts)
    assert [one.ids for one in found] == [one.ids for one in tokenizer.encode_batch(texts)]


@pytest.mark.parametrize("folder", sorted(CHECKPOINTS.iterdir()), ids=lambda path: path.name)
def test_rules_in_a_shipped_vocabulary_are_those_that_clean_every_text(folder):
    """Soft hyphens and zero-width spaces were removed from named corpora only: "Verkäuferinstütter" elsewhere."""
    rules = Library.from_file(str(folder / "tokenizer.json")).normalizer
    characters = map(chr, (*range(0x3100), *range(0xF900, 0x10000), *range(0xE0000, 0xE0100)))
    for text in (*SENTENCES, *HOSTILE, *PLAIN, *(f"{c}e{c}\u0301 {c}x{c}" for c in characters)):
        assert rules.normalize_str(text) == prepare(text), ascii(text)


def test_invisible_characters_are_removed_and_joiners_kept():
    assert normalise("Ver\u00adkäu\u200bfe\ufeffrin\u2060 \u200e1\x00\x1b\x9f\u202c") == "Verkäuferin 1"
    assert normalise("\u200b \u00ad\x00") == ""
    assert normalise("e\u00ad\u0301") == "é"  # NFC sees what is left
    assert normalise("می\u200cخواهم 👩\u200d👧") == "می\u200cخواهم 👩\u200d👧"


def test_file_with_the_rules_of_an_earlier_version_is_read_as_this_one(tokenizer, tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(tokenizer.to_json() | {"normalizer": older_normaliser()}), encoding="utf-8")
    assert Tokenizer.load(path).to_json() == tokenizer.to_json()
    assert Tokenizer.load(path).encode_batch(HOSTILE) == tokenizer.encode_batch(HOSTILE)


def test_old_file_means_the_same_and_is_saved_in_the_new_form(tokenizer, tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text(old_form(tokenizer), encoding="utf-8")
    old = Tokenizer.load(path)
    texts = [*SENTENCES, *HOSTILE, *PLAIN]
    assert old.encode_batch(texts) == tokenizer.encode_batch(texts)
    assert (old.fingerprint, old.byte_pairs()) == (tokenizer.fingerprint, tokenizer.byte_pairs())
    assert old.to_json() == tokenizer.to_json() != json.loads(path.read_text("utf-8"))
    old.save(path)
    again = Tokenizer.load(path)
    assert again.encode_batch(texts) == old.encode_batch(texts)
    assert (again.fingerprint, again.byte_pairs()) == (old.fingerprint, old.byte_pairs())


@pytest.mark.parametrize("folder", sorted(CHECKPOINTS.iterdir()), ids=lambda path: path.name)
def test_shipped_vocabulary_saved_again_is_read_by_the_library_alone(folder, tmp_path):
    path = Path(shutil.copy(folder / "tokenizer.json", tmp_path))
    before = Tokenizer.load(path)
    before.save(path)
    texts = [*SENTENCES, *HOSTILE, *PLAIN, *own_sentences("en"), *own_sentences("zh")]
    found = Library.from_file(str(path)).encode_batch(texts)
    assert [one.ids for one in found] == [one.ids for one in before.encode_batch(texts)]
    assert Tokenizer.load(path).fingerprint == before.fingerprint


def test_fingerprint_is_that_of_the_rules_before_they_were_in_the_file(tokenizer):
    """Token files are found by it: those of older versions must stay valid."""
    without = Library.from_str(old_form(tokenizer)).to_str()
    assert tokenizer.fingerprint == hashlib.sha256(without.encode()).hexdigest()


def test_fingerprint_sees_the_order_of_merges_and_the_rules_of_splitting():
    """Token files of another order must not be taken for this one's, although all tokens are the same."""
    bytes_only = Tokenizer.train([], SMALLEST_VOCABULARY).to_json()
    merges = [["a", "b"], ["b", "c"]]
    model = bytes_only["model"]
    vocabulary = model["vocab"] | {"ab": SMALLEST_VOCABULARY, "bc": SMALLEST_VOCABULARY + 1}
    one, other = (
        Tokenizer.read(json.dumps(bytes_only | {"model": model | {"vocab": vocabulary, "merges": order}}), Path("x"))
        for order in (merges, merges[::-1])
    )
    assert one.tokens == other.tokens
    assert [one.surface(one.encode("abc").ids), other.surface(other.encode("abc").ids)] == [
        [" ", "ab", "c", "</s>"],
        [" ", "a", "bc", "</s>"],
    ]
    assert one.fingerprint != other.fingerprint
    whole = one.to_json()
    by_word = whole | {"pre_tokenizer": whole["pre_tokenizer"]["pretokenizers"][1]}
    assert Tokenizer.read(json.dumps(by_word), Path("x")).fingerprint != one.fingerprint


def test_another_normaliser_is_refused(tokenizer, tmp_path):
    path = tmp_path / "tokenizer.json"
    tokenizer.save(path)
    described = json.loads(path.read_text("utf-8"))
    rules = described["normalizer"]["normalizers"]
    replacement = {"type": "Replace", "pattern": {"String": " "}, "content": "a" * 1000}
    for changed in (rules[2:], rules[::-1], [*rules, replacement], [rules[0], {**rules[1], "content": "aa"}]):
        described["normalizer"]["normalizers"] = changed
        path.write_text(json.dumps(described), encoding="utf-8")
        assert "tokenizer.json" in refused("tokenizer.normaliser", Tokenizer.load, path)
    for changed in (replacement, "NFC", [], {}, False):
        path.write_text(json.dumps({**described, "normalizer": changed}), encoding="utf-8")
        refused("tokenizer.normaliser", Tokenizer.load, path)


def test_training_twice_gives_the_same_vocabulary(tokenizer, tmp_path):
    Tokenizer.train(SENTENCES, 311).save(tmp_path / "a.json")
    tokenizer.save(tmp_path / "b.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


def test_a_vocabulary_too_small_for_the_bytes_is_refused():
    assert "259" in refused("tokenizer.vocab_size", Tokenizer.train, SENTENCES, 258)
    assert Tokenizer.train(SENTENCES, 259).vocab_size == 259


def test_corpus_with_few_merges_gives_smaller_vocabulary():
    assert 259 <= Tokenizer.train(["ab"], 5000).vocab_size < 270


def test_a_missing_file_is_named(tmp_path):
    assert "tokenizer.json is missing" in refused("tokenizer.missing", Tokenizer.load, tmp_path / "tokenizer.json")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"\xff\xfe\x00",
        b"{" * 100_000,
        b'{"version": "1.0", "model": {"type": "Unknown"}}',
        b'{"version": "1.0", "model": {"type": "BPE", "vocab": {"<pad>": -1}, "merges": []}}',
        b'{"version": "1.0", "model": {"type": "BPE", "vocab": {"a": 0}, "merges": [["a", "b"]]}}',
        b"\x80\x04\x95\x10\x00",
    ],
)
def test_invalid_tokenizer_file_is_refused_by_name(tmp_path, content):
    path = tmp_path / "tokenizer.json"
    path.write_bytes(content)
    assert "tokenizer.json" in refused("tokenizer.unreadable", Tokenizer.load, path)


def test_special_tokens_at_other_ids_are_refused(tmp_path):
    path = tmp_path / "tokenizer.json"
    Library(models.BPE({"</s>": 0, "<s>": 1, "<pad>": 2, "a": 3}, [])).save(str(path))
    assert "</s> <s> <pad>" in refused("tokenizer.special_tokens", Tokenizer.load, path)


def test_a_token_that_is_not_made_of_bytes_is_refused(tmp_path):
    path = tmp_path / "tokenizer.json"
    Library(models.BPE({**{name: i for i, name in enumerate(SPECIAL_TOKENS)}, "中": 3}, [])).save(str(path))
    refused("tokenizer.not_byte_level", Tokenizer.load, path)


def test_a_hole_in_the_ids_is_refused(tmp_path):
    path = tmp_path / "tokenizer.json"
    Library(models.BPE({**{name: i for i, name in enumerate(SPECIAL_TOKENS)}, "a": 7}, [])).save(str(path))
    refused("tokenizer.not_byte_level", Tokenizer.load, path)


def test_padding_and_truncation_of_a_file_are_ignored(tokenizer, tmp_path):
    # other programs save tokenizers with both switched on: padding would be inside the sentence, and a sentence
    # would be cut without a word
    path = tmp_path / "tokenizer.json"
    tokenizer.save(path)
    library = Library.from_str(path.read_text(encoding="utf-8"))
    library.enable_padding(length=29)
    library.enable_truncation(max_length=3)
    library.save(str(path))
    assert Tokenizer.load(path).encode(SENTENCES[0]) == tokenizer.encode(SENTENCES[0])


def test_saving_needs_no_more_than_a_path(tokenizer, tmp_path):
    path: Path = tmp_path / "t.json"
    tokenizer.save(path)
    assert json.loads(path.read_text(encoding="utf-8"))["model"]["type"] == "BPE"
