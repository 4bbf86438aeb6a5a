"""What is drawn of a result, opened from it and taken away."""

import json
import re
import shutil

import gradio as gr
import pytest

from core.errors import CoreError
from core.evaluation import measures
from core.evaluation.buckets import buckets
from core.evaluation.measures import text_measures
from core.evaluation.significance import intervals
from tests.viz.tabs.evaluate.made import ROOT, finished, result, scores, tab
from viz.components.figure import unpack
from viz.tabs.evaluate.explorer import link_of, on_language, on_row, on_shown
from viz.tabs.evaluate.figures import only_bucket, scores_by_bucket
from viz.tabs.evaluate.record import Asked, known_evaluation
from viz.tabs.evaluate.report import report_page
from viz.tabs.evaluate.result import figure_updates, packed_sentences
from viz.tabs.evaluate.saving import file_bytes, report_of
from viz.texts import CATALOGUES, ENGLISH, texts_in

EXPLORER = ROOT / "viz" / "components"
PAIR = (scores("numbers"), scores("<b>${x}</b>", 30.0, 50.0, p=(0.01, 0.01)))


def figure(runs, by="length", metric="bleu"):
    panel = tab(runs).panel.result
    sent = {panel.by: by, panel.metric: metric, panel.drawn: "eval-1"}
    return figure_updates(panel, known_evaluation(runs, "eval-1"), sent, ENGLISH)[panel.figure]


def drawn_figure(runs, by="length"):
    return unpack(figure(runs, by).value)


def test_bar_names_its_bucket(tmp_path):
    """A bar carried the rows of its bucket, which were applied to a new evaluation of the same name."""
    finished(tmp_path, made=result(*PAIR, own=True))
    drawn = drawn_figure(tmp_path, "own")
    click = drawn["layout"]["meta"]["click"]
    assert click["event"] == "sentences-bucket"
    assert click["details"] == [{"by": "own", "label": "v0"}, {"by": "own", "label": "v1"}]
    assert [trace["name"] for trace in drawn["data"]] == ["A numbers", "B &lt;b&gt;${x}&lt;/b&gt;"]


def test_bar_has_the_interval_of_its_own_sentences(tmp_path):
    made = result(*PAIR, own=True)
    rows = tuple(made.rows[k % 12]._replace(number=k + 1) for k in range(24))
    scored = scores_by_bucket(made._replace(rows=rows, sentences=24), "own", "chrf", lambda _, make: make())
    chosen = [rows[k] for k in buckets(rows, "own")[0].rows]
    lines, references = zip(*((row.answers[1].translation, row.references[0]) for row in chosen), strict=True)
    chrf = text_measures(lines, [references], "de")[1]
    assert (len(chosen), scored.intervals[1, 0].tolist()) == (12, [*intervals([chrf])[0]])


def test_single_bucket_is_a_sentence_instead_of_a_bar(tmp_path):
    finished(tmp_path, made=result(*PAIR))
    shown = figure(tmp_path, "question")
    assert shown.value == "" and "all 12 sentences are in one group, “yes”" in shown.props["words"]["empty"]
    assert shown.props["space"] < 100, "the sentence stood in the middle of an empty figure"
    assert shown.props["caption"] == "", "there is nothing to look for"


def test_own_column_is_left_where_there_is_none(tmp_path):
    """The choice stayed in the browser, and every sentence was said to have the own value ""."""
    finished(tmp_path, made=result(*PAIR))
    panel = tab(tmp_path).panel.result
    sent = {panel.by: "own", panel.metric: "bleu", panel.drawn: "eval-1"}
    shown = figure_updates(panel, known_evaluation(tmp_path, "eval-1"), sent, ENGLISH)
    assert shown[panel.by].value == "length" and "own" not in shown[panel.figure].props["words"]["empty"]
    finished(tmp_path, "eval-2", made=result(*PAIR, own=True))
    assert panel.by not in figure_updates(panel, known_evaluation(tmp_path, "eval-2"), sent, ENGLISH)


def test_values_of_an_own_column_are_no_words_of_the_page(tmp_path):
    made = result(*PAIR, own=True)
    values = {"v0": "yes", "v1": "no"}
    finished(tmp_path, made=made._replace(rows=tuple(row._replace(own=values[row.own]) for row in made.rows)))
    panel = tab(tmp_path).panel.result
    sent = {panel.by: "own", panel.metric: "bleu", panel.drawn: "eval-1"}
    texts = texts_in("zh")
    shown = figure_updates(panel, known_evaluation(tmp_path, "eval-1"), sent, texts)[panel.figure]
    assert "yes" in shown.value and texts("evaluate.bucket.yes") not in shown.value
    one = made._replace(rows=tuple(row._replace(own="no") for row in made.rows))
    assert "“no”" in only_bucket(one, "own", texts)


