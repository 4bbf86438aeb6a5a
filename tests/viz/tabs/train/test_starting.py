import os
from dataclasses import replace

import gradio as gr
import pytest

from core.training.run import Run
from tests.viz.tabs.train.made import TINY, started, written
from viz.tabs.train import starting
from viz.tabs.train.form import SPACE


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
    assert starting.suggested_name(tmp_path, "copy") == "copy-1"
    written(tmp_path, "copy-1")
    assert starting.suggested_name(tmp_path, "copy") == "copy-2"
    assert starting.suggested_name(tmp_path, "../Ä b") == "b-1"


def test_a_folder_that_is_no_run_is_never_taken_over_nor_removed(tmp_path):
    (tmp_path / "copy-7" / "data").mkdir(parents=True)
    with pytest.raises(gr.Error, match="exists already"):
        started(tmp_path)
    assert [path.name for path in (tmp_path / "copy-7").iterdir()] == ["data"]


def test_a_space_keeps_its_newest_runs_and_those_at_work(tmp_path):
    for age, name in enumerate(["newest", "newer", "older", "oldest"]):
        run = written(tmp_path, name)
        os.utime(run.config_path, (1e9 - age, 1e9 - age))
    Run(tmp_path / "oldest").set_status("running", 1)
    starting._remove_old(tmp_path, replace(SPACE, kept_runs=2))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["newer", "newest", "oldest"]
