import gradio as gr

from tests.viz.tabs.train.made import progress, request, tab, written
from viz.tabs.train.runs import viewing
from viz.tabs.train.runs.panel import on_follow, on_tick
from viz.tabs.train.runs.viewing import Fingerprint, RunSummary, Viewing


def test_chosen_run_precedes_the_trained_one_and_the_newest():
    quiet = Fingerprint(runs=(RunSummary("new", "finished"), RunSummary("old", "stopped")))
    busy = Fingerprint(runs=(RunSummary("new", "finished"), RunSummary("old", "running")))
    assert viewing.existing(busy, Viewing("new")) == Viewing("new")
    assert viewing.existing(busy, Viewing("../old")) == Viewing("old")
    assert viewing.existing(quiet, Viewing()) == Viewing("new")
    assert viewing.existing(Fingerprint(), Viewing("new", ("old",))) == Viewing()


def test_compared_runs_exist_are_distinct_and_have_colours():
    now = Fingerprint(runs=tuple(RunSummary(name, "finished") for name in "abcdefgh"))
    assert viewing.existing(now, Viewing("a", ("b", "z", "b", "a", "c"))).compared == ("b", "c")
    assert viewing.existing(now, Viewing("a", tuple("bcdefgh"))).compared == tuple("bcdef")


def test_toggle_compared_never_compares_the_followed_run_with_itself():
    chosen = viewing.toggle_compared(viewing.toggle_compared(Viewing("a"), "b"), "c")
    assert chosen == Viewing("a", ("b", "c"))
    assert viewing.toggle_compared(chosen, "b") == Viewing("a", ("c",))
    assert viewing.follow(chosen, "c") == Viewing("c", ("b",))


def test_stored_viewing_is_read_only_as_names():
    assert viewing.read_stored('{"name": "a", "compared": ["b", 7, "c"]}') == Viewing("a", ("b", "c"))
    for nonsense in ("", None, "[]", "{", '{"name": 7, "compared": []}', '{"name": "a", "compared": "b"}', "[" * 9999):
        assert viewing.read_stored(nonsense) == Viewing()


def test_end_of_a_run_is_reported_once():
    before = Fingerprint(runs=(RunSummary("a", "running"), RunSummary("b", "queued")))
    now = Fingerprint(runs=(RunSummary("a", "finished"), RunSummary("b", "running")))
    assert viewing.ended_runs(before, now) == ("a",)
    assert viewing.ended_runs(now, now) == () == viewing.ended_runs(None, now)
    assert before.busy and not Fingerprint(runs=(RunSummary("a", "finished"),)).busy


def test_fingerprint_is_equal_after_packing_and_anything_else_is_none():
    summaries = (RunSummary("a", "running", 4), RunSummary("b", "finished"))
    kept = Fingerprint("a", 5, 7, True, 3, True, (("b", 9),), summaries)
    for one in (kept, Fingerprint()):
        assert viewing.unpack_fingerprint(viewing.pack_fingerprint(one)) == one
    for other in (None, "", "{", "5", "{}", "[]", '["a", 5]', [kept], "[" * 100_000, '[1,2,3,4,5,[],[["a"]]]'):
        assert viewing.unpack_fingerprint(other) is None
    for broken in (kept._replace(name=5), kept._replace(events="5"), kept._replace(runs=(("a", 4, 4),))):
        assert viewing.unpack_fingerprint(viewing.pack_fingerprint(broken)) is None


def test_page_with_an_older_answer_is_drawn_again(tmp_path):
    run, panel = written(tmp_path, "a", progress(20, 3.5, 1.0)), tab(tmp_path).runs

    def tick(kept: str) -> dict:
        return on_tick(panel, request(panel, "a", fingerprint=kept))

    run.set_status("running", 20)
    older = on_follow(panel, request(panel), "a")
    run.set_status("stopped", 20)
    newer = tick(older[panel.fingerprint])
    assert tick(newer[panel.fingerprint]) == gr.skip()
    again = tick(older[panel.fingerprint])
    assert again[panel.state] == newer[panel.state] and again[panel.fingerprint] == newer[panel.fingerprint]