@pytest.fixture
def counted(monkeypatch):
    """Count how often translations are measured."""
    calls: list[int] = []

    def count(*given):
        calls.append(1)
        return text_measures(*given)

    monkeypatch.setattr(measures, "text_measures", count)
    return calls


def test_translations_are_measured_once_for_all_figures(tmp_path, counted):
    finished(tmp_path, made=result(*PAIR, own=True))
    for by in ("length", "own", "rarest"):
        assert [figure(tmp_path, by, metric) for metric in ("bleu", "chrf")]
    assert len(counted) == 2, "once for each system"


def test_translations_are_measured_once_for_a_report(counted):
    report_page(result(*PAIR, own=True), [], ENGLISH)
    assert len(counted) == 2, "once for each system"


def test_report_takes_what_was_made_before():
    made: dict = {}
    given = result(*PAIR, own=True)

    def kept(what, make):
        return made[what] if what in made else made.setdefault(what, make())

    report_page(given, [], ENGLISH, kept)
    assert "measures" in made and ("buckets", "own", "bleu") in made


def test_sentences_of_a_reused_name_are_told_apart(tmp_path):
    """What was chosen in a deleted evaluation was applied to a new one of its name."""
    finished(tmp_path, "one", made=result(*PAIR, own=True))
    packed = [json.loads(packed_sentences(known_evaluation(tmp_path, "one")) or "")]
    shutil.rmtree(tmp_path / "one")
    finished(tmp_path, "one", made=result(*PAIR[:1], rows=11))
    packed.append(json.loads(packed_sentences(known_evaluation(tmp_path, "one")) or ""))
    assert [one["id"] for one in packed] == ["one 12 2", "one 11 1"]
    assert [{bucket["label"] for bucket in one["buckets"].get("own", ())} for one in packed] == [{"v0", "v1"}, set()]


def test_report_has_the_buckets_of_its_figures():
    page = report_page(result(*PAIR, own=True), [], ENGLISH).decode("utf-8")
    values = json.loads(re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)[0])
    divided = json.loads(values["sentences"])["buckets"]
    assert divided["own"][1] == {"label": "v1", "rows": [1, 3, 5, 7, 9, 11]} and "length" in divided


@pytest.mark.parametrize(("names", "words"), [(1, "a lower score"), (2, "one system falls behind")])
def test_caption_speaks_of_as_many_systems_as_there_are(tmp_path, names, words):
    finished(tmp_path, made=result(*PAIR[:names], own=True))
    assert words in drawn_figure(tmp_path, "own")["layout"]["meta"]["caption"]


@pytest.mark.parametrize(("by", "metric"), [("nothing", "bleu"), ("length", "loss"), (None, None), ([], {})])
def test_unknown_choice_draws_nothing(tmp_path, by, metric):
    finished(tmp_path)
    assert figure(tmp_path, str(by), str(metric)) is None


def test_sentence_opens_with_both_systems():
    row, asked = result(*PAIR).rows[2], Asked("s", ("a", "b"), ("a", "b"), "de", 3, 2, 0.5)
    fields = link_of(row, ["a", "b"], asked)
    assert {name: value for name, value in fields.items() if value} == {
        "bench": "compare",
        "text": "A dog 2 runs?",
        "beam": "2",
        "alpha": "0.5",
        "checkpoint": "a",
        "vs_checkpoint": "b",
        "systems": "AB",
    }
    forced = link_of(row, ["a", ""], None)
    assert (forced["vs_target"], forced["systems"]) == ("Ein Hund 2", "AB")
    forced = link_of(row, ["", "b"], None)
    assert (forced["checkpoint"], forced["vs_target"], forced["systems"]) == ("b", "Ein Hund 2 läuft.", "BA")
    single = link_of(row, ["a"], None)
    assert (single["vs_target"], single["systems"]) == ("", "")


def test_sentence_of_a_deleted_model_says_so():
    row, asked = result(*PAIR).rows[2], Asked("s", ("a", "b"), ("run/a", ""), "de", 3, 2, 0.5)
    with pytest.raises(CoreError, match="needs the model run/a"):
        link_of(row, ["", ""], asked)
    with pytest.raises(CoreError, match="both systems are files"):
        link_of(row, ["", ""], asked._replace(checkpoints=("", "")))


@pytest.mark.parametrize("checkpoints", [["a", "b"], ["a", ""], ["", "b"], ["a"]])
def test_link_to_a_sentence_takes_out_what_the_last_view_left(checkpoints):
    """A rank, heads that were off or a forced file of the last view stayed, and another translation was shown."""
    (file,) = (path for path in EXPLORER.rglob("*.js") if "export const CHANGE_FIELDS" in path.read_text("utf-8"))
    listed = file.read_text(encoding="utf-8").split("export const CHANGE_FIELDS = [", 1)[1].split("]", 1)[0]
    changes = re.findall(r"'(\w+)'", listed)
    left = {"tab", "lab", "beam", "alpha", "rank", "side", "vs_step", *changes}
    fields = link_of(result(*PAIR).rows[2], checkpoints, None)
    assert len(changes) > 10 and {*fields} >= left
    assert [name for name in sorted(left - {"systems"}) if fields[name]] in ([], ["vs_checkpoint"], ["vs_target"])


