import gzip
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import gradio as gr
import numpy as np
import pytest

from core.config import DataConfig, ModelConfig, TrainingConfig
from core.data.corpus import ParallelText, overlap, read_parallel_files
from core.errors import CoreError
from core.training.run import Run, RunConfig
from viz.components.figure import unpack
from viz.tabs.train import follow, form, handlers, owner
from viz.tabs.train.form import HOME, SPACE, Form
from viz.tabs.train.handlers import Followed

ROOT = Path(__file__).parents[3]
TINY = Form(
    source="copy",
    d_model=16,
    num_layers=1,
    num_heads=2,
    d_ff=23,
    vocab_size=290,
    max_steps=10,
    tokens_per_batch=64,
    validate_every=5,
    name="copy-7",
)
MODEL = ModelConfig(vocab_size=290, d_model=16, num_layers=1, num_heads=2, d_ff=23)


def started(runs: Path, fields: Form = TINY) -> Followed:
    _, _, *shown = handlers.on_start(runs, HOME, *fields, "accuracy", "en", "")
    return Followed(*shown)


def newest(shown: list[Followed], part: str) -> object:
    """What stands on the page: the last value that was not skipped."""
    return next(value for update in reversed(shown) if (value := getattr(update, part)) != gr.skip())


def wait_for(runs: Path, name: str, *states: str, seconds: float = 120) -> str:
    until = time.monotonic() + seconds
    while (state := Run(runs / name).status().state) not in states:
        assert time.monotonic() < until, f"{name} is {state}: {Run(runs / name).log_tail()}"
        time.sleep(0.1)
    return state


def written(runs: Path, name: str, *events: dict, max_steps: int = 1000) -> Run:
    """A run folder without a process."""
    run = Run(runs / name)
    run.create(RunConfig(MODEL, DataConfig(task="copy"), TrainingConfig(max_steps=max_steps)))
    lines = [json.dumps(event) + "\n" for event in events]
    (run.folder / "events.jsonl").write_text("".join(lines), encoding="utf-8")
    return run


def progress(step: int, loss: float, seconds: float, **more: object) -> dict:
    return {"event": "progress", "step": step, "plain_loss": loss, "time": seconds, "seconds": seconds, **more}


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> tuple[Path, list[Followed]]:
    """A real miniature training to its end, and what the page showed meanwhile, once a look."""
    runs = tmp_path_factory.mktemp("runs")
    shown = [started(runs)]
    try:
        until = time.monotonic() + 120
        while Run(runs / "copy-7").status().state in form.ACTIVE or not isinstance(shown[-1].finished, str):
            assert time.monotonic() < until, Run(runs / "copy-7").log_tail()
            time.sleep(0.2)
            update = handlers.on_tick(runs, "copy-7", "accuracy", "en", shown[-1].look, True)
            if isinstance(update, list):
                shown.append(Followed(*update))
    finally:
        Run(runs / "copy-7").terminate()
    return runs, shown


# A real run


def test_a_run_is_followed_from_its_start_to_its_checkpoint(finished):
    runs, shown = finished
    states = [json.loads(update.state)["state"] for update in shown]
    assert states[0] == "starting" and states[-1] == "finished"
    last = json.loads(shown[-1].state)
    assert (
        last["summary"] == "step 10 of 10"
        and last["progress"] == 1.0
        and last["message"].startswith("All steps taken.")
    )
    assert shown[0].timer.active is True and shown[-1].timer.active is False
    assert [update.finished for update in shown if isinstance(update.finished, str)] == [shown[-1].finished]
    assert (runs / "copy-7" / "checkpoint" / "model.safetensors").is_file()


def test_the_curves_hold_the_very_numbers_of_the_events(finished):
    runs, _ = finished
    events = Run(runs / "copy-7").events()
    progressed = [event for event in events if event["event"] == "progress"]
    drawn = unpack(follow.figure(Run(runs / "copy-7"), events, "loss", "en"))["data"]
    assert [len(progressed), [trace["name"] for trace in drawn]] == [10, ["training", "validation"]]
    training, validation = follow.curve(events, "loss")
    assert training.values.tolist() == [event["plain_loss"] for event in progressed]
    assert validation.steps.tolist() == [5, 10]
    for measure in follow.MEASURES:
        assert unpack(follow.figure(Run(runs / "copy-7"), events, measure, "en"))["layout"]["title"]["text"]


