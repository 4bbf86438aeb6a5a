import json
import threading
from pathlib import Path

import pytest

from core.data.corpora import download, reading
from core.data.corpora.registry import CORPORA
from core.errors import CoreError
from tests.viz.tabs.train.made import TINY, filled, previewed, tab
from viz.tabs.train.context import HOME, SHARED, Limits, Sent
from viz.tabs.train.data import corpus
from viz.tabs.train.data.corpus import CorpusPanel
from viz.tabs.train.fields import CORPUS, FORWARD, configuration
from viz.tabs.train.form.panel import start_run
from viz.tabs.train.run_name import stem_of


@pytest.fixture
def no_corpora(tmp_path, monkeypatch):
    """A machine without any corpus."""
    monkeypatch.setenv(reading.DATA_VARIABLE, "")
    monkeypatch.setattr(reading, "DOWNLOADS", tmp_path / "data")
    return tmp_path / "data"


def chosen(runs: Path, known: str, limits: Limits = HOME, **others: object) -> tuple[CorpusPanel, Sent]:
    """The panel, and what a client sends that has chosen a corpus."""
    form = tab(runs, limits).form
    return form.data.corpus, filled(form, {**TINY, "source": "corpus", "corpus": known, "name": "run-1", **others})


def test_chosen_corpus_names_the_run_unless_a_visitor_has(tmp_path):
    panel, sent = chosen(tmp_path, "tatoeba-en-zh")
    assert corpus.on_corpus(panel, sent)[panel.name.name] == "tatoeba-en-zh-1"
    panel, sent = chosen(tmp_path, "tatoeba-en-zh", name="mine")
    assert {panel.name.name, panel.name.suggested}.isdisjoint(corpus.on_corpus(panel, sent))


def test_missing_corpus_offers_its_download(tmp_path, no_corpora):
    panel, sent = chosen(tmp_path, "3am-en-zh")
    updates = corpus.on_corpus(panel, sent)
    for words in ("25,931 pairs", "licence: MIT", "not downloaded yet"):
        assert words in updates[panel.card]
    assert updates[panel.download].visible and updates[panel.progress] is None
    updates = corpus.on_corpus(*chosen(tmp_path, "tvsub-en-zh"))
    assert "by hand from https://github.com/longyuewangdcu/tvsub" in updates[panel.card]
    assert not updates[panel.download].visible
    shown, _ = previewed(dict(TINY, source="corpus", corpus="3am-en-zh"))
    assert "Download the corpus to see its pairs" in shown
    with pytest.raises(CoreError, match="data get 3am-en-zh"):
        start_run(tab(tmp_path / "runs").form.context, dict(TINY, source="corpus", corpus="3am-en-zh"))
    assert not (tmp_path / "runs").exists()


def test_download_shows_progress_and_its_failure(tmp_path, no_corpora, monkeypatch):
    seen = threading.Event()

    def fetch(file, folder, progress):
        if file.name == "val.en":
            raise CoreError(
                "corpora.download", "{url}: {reason}; get {path} by hand", url="http://x", reason="gone", path=file.name
            )
        progress(download.Fetched(1_500_000, 3_000_000))
        assert seen.wait(60)

    monkeypatch.setattr(download, "fetch", fetch)
    panel, sent = chosen(tmp_path, "3am-en-zh")
    updates, shown = [], []
    for update in corpus.on_download(panel, sent):
        updates.append(update)
        shown.append(json.loads(update[panel.progress]))
        if shown[-1]["busy"] and "1.5 of 3.0 MB" in shown[-1]["message"]:
            seen.set()
    assert seen.is_set() and not shown[-1]["busy"] and "by hand" in shown[-1]["cautions"][0]
    assert [*updates[-1]] == [panel.progress], "the choice may have changed meanwhile"
    assert corpus.card_updates(panel, sent)[panel.download].interactive


def test_space_downloads_nothing_and_reads_no_corpus(tmp_path, no_corpora):
    assert list(corpus.on_download(*chosen(tmp_path, next(iter(CORPORA)), SHARED))) == []
    assert list(corpus.on_download(*chosen(tmp_path, "../elsewhere"))) == []
    _, refused = previewed(dict(TINY, source="corpus", corpus="3am-en-zh"), SHARED)
    assert "corpus" in json.loads(refused)["cautions"][0]


def test_corpus_may_be_swapped(tmp_path, no_corpora):
    folder = no_corpora / "multi30k-en-de"
    folder.mkdir(parents=True)
    for name in ("train", "val"):
        for side in ("en", "de"):
            (folder / f"{name}.{side}").write_text("".join(f"{side} {name} {k}\n" for k in range(3)))
    panel, sent = chosen(tmp_path, "multi30k-en-de", direction="backward")
    updates = corpus.on_corpus(panel, sent)
    assert "de to en" in updates[panel.card]
    choices = [tuple(choice) for choice in updates[panel.direction].choices]
    assert choices == [("en to de", "forward"), ("de to en", "backward")]
    panel, sent = chosen(tmp_path, "multi30k-en-de", direction="forward")
    assert "en to de" in corpus.on_direction(panel, sent)[panel.card]
    backward = dict(TINY, source="corpus", corpus="multi30k-en-de", direction="backward")
    shown, _ = previewed(backward)
    assert json.loads(shown)["rows"][0] == ["de train 0", "en train 0"]
    data = configuration(backward, HOME).data
    assert (data.corpus, data.src_lang, data.tgt_lang) == ("multi30k-en-de", "de", "en")
    with pytest.raises(CoreError, match="sideways"):
        configuration(dict(backward, direction="sideways"), HOME)


@pytest.mark.parametrize("name", [None, {"path": "x"}, ["multi30k-en-de"], 7])
def test_unknown_corpus_gives_empty_card_and_directions(name):
    assert (corpus.corpus_card(name, FORWARD, "en"), corpus.direction_choices(name, "en")) == ("", [])
    assert stem_of(CORPUS, name) == "run"
