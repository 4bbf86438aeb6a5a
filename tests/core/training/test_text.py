"""The text named by a run's configuration, and its languages."""

import json

import pytest

from core.config import DataConfig
from core.data.corpora import reading
from core.errors import CoreError
from core.training.text import find_languages, read_corpus, train_tokenizer

CHINESE, GERMAN = "一只狗在跑。\n", "Ein Hund läuft.\n"


def test_validation_pairs_of_task_are_fixed_and_held_out():
    first, second = (read_corpus(DataConfig(task="numbers", valid_pairs=53)).validation for _ in range(2))
    assert first == second
    assert len(first) == 53


def test_task_vocabulary_is_learned_from_training_pairs():
    data = DataConfig(task="numbers", task_pairs=101)
    tokenizer = train_tokenizer(data, read_corpus(data), 331)
    assert "千" in tokenizer.surface(tokenizer.encode("三千").ids)


@pytest.mark.parametrize(
    "data, words",
    [
        ({}, "exactly one of task, src"),
        ({"task": "copy", "src": "x"}, "exactly one of task, src"),
        ({"src": "/nowhere/a.en", "tgt": "/nowhere/a.de"}, "/nowhere/a.en"),
        ({"src": "/nowhere/a.tsv"}, "/nowhere/a.tsv"),
        ({"src": "/nowhere/a.tsv", "valid_tgt": "/nowhere/b.de"}, "without valid_src"),
    ],
)
def test_data_that_cannot_be_read_is_refused(data, words):
    with pytest.raises(CoreError, match=words):
        read_corpus(DataConfig(**data))


def files(folder, source, target, *, text=(GERMAN, GERMAN)):
    for name, line in zip((source, target), text, strict=True):
        (folder / name).write_text(line, encoding="utf-8")
    return DataConfig(src=str(folder / source), tgt=str(folder / target))


def found(data, given=(False, False), start=("", "")):
    data, origins = find_languages(data, given, start)
    return (data.src_lang, data.tgt_lang), origins


@pytest.mark.parametrize("ending", ["", ".gz"])  # compression is found by content
def test_endings_name_languages(tmp_path, ending):
    codes, origins = found(files(tmp_path, f"corpus.en{ending}", f"corpus.de{ending}"))
    assert codes == ("en", "de") and set(origins) == {"the name of its file or column"}


def test_header_of_a_table_names_languages(tmp_path):
    (tmp_path / "a.csv").write_text("German,English\nHund,dog\n")
    assert found(DataConfig(src=str(tmp_path / "a.csv")))[0] == ("de", "en")


def test_start_names_languages_unless_the_text_is_in_another_script(tmp_path):
    """A training on Chinese from a German model was scored as German."""
    assert found(files(tmp_path, "a.txt", "b.txt"), start=("en", "de"))[0] == ("en", "de")
    codes, origins = found(files(tmp_path, "a.txt", "b.txt", text=(GERMAN, CHINESE)), start=("en", "de"))
    assert codes == ("en", "zh") and origins == ("the checkpoint to start from", "the script of the text")


def test_given_languages_stay(tmp_path):
    data = DataConfig(**{**vars(files(tmp_path, "a.en", "b.zh")), "tgt_lang": "yue"})
    assert found(data, (False, True)) == (("en", "yue"), ("the name of its file or column", ""))


@pytest.mark.parametrize("task", ["numbers", "copy"])
def test_task_has_its_own(task):
    assert found(DataConfig(task=task)) == (("src", "tgt"), ("", ""))


def test_nothing_is_guessed(tmp_path):
    assert found(files(tmp_path, "a.txt", "b.txt")) == (("src", "tgt"), ("", ""))


@pytest.mark.parametrize(
    ("columns", "start", "expected"),
    [
        (["translation.en", "translation.zh"], ("", ""), ("en", "zh")),
        (["question", "answer"], ("en", "de"), ("en", "zh")),
        (["question", "answer"], ("", ""), ("src", "zh")),
    ],
)
def test_data_set_of_the_hub_has_the_languages_of_its_columns_or_text(tmp_path, monkeypatch, columns, start, expected):
    """A Chinese data set of the Hub was trained on as `tgt`, and scored in English words."""
    monkeypatch.setenv(reading.DATA_VARIABLE, str(tmp_path))
    folder = tmp_path / "hub" / "someone" / "talks" / "default"
    folder.mkdir(parents=True)
    pair = json.dumps({"source": GERMAN.strip(), "target": CHINESE.strip()}, ensure_ascii=False)
    for split in ("train", "valid"):
        (folder / f"{split}.jsonl").write_text(f"{pair}\n", encoding="utf-8")
    about = {"columns": columns, "pairs": {"train": 1, "valid": 1}}
    (folder / "about.json").write_text(json.dumps(about), encoding="utf-8")
    assert found(DataConfig(corpus="hub:someone/talks"), start=start)[0] == expected