def test_samples_of_the_latest_validation_are_shown_as_text(finished):
    _, shown = finished
    table = json.loads(newest(shown, "samples"))
    assert table["title"].endswith("step 10") and len(table["rows"]) == 3
    assert all(source == reference for source, reference, _ in table["rows"])  # the task is copy


def test_a_new_page_finds_the_run_and_draws_it_when_the_tab_opens(finished):
    runs, shown = finished
    name, _, picker, timer, look = handlers.on_load(runs, "copy", "en")
    assert name == "copy-1" and picker.value == "copy-7" and timer.active is False
    opened, *update = handlers.on_open(runs, None, "accuracy", "en", look)
    assert opened is True and Followed(*update).loss == newest(shown, "loss")
    assert "finished" not in str(Followed(*update).finished)  # it had ended before this page came


def test_nothing_new_is_nothing_to_do(finished):
    runs, shown = finished
    assert handlers.on_tick(runs, "copy-7", "accuracy", "en", shown[-1].look, True) == gr.skip()
    assert isinstance(handlers.on_tick(runs, "copy-7", "accuracy", "en", shown[0].look, True), list)


def test_figures_wait_until_the_tab_is_opened(finished):
    runs, shown = finished
    update = Followed(*handlers.on_tick(runs, "copy-7", "accuracy", "en", shown[0].look, False))
    assert update.loss == gr.skip() and json.loads(update.state)["state"] == "finished"
    drawn = Followed(*handlers.on_open(runs, "copy-7", "accuracy", "en", update.look)[1:])
    assert drawn.loss == newest(shown, "loss")


def test_the_command_trains_the_same_settings(finished):
    runs, _ = finished
    words = follow.command(Run(runs / "copy-7"), Run(runs / "copy-7").read_config()).split()
    assert words[:6] == ["python", "-m", "core", "train", "--run", "runs/copy-7-again"]
    pairs = dict(zip(words[6::2], words[7::2], strict=True))
    assert (pairs["--task"], pairs["--d-model"], pairs["--max-steps"]) == ("copy", "16", "10")


def test_a_second_start_waits_and_a_crash_is_shown_and_gone_on_from_and_stopped(tmp_path):
    endless = TINY._replace(max_steps=100_000, validate_every=100_000)
    started(tmp_path, endless)
    run = Run(tmp_path / "copy-7")
    try:
        with pytest.raises(gr.Error, match="“copy-7” is being trained"):
            started(tmp_path, endless._replace(name="copy-8"))
        assert not (tmp_path / "copy-8").exists()
        wait_for(tmp_path, "copy-7", "running")
        update = Followed(*handlers.on_pick(tmp_path, "copy-7", "loss", "en"))
        assert update.stop.visible and update.stop.interactive and not update.go_on.visible
        os.kill(run.status().process, signal.SIGKILL)
        wait_for(tmp_path, "copy-7", "crashed", seconds=10)
        run.log_path.write_text("Traceback: <b>memory</b>\n")
        crashed = Followed(*handlers.on_tick(tmp_path, "copy-7", "loss", "en", update.look, True))
        state = json.loads(crashed.state)
        assert (state["tone"], state["state"], state["log"]) == ("wrong", "crashed", "Traceback: <b>memory</b>")
        assert crashed.go_on.visible and not crashed.stop.visible and crashed.finished.startswith("copy-7")

        again = Followed(*handlers.on_go_on(tmp_path, HOME, "copy-7", "loss", "en"))
        assert json.loads(again.state)["state"] == "starting" and again.timer.active
        wait_for(tmp_path, "copy-7", "running")
        stopping = Followed(*handlers.on_stop(tmp_path, "copy-7", "loss", "en"))
        assert json.loads(stopping.state)["state"] in ("stopping", "stopped") and not stopping.stop.interactive
        wait_for(tmp_path, "copy-7", "stopped", seconds=30)
        stopped = Followed(*handlers.on_tick(tmp_path, "copy-7", "loss", "en", stopping.look, True))
        assert stopped.finished.startswith("copy-7") and run.checkpoint.is_dir()
    finally:
        run.terminate()


# Events to numbers


