"""The evaluations that the page shows, and what changes them."""

import json

import gradio as gr
import pytest

from core.errors import CoreError
from core.jobs.job import new_job
from tests.viz.tabs.evaluate.made import filled, finished, request, result, scores, tab
from viz.tabs.evaluate import actions, sets, start
from viz.tabs.evaluate.actions import on_delete, on_resume, on_start, on_stop
from viz.tabs.evaluate.context import SHARED
from viz.tabs.evaluate.form import on_files, on_open_form, on_other_model, on_preview, on_system
from viz.tabs.evaluate.from_train import on_evaluate, pair_fields
from viz.tabs.evaluate.panel import on_follow, on_open, on_tick, show, unpack_seen
from viz.tabs.evaluate.result import figure_updates, packed_sentences, result_updates
from viz.tabs.evaluate.start import FILE, NONE
from viz.tabs.ownership import claim
from viz.tabs.train.runs.viewing import Viewing
from viz.texts import CATALOGUES, ENGLISH, texts_in

SECRET = "s" * 64


@pytest.fixture(autouse=True)
def no_process(monkeypatch):
    for module in (start, actions):
        monkeypatch.setattr(module, "enqueue", lambda job: job.set_status("queued", 0))


def lines(updates, panel) -> list[dict]:
    return json.loads(updates[panel.listing])["runs"]


def card(updates, panel) -> dict:
    return json.loads(updates[panel.state])


def test_empty_tab_says_what_an_evaluation_gives(tmp_path):
    _, panel, _ = tab(tmp_path)
    shown = on_open(panel, request(panel, opened=False))
    assert card(shown, panel)["state"] == "No evaluation yet" and "explorer" in card(shown, panel)["message"]
    assert lines(shown, panel) == []


def test_start_shows_the_new_evaluation(tmp_path):
    form, panel, _ = tab(tmp_path)
    shown = on_start(form, panel, {**filled(form), **request(panel)})
    assert [line["name"] for line in lines(shown, panel)] == ["eval-1"]
    assert card(shown, panel)["state"] == "waiting for its turn" and shown[panel.stop].visible
    assert shown[form.name] == "numbers-test" and shown[form.findings] is None


def test_refused_start_says_why(tmp_path):
    form, panel, _ = tab(tmp_path)
    shown = on_start(form, panel, {**filled(form, second=FILE), **request(panel)})
    assert json.loads(shown[form.findings])["cautions"] == [
        "Choose the file of translations first: a line for each sentence."
    ]
    assert panel.listing not in shown


def test_finished_evaluation_shows_verdict_and_scores(tmp_path):
    _, panel, _ = tab(tmp_path)
    finished(tmp_path)
    shown = on_open(panel, request(panel, opened=False))
    top = panel.result
    assert json.loads(shown[top.verdict])["title"] == "numbers is better than other.txt on this test set"
    assert json.loads(shown[top.scores])["rows"][0][1:4] == ["40.0 ± 1.5", "30.0 ± 1.5", "−10.0 (−12.0 to +8.0)"]
    assert (lines(shown, panel)[0]["score"], lines(shown, panel)[0]["step"]) == ("40.0 · 30.0", "12")
    assert shown[panel.result.drawn] == "eval-1"


def test_form_is_folded_while_an_evaluation_is_shown_unless_it_was_begun(tmp_path):
    form, panel, _ = tab(tmp_path)
    assert on_open(panel, request(panel, opened=False))[form.section].open
    finished(tmp_path)
    opened = request(panel, opened=False)
    assert not on_open(panel, opened)[form.section].open
    assert form.section not in on_open(panel, {**opened, form.first: "another"})
    assert form.section not in on_follow(panel, request(panel), "eval-1")
    others, strangers = tab(tmp_path, SHARED).form, tab(tmp_path, SHARED).panel
    first = {**request(strangers, opened=False), strangers.followed: ""}
    assert others.section not in on_open(strangers, first), "it may be another visitor's"
    assert on_delete(panel, request(panel), "eval-1")[form.section].open
    assert not on_start(form, panel, {**request(panel), **filled(form)})[form.section].open


def test_damaged_result_is_one_sentence(tmp_path):
    _, panel, _ = tab(tmp_path)
    (finished(tmp_path).folder / "rows.jsonl").write_text("{", encoding="utf-8")
    shown = on_open(panel, request(panel, opened=False))
    assert "damaged" in json.loads(shown[panel.result.verdict])["cautions"][0]


