"""A data set of the Hub on the page, with a library in the place of `datasets` that knows one of them."""

import json
import sys
import types

import pytest

from core.data.corpora import reading
from core.errors import CoreError
from tests.viz.tabs.train import made
from tests.viz.tabs.train.made import TINY
from viz.tabs.train import data_handlers, downloads, hub, starting
from viz.tabs.train.form import HOME, SPACE, Form

HUB = TINY._replace(source="hub", hub="someone/talks", hub_subset="en-zh", hub_src_lang="en", hub_tgt_lang="zh")
CHOSEN = HUB._replace(hub_src_column="translation.en", hub_tgt_column="translation.zh")
ROWS = [{"id": n, "translation": {"en": f"<b>line</b> {n}", "zh": f"第{n}行", "de": f"Zeile {n}"}} for n in range(113)]


@pytest.fixture
def library(tmp_path, monkeypatch) -> types.ModuleType:
    """The Hub, and a folder of downloads."""
    found = types.ModuleType("datasets")
    found.__version__ = "4.5.0"
    found.get_dataset_split_names = lambda repository, subset: ["train"]
    found.load_dataset = lambda repository, subset, split, streaming: iter(ROWS)
    monkeypatch.setitem(sys.modules, "datasets", found)
    monkeypatch.setenv(reading.DATA_VARIABLE, "")
    monkeypatch.setattr(reading, "DOWNLOADS", tmp_path / "data")
    monkeypatch.setattr(hub, "_seen", type(hub._seen)())
    return found


def looked(runs, filled: Form = HUB, name: str = "run-1") -> list:
    return list(data_handlers.on_look(runs, HOME, *filled.data, name, "run-1", "en"))


def got(filled: Form = CHOSEN, limits=HOME) -> list:
    return list(data_handlers.on_hub_get(limits, *filled.data, "en"))


def previewed(filled: Form) -> tuple[dict | None, dict | None]:
    return tuple(packed and json.loads(packed) for packed in made.previewed(filled))


def test_a_look_shows_the_first_rows_and_asks_for_the_columns(library, tmp_path):
    assert "look at it" in previewed(HUB)[0]["note"]
    busy, done = looked(tmp_path, HUB._replace(hub_src_lang=""))
    assert json.loads(busy[0])["busy"] and not busy[1].interactive
    panel, button, row, source, target, *codes, get, name, _ = done
    assert panel is None and button.interactive and row.visible and name == "talks-1"
    assert [choice for choice, _ in source.choices] == ["translation.en", "translation.zh", "translation.de"]
    assert (source.value, target.value) == ("translation.en", "translation.zh") and get.visible
    assert codes[0] == "en" and codes[1] == {"__type__": "update"}  # what a person has written stays
    assert previewed(HUB)[0]["rows"] == [] and "which column" in previewed(HUB)[0]["note"]
    table, _ = previewed(CHOSEN)
    assert table["rows"][1] == ["<b>line</b> 1", "第1行"] and "Download" in table["note"]


def test_a_downloaded_data_set_can_be_trained_on_with_its_columns_alone(library, tmp_path, monkeypatch):
    monkeypatch.setattr(starting, "enqueue", lambda run: None)
    with pytest.raises(CoreError, match="not here yet"):
        starting.start_run(tmp_path / "runs", HOME, CHOSEN)
    assert not (tmp_path / "runs").exists()
    assert got()[-1][1] is None and not got()[-1][0].visible
    table, _ = previewed(CHOSEN)
    assert "110 pairs for training, 3 for validation" in table["note"] and len(table["rows"]) == 5
    data = starting.start_run(tmp_path / "runs", HOME, CHOSEN).read_config().data
    assert (data.corpus, data.src_lang, data.tgt_lang) == ("hub:someone/talks/en-zh", "en", "zh")
    german = CHOSEN._replace(hub_tgt_column="translation.de", name="other")
    assert data_handlers.on_hub_column(*german.data).visible
    with pytest.raises(CoreError, match=r"translation\.en and translation\.zh"):
        starting.start_run(tmp_path / "runs", HOME, german)


def test_without_a_network_the_reason_is_told_and_a_copy_can_be_used(library, tmp_path):
    def unreachable(*asked, **options):
        raise ConnectionError("no network")

    got()
    library.get_dataset_split_names = unreachable
    panel, _, row, source, target, *_ = looked(tmp_path)[-1]
    assert "ConnectionError: no network" in json.loads(panel)["cautions"][0]
    assert row.visible and (source.value, target.value) == ("translation.en", "translation.zh")
    panel, _, row, *_ = looked(tmp_path, HUB._replace(hub="someone/else"))[-1]
    assert "no network" in json.loads(panel)["cautions"][0] and not row.visible
    assert "no network" in json.loads(got(CHOSEN._replace(hub="someone/else"))[-1][1])["cautions"][0]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hub": "talks"}, "OWNER/NAME"),
        ({"hub_tgt_column": None}, "columns of both sides"),
        ({"hub_tgt_column": "translation.en"}, "source and target at once"),
        ({"hub_tgt_column": "gone"}, "no column"),
    ],
)
def test_what_cannot_be_downloaded_is_told(library, change, words):
    assert words in json.loads(got(CHOSEN._replace(**change))[-1][1])["cautions"][0]
    assert not list(reading.DOWNLOADS.rglob("*.jsonl"))


def test_without_the_library_the_page_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "datasets", None)
    assert "pip install 'datasets>=4'" in json.loads(looked(tmp_path)[-1][0])["cautions"][0]


def test_a_space_copies_no_more_than_it_allows_and_keeps_few(library, monkeypatch):
    monkeypatch.setattr("viz.tabs.train.form.importlib.util.find_spec", lambda name: library)
    small = SPACE.__class__(**{**vars(SPACE), "hub_pairs": 53, "hub_copies": 2})
    for name in ("a", "b", "c"):
        download = downloads.hub_download(f"hub:someone/{name}", ("translation.en", "translation.zh"), small)
        download.wait(60)
        assert download.error is None
    kept = sorted(path.parent.parent.name for path in reading.DOWNLOADS.glob("hub/*/*/*/train.jsonl"))
    assert kept == ["b", "c"] and hub.copy_of(HUB._replace(hub="someone/c", hub_subset="")).pairs == {
        "train": 51,
        "valid": 2,
    }


def test_a_space_without_the_library_answers_no_request_for_the_hub(library, monkeypatch):
    monkeypatch.setattr("viz.tabs.train.form.importlib.util.find_spec", lambda name: None)
    assert "no “hub” here" in json.loads(got(limits=SPACE)[-1][1])["cautions"][0]
    assert not reading.DOWNLOADS.exists()
