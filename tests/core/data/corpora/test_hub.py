"""Data sets of the Hub, with a fake `datasets` library that has one of them."""

import json
import sys
import types

import pytest

from core.data.corpora.hub import fetch_hub, hub_copy, hub_name, look_at_hub
from core.data.corpora.reading import corpus_stream
from core.errors import CoreError

NAME = "hub:someone/talks/en-zh"
ROWS = [{"id": n, "translation": {"en": f"line {n} &amp; more", "zh": f"第{n}行"}} for n in range(7)]
COLUMNS = ("translation.en", "translation.zh")


@pytest.fixture
def asked(monkeypatch) -> list[tuple]:
    """Calls to a fake library that has the splits train, validation and extra."""
    calls: list[tuple] = []
    library = types.ModuleType("datasets")
    library.__version__ = "4.5.0"

    def load_dataset(repository, configuration, **options):
        calls.append((repository, configuration, options))
        if options["split"] == "broken":
            raise ConnectionError("no network")
        return iter(ROWS if options["split"] == "train" else ROWS[:2])

    library.load_dataset = load_dataset
    library.get_dataset_split_names = lambda repository, configuration: (
        ["test", "train"] if configuration == "no-valid" else ["train", "validation", "extra"]
    )
    monkeypatch.setitem(sys.modules, "datasets", library)
    return calls


def test_a_name_is_a_repository_and_maybe_a_configuration():
    assert hub_name("hub:a/b") == ("a/b", None)
    assert hub_name("hub:a/b/c-d").folder == "hub/a/b/c-d"
    for bad in ("hub:a", "hub:a/b/c/d", "hub:../b", "hub:a/..", "hub:a/b/..", "hub:/a/b", "hub:a/b\n"):
        with pytest.raises(CoreError, match="must be hub:OWNER/NAME"):
            hub_name(bad)


def test_splits_are_streamed_and_then_read_from_the_copy(asked, tmp_path):
    reported = []
    counts = fetch_hub(NAME, tmp_path, COLUMNS, progress=lambda *news: reported.append(news))
    assert counts == {"train": 7, "valid": 2}
    assert reported == [("train", 7), ("valid", 2)]
    assert asked[0] == ("someone/talks", "en-zh", {"split": "train", "streaming": True})
    stream = corpus_stream(NAME, "train", [tmp_path / "nowhere", tmp_path])
    assert list(stream)[2] == ("line 2 & more", "第2行")
    assert len(corpus_stream(NAME, "valid", [tmp_path])) == 2
    assert {path.name for path in tmp_path.rglob("[!.]*.*")} == {"train.jsonl", "valid.jsonl", "about.json"}
    assert hub_copy(NAME, [tmp_path / "nowhere", tmp_path]) == (COLUMNS, {"train": 7, "valid": 2})
    assert hub_copy("hub:someone/talks", [tmp_path]) is None


def test_first_rows_show_text_source_and_target_columns(asked, monkeypatch):
    looked = look_at_hub(NAME, 3)
    assert (looked.columns, looked.found) == (COLUMNS, COLUMNS)
    assert looked.pairs(*COLUMNS)[2] == ("line 2 &amp; more", "第2行") and len(looked.rows) == 3
    assert looked.pairs("translation.en", "gone")[0] == ("line 0 &amp; more", "")
    rows = [{"note": "x", "tgt": {"text": "B"}, "src": "A"}, {"note": None, "more": "y"}]
    monkeypatch.setattr(sys.modules["datasets"], "load_dataset", lambda *_, **__: iter(rows))
    looked = look_at_hub("hub:a/b")
    assert (looked.columns, looked.found) == (("note", "tgt.text", "src", "more"), None)


def test_missing_validation_split_is_one_pair_in_fifty(asked, tmp_path, monkeypatch):
    rows = [{"a": f"a{n}", "b": f"b{n}"} for n in range(101)]
    monkeypatch.setattr(sys.modules["datasets"], "load_dataset", lambda *_, **__: iter(rows))
    name = "hub:someone/talks/no-valid"
    assert fetch_hub(name, tmp_path, ("a", "b")) == {"test": 101, "train": 99, "valid": 2}
    held = list(corpus_stream(name, "valid", [tmp_path]))
    assert held == [("a1", "b1"), ("a51", "b51")] and not set(held) & set(corpus_stream(name, "train", [tmp_path]))


def test_copy_may_be_limited_and_unreadable_note_is_ignored(asked, tmp_path):
    line = len('{"source": "line 0 &amp; more", "target": "第0行"}\n'.encode())
    assert fetch_hub(NAME, tmp_path, COLUMNS, max_bytes=3 * line)["train"] == 3
    (tmp_path / "hub/someone/talks/en-zh/about.json").write_text("[7]")
    assert hub_copy(NAME, [tmp_path]) == (None, {})


@pytest.mark.parametrize("version", ["3.6.0", "2.14.0"])
def test_a_library_that_runs_code_of_data_sets_is_refused(asked, tmp_path, monkeypatch, version):
    monkeypatch.setattr(sys.modules["datasets"], "__version__", version)
    with pytest.raises(CoreError, match="version 4 or later"):
        look_at_hub(NAME)
    assert not asked


def test_a_copy_may_be_limited_and_of_chosen_splits(asked, tmp_path):
    assert fetch_hub(NAME, tmp_path, COLUMNS, splits=["train", "extra"], limit=3) == {"train": 3, "extra": 2}
    lines = (tmp_path / "hub/someone/talks/en-zh/train.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[2]) == {"source": "line 2 &amp; more", "target": "第2行"}


def test_small_data_set_keeps_one_validation_pair(asked, tmp_path, monkeypatch):
    rows = [{"a": f"a{n}", "b": f"b{n}"} for n in range(40)]
    monkeypatch.setattr(sys.modules["datasets"], "load_dataset", lambda *_, **__: iter(rows))
    name = "hub:someone/talks/no-valid"
    assert fetch_hub(name, tmp_path, ("a", "b")) == {"test": 40, "train": 39, "valid": 1}
    del rows[1:]
    with pytest.raises(CoreError, match="too few pairs"):
        fetch_hub(name, tmp_path / "other", ("a", "b"))


def test_missing_column_is_reported_with_existing_ones(asked, tmp_path):
    with pytest.raises(
        CoreError, match=r"column 'en' not found in a row; available: id, translation.en, translation.zh"
    ):
        fetch_hub(NAME, tmp_path, ("en", "zh"))
    assert not list(tmp_path.rglob("[!.]*.*"))


def test_unreadable_hub_is_reported_with_the_reason(asked, tmp_path):
    with pytest.raises(CoreError, match=r"could not be read from the Hugging Face Hub: ConnectionError: no network"):
        fetch_hub(NAME, tmp_path, COLUMNS, splits=["broken"])


def test_missing_library_reports_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(CoreError, match="pip install 'datasets>=4'"):
        fetch_hub(NAME, tmp_path, COLUMNS)


def test_unfetched_data_set_reports_how_to_fetch(tmp_path):
    with pytest.raises(CoreError, match=r"`python -m core data get hub:someone/talks/en-zh --src-column"):
        corpus_stream(NAME, "train", [tmp_path])