def test_tick_sends_nothing_until_something_changes(tmp_path):
    _, panel, _ = tab(tmp_path)
    job = finished(tmp_path)
    sent = request(panel, "eval-1")
    assert on_tick(panel, sent) == gr.skip()
    job.set_status("stopped", 5)
    shown = on_tick(panel, sent)
    assert card(shown, panel)["state"] == "stopped" and shown[panel.resume].visible
    assert on_tick(panel, {**sent, panel.opened: False}) == gr.skip()


def test_late_answer_of_a_tick_does_not_change_what_is_followed(tmp_path):
    _, panel, _ = tab(tmp_path)
    old = finished(tmp_path, "old")
    before = request(panel, "old")
    old.set_status("running", 5)
    late = on_tick(panel, before)
    assert panel.followed not in late and card(late, panel)["summary"] == "old"
    finished(tmp_path, "new")
    shown = on_follow(panel, before, "new")
    drawn = {key: value for key, value in {**shown, **late}.items() if key in before}  # the late answer comes after it
    again = on_tick(panel, {**before, **drawn})
    assert card(again, panel)["summary"] == "new" and again[panel.result.drawn] == "new"


@pytest.mark.parametrize("packed", ["", "{}", "[1]", "null", '["a", 0, "x", []]', '["a", 0, 1e999, []]', "[" * 5000])
def test_other_states_than_the_page_sends_are_ignored(packed):
    assert unpack_seen(packed) is None


def test_another_evaluation_is_followed_by_name(tmp_path):
    _, panel, _ = tab(tmp_path)
    finished(tmp_path, "one"), finished(tmp_path, "two", result(scores("numbers")))
    assert card(on_follow(panel, request(panel), "one"), panel)["summary"] == "one"
    assert card(on_follow(panel, request(panel), "../x"), panel)["summary"] in ("one", "two")


def test_other_jobs_are_not_evaluations(tmp_path):
    new_job(tmp_path / "check", ["preflight"])
    _, panel, _ = tab(tmp_path)
    assert lines(on_open(panel, request(panel, opened=False)), panel) == []


def test_evaluation_is_stopped_resumed_and_deleted(tmp_path):
    form, panel, _ = tab(tmp_path)
    on_start(form, panel, {**filled(form), **request(panel)})
    left = on_stop(panel, request(panel, "eval-1"))
    assert card(left, panel)["state"] == "not started" and left[panel.resume].visible
    assert card(on_resume(panel, request(panel, "eval-1")), panel)["state"] == "waiting for its turn"
    on_stop(panel, request(panel, "eval-1"))
    assert lines(on_delete(panel, request(panel, "eval-1"), "eval-1"), panel) == []
    assert not (tmp_path / "eval-1").exists()


def test_deleting_another_evaluation_keeps_the_followed_one(tmp_path):
    _, panel, _ = tab(tmp_path)
    for name in ("a", "b", "c"):
        finished(tmp_path, name)
    left = on_delete(panel, request(panel, "a"), "b")
    assert left[panel.followed] == "a" and {line["name"] for line in lines(left, panel)} == {"a", "c"}
    assert on_delete(panel, request(panel, "a"), "a")[panel.followed] == "c"


@pytest.mark.parametrize("name", ["", None, "../x", "unknown", 7])
def test_unknown_evaluation_is_not_deleted(tmp_path, name):
    _, panel, _ = tab(tmp_path)
    with pytest.raises(gr.Error, match="no longer exists"):
        on_delete(panel, request(panel), name)


def test_stranger_changes_nothing_on_a_shared_page(tmp_path):
    _, panel, _ = tab(tmp_path, SHARED)
    job = finished(tmp_path)
    claim(job, SECRET)
    for change in (on_stop, on_resume):
        with pytest.raises(gr.Error, match="nly the visitor"):
            change(panel, request(panel, "eval-1", visitor="x" * 64))
    with pytest.raises(gr.Error, match="nly the visitor"):
        on_delete(panel, request(panel, "eval-1", visitor="x" * 64), "eval-1")
    assert lines(on_delete(panel, request(panel, "eval-1", visitor=SECRET), "eval-1"), panel) == []