def test_a_torn_last_line_is_left_out(tmp_path):
    run = written(tmp_path, "a", progress(20, 3.5, 1.0), progress(40, 2.5, 2.0))
    with (run.folder / "events.jsonl").open("a") as file:
        file.write('{"event": "progress", "step": 60, "plain_l')
    (line,) = follow.curve(run.events(), "loss")
    assert (line.steps.tolist(), line.values.tolist()) == ([20, 40], [3.5, 2.5])
    assert json.loads(Followed(*handlers.on_pick(tmp_path, "a", "loss", "en")).state)["summary"] == "step 40 of 1,000"


def test_time_left_is_taken_from_the_clock_since_the_last_resume(tmp_path):
    run = written(
        tmp_path,
        "a",
        progress(20, 3.0, 0.0),
        progress(40, 3.0, 1.0),
        {"event": "resume", "step": 40, "time": 500.0},
        progress(60, 3.0, 510.0),
    )
    assert follow.seconds_left(run.events(), 1000) is None  # one report since the resume says no speed
    run.append({"event": "nothing"})
    events = [*run.events(), progress(100, 3.0, 530.0)]
    assert follow.seconds_left(events, 1000) == pytest.approx(450.0)  # 900 steps at 2 a second


def test_perplexity_is_e_to_the_loss_and_a_missing_score_is_a_gap():
    events = [
        progress(7, np.log(11.0), 1.0),
        {"event": "validation", "step": 7, "loss": 1.0, "perplexity": 13.0, "bleu": None},
    ]
    training, validation = follow.curve(events, "perplexity")
    assert training.values[0] == pytest.approx(11.0) and validation.values[0] == 13.0
    assert np.isnan(follow.curve(events, "bleu")[0].values[0])
    assert follow.curve([], "loss") == []


def test_a_long_line_is_thinned_evenly_and_keeps_its_ends():
    events = [progress(step, float(step), 1.0) for step in range(1, 5004)]
    (line,) = follow.curve(events, "loss")
    assert len(line.steps) == 1669 and line.steps[0] == 1 and line.steps[-1] == 5003
    assert set(np.diff(line.steps)) == {3, 1} and np.array_equal(line.steps, line.values)


def test_samples_of_an_earlier_validation_make_way_and_babble_is_cut():
    first, *later = [
        {
            "event": "sample",
            "step": step,
            "index": 0,
            "source": "<i>a</i>",
            "reference": "b",
            "translation": "ha" * step,
        }
        for step in (5, 10, 500)
    ]
    assert follow.samples([first, *later]) == later[1:]
    table = follow.sample_table([first, *later], "en")
    assert "<" not in table and json.loads(table)["rows"] == [["<i>a</i>", "b", "ha" * 79 + "h…"]]
    assert follow.sample_table([], "en") is None


def test_skipped_steps_and_a_failure_are_told(tmp_path):
    run = written(tmp_path, "a", {"event": "skipped", "step": 3, "gradient_norm": "nan", "skipped": 2})
    run.set_status("failed", 3, "<script>out of memory</script>")
    state = json.loads(Followed(*handlers.on_pick(tmp_path, "a", "loss", "en")).state)
    assert ["steps skipped", "2"] in state["facts"]
    assert (state["tone"], state["message"]) == ("wrong", "<script>out of memory</script>")


def test_a_run_whose_configuration_is_broken_is_shown_and_not_raised(tmp_path):
    run = written(tmp_path, "a")
    run.config_path.write_text("{")
    update = Followed(*handlers.on_pick(tmp_path, "a", "loss", "en"))
    assert json.loads(update.state)["tone"] == "wrong" and update.command == ""


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0 s"), (89, "89 s"), (100, "2 min"), (5340, "89 min"), (7300, "2 h 2 min")]
)
def test_a_duration_is_said_in_its_own_size(seconds, words):
    assert follow.duration(seconds, "en") == words


def test_the_run_that_is_trained_comes_before_the_chosen_and_the_newest():
    quiet = follow.Look(states=(("new", "finished"), ("old", "stopped")))
    busy = follow.Look(states=(("new", "finished"), ("old", "running")))
    assert follow.chosen_run(quiet, "old") == "old" and follow.chosen_run(quiet, "../old") == "new"
    assert follow.chosen_run(busy, "new") == "old" and follow.chosen_run(follow.Look(), None) == ""
    assert follow.ended(busy, quiet) == ("old",) and follow.ended(quiet, busy) == () == follow.ended(None, quiet)


