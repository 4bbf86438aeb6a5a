import json

from tests.viz.tabs.train.made import TINY, filled, previewed, tab, table, upload
from viz.tabs.train.data import panel


def test_preview_shows_five_pairs_their_number_and_lengths(tmp_path):
    shown, lengths = previewed(upload(table(tmp_path / "a.tsv", 101)))
    shown, bars = json.loads(shown), json.loads(lengths)["bars"]
    assert shown["rows"][0] == ["source 0", "<b>target 0</b>"] and len(shown["rows"]) == 5
    assert shown["note"].startswith("101 pairs: 99 for training, 2 held out")
    assert [sum(side) for side in bars["counts"]] == [101, 101]


def test_preview_of_a_task_needs_no_file():
    for source in ("copy", "reverse", "numbers"):
        shown, lengths = previewed(dict(TINY, source=source))
        assert len(json.loads(shown)["rows"]) == 5 and "200" in shown and lengths is None
    assert json.loads(previewed(dict(TINY, source="own_file"))[0])["rows"] == []


def test_preview_requests_the_other_column(tmp_path):
    (tmp_path / "a.csv").write_text("id,de,en\n" + "".join(f"{k},d{k},e{k}\n" for k in range(11)))
    half = previewed(upload(tmp_path / "a.csv", src_column="en"))
    assert "other column" in half[0]


def test_large_file_shows_its_first_pairs_before_it_is_read(tmp_path, monkeypatch):
    form, asked = tab(tmp_path).form, upload(table(tmp_path / "a.tsv", 101))
    monkeypatch.setattr(panel, "_READ_AT_ONCE", 100)
    first, last = panel.on_data(form.data, filled(form, asked))
    shown, read = (json.loads(update[form.data.preview]) for update in (first, last))
    assert shown["rows"] == read["rows"] and "Reading" in shown["note"] and read["note"].startswith("101 pairs")
    assert first[form.data.lengths] is None and last[form.data.lengths]