def test_last_translation_is_followed_by_scoring(tmp_path):
    _, panel, _ = tab(tmp_path)
    job = finished(tmp_path)
    job.set_status("running", 24)
    job.append({"event": "progress", "done": 24, "total": 24})
    with job.held():
        shown = on_open(panel, request(panel, opened=False))
    assert (card(shown, panel)["state"], lines(shown, panel)[0]["state"]) == ("scoring", "scoring")
    assert card(shown, panel)["summary"] == "eval-1" and "computing scores" in card(shown, panel)["message"]


def test_system_of_another_language_is_refused_and_the_test_set_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(sets, "corpora_here", lambda: [("everyday-en-de", "sentences_test")])
    form, _, _ = tab(tmp_path)
    chosen = {"first": "en-de", "set": "corpus:everyday-en-de:sentences_test"}
    for second in ("en-de", "en-zh"):
        kept = on_system(form, filled(form, second=second, **chosen))[form.test_set]
        assert "value" not in kept.constructor_args and kept.info == ENGLISH("evaluate.set.info")
    shown = on_preview(form, filled(form, second="en-zh", **chosen))
    assert shown[form.preview] and "choose systems of the same languages" in shown[form.findings]
    other = on_system(form, filled(form, first="en-zh", set=chosen["set"]))[form.test_set]
    assert other.value == "held_out" and "these systems (en → zh)" in other.info


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """Return what opening the tab changes in the form while this model is in the explorer."""
    here = [("everyday-en-de", "sentences_test"), ("everyday-en-zh", "sentences_test")]
    monkeypatch.setattr(sets, "corpora_here", lambda: here)
    form = tab(tmp_path).form
    with gr.Blocks():
        loaded = gr.Dropdown()

    def open_with(name, *, usual="", following=False, **fields):
        first = usual or form.first.value
        sent = {**filled(form, **{"first": first, **fields}), form.usual: usual, form.filled: first, loaded: name}
        return form, (on_other_model if following else on_open_form)(form, loaded, sent)

    return open_with


def test_first_system_is_the_model_of_the_explorer(opened):
    form, shown = opened("en-zh")
    assert shown[form.usual] == "en-zh" != form.first.value
    offered = [value for _, value in shown[form.test_set].choices]
    assert [value for value in offered if value.startswith("corpus:")] == ["corpus:everyday-en-zh:sentences_test"]
    form, shown = opened("en-de", usual="en-zh")
    assert shown[form.usual] == "en-de"


@pytest.mark.parametrize(
    "chosen", [{"first": "numbers"}, {"first": "run/a"}, {"second": "numbers"}, {"set": "sample"}, {"first": FILE}]
)
def test_systems_that_a_visitor_has_chosen_stay(opened, chosen):
    form, shown = opened("en-zh", usual="en-de", **chosen)
    assert form.usual not in shown
    assert shown[form.first].choices


def test_first_system_stays_where_the_explorer_has_no_model(opened):
    for name in (None, "gone"):
        form, shown = opened(name)
        assert form.usual not in shown


def test_model_of_a_link_arrives_after_the_tab_was_opened(opened):
    form, shown = opened("en-zh", usual="en-de", following=True)
    assert shown[form.usual] == "en-zh"
    assert opened("en-zh", following=True)[1] == gr.skip(), "a form that was never opened is not filled in"


def test_form_shows_the_controls_that_a_choice_needs(tmp_path):
    form, _, _ = tab(tmp_path)
    shown = on_system(form, filled(form, first=FILE, set="files", name=""))
    assert (shown[form.first_box].visible, shown[form.second_box].visible, shown[form.files].visible) == (1, 0, 1)
    assert shown[form.name] == "file"
    assert form.name not in on_system(form, filled(form, name="mine"))


