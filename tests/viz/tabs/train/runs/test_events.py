import json

from tests.viz.tabs.train.made import progress, request, tab, written
from viz.tabs.train.runs.events import read_events
from viz.tabs.train.runs.panel import on_follow


def test_torn_last_line_is_left_out(tmp_path):
    run = written(tmp_path, "a", progress(20, 3.5, 1.0), progress(40, 2.5, 2.0))
    with run.events_path.open("a") as file:
        file.write('{"event": "progress", "step": 60, "plain_l')
    assert [event["step"] for event in read_events(run)] == [20, 40]
    panel = tab(tmp_path).runs
    shown = on_follow(panel, request(panel), "a")
    assert json.loads(shown[panel.state])["summary"] == "a · step 40 of 1,000"


def test_events_are_read_again_only_after_a_change(tmp_path):
    run = written(tmp_path, "a", progress(20, 3.5, 1.0))
    first = read_events(run)
    assert read_events(run) is first
    run.append({"event": "end", "step": 40})
    assert [event["event"] for event in read_events(run)] == ["progress", "end"]
    run.events_path.unlink()
    assert read_events(run) == ()
