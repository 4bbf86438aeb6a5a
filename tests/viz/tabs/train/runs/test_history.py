"""Why a run has no history of its attention."""

from dataclasses import replace

from tests.viz.tabs.train.made import written
from viz.tabs.train.runs.history import missing_history_reason


def test_missing_history_reason_follows_state_and_settings(tmp_path):
    run = written(tmp_path, "a")
    states = {"queued": "coming", "starting": "coming", "running": "none", "finished": "ended", "crashed": "ended"}
    assert {state: missing_history_reason(run, state) for state in states} == states
    config = run.read_config()
    run.replace_config(config._replace(training=replace(config.training, snapshot_sentences=0)))
    assert {missing_history_reason(run, state) for state in states} == {"off"}
    run.replace_config(config._replace(data=replace(config.data, task=None, src="a", tgt="b")))
    assert missing_history_reason(run, "running") == "unvalidated"
    (run.folder / "config.json").write_text("{")
    assert missing_history_reason(run, "running") == "ended"
