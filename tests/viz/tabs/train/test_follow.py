import json

from tests.viz.tabs.train.made import progress, written
from viz.tabs.train import follow, run_handlers
from viz.tabs.train.follow import Look, Standing, Viewing
from viz.tabs.train.run_handlers import Followed


def test_a_torn_last_line_is_left_out(tmp_path):
    run = written(tmp_path, "a", progress(20, 3.5, 1.0), progress(40, 2.5, 2.0))
    with run.events_path.open("a") as file:
        file.write('{"event": "progress", "step": 60, "plain_l')
    assert [event["step"] for event in follow.read_events(run)] == [20, 40]
    shown = Followed(*run_handlers.on_follow(tmp_path, Viewing(), "loss", "en", "a"))
    assert json.loads(shown.state)["summary"] == "a · step 40 of 1,000"


def test_events_are_read_again_only_where_the_file_has_changed(tmp_path):
    run = written(tmp_path, "a", progress(20, 3.5, 1.0))
    first = follow.read_events(run)
    assert follow.read_events(run) is first
    run.append({"event": "end", "step": 40})
    assert [event["event"] for event in follow.read_events(run)] == ["progress", "end"]
    run.events_path.unlink()
    assert follow.read_events(run) == ()


def test_a_run_whose_configuration_is_broken_is_shown_and_not_raised(tmp_path):
    run = written(tmp_path, "a")
    run.config_path.write_text("{")
    update = Followed(*run_handlers.on_follow(tmp_path, Viewing(), "loss", "en", "a"))
    assert json.loads(update.state)["tone"] == "wrong" and update.command == ""


def test_the_chosen_run_comes_before_the_one_that_is_trained_and_that_before_the_newest():
    quiet = Look(runs=(Standing("new", "finished"), Standing("old", "stopped")))
    busy = Look(runs=(Standing("new", "finished"), Standing("old", "running")))
    assert follow.settled(busy, Viewing("new")) == Viewing("new")
    assert follow.settled(busy, Viewing("../old")) == Viewing("old")
    assert follow.settled(quiet, Viewing()) == Viewing("new")
    assert follow.settled(Look(), Viewing("new", ("old",))) == Viewing()


def test_runs_that_are_gone_or_named_twice_are_not_compared_and_others_not_beyond_the_colours():
    now = Look(runs=tuple(Standing(name, "finished") for name in "abcdefgh"))
    assert follow.settled(now, Viewing("a", ("b", "z", "b", "a", "c"))).compared == ("b", "c")
    assert follow.settled(now, Viewing("a", tuple("bcdefgh"))).compared == tuple("bcdef")


def test_a_run_is_laid_over_and_taken_away_and_the_followed_one_is_never_both():
    viewing = follow.toggled(follow.toggled(Viewing("a"), "b"), "c")
    assert viewing == Viewing("a", ("b", "c"))
    assert follow.toggled(viewing, "b") == Viewing("a", ("c",))
    assert follow.following(viewing, "c") == Viewing("c", ("b",))


def test_what_a_browser_has_kept_is_believed_only_as_names():
    assert follow.remembered('{"name": "a", "compared": ["b", 7, "c"]}') == Viewing("a", ("b", "c"))
    for nonsense in ("", None, "[]", "{", '{"name": 7, "compared": []}', '{"name": "a", "compared": "b"}', "[" * 9999):
        assert follow.remembered(nonsense) == Viewing()


def test_an_end_is_noticed_once():
    before = Look(runs=(Standing("a", "running"), Standing("b", "queued")))
    now = Look(runs=(Standing("a", "finished"), Standing("b", "running")))
    assert follow.ended(before, now) == ("a",) and follow.ended(now, now) == () == follow.ended(None, now)
    assert before.busy and not Look(runs=(Standing("a", "finished"),)).busy


def test_a_waiting_run_knows_its_place_and_who_trains(tmp_path):
    for name, state, at in (("a", "running", 1), ("b", "queued", 3), ("c", "queued", 2)):
        run = written(tmp_path, name)
        run.set_status(state, 0)
        if state == "queued":
            status = json.loads((run.folder / "status.json").read_text())
            (run.folder / "status.json").write_text(json.dumps({**status, "updated": float(at)}))
    assert follow.place_in_queue(tmp_path, "c") == (1, "a")
    assert follow.place_in_queue(tmp_path, "b") == (2, "a")
    assert follow.place_in_queue(tmp_path, "a") == (0, "a")


def test_a_page_keeps_its_look_and_whatever_else_a_client_sends_is_none():
    kept = Look("a", 5, 7, True, 3, (("b", 9),), (Standing("a", "running", 4), Standing("b", "finished")))
    assert follow.unpacked(follow.packed(kept)) == kept
    assert follow.unpacked(follow.packed(Look())) == Look()
    for other in (None, "", "{", "5", "{}", "[]", '["a", 5]', [kept], "[" * 100_000, '[1,2,3,4,5,[],[["a"]]]'):
        assert follow.unpacked(other) is None
    for broken in (kept._replace(name=5), kept._replace(events="5"), kept._replace(runs=(("a", 4, 4),))):
        assert follow.unpacked(follow.packed(broken)) is None


def test_a_page_that_was_given_an_older_answer_last_is_drawn_again(tmp_path):
    run = written(tmp_path, "a", progress(20, 3.5, 1.0))
    run.set_status("running", 20)
    older = Followed(*run_handlers.on_follow(tmp_path, Viewing(), "loss", "en", "a"))
    run.set_status("stopped", 20)
    newer = Followed(*run_handlers.on_tick(tmp_path, Viewing("a"), "loss", "en", older.look, True))
    assert run_handlers.on_tick(tmp_path, Viewing("a"), "loss", "en", newer.look, True) == run_handlers.gr.skip()
    again = Followed(*run_handlers.on_tick(tmp_path, Viewing("a"), "loss", "en", older.look, True))
    assert json.loads(again.state) == json.loads(newer.state) and again.look == newer.look
