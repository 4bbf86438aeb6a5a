"""Corpora by name: search for copies, normalisation of text, and errors for missing ones."""

import gzip
import re
import sys
import zipfile
from pathlib import Path

import pytest

from core.data.corpora import phrasebook, reading
from core.data.corpora.mixture import titled
from core.data.corpora.phrasebook import sentence_pairs
from core.data.corpora.reading import DATA_VARIABLE, corpus_stream, data_folders, missing_parts, simplifier, splits_of
from core.data.corpora.registry import CORPORA, known_corpus
from core.errors import CoreError


def lay(folder: Path, **files: str) -> Path:
    """A folder of files; in their names two underscores stand for a point."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        path = folder / name.replace("__", ".")
        data = text.encode("utf-8")
        path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return folder


@pytest.fixture
def copies(tmp_path) -> Path:
    """Invented copies of three corpora."""
    lay(tmp_path / "multi30k-en-de", train__en__gz="A &amp; b.\nC\n\n", train__de__gz=" A und b.\nc\u0308\nd\n")
    tatoeba = "".join(f"Sentence {n}.\t第{n}個漢字。\tby somebody\n" for n in range(101))
    lay(tmp_path / "tatoeba-en-zh", cmn__txt=tatoeba)
    lay(
        tmp_path / "3am-en-zh",
        train__en="A dog.\nA cat.\nA bird.\n",
        train__zh="一隻狗。\n一只猫。\n一只鸟。\n",
        val__en="A cow.\n",
        val__zh="一头牛。\n",
        test__en="A cat.\nA hen.\n",
        test__zh="一只猫。\n一只鸡。\n",
    )
    return tmp_path


def test_a_split_is_cleaned_text_of_both_sides(copies):
    stream = corpus_stream("multi30k-en-de", "train", [copies])
    assert list(stream) == [("A & b.", "A und b."), ("C", "c\u0308")]
    assert stream.counts == (2, 1)
    assert next(iter(corpus_stream("multi30k-en-de", "train", [copies], swapped=True))) == ("A und b.", "A & b.")


def test_letters_and_their_marks_become_one_character(copies):
    lay(copies / "multi30k-en-de", val__en="Cafe\u0301\n", val__de="Mu\u0308hle\n")
    assert list(corpus_stream("multi30k-en-de", "valid", [copies])) == [("Caf\u00e9", "M\u00fchle")]


def test_white_space_is_collapsed_and_invisible_characters_removed(copies):
    lay(
        copies / "multi30k-en-de",
        val__en="It is\u00a010\u202f% \u2009 off\n",
        val__de="Don\u00adau\u200bdampf\ufeff er\n",
    )
    assert list(corpus_stream("multi30k-en-de", "valid", [copies])) == [("It is 10 % off", "Donaudampf er")]


def test_tatoeba_with_multi30k_repeats_captions(copies):
    sentences = "".join(f"Sentence {n}.\tSatz {n}.\n" for n in range(211))
    (copies / "tatoeba-en-de").mkdir()
    with zipfile.ZipFile(copies / "tatoeba-en-de" / "deu-eng.zip", "w") as packed:
        packed.writestr("deu.txt", sentences)
    lay(
        copies / "multi30k-en-de", val__en="V\n", val__de="v\n", test_2016_flickr__en="C.\n", test_2016_flickr__de="d\n"
    )
    splits = {
        split: list(corpus_stream("tatoeba-multi30k-en-de", split, [copies]))
        for split in splits_of("tatoeba-multi30k-en-de")
    }
    caption = ("A & b.", "A und b.")
    assert splits["train"][-2:] == [caption, caption] and ("C", "c\u0308") not in splits["train"]
    assert splits["multi30k_test"] == [("C.", "d")] and ("V", "v") in splits["valid"]
    held_out = splits["tatoeba_test"] + splits["tatoeba_valid"]
    assert held_out and len(splits["train"]) == 211 - len(held_out) + 2
    assert not set(held_out) & set(splits["train"])


@pytest.mark.parametrize(("name", "target"), [("everyday-en-de", "de"), ("everyday-en-zh", "zh")])
def test_everyday_mixture_draws_from_every_corpus(tmp_path, monkeypatch, name, target):
    """Each part has 240 lines that name it; all occur in training, but for drawn shares and held-out pairs."""
    for owner, part in {place for split in known_corpus(name).splits.values() for place in split.parts}:
        files = CORPORA[owner].parts[part].formats[-1].files
        for file in files:
            text = "".join(f"{owner} {part} {n}.\n" for n in range(240))
            lay(tmp_path / owner, **{file.replace(".", "__"): text})
    some = phrasebook.written_sentences()[::50]
    monkeypatch.setattr(phrasebook, "written_sentences", lambda: some)
    train = list(corpus_stream(name, "train", [tmp_path]))
    for owner, part in known_corpus(name).splits["train"].parts:
        drawn = {pair for pair in train if pair[0].startswith(f"{owner} {part}") and pair[0].count(".") == 1}
        held_out = part in ("valid", "test")
        assert not drawn if held_out else 0 < len(drawn) <= 240, owner
    made = [pair for pair in train if not pair[0].split()[0].endswith(("-de", "-zh"))]
    sentences = {*sentence_pairs(target)}
    assert sentences <= set(made)
    capitals = {*titled(sentence_pairs(target))}
    assert capitals and capitals <= set(made)
    sentences |= capitals
    assert 19_850 < sum(pair not in sentences for pair in made) <= 20_000  # without the kept-out examples
    tests = list(corpus_stream(name, "phrases_test", [tmp_path]))
    assert len(tests) == 200 and not {source for source, _ in tests} & {source for source, _ in train}


def test_tested_captions_are_not_trained_on(copies):
    assert [source for source, _ in corpus_stream("3am-en-zh", "train", [copies])] == ["A dog.", "A bird."]


def test_traditional_characters_become_simplified_where_they_are_mixed(copies):
    pairs = [pair for split in ("train", "valid", "test") for pair in corpus_stream("tatoeba-en-zh", split, [copies])]
    assert len(pairs) == 101
    assert all(re.fullmatch(r"第\d+个汉字。", chinese) for _, chinese in pairs)
    assert next(iter(corpus_stream("3am-en-zh", "train", [copies])))[1] == "一隻狗。"  # as published
    joint = list(corpus_stream("tatoeba-3am-en-zh", "train", [copies]))
    assert joint[-2:] == [("A dog.", "一只狗。"), ("A bird.", "一只鸟。")]


def test_first_folder_with_a_copy_wins_part_by_part(copies, tmp_path):
    first = tmp_path / "first"
    lay(first / "multi30k-en-de", train__en="mine\n", train__de="meins\n", val__en="no other side\n")
    lay(copies / "multi30k-en-de", val__en="v\n", val__de="w\n")
    assert list(corpus_stream("multi30k-en-de", "train", [first, copies])) == [("mine", "meins")]
    assert list(corpus_stream("multi30k-en-de", "valid", [first, copies])) == [("v", "w")]
    assert missing_parts(known_corpus("multi30k-en-de"), [first, copies]) == ["multi30k-en-de/test"]


def test_sample_of_talks_is_not_used_as_training_pairs(tmp_path):
    folder = lay(tmp_path / "ted-iwslt2017-en-zh", validation_dev2010__en="v\n", validation_dev2010__zh="w\n")
    lay(folder, train_sample__en="x\n", train_sample__zh="y\n")
    assert list(corpus_stream("iwslt2017-en-zh", "valid", [tmp_path])) == [("v", "w")]
    with pytest.raises(CoreError, match="the train pairs of iwslt2017-en-zh were not found in"):
        corpus_stream("iwslt2017-en-zh", "train", [tmp_path])


def test_folders_are_the_environments_and_then_the_downloads(monkeypatch, tmp_path):
    monkeypatch.delenv(DATA_VARIABLE, raising=False)
    assert data_folders() == (reading.DOWNLOADS,)
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    assert data_folders() == (tmp_path, reading.DOWNLOADS)


def test_missing_corpus_reports_how_to_get_it(tmp_path):
    with pytest.raises(CoreError) as caught:
        corpus_stream("everyday-en-zh", "train", [tmp_path])
    message = str(caught.value)
    assert "the all pairs of tatoeba-en-zh were not found in" in message
    assert "`python -m core data get everyday-en-zh` fetches them" in message
    assert "tatoeba-en-zh/cmn.txt" in message


def test_unknown_names_are_refused_with_the_known_ones(tmp_path):
    with pytest.raises(CoreError, match=r"unknown corpus 'multi30k'; allowed: multi30k-en-de, iwslt2017-en-zh"):
        corpus_stream("multi30k", "train", [tmp_path])
    with pytest.raises(
        CoreError, match=r"unknown split 'dev' of .*; available: train, valid, tatoeba_test, tatoeba_valid, 3am_test"
    ):
        corpus_stream("everyday-en-zh", "dev", [tmp_path])


def test_missing_library_is_reported_with_install_command(copies, monkeypatch):
    monkeypatch.setitem(sys.modules, "opencc", None)
    simplifier.cache_clear()
    with pytest.raises(CoreError, match="pip install opencc"):
        corpus_stream("tatoeba-en-zh", "train", [copies])
    assert len(corpus_stream("multi30k-en-de", "train", [copies])) == 2


def test_fingerprint_differs_between_splits_of_same_files(copies):
    splits = [corpus_stream("tatoeba-3am-en-zh", split, [copies]) for split in splits_of("tatoeba-3am-en-zh")]
    splits.append(corpus_stream("tatoeba-3am-en-zh", "train", [copies], swapped=True))
    assert len({stream.fingerprint for stream in splits}) == len(splits)
    again = corpus_stream("tatoeba-3am-en-zh", "train", [copies])
    assert again.fingerprint == splits[0].fingerprint


@pytest.mark.parametrize("corpus", CORPORA.values(), ids=list(CORPORA))
def test_every_corpus_states_its_facts(corpus):
    assert corpus.licence and corpus.citation and corpus.home and corpus.megabytes > 0
    assert "train" in corpus.splits and ("valid" in corpus.splits or not corpus.files)
    for split in corpus.splits.values():
        assert all(part in CORPORA[owner].parts for owner, part in split.parts)
    for file in corpus.files:
        assert file.url.startswith("https://raw.githubusercontent.com/")
        assert file.url.endswith("/" + file.name)
        assert file.sha256 is None or re.fullmatch("[0-9a-f]{64}", file.sha256)
    if corpus.files:
        offered = {file.name.removesuffix(".gz") for file in corpus.files}
        assert all(set(part.formats[0].files) <= offered for part in corpus.parts.values())
        every_file_is_checked = all(file.sha256 or file.characters for file in corpus.files)
        assert every_file_is_checked or all(part.pairs for part in corpus.parts.values())
