"""A data set of the Hub on the page, with a library in the place of `datasets` that knows one of them."""

import json
import sys
import types
from pathlib import Path

import pytest
from cachetools import LRUCache

from core.data.corpora import reading
from core.errors import CoreError
from tests.viz.tabs.train import made
from tests.viz.tabs.train.made import TINY, filled, tab
from viz.tabs.train import fields as form_fields
from viz.tabs.train.context import HOME, SHARED, Limits, Updates
from viz.tabs.train.data import hub
from viz.tabs.train.data.hub import HubPanel
from viz.tabs.train.fields import Fields
from viz.tabs.train.form import panel as form

ABSENT = Path("absent")  # a folder of runs that no test makes

HUB = dict(TINY, source="hub", hub="someone/talks", hub_subset="en-zh", hub_src_lang="en", hub_tgt_lang="zh")
CHOSEN = dict(HUB, hub_src_column="translation.en", hub_tgt_column="translation.zh")
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
    monkeypatch.setattr(hub, "_first_rows", LRUCache(16))
    return found


def hub_panel(limits: Limits = HOME) -> HubPanel:
    return tab(ABSENT, limits).form.data.hub


def looked(fields: Fields = HUB) -> list[Updates]:
    """What a look shows; the name is the suggested one."""
    form, _ = tab(ABSENT)
    return list(hub.on_look(form.data.hub, filled(form, dict(fields, name="run-1"))))


def fetched(fields: Fields = CHOSEN, limits: Limits = HOME) -> list[Updates]:
    form, _ = tab(ABSENT, limits)
    return list(hub.on_download(form.data.hub, filled(form, fields)))


def refusal(updates: Updates, limits: Limits = HOME) -> str:
    return json.loads(updates[hub_panel(limits).progress])["cautions"][0]


def previewed(fields: Fields) -> tuple[dict | None, dict | None]:
    return tuple(packed and json.loads(packed) for packed in made.previewed(fields))


def test_look_shows_rows_and_offers_columns(library):
    panel = hub_panel()
    assert "preview it" in previewed(HUB)[0]["note"]
    busy, done = looked()
    assert json.loads(busy[panel.progress])["busy"] and not busy[panel.look].interactive
    assert done[panel.progress] is None and done[panel.look].interactive and done[panel.columns].visible
    assert done[panel.name.name] == "talks-1"
    offered = ["translation.en", "translation.zh", "translation.de"]
    assert [choice for choice, _ in done[panel.source_column].choices] == offered
    assert (done[panel.source_column].value, done[panel.target_column].value) == ("translation.en", "translation.zh")
    assert done[panel.download].visible
    assert previewed(HUB)[0]["rows"] == [] and "which column" in previewed(HUB)[0]["note"]
    table, _ = previewed(CHOSEN)
    assert table["rows"][1] == ["<b>line</b> 1", "第1行"] and "Download" in table["note"]


def test_edited_name_forgets_the_columns():
    panel = hub_panel()
    updates = hub.on_edit(panel)
    assert not updates[panel.columns].visible and not updates[panel.download].visible
    assert updates[panel.source_column].choices == [] and updates[panel.progress] is None


def test_downloaded_data_set_is_trained_on_with_its_columns_only(library, tmp_path, monkeypatch):
    context = tab(tmp_path / "runs").form.context
    monkeypatch.setattr(form, "enqueue", lambda run: None)
    with pytest.raises(CoreError, match="not downloaded yet"):
        form.start_run(context, CHOSEN)
    assert not (tmp_path / "runs").exists()
    panel, last = hub_panel(), fetched()[-1]
    assert last == {panel.progress: None}, "the choice may have changed meanwhile"
    assert not hub.on_column(panel, filled(tab(ABSENT).form, CHOSEN))[panel.download].visible
    table, _ = previewed(CHOSEN)
    assert "110 pairs for training, 3 for validation" in table["note"] and len(table["rows"]) == 5
    data = form.start_run(context, CHOSEN).read_config().data
    assert (data.corpus, data.src_lang, data.tgt_lang) == ("hub:someone/talks/en-zh", "en", "zh")
    german = dict(CHOSEN, hub_tgt_column="translation.de", name="other")
    assert hub.on_column(panel, filled(tab(ABSENT).form, german))[panel.download].visible
    with pytest.raises(CoreError, match=r"translation\.en and translation\.zh"):
        form.start_run(context, german)


def test_unreachable_hub_is_reported_and_a_copy_still_works(library):
    def unreachable(*asked, **options):
        raise ConnectionError("no network")

    fetched()
    library.get_dataset_split_names = unreachable
    panel, last = hub_panel(), looked()[-1]
    assert "ConnectionError: no network" in refusal(last)
    assert last[panel.columns].visible
    assert (last[panel.source_column].value, last[panel.target_column].value) == ("translation.en", "translation.zh")
    last = looked(dict(HUB, hub="someone/else"))[-1]
    assert "no network" in refusal(last) and not last[panel.columns].visible
    assert "no network" in refusal(fetched(dict(CHOSEN, hub="someone/else"))[-1])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hub": "talks"}, "OWNER/NAME"),
        ({"hub_tgt_column": None}, "columns of both sides"),
        ({"hub_tgt_column": "translation.en"}, "source and target at once"),
        ({"hub_tgt_column": "gone"}, "not found"),
    ],
)
def test_refused_download_shows_the_reason(library, change, words):
    assert words in refusal(fetched(dict(CHOSEN, **change))[-1])
    assert not list(reading.DOWNLOADS.rglob("*.jsonl"))


def test_missing_library_is_reported_with_its_installation(monkeypatch):
    monkeypatch.setitem(sys.modules, "datasets", None)
    assert "pip install 'datasets>=4'" in refusal(looked()[-1])


def test_missing_library_is_reported_before_a_name_is_typed(monkeypatch):
    monkeypatch.setitem(sys.modules, "datasets", None)
    table, _ = made.previewed(dict(made.TINY, source="hub"))
    assert "pip install 'datasets>=4'" in json.loads(table)["note"]


def test_space_caps_copies_and_their_size(library, monkeypatch):
    monkeypatch.setattr(form_fields, "has_library", lambda: True)
    small = SHARED.__class__(**{**vars(SHARED), "hub_pairs": 53, "hub_copies": 2})
    for name in ("a", "b", "c"):
        download = hub.hub_download(f"hub:someone/{name}", ("translation.en", "translation.zh"), small)
        download.wait(60)
        assert download.error is None
    kept = sorted(path.parent.parent.name for path in reading.DOWNLOADS.glob("hub/*/*/*/train.jsonl"))
    copy = hub.copy_of(dict(HUB, hub="someone/c", hub_subset=""))
    assert kept == ["b", "c"] and copy.pairs == {"train": 51, "valid": 2}


def test_space_without_the_library_refuses_the_hub(library, monkeypatch):
    monkeypatch.setattr(form_fields, "has_library", lambda: False)
    assert "Unknown choice “hub”" in refusal(fetched(limits=SHARED)[-1], SHARED)
    assert not reading.DOWNLOADS.exists()
