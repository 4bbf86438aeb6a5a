"""Test sets: those of a checkpoint, and files of a visitor."""

from dataclasses import replace

import pytest

from core.config import DataConfig, ModelConfig, TrainingConfig
from core.data.corpus import ParallelText
from core.errors import CoreError
from core.library import CheckpointLibrary
from core.training.run import Run, RunConfig
from tests.viz.tabs.evaluate.made import ROOT
from viz.tabs.evaluate import sets
from viz.tabs.evaluate.context import HOME, SHARED
from viz.tabs.evaluate.sets import ChosenSet, offered_sets, read_set, set_columns, translations_of
from viz.texts import ENGLISH, texts_in

CHINESE = texts_in("zh")
LIBRARY = CheckpointLibrary(ROOT / "checkpoints")


def read(value, *cards, runs=ROOT / "runs", most=1000, **fields) -> ChosenSet:
    return read_set(value, [LIBRARY.card(name) for name in cards], runs, {"file": None, **fields}, HOME, most)


def files(folder, **texts) -> list[str]:
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return [str(folder / f"{name}.txt") for name in texts]


def table(folder, text: str) -> str:
    path = folder / "mine.csv"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_held_out_pairs_are_those_of_the_task():
    found = read("held_out", "numbers", most=7)
    assert (found.name, len(found.sources), found.language) == ("numbers, test", 7, "zh")


def test_two_checkpoints_share_held_out_pairs():
    assert read("held_out", "numbers", "numbers").sources == read("held_out", "numbers").sources
    with pytest.raises(CoreError, match="numbers and en-de have no held-out pairs in common"):
        read("held_out", "numbers", "en-de")


def test_sample_is_read_in_the_direction_of_the_checkpoint():
    found = read("sample", "en-zh", most=3)
    assert len(found.sources) == 3 and found.language == "zh" and found.read == 60


def names_of(*cards: str) -> list[str]:
    return [value for _, value in offered_sets(ENGLISH, [LIBRARY.card(name) for name in cards])]


def test_each_set_is_offered_once_and_only_in_the_languages_of_the_first_system(monkeypatch):
    monkeypatch.setattr(sets, "find_part", lambda corpus, part, folders: True)
    german, mixed = names_of("en-de"), names_of("en-de", "en-zh")
    assert "corpus:multi30k-en-de:test" in german and "corpus:tatoeba-en-de:test" in german
    assert not [name for name in german if "-en-zh:" in name or name.endswith(("multi30k_test", "tatoeba_test"))]
    assert {*mixed} >= {*german} and not [name for name in mixed if "-en-zh:" in name]
    own = {"corpus:everyday-en-de:valid", "corpus:everyday-en-zh:valid"}  # the held-out pairs of the checkpoints
    assert {*german} | {*names_of("en-zh")} == {*names_of()} - own


def test_splits_are_offered_in_words(monkeypatch):
    monkeypatch.setattr(sets, "find_part", lambda corpus, part, folders: True)
    words = {value: shown for shown, value in offered_sets(CHINESE, [LIBRARY.card("en-zh")])}
    assert words["corpus:everyday-en-zh:sentences_test"] == "everyday-en-zh，为本项目写的留出句子"
    assert words["corpus:tatoeba-en-zh:valid"] == "tatoeba-en-zh，验证"


def test_held_out_pairs_are_offered_once(monkeypatch):
    """The validation split of the checkpoints' corpus was offered next to the same pairs as held-out ones."""
    monkeypatch.setattr(sets, "find_part", lambda corpus, part, folders: True)
    validation = "corpus:everyday-en-de:valid"
    assert validation not in names_of("en-de") and validation not in names_of("en-de", "en-de")
    assert validation in names_of()


def test_missing_corpus_of_a_checkpoint_is_ordinary(caplog, monkeypatch, tmp_path):
    monkeypatch.setattr(sets, "data_folders", lambda: (tmp_path,))
    found = read("held_out", "en-de", most=3)
    assert (found.name, found.notes) == ("everyday-en-de, sentences_test", (("cut", 500),))  # it is on every machine
    card = LIBRARY.card("en-de")
    data = {**card.part("data"), "corpus": "tatoeba-multi30k-en-de"}
    elsewhere = replace(card, details={**card.details, "data": data})
    found = read_set("held_out", [elsewhere], tmp_path, {"file": None}, HOME, 1000)
    assert (found.name, found.stands_in) == ("sample", True)
    assert caplog.text == ""


@pytest.mark.parametrize(
    "value", ["", None, "corpus:../x:test", "corpus:multi30k-en-de", "held_out:", ["a"], "corpus:a:b"]
)
def test_unknown_set_is_refused(value):
    with pytest.raises(CoreError, match="choose a test set"):
        read(value, "numbers")


def test_set_of_a_checkpoint_needs_one():
    with pytest.raises(CoreError, match="follows a checkpoint"):
        read("held_out")


