import json
import os
import time
from dataclasses import replace

import pytest

from core.errors import CoreError, Names
from core.training.run import Run
from tests.viz.tabs.train.made import progress, written
from viz.tabs.durations import duration
from viz.tabs.train.runs import status
from viz.tabs.train.runs.viewing import Viewing
from viz.texts import ENGLISH, texts_in


def lines(packed: str) -> dict[str, dict]:
    return {line["name"]: line for line in json.loads(packed)["runs"]}


def test_seconds_left_counts_from_the_last_resume(tmp_path):
    run = written(
        tmp_path,
        "a",
        progress(20, 3.0, 0.0),
        progress(40, 3.0, 1.0),
        {"event": "resume", "step": 40, "time": 500.0},
        progress(60, 3.0, 510.0),
    )
    assert status.seconds_left(run.events(), 1000) is None  # one report since the resume says no speed
    events = [*run.events(), progress(100, 3.0, 530.0)]
    assert status.seconds_left(events, 1000) == pytest.approx(450.0)  # 900 steps at 2 a second


def test_speed_of_an_ended_run_covers_all_steps(tmp_path):
    run = written(tmp_path, "a", progress(10, 3.0, 1.0, tokens_per_second=7000.0), progress(20, 3.0, 4.0))
    events = [*run.events(), progress(30, 3.0, 5.0, tokens_per_second=500.0)]
    events[1]["tokens_per_second"] = 1000.0
    run.set_status("stopped", 30, "stopped")
    assert status.mean_speed(events) == pytest.approx((7000 + 3 * 1000 + 500) / 5)


def test_stopped_run_shows_step_and_model(tmp_path):
    run = written(tmp_path, "a", progress(680, 3.0, 1.0), max_steps=2000)
    run.checkpoint.mkdir()
    run.set_status("stopped", 680, "stopped")
    words = "Stopped at step 680 of 2,000. Its model is in the list at the top of the page, as “run/a”."
    assert status.run_card(tmp_path, run, ENGLISH).message == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        *((0.4, "0 s"), (89, "89 s"), (100, "2 min"), (5340, "89 min"), (7300, "2 h 2 min")),
        *((172_740, "47 h 59 min"), (172_800, "2 days"), (10_378_620, "120 days")),
    ],
)
def test_duration_has_a_fitting_unit(seconds, words):
    assert duration(seconds, ENGLISH) == words


def test_card_shows_skipped_steps_and_the_failure(tmp_path):
    run = written(tmp_path, "a", {"event": "skipped", "step": 3, "gradient_norm": "nan", "skipped": 2})
    run.set_status("failed", 3, "<script>out of memory</script>")
    card = status.run_card(tmp_path, run, ENGLISH)
    assert ("steps skipped", "2") in card.facts
    assert (card.tone, card.message, card.log) == ("wrong", "<script>out of memory</script>", "")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, "没有预设 'x{'；可选：a、b。"),
        ({"code": "no.such"}, "Unknown preset 'x{'; allowed: a, b."),
        ({"code": 7}, "unknown preset 'x{'; allowed: a, b"),
        ({"parameters": {"name": 1}}, "Unknown preset 'x{'; allowed: a, b."),
        ({"parameters": []}, "unknown preset 'x{'; allowed: a, b"),
    ],
)
def test_failure_is_said_in_the_language_of_the_page(tmp_path, change, words):
    """The sentence of the job's process was English on the Chinese page."""
    run = written(tmp_path, "a")
    template = "unknown preset {name!r}; allowed: {known}"
    run.set_failed(3, CoreError("run.preset", template, name="x{", known=Names(["a", "b"])))
    path = run.folder / "status.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    assert words in status.run_card(tmp_path, run, texts_in("zh")).message


def test_crash_shows_resume_step_and_end_of_log(tmp_path):
    run = written(tmp_path, "a", progress(9, 3.0, 1.0))
    run.set_status("running", 9, process=2**22 - 3)  # no such process
    run.log_path.write_text("\n".join(f"line {k}" for k in range(20)))
    words = status.run_card(tmp_path, run, ENGLISH).message
    assert words.endswith("out of memory. Nothing was saved yet: “Resume” begins again at step 0. The end of its log:")
    folder = run.folder / "checkpoints" / "step-7"
    folder.mkdir(parents=True)
    (folder / "standing.json").write_text("{}")
    card = status.run_card(tmp_path, run, ENGLISH)
    assert (card.tone, card.state) == ("wrong", "crashed")
    assert "“Resume” continues from step 7. The end of its log:" in card.message
    assert card.log.splitlines() == [f"line {k}" for k in range(12, 20)]


def test_card_shows_padding_and_speed(tmp_path):
    run = written(tmp_path, "a", progress(5, 2.0, 1.0, tokens_per_second=12345.6, padding=0.0625))
    facts = dict(status.run_card(tmp_path, run, ENGLISH).facts)
    assert (facts["tokens/s"], facts["padding"], facts["loss"]) == ("12,346", "6.2%", "2.000")


def test_waiting_run_shows_its_place_and_the_active_run(tmp_path):
    written(tmp_path, "a").set_status("running", 3)
    waits = written(tmp_path, "b")
    waits.set_status("queued", 0)
    card = status.run_card(tmp_path, waits, ENGLISH)
    assert card.state == "waiting for its turn"
    assert card.message == "Number 1 in the queue: starts automatically after “a”."
    Run(tmp_path / "a").set_status("stopped", 3)
    assert status.run_card(tmp_path, waits, ENGLISH).message == "Number 1 in the queue: starts automatically."


