import json
import time

import gradio as gr
import pytest

from core.data.corpora import fetching, reading
from core.data.corpora.registry import CORPORA
from core.errors import CoreError
from tests.viz.tabs.train.made import TINY, previewed, table, upload
from viz.tabs.train import data_handlers, form, form_handlers, sources, starting
from viz.tabs.train.form import HOME, SPACE

SETTINGS = len(form.MODEL_FIELDS) + len(form.TRAINING_FIELDS)


@pytest.fixture
def no_corpora(tmp_path, monkeypatch):
    """A machine without any corpus."""
    monkeypatch.setenv(reading.DATA_VARIABLE, "")
    monkeypatch.setattr(reading, "DOWNLOADS", tmp_path / "data")
    return tmp_path / "data"


def test_the_way_to_a_file_and_back_fills_in_fitting_settings(tmp_path):
    known = ("3am-en-zh", "forward", "someone/talks")
    corpus, on_hub, upload_part, _, _, preset, *settings, name, suggested, for_text = form_handlers.on_source(
        tmp_path, HOME, "file", *known, False, "reverse-1", "reverse-1", "en"
    )
    assert upload_part.visible and not corpus.visible and not on_hub.visible
    assert preset == "tiny" and for_text and name == suggested == "run-1"
    filled = dict(zip([*form.MODEL_FIELDS, *form.TRAINING_FIELDS], settings, strict=True))
    assert filled["vocab_size"] == 8000 and filled["max_steps"] == form.TEXT_TRAINING.max_steps
    corpus, *unchanged = form_handlers.on_source(tmp_path, HOME, "corpus", *known, True, "my-own", "run-1", "en")
    assert corpus.visible and unchanged[4:-1] == [gr.skip()] * (1 + SETTINGS + 2) and unchanged[-1] is True
    _, on_hub, *_, name, _, _ = form_handlers.on_source(tmp_path, HOME, "hub", *known, True, "run-1", "run-1", "en")
    assert on_hub.visible and name == "talks-1"


def test_a_run_is_named_after_its_data_unless_somebody_has_named_it(tmp_path):
    at_hand = ("run-1", "run-1")
    assert form_handlers.on_form_load(tmp_path, "copy", None, "") == ["copy-1", "copy-1"]
    assert form_handlers.on_form_load(tmp_path, "corpus", "3am-en-zh", "") == ["3am-en-zh-1"] * 2
    corpus = ("tatoeba-en-zh", "forward")
    assert data_handlers.on_corpus(tmp_path, *corpus, *at_hand, "en")[-2:] == ["tatoeba-en-zh-1"] * 2
    assert data_handlers.on_corpus(tmp_path, *corpus, "mine", "run-1", "en")[-2:] == [gr.skip()] * 2
    file = table(tmp_path / "News en.tsv.gz", 11)
    assert data_handlers.on_upload(tmp_path, HOME, *upload(file).data, *at_hand)[:2] == ["News-en-1"] * 2