def test_files_are_source_and_references(tmp_path):
    given = files(tmp_path, source="a\n\nc\nc\n", one="A\nB\nC\nC\n", two="AA\nBB\nCC\nCC\n")
    assert set_columns({"file": given}, HOME).names == ("source.txt", "one.txt", "two.txt")
    found = read("files", file=given, source="source.txt", references=["one.txt", "two.txt"], language="de")
    assert (found.sources, found.references) == (["a", "c", "c"], [["A", "C", "C"], ["AA", "CC", "CC"]])
    assert (found.lines, found.read, found.whole) == ([0, 2, 3], 4, 3)
    assert found.notes == (("blank", 1), ("repeated", 1))


def test_repeated_sentences_are_those_of_the_part_that_is_used(tmp_path):
    """The form counted pairs of the whole set and the core sources of the part: a report said what was not so."""
    lines = "".join(f"{line}\n" for line in ("a", "b", "a", "c"))
    (source, target) = files(tmp_path, source=lines, target="A\nB\nother\nC\n")
    assert read("files", file=[source, target]).notes == (("repeated", 1),)
    assert read("files", file=[source, target], most=2).notes == (("cut", 4), ("repeated", 1))
    assert read("files", file=[source, target], most=1).notes == (("cut", 4),)
    run = ChosenSet("s", ["a", "b", "b"], [["A", "B", "C"]], "de", None, range(3), 3, 3)
    assert sets._cut(run, 2).notes == (("cut", 3),)


def test_blank_lines_of_a_corpus_are_not_in_what_was_chosen_from(monkeypatch):
    class Stream:
        def read(self, most):
            return ParallelText(["a", "b", "c"], ["A", "B", "C"], dropped=2)

    monkeypatch.setattr(sets, "corpora_here", lambda: [("everyday-en-de", "test")])
    monkeypatch.setattr(sets, "corpus_stream", lambda *_, **__: Stream())
    assert read("corpus:everyday-en-de:test", most=2).notes == (("cut", 3), ("blank", 2))


def test_table_has_several_references_and_an_own_column(tmp_path):
    path = table(tmp_path, "en,de,zh,domain\na,A,AA,news\nb,B,BB,talk\n")
    found = read("files", file=[path], source="en", references=["de", "zh"], own="domain")
    assert (found.references, found.own, found.name) == ([["A", "B"], ["AA", "BB"]], ["news", "talk"], "mine")


def test_columns_are_found_by_their_names(tmp_path):
    found = read("files", file=[table(tmp_path, "id,source,target\n1,a,A\n")])
    assert (found.sources, found.references) == (["a"], [["A"]])


def test_files_of_unequal_length_are_refused_by_name(tmp_path):
    given = files(tmp_path, source="a\nb\n", one="A\n")
    with pytest.raises(CoreError, match=r"source.txt has 2 lines and .*one.txt has 1"):
        read("files", file=given)


def test_set_without_text_is_refused(tmp_path):
    with pytest.raises(CoreError, match="no line"):
        read("files", file=files(tmp_path, source="\n\u200b\n", one="A\nB\n"))
    with pytest.raises(CoreError, match="no line"):
        read("files", file=files(tmp_path, source="a\n", one="\ufeff \u00ad\n"))


def test_translations_follow_lines_that_were_read(tmp_path):
    given = files(tmp_path, source="a\n\nc\n", one="A\nB\nC\n", all="1\n2\n3\n", kept="1\n3\n", short="1\n")
    found = read("files", file=given[:2])
    assert translations_of(tmp_path / "all.txt", found, HOME) == ["1", "3"]
    assert translations_of(tmp_path / "kept.txt", found, HOME) == ["1", "3"]
    with pytest.raises(CoreError, match=r"short.txt has 1 lines, but the test set has 3"):
        translations_of(tmp_path / "short.txt", found, HOME)


def test_unreadable_translations_are_refused_without_the_folder(tmp_path):
    (tmp_path / "bad.txt").write_bytes(b"\xff\xfe\x00\xd8")
    with pytest.raises(CoreError) as refused:
        translations_of(tmp_path / "bad.txt", read("held_out", "numbers", most=2), HOME)
    assert str(tmp_path) not in str(refused.value)


def test_uploaded_pairs_are_not_shown_to_other_visitors(tmp_path):
    """On a shared page anybody read the held-out pairs of a stranger's upload."""
    data = DataConfig(**{side: str(tmp_path / f"{side}.txt") for side in ("src", "tgt", "valid_src", "valid_tgt")})
    files(tmp_path, valid_src="private\n" * 3, valid_tgt="privat\n" * 3)
    Run(tmp_path / "alice").create(RunConfig(ModelConfig(), data, TrainingConfig()))
    card = replace(LIBRARY.card("numbers"), name="run/alice")
    asked = ("held_out", [card], tmp_path, {"file": None})
    assert set(read_set(*asked, HOME, 5).sources) == {"private"}
    assert "private" not in read_set(*asked, SHARED, 5).sources