def test_a_page_without_runs_says_so(tmp_path):
    opened, *update = handlers.on_open(tmp_path / "absent", None, "loss", "en", None)
    shown = Followed(*update)
    assert opened and json.loads(shown.state)["state"] == "No run yet"
    assert shown.details.visible == "hidden" and shown.loss is None and shown.samples is None


# What a client sends


@pytest.mark.parametrize("name", ["../x", "..", ".", "", "a/b", "/tmp/x", "a/", "-a", "a b", "a\0", "x" * 65, None, 7])
def test_a_name_that_is_no_folder_of_ours_is_refused(tmp_path, name):
    runs = tmp_path / "runs"
    with pytest.raises(gr.Error):
        started(runs, TINY._replace(name=name))
    assert list(tmp_path.rglob("*")) == []


def test_a_name_that_is_taken_is_refused_and_the_run_stays(tmp_path):
    written(tmp_path, "copy-7")
    before = (tmp_path / "copy-7" / "config.json").read_text()
    with pytest.raises(gr.Error, match="copy-7"):
        started(tmp_path)
    assert (tmp_path / "copy-7" / "config.json").read_text() == before
    assert form.suggested_name(tmp_path, "copy") == "copy-1"
    written(tmp_path, "copy-1")
    assert form.suggested_name(tmp_path, "copy") == "copy-2"
    assert form.suggested_name(tmp_path, "../Ä b") == "b-1"


def test_a_folder_that_is_no_run_is_never_taken_over_nor_removed(tmp_path):
    (tmp_path / "copy-7" / "data").mkdir(parents=True)
    with pytest.raises(gr.Error, match="exists already"):
        started(tmp_path)
    assert [path.name for path in (tmp_path / "copy-7").iterdir()] == ["data"]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"d_model": 17}, "even"),
        ({"d_model": None}, "Width d_model"),
        ({"d_model": 16.5}, "Width d_model"),
        ({"num_heads": 3}, "divisible"),
        ({"vocab_size": 100}, "259"),
        ({"dropout": 1.5}, "Dropout"),
        ({"max_steps": 0}, "Steps"),
        ({"max_steps": "9; rm"}, "Steps"),
        ({"label_smoothing": float("nan")}, "Label smoothing"),
        ({"seed": True}, "Seed"),
        ({"source": "numbers2"}, "numbers2"),
        ({"source": ["copy"]}, "copy"),
    ],
)
def test_a_bad_setting_is_named_and_nothing_is_written(tmp_path, change, word):
    with pytest.raises(gr.Error) as caught:
        started(tmp_path / "runs", TINY._replace(**change))
    assert word in caught.value.message and not (tmp_path / "runs").exists()


def test_a_whole_number_may_come_as_a_float_and_the_run_keeps_what_was_asked():
    config = form.configuration(TINY._replace(d_model=16.0, seed=11.0), HOME)
    assert config.model == replace(MODEL, dropout=0.1) and config.training.seed == 11
    assert (config.training.report_every, config.training.checkpoint_every) == (1, 1)
    long = form.configuration(TINY._replace(max_steps=10_000), HOME).training
    assert (long.report_every, long.checkpoint_every) == (20, 200)  # five checkpoints span the last tenth


@pytest.mark.parametrize(
    ("change", "limit"),
    [
        ({"max_steps": 2001}, "2,000"),
        ({"d_model": 1024, "d_ff": 4096}, "5,000,000"),
        ({"tokens_per_batch": 4097}, "4,096"),
        ({"vocab_size": 10_001}, "10,000"),
    ],
)
def test_a_space_caps_what_a_home_allows(change, limit):
    form.configuration(TINY._replace(**change), HOME)
    with pytest.raises(CoreError, match=limit):
        form.configuration(TINY._replace(**change), SPACE)


def test_every_suggestion_keeps_within_the_limits_of_a_space():
    for source in form.SOURCES:
        for preset in SPACE.presets:
            training, model = form.suggested_training(source, SPACE), form.preset_model(preset)
            values = {name: getattr(model, name) for name in form.MODEL_FIELDS}
            values |= {name: getattr(training, name) for name in form.TRAINING_FIELDS}
            form.configuration(Form(source=source, src_lang="en", tgt_lang="zh-Hans", **values), SPACE)