def test_columns_are_offered_and_those_that_say_what_they_are_are_chosen(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,de,en\n" + "".join(f"{k},d{k},e{k}\n" for k in range(11)))
    asked = upload(path, src_lang="", tgt_lang="fr")
    _, _, row, source, target, *languages = data_handlers.on_upload(tmp_path, HOME, *asked.data, "run-1", "run-1")
    assert row.visible and [choice for choice, _ in source.choices] == ["id", "de", "en"]
    assert (source.value, target.value) == ("de", "en")
    assert languages == ["de", gr.skip()]  # what a person has written stays
    _, _, row, *_ = data_handlers.on_upload(tmp_path, HOME, *upload(table(tmp_path / "b.tsv", 11)).data, "a", "b")
    assert row.visible is False  # two columns without names: nothing to choose


@pytest.mark.parametrize(
    ("header", "codes"), [("English,German", ["en", "de"]), ("src,tgt", [gr.skip()] * 2), ("zh_CN,ja", ["zh-CN", "ja"])]
)
def test_columns_that_name_languages_name_their_codes(tmp_path, header, codes):
    path = tmp_path / "a.csv"
    path.write_text(f"{header}\n" + "".join(f"d{k},e{k}\n" for k in range(11)))
    asked = upload(path, src_lang="", tgt_lang="")
    assert data_handlers.on_upload(tmp_path, HOME, *asked.data, "run-1", "run-1")[-2:] == codes


def test_a_file_that_is_taken_away_takes_its_languages_and_its_name_with_it(tmp_path):
    asked = upload(tmp_path / "a.csv", file=None, src_lang="fr", tgt_lang="it")
    name, suggested, row, *_, source, target = data_handlers.on_upload(tmp_path, HOME, *asked.data, "a-1", "a-1")
    assert (name, suggested, row.visible, source, target) == ("run-1", "run-1", False, "", "")


def test_two_files_are_source_and_target_by_their_names(tmp_path):
    files = [tmp_path / name for name in ("train.zh", "train.en")]
    for file in files:
        file.write_text("".join(f"{file.suffix} {k}\n" for k in range(11)))
    asked = upload(files[0], file=[str(file) for file in files], src_lang="", tgt_lang="")
    *_, row, source, target, first, second = data_handlers.on_upload(tmp_path, HOME, *asked.data, "run-1", "run-1")
    assert row.visible and (source.value, target.value, first, second) == ("train.zh", "train.en", "zh", "en")
    swapped = asked._replace(src_column="train.en", tgt_column="train.zh")
    assert next(iter(sources.upload_stream(swapped, HOME))) == (".en 0", ".zh 0")


def test_a_preset_fills_the_settings_in_and_the_number_of_parameters_follows():
    base = form_handlers.on_preset("base", "en")
    assert base == [6, 512, 8, 2048, None, None, 0.1, 37_000, "sinusoidal", "post", "three-way"]
    assert form_handlers.parameter_count("en", *base).startswith("63,082,496 parameters")
    assert "divisible" in form_handlers.parameter_count("en", *base[:2], 7, *base[3:])
    with pytest.raises(gr.Error, match="huge"):
        form_handlers.on_preset("huge", "en")


def test_the_preview_is_five_pairs_as_text_their_number_and_their_lengths(tmp_path):
    shown, lengths = previewed(upload(table(tmp_path / "a.tsv", 101)))
    shown, bars = json.loads(shown), json.loads(lengths)["bars"]
    assert shown["rows"][0] == ["source 0", "<b>target 0</b>"] and len(shown["rows"]) == 5
    assert shown["note"].startswith("101 pairs: 99 for training, 2 held out")
    assert [sum(side) for side in bars["counts"]] == [101, 101]
    for source in ("copy", "reverse", "numbers"):
        shown, lengths = previewed(TINY._replace(source=source))
        assert len(json.loads(shown)["rows"]) == 5 and "200" in shown and lengths is None
    assert json.loads(previewed(TINY._replace(source="file"))[0])["rows"] == []
    (tmp_path / "a.csv").write_text("id,de,en\n" + "".join(f"{k},d{k},e{k}\n" for k in range(11)))
    half = previewed(upload(tmp_path / "a.csv", src_column="en"))
    assert "other column" in half[0]


def test_a_corpus_that_is_not_here_says_so_and_offers_its_download(tmp_path, no_corpora):
    card, button, *_ = data_handlers.on_corpus(tmp_path, "3am-en-zh", "forward", "a", "b", "en")
    assert "25,931 pairs" in card and "licence: MIT" in card and "not downloaded yet" in card and button.visible
    card, button, *_ = data_handlers.on_corpus(tmp_path, "tvsub-en-zh", "forward", "a", "b", "en")
    assert "by hand from https://github.com/longyuewangdcu/tvsub" in card and not button.visible
    shown, _ = previewed(TINY._replace(source="corpus", corpus="3am-en-zh"))
    assert "before the corpus is downloaded" in shown
    with pytest.raises(CoreError, match="data get 3am-en-zh"):
        starting.start_run(tmp_path / "runs", HOME, TINY._replace(source="corpus", corpus="3am-en-zh"))
    assert not (tmp_path / "runs").exists()


def test_a_download_tells_how_far_it_has_come_and_what_to_do_where_it_fails(no_corpora, monkeypatch):
    def fetch(file, folder, progress):
        if file.name == "val.en":
            raise CoreError("corpora.download", "{url}: {reason}; {path}", url="http://x", reason="gone", path="y")
        progress(fetching.Fetched(1_500_000, 3_000_000))
        time.sleep(0.7)

    monkeypatch.setattr(fetching, "fetch", fetch)
    updates = list(data_handlers.on_get(HOME, "3am-en-zh", "forward", "en"))
    said = [json.loads(update[2]) for update in updates]
    assert any(panel["busy"] and "1.5 of 3.0 MB" in panel["message"] for panel in said)
    assert not said[-1]["busy"] and "by hand" in said[-1]["cautions"][0] and updates[-1][1].interactive


def test_a_space_downloads_nothing_and_reads_no_corpus(no_corpora):
    assert list(data_handlers.on_get(SPACE, next(iter(CORPORA)), "forward", "en")) == []
    assert list(data_handlers.on_get(HOME, "../elsewhere", "forward", "en")) == []
    _, said = previewed(TINY._replace(source="corpus", corpus="3am-en-zh"), SPACE)
    assert "corpus" in json.loads(said)["cautions"][0]


def test_a_corpus_may_be_taken_the_other_way_round(tmp_path, no_corpora):
    folder = no_corpora / "multi30k-en-de"
    folder.mkdir(parents=True)
    for name in ("train", "val"):
        for side in ("en", "de"):
            (folder / f"{name}.{side}").write_text("".join(f"{side} {name} {k}\n" for k in range(3)))
    updates = data_handlers.on_corpus(tmp_path, "multi30k-en-de", "backward", "a", "b", "en")
    assert "de to en" in updates[0]
    assert [tuple(choice) for choice in updates[3].choices] == [("en to de", "forward"), ("de to en", "backward")]
    assert "en to de" in data_handlers.on_direction("multi30k-en-de", "forward", "en")
    backward = TINY._replace(source="corpus", corpus="multi30k-en-de", direction="backward")
    shown, _ = previewed(backward)
    assert json.loads(shown)["rows"][0] == ["de train 0", "en train 0"]
    data = form.configuration(backward, HOME).data
    assert (data.corpus, data.src_lang, data.tgt_lang) == ("multi30k-en-de", "de", "en")
    with pytest.raises(CoreError, match="sideways"):
        form.configuration(backward._replace(direction="sideways"), HOME)


def test_a_start_tells_what_is_known_to_fail_and_starts_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(starting, "enqueue", lambda run: None)
    ((_, _, findings, *_),) = form_handlers.on_start(tmp_path, HOME, *TINY, "accuracy", "en", "")
    panel = json.loads(findings)  # the miniature form has 10 steps
    assert panel["title"].startswith("Started.") and "steps is not over" in panel["cautions"][0]
    quiet = TINY._replace(max_steps=1000, name="copy-8")
    assert next(form_handlers.on_start(tmp_path, HOME, *quiet, "accuracy", "en", ""))[2] is None


def test_of_a_large_file_the_first_pairs_are_shown_before_it_is_read(tmp_path, monkeypatch):
    asked = upload(table(tmp_path / "a.tsv", 101))
    monkeypatch.setattr(data_handlers, "_READ_AT_ONCE", 100)
    (first, no_bars), (shown, bars) = data_handlers.on_data(HOME, *asked.data, "en")
    assert json.loads(first)["rows"] == json.loads(shown)["rows"] and "Reading" in json.loads(first)["note"]
    assert no_bars is None and bars and json.loads(shown)["note"].startswith("101 pairs")


def test_a_start_from_a_file_says_that_it_is_written_and_takes_that_back_where_it_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(starting, "enqueue", lambda run: None)
    asked = upload(table(tmp_path / "a.tsv", 101), name="bad name")
    updates = form_handlers.on_start(tmp_path / "runs", HOME, *asked, "accuracy", "en", "")
    assert json.loads(next(updates)[2])["busy"]
    left = json.loads(next(updates)[2])
    assert not left["busy"] and "'bad name'" in left["cautions"][0]
    with pytest.raises(gr.Error, match="bad name"):
        next(updates)
    *_, last = form_handlers.on_start(tmp_path / "runs", HOME, *asked._replace(name="b"), "accuracy", "en", "")
    assert last[:2] == ["b-1", "b-1"]