def test_list_has_each_score_and_line_colour(tmp_path):
    validation = {"event": "validation", "step": 5, "perplexity": 3.14159}
    runs = [
        written(tmp_path, "a", {**validation, "bleu": 27.25}),
        written(tmp_path, "b", {**validation, "bleu": None}),
        written(tmp_path, "c"),
    ]
    runs[1].set_status("running", 5)
    found = lines(status.packed_list(runs, Viewing("a", ("c",)), ENGLISH))
    assert [line["score"] for line in found.values()] == ["BLEU 27.2", "perplexity 3.14", ""]
    assert [line["colour"] for line in found.values()] == [["#0072B2", "#4ea8de"], None, ["#D55E00", "#ff8f4a"]]
    assert [line["followed"] for line in found.values()] == [True, False, False]
    assert [line["changeable"] for line in found.values()] == [True, False, True]


def test_superseded_score_is_not_shown(tmp_path):
    run = written(tmp_path, "a", {"event": "validation", "step": 9, "perplexity": 2.0, "bleu": 50.0})
    assert lines(status.packed_list([run], Viewing(), ENGLISH))["a"]["score"] == "BLEU 50.0"
    run.append({"event": "resume", "step": 7})
    assert lines(status.packed_list([run], Viewing(), ENGLISH))["a"]["score"] == ""


def test_resume_restores_the_score_before_it(tmp_path):
    scores = [{"event": "validation", "step": step, "perplexity": 2.0, "bleu": float(step)} for step in (10, 20)]
    run = written(tmp_path, "a", *scores, {"event": "resume", "step": 15})
    assert lines(status.packed_list([run], Viewing(), ENGLISH))["a"]["score"] == "BLEU 10.0"


def test_last_score_of_long_events_is_found(tmp_path):
    events = [progress(step, 1.0, 1.0) for step in range(3000)]
    run = written(tmp_path, "a", *events, {"event": "validation", "step": 3000, "perplexity": 2.0, "bleu": 31.0})
    assert run.events_path.stat().st_size > 2 * status._TAIL
    assert lines(status.packed_list([run], Viewing(), ENGLISH))["a"]["score"] == "BLEU 31.0"


def test_missing_history_reason_follows_state_and_settings(tmp_path):
    run = written(tmp_path, "a")
    states = {"queued": "coming", "starting": "coming", "running": "none", "finished": "ended", "crashed": "ended"}
    assert {state: status.missing_history_reason(run, state) for state in states} == states
    config = run.read_config()
    run.replace_config(config._replace(training=replace(config.training, snapshot_sentences=0)))
    assert {status.missing_history_reason(run, state) for state in states} == {"off"}
    run.replace_config(config._replace(data=replace(config.data, task=None, src="a", tgt="b")))
    assert status.missing_history_reason(run, "running") == "unvalidated"
    (run.folder / "config.json").write_text("{")
    assert status.missing_history_reason(run, "running") == "ended"


def test_run_that_left_the_queue_shows_its_resume_step(tmp_path):
    run = written(tmp_path, "a", progress(60, 1.0, 1.0))
    (run.folder / "checkpoints" / "step-54").mkdir(parents=True)
    (run.folder / "checkpoints" / "step-54" / "standing.json").write_text("{}")
    run.set_status("queued", 54)
    assert status.run_card(tmp_path, run, ENGLISH).summary == "a · step 54 of 1,000"
    run.set_status("stopped", 54, "stopped")
    shown = status.run_card(tmp_path, run, ENGLISH)
    assert shown.summary == "a · step 54 of 1,000" and shown.message == "“Resume” continues from step 54."


def test_every_waiting_run_shows_its_place(tmp_path):
    runs = [written(tmp_path, name) for name in "abc"]
    runs[0].set_status("running", 3, process=os.getpid())
    for run in runs[:0:-1]:  # c came before b
        run.set_status("queued", 0)
        time.sleep(0.01)
    shown = lines(status.packed_list(runs, Viewing(), ENGLISH))
    assert [shown[name]["state"] for name in "abc"] == ["running", "waiting, number 2", "waiting, number 1"]
    assert "after “a” and 1 more" in status.run_card(tmp_path, runs[1], ENGLISH).message
    assert "after “a”." in status.run_card(tmp_path, runs[2], ENGLISH).message


def test_queue_place_counts_from_1_and_names_active_run(tmp_path):
    for name, state, at in (("a", "running", 1), ("b", "queued", 3), ("c", "queued", 2)):
        run = written(tmp_path, name)
        run.set_status(state, 0)
        if state == "queued":
            kept = json.loads((run.folder / "status.json").read_text())
            (run.folder / "status.json").write_text(json.dumps({**kept, "updated": float(at)}))
    assert status.place_in_queue(tmp_path, "c") == (1, "a")
    assert status.place_in_queue(tmp_path, "b") == (2, "a")
    assert status.place_in_queue(tmp_path, "a") == (0, "a")


def test_run_with_a_broken_configuration_is_shown(tmp_path):
    run = written(tmp_path, "a")
    run.config_path.write_text("{")
    assert status.run_card(tmp_path, run, ENGLISH).tone == "wrong" and status.command(run) == ""


def test_a_report_without_seconds_leaves_the_time_out(tmp_path):
    run = written(tmp_path, "a", {"event": "progress", "step": 20, "plain_loss": 3.0, "time": 1.0})
    run.set_status("stopped", 20)
    names = [name for name, _ in status.run_card(tmp_path, run, ENGLISH).facts]
    assert "trained" not in names and "loss" in names