def test_a_run_that_a_client_makes_up_is_not_looked_for(tmp_path):
    written(tmp_path / "elsewhere", "a")
    (tmp_path / "runs").mkdir()
    for name in ("../elsewhere/a", str(tmp_path / "elsewhere" / "a"), ["a"], None):
        assert Followed(*handlers.on_pick(tmp_path / "runs", name, "loss", "en")).log == ""
        with pytest.raises(gr.Error, match="no longer there"):
            handlers.on_stop(tmp_path / "runs", name, "loss", "en")
        with pytest.raises(gr.Error, match="no longer there"):
            handlers.on_go_on(tmp_path / "runs", HOME, name, "loss", "en")
    assert not (tmp_path / "elsewhere" / "a" / "stop").exists()


def test_a_finished_run_does_not_go_on(tmp_path):
    written(tmp_path, "a").set_status("finished", 1000, "max_steps")
    with pytest.raises(gr.Error, match="all its steps"):
        handlers.on_go_on(tmp_path, HOME, "a", "loss", "en")


def test_a_space_keeps_its_newest_runs_and_those_at_work(tmp_path):
    for age, name in enumerate(["newest", "newer", "older", "oldest"]):
        run = written(tmp_path, name)
        os.utime(run.config_path, (1e9 - age, 1e9 - age))
    Run(tmp_path / "oldest").set_status("running", 1)
    form._remove_old(tmp_path, replace(SPACE, kept_runs=2))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["newer", "newest", "oldest"]


# Whose run it is

MINE, YOURS = "3" * 64, "5" * 64


def owned(runs: Path, monkeypatch) -> Run:
    """A run that I have started on a Space, without a process of its own."""
    monkeypatch.setattr(Run, "spawn", lambda run: 7)
    return form.start_run(runs, replace(SPACE, seconds=None), TINY, MINE)


def test_on_a_space_only_who_started_a_run_stops_it_and_goes_on_with_it(tmp_path, monkeypatch):
    run = owned(tmp_path, monkeypatch)
    run.set_status("running", 1)
    for stranger in (YOURS, "", None, 7, "3" * 31, MINE + "3"):
        with pytest.raises(gr.Error, match="Only the visitor who started “copy-7”"):
            handlers.on_stop(tmp_path, "copy-7", "loss", "en", stranger, limits=SPACE)
    assert not run.stop_requested()
    handlers.on_stop(tmp_path, "copy-7", "loss", "en", MINE, limits=SPACE)
    assert run.stop_requested()

    run.set_status("stopped", 1)
    with pytest.raises(gr.Error, match="Only the visitor"):
        handlers.on_go_on(tmp_path, SPACE, "copy-7", "loss", "en", YOURS)
    handlers.on_go_on(tmp_path, replace(SPACE, seconds=None), "copy-7", "loss", "en", MINE)


def test_the_run_folder_does_not_give_the_owner_away(tmp_path, monkeypatch):
    run = owned(tmp_path, monkeypatch)
    written_down = "".join(path.read_text() for path in run.folder.rglob("*") if path.is_file())
    assert MINE not in written_down
    with pytest.raises(CoreError):
        owner.refuse_strangers(run, (run.folder / "owner").read_text().strip())


def test_a_run_without_an_owner_or_of_a_browser_without_a_secret_is_stopped_by_nobody_on_a_space(tmp_path):
    run = written(tmp_path, "a")
    for secret in ("", MINE):
        with pytest.raises(CoreError, match="started a"):
            owner.refuse_strangers(run, secret)
    owner.claim(run, "")
    with pytest.raises(CoreError):
        owner.refuse_strangers(run, "")


def test_at_home_anyone_stops_a_run(tmp_path):
    run = written(tmp_path, "a")
    run.set_status("running", 1)
    handlers.on_stop(tmp_path, "a", "loss", "en", YOURS)
    assert run.stop_requested()


def test_the_time_of_an_earlier_process_does_not_stop_the_one_that_went_on(tmp_path):
    run = written(tmp_path, "a")
    run.set_status("running", 1, process=os.getpid())
    form._stop_process(run, os.getpid() + 1)
    assert not run.stop_requested()
    form._stop_process(run, os.getpid())
    assert run.stop_requested()


# Files


def table(path: Path, pairs: int, *, repeated: int = 0) -> Path:
    lines = [f"source {k % (pairs - repeated)}\t<b>target {k % (pairs - repeated)}</b>" for k in range(pairs)]
    content = "\n".join(lines).encode()
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path