def test_preview_says_what_was_noticed(tmp_path):
    form, _, _ = tab(tmp_path)
    path = tmp_path / "mine.csv"
    path.write_text("en,de,domain\na,A,x\n,B,x\na,A,y\n", encoding="utf-8")
    offered = on_files(form, filled(form, file=[str(path)], set="files", name=""))
    assert (offered[form.source].value, offered[form.references].value) == ("en", ["de"])
    assert offered[form.name] == "numbers-mine"
    chosen = {"file": [str(path)], "set": "files", "source": "en", "references": ["de"], "own": "domain", "most": 100}
    shown = on_preview(form, filled(form, **chosen))
    note = json.loads(shown[form.preview])["note"]
    assert "written in Latin letters, but numbers translates into zh" in shown[form.findings]
    assert ENGLISH("train.error.title") in shown[form.findings]  # the files were read: only the choice is wrong
    assert note.startswith("mine: 2 sentences") and "blank: 1" in note and "Repeated sentences: 1" in note
    refusal = on_preview(form, filled(form, file=[str(tmp_path / "gone.csv")], set="files"))
    assert refusal[form.preview] is None and str(tmp_path) not in refusal[form.findings]


@pytest.mark.parametrize("language", CATALOGUES)
def test_three_systems_are_refused_in_words(tmp_path, language):
    """`python -m core compare` takes any number of systems, and such a job stopped the whole tab."""
    third = scores("third", p=(0.5, 0.5))
    three = result(scores("numbers"), scores("second", p=(0.01, 0.01)), third)
    finished(tmp_path, "two")
    job = finished(tmp_path, "three", three)
    (job.folder / "asked.json").unlink()
    panel, texts = tab(tmp_path).panel, texts_in(language)
    shown = show(panel, request(panel), "three", None)
    assert len(json.loads(shown[panel.listing])["runs"]) == 2 and shown[panel.result.column].visible
    updates = result_updates(panel.result, job, texts)
    refusal = updates[panel.result.verdict]
    assert texts("evaluate.unreadable") in refusal and "three" in refusal and "3" in refusal
    assert updates[panel.result.drawn] == "" and updates[panel.result.details].visible is False
    assert figure_updates(panel.result, job, {panel.result.by: "length", panel.result.metric: "bleu"}, texts) == {
        panel.result.figure: None
    }
    assert packed_sentences(job) is None


@pytest.mark.parametrize(
    ("text", "named"), [("A dog runs.\tEin Hund läuft.\n", False), ("id\toriginal\tgold\n1\tA dog.\tEin Hund.\n", True)]
)
def test_columns_and_language_are_offered_while_there_is_a_file(tmp_path, text, named):
    form, _, _ = tab(tmp_path)
    path = tmp_path / "own.tsv"
    path.write_text(text, encoding="utf-8")
    given = {"file": [str(path)], "set": "files"}
    offered = on_files(form, filled(form, **given))
    assert (offered[form.columns].visible, offered[form.source].visible) == (True, named)
    assert on_system(form, filled(form, second="en-zh", **given))[form.columns].visible
    assert not on_system(form, filled(form, file=given["file"]))[form.columns].visible


def test_run_of_the_tab_train_is_chosen_in_the_form(tmp_path):
    form, panel, _ = tab(tmp_path)
    for name in ("a", "b"):
        (tmp_path / name / "checkpoint").mkdir(parents=True)
        (tmp_path / name / "checkpoint" / "config.json").write_text("{}", encoding="utf-8")
    with gr.Blocks():
        tabs = gr.Tabs()
    shown = on_evaluate(form, tabs, Viewing("a"))
    assert (shown[form.first].value, shown[form.name], shown[tabs].selected) == ("run/a", "a-test", "evaluate")
    assert on_evaluate(form, tabs, Viewing("gone")) == gr.skip(), "Gradio takes an empty dictionary for a value"
    fields = pair_fields(panel.context, Viewing("a", ("gone", "b")))
    assert (fields["first"], fields["second"], fields["set"]) == ("run/a", "run/b", "held_out")
    assert pair_fields(panel.context, Viewing("a"))["second"] == NONE
    for viewing in (Viewing("gone", ("a", "b")), Viewing("a", ("gone",))):  # other runs were evaluated than those named
        with pytest.raises(CoreError, match="run/gone"):
            pair_fields(panel.context, viewing)


def test_a_choice_that_is_gone_reaches_the_handler(tmp_path):
    """Gradio answered "Invalid values: reload the page" before the handler could name the deleted run."""
    form = tab(tmp_path).form
    assert [control.preprocess("run/gone") for control in (form.first, form.second, form.test_set)] == ["run/gone"] * 3
    assert form.first.preprocess(["run/gone"]) is None
    assert form.first.get_block_name() == "dropdown", "another name is that of a component with its own browser code"