def test_row_is_opened_by_name_and_number(tmp_path):
    form, _, way_back = tab(tmp_path)
    finished(tmp_path)
    library, job_of = form.context.library, lambda name: known_evaluation(tmp_path, name)
    opened = on_row(way_back, library, job_of, "eval-1", 3)
    assert json.loads(opened[way_back.fields])["text"] == "A dog 2 runs?"
    assert (opened[way_back.button].value, opened[way_back.button].visible) == ("← Sentence 3 of eval-1", True)
    beside = json.loads(opened[way_back.beside])
    assert beside["columns"] == ["reference", "A numbers", "B other.txt"]
    assert beside["rows"] == [["Ein Hund 2 läuft.", "Ein Hund 2 läuft.", "Ein Hund 2"]]
    for name, number in (("gone", 1), ("eval-1", 99), ("eval-1", "1"), ("eval-1", None), (None, {})):
        with pytest.raises(gr.Error):
            on_row(way_back, library, job_of, name, number)


def test_way_back_follows_the_language(tmp_path, monkeypatch):
    form, _, way_back = tab(tmp_path)
    finished(tmp_path)
    given = (way_back, form.context.library, lambda name: known_evaluation(tmp_path, name))
    opened = on_row(*given, "eval-1", 3)
    monkeypatch.setattr("viz.tabs.evaluate.explorer.request_texts", lambda: texts_in("zh"))
    explorer = gr.State()
    kept = {way_back.opened: opened[way_back.opened], explorer: ("A dog 2 runs?", "Ein Hund")}
    shown = on_language(*given, explorer, kept)
    assert shown[way_back.button].value == texts_in("zh")("evaluate.back.to", number="3", name="eval-1")
    assert "参考译文" in json.loads(shown[way_back.beside])["columns"][0]
    assert on_language(*given, explorer, {way_back.opened: ("", 0, ""), explorer: ("", "")}) == {}
    assert [*on_language(*given, explorer, {**kept, explorer: ("Another one.", "")})] == [way_back.button]


def test_references_leave_with_their_sentence(tmp_path):
    """The references of an opened sentence stayed above every later translation."""
    form, _, way_back = tab(tmp_path)
    finished(tmp_path)
    given = (way_back, form.context.library, lambda name: known_evaluation(tmp_path, name))
    opened, explorer = on_row(*given, "eval-1", 3), gr.State()
    for source, beside in (("A dog 2 runs?", opened[way_back.beside]), ("A cat.", None)):
        kept = {way_back.opened: opened[way_back.opened], explorer: (source, "")}
        assert on_shown(*given, explorer, kept) == {way_back.beside: beside}


def test_evaluation_of_files_alone_has_no_explorer(tmp_path):
    form, _, way_back = tab(tmp_path)
    finished(tmp_path, checkpoints=("", ""))
    with pytest.raises(gr.Error, match="needs a checkpoint"):
        on_row(way_back, form.context.library, lambda name: known_evaluation(tmp_path, name), "eval-1", 1)


def test_tables_have_every_sentence():
    made = result(*PAIR, own=True)
    head, *lines = file_bytes(made, "csv").decode("utf-8-sig").splitlines()
    assert head.startswith("number,source,reference,own,numbers: translation") and len(lines) == 12
    records = [json.loads(line) for line in file_bytes(made, "json").decode().splitlines()]
    assert records[1]["<b>${x}</b>: flag omission"]
    assert file_bytes(made, "second").decode().splitlines()[3] == "Ein Hund 3"


@pytest.mark.parametrize("language", CATALOGUES)
def test_report_is_one_file_with_text_that_stays_text(language):
    page = report_page(result(*PAIR, own=True), [("beam", "<4>")], texts_in(language)).decode("utf-8")
    assert "<b>${x}" not in page and "&lt;b&gt;${x}&lt;/b&gt;" in page
    assert "default-src 'none'" in page and 'src="http' not in page
    assert page.count('<div class="gf-report-figure">') == 1, "other divisions have a single bucket"
    assert "<dt>beam</dt><dd>&lt;4&gt;</dd>" in page


def test_report_says_how_it_was_made(tmp_path):
    job = finished(tmp_path, steps=(8500, 0), notes=(("cut", 1000),))
    page = report_of(job, ENGLISH).decode("utf-8")
    for value in ("eval-1", "numbers, step 8,500", "other.txt", "12 of 1,000", "4", "0.6"):
        assert f"<dd>{value}</dd>" in page
    assert re.search(r"<dd>\d{4}-\d\d-\d\d \d\d:\d\d UTC</dd>", page)