def upload(path: Path, **change: object) -> Form:
    return TINY._replace(**{"source": "file", "file": str(path), "src_lang": "en", "tgt_lang": "de", **change})


@pytest.mark.parametrize(("pairs", "held"), [(10, 1), (99, 1), (101, 2), (1013, 20), (30_011, 500)])
def test_validation_pairs_are_held_out_evenly_and_training_has_the_others(pairs, held):
    text = ParallelText([f"s{k}" for k in range(pairs)], [f"t{k}" for k in range(pairs)])
    training, validation = form.split(text)
    assert (len(validation), len(training)) == (held, pairs - held)
    assert overlap(training, validation) == 0 and form.split(text) == (training, validation)
    positions = [int(source[1:]) for source in validation.source]
    assert set(np.diff(positions)) <= {pairs // held} and positions[0] == pairs // held - 1


def test_a_repeat_of_a_held_out_pair_leaves_the_training(tmp_path):
    pairs = form.read_upload(upload(table(tmp_path / "a.tsv", 100, repeated=50)), HOME)
    training, validation = form.split(pairs)
    assert validation.source == ["source 49", "source 49"] and len(training) == 98
    assert "source 49" not in training.source


def test_an_upload_is_written_into_the_run_and_nothing_points_back(tmp_path, monkeypatch):
    monkeypatch.setattr(form, "launch", lambda run, limits: None)
    cache = tmp_path / "cache"
    cache.mkdir()
    run = form.start_run(tmp_path / "runs", HOME, upload(table(cache / "mine.tsv.gz", 101)))
    data = run.read_config().data
    assert (data.src_lang, data.tgt_lang, data.unescape) == ("en", "de", False)
    training = read_parallel_files(data.src, data.tgt, unescape=False)
    validation = read_parallel_files(data.valid_src, data.valid_tgt, unescape=False)
    assert (len(training), validation.target) == (99, ["<b>target 49</b>", "<b>target 99</b>"])
    assert overlap(training, validation) == 0
    assert str(cache) not in run.config_path.read_text()
    assert all(
        Path(path).parent == run.folder / "data" for path in (data.src, data.tgt, data.valid_src, data.valid_tgt)
    )


def test_the_preview_is_five_pairs_as_text_and_their_number(tmp_path):
    shown = json.loads(handlers.on_data(HOME, *upload(table(tmp_path / "a.tsv", 101))[:6], "en"))
    assert shown["rows"][0] == ["source 0", "<b>target 0</b>"] and len(shown["rows"]) == 5
    assert shown["note"].startswith("101 pairs: 99 for training, 2 held out")
    for source in ("copy", "reverse", "numbers"):
        shown = json.loads(handlers.on_data(HOME, source, None, "", "", "", "", "en"))
        assert len(shown["rows"]) == 5 and "200" in shown["note"]
    assert json.loads(handlers.on_data(HOME, "file", None, "", "", "", "", "en"))["rows"] == []


@pytest.mark.parametrize(
    ("name", "content", "word"),
    [
        ("a.tsv", b"one column only\n" * 12, "column"),
        ("a.tsv", b"\xff\xfe\t\x00\n", "UTF-8"),
        ("a.tsv.gz", b"\x1f\x8b broken", "gzip"),
        ("a.jsonl", b'{"en": "a", "de": "b"}\n{nonsense\n', "JSON"),
        ("a.tsv", b"", "no pair"),
        ("a.tsv", b"a\tb\n" * 9, "at least 10"),
        ("a.tsv", b"a\tb\n" * 12, "same"),
    ],
)
def test_a_bad_file_gets_one_clear_error_that_does_not_say_where_it_lies(tmp_path, name, content, word):
    path = tmp_path / name
    path.write_bytes(content)
    for attempt in (
        lambda: handlers.on_data(HOME, *upload(path)[:6], "en"),
        lambda: started(tmp_path / "runs", upload(path)),
    ):
        with pytest.raises(gr.Error) as caught:
            attempt()
        assert word in caught.value.message and str(tmp_path) not in caught.value.message
    assert not (tmp_path / "runs").exists()


def test_a_file_may_not_be_too_large_packed_or_unpacked(tmp_path):
    path = table(tmp_path / "a.tsv.gz", 5003)
    assert len(form.read_upload(upload(path), HOME)) == 5003
    with pytest.raises(CoreError, match="MB"):
        form.read_upload(upload(path), replace(SPACE, upload_bytes=1000))
    with pytest.raises(CoreError, match=r"has 2\.1 MB; at most 2 MB"):
        (tmp_path / "just.tsv").write_bytes(b"\n" * (2 * 2**20 + 1))
        form.read_upload(upload(tmp_path / "just.tsv"), SPACE)
    with pytest.raises(CoreError, match="1,000 bytes") as caught:
        form.read_upload(upload(path), replace(SPACE, unpacked_bytes=1000))
    assert str(tmp_path) not in str(caught.value)


@pytest.mark.parametrize("code", ["", " ", "<b>", "../en", "e" * 21, None, "en de"])
def test_a_language_is_a_code(tmp_path, code):
    with pytest.raises(gr.Error, match="language code"):
        started(tmp_path / "runs", upload(table(tmp_path / "a.tsv", 101), src_lang=code))
    assert not (tmp_path / "runs").exists()


def test_columns_are_found_by_the_names_that_are_given(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,left,right\n" + "".join(f"{k},l{k},r{k}\n" for k in range(11)))
    pairs = form.read_upload(upload(path, src_column=" right ", tgt_column="left"), HOME)
    assert (pairs.source[0], pairs.target[0]) == ("r0", "l0")
    with pytest.raises(CoreError, match="middle"):
        form.read_upload(upload(path, src_column="middle", tgt_column="left"), HOME)
    with pytest.raises(CoreError, match="both"):
        form.read_upload(upload(path, src_column="left"), HOME)


# The page


def test_the_way_to_a_file_and_back_fills_in_fitting_settings(tmp_path):
    upload_part, preset, *settings, name, suggested, for_file = handlers.on_source(
        tmp_path, HOME, "file", False, "reverse-1", "reverse-1"
    )
    assert upload_part.visible and preset == "tiny" and for_file and name == suggested == "run-1"
    assert settings[4] == 8000 and settings[6] == form.FILE_TRAINING.max_steps
    unchanged = handlers.on_source(tmp_path, HOME, "copy", False, "my-own", "reverse-1")
    assert unchanged[1:-1] == [gr.skip()] * 15 and unchanged[-1] is False
    assert handlers.on_upload(tmp_path, "/cache/News en.tsv.gz", "run-1", "run-1") == ["News-en-1"] * 2


def test_a_preset_fills_the_settings_in_and_the_number_of_parameters_follows():
    assert handlers.on_preset("base", "en") == [512, 6, 8, 2048, 37_000, 0.1]
    assert handlers.parameter_count("en", *handlers.on_preset("base", "en")).startswith("63,082,496 parameters")
    assert "divisible" in handlers.parameter_count("en", 512, 6, 7, 2048, 37_000, 0.1)
    with pytest.raises(gr.Error, match="huge"):
        handlers.on_preset("huge", "en")


def test_the_tab_is_built_light_and_its_handlers_are_private():
    script = """
import sys, json, pathlib, gradio as gr
from viz.tabs import train
with gr.Blocks() as page, gr.Tab("Train") as tab:
    built = train.build(pathlib.Path("absent"), on_space=True, tab=tab)
config = page.get_config_file()
ids = [c["props"].get("elem_id") for c in config["components"] if c["props"].get("elem_id")]
print(json.dumps({"heavy": [m for m in ("torch", "plotly") if m in sys.modules], "ids": ids,
    "public": [d["api_name"] for d in config["dependencies"] if d["api_visibility"] != "private"],
    "unheard": [d["id"] for d in config["dependencies"] for _, event in d["targets"] if event == "click"
        and not d["queue"]],
    "labelled": len(built.labelled), "updates": len(built.relabel("en")), "absent": pathlib.Path("absent").exists()}))
"""
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    found = json.loads(result.stdout.splitlines()[-1])
    assert found["heavy"] == [] and found["public"] == [] and found["absent"] is False
    assert found["unheard"] == []  # Gradio shows an error only of what went through the queue
    assert found["labelled"] == found["updates"] > 20
    assert len(found["ids"]) == len(set(found["ids"])) and {"train-start", "train-run", "train-space"} <= set(
        found["ids"]
    )
