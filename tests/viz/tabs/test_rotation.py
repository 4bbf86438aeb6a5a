"""Which runs give way to a new one where visitors share the disk."""

import os
import time
from dataclasses import replace

import pytest

from core.errors import CoreError
from core.jobs.job import new_job
from core.training.run import Run
from core.training.runs import list_runs
from tests.viz.tabs.train.made import written
from viz.tabs.evaluate.context import SHARED as SHARED_EVALUATIONS
from viz.tabs.ownership import claim
from viz.tabs.rotation import make_room, one_at_a_time
from viz.tabs.train.context import HOME, SHARED

MINE, YOURS = "3" * 64, "5" * 64
LIMITS = replace(SHARED, own_runs=2, kept_runs=4, most_runs=6)
DAY = 86_400


@pytest.mark.parametrize("name", ["copy-7", "eval-1"])
def test_job_of_either_tab_is_refused_while_one_is_active(tmp_path, name):
    job = written(tmp_path, name) if name == "copy-7" else new_job(tmp_path / name, ["evaluate"])
    job.set_status("running", 1)
    for limits in (SHARED, SHARED_EVALUATIONS):
        with pytest.raises(CoreError, match=f"“{name}” is running right now"), one_at_a_time(tmp_path, limits):
            raise AssertionError
    with one_at_a_time(tmp_path, HOME):
        pass
    job.set_status("finished", 1)
    with one_at_a_time(tmp_path, SHARED):
        pass


def run_of(folder, owner, name, *, age):
    """A run that ended `age` seconds ago."""
    run = written(folder, name)
    claim(run, owner)
    run.set_status("finished", 1)
    ended = time.time() - age
    status = run.folder / "status.json"
    status.write_text(status.read_text().replace(str(run.status().updated), str(ended)))
    os.utime(run.config_path, (ended, ended))
    return run


def left(folder):
    return sorted(run.name for run in list_runs(folder))


def test_own_runs_give_way_before_those_of_others(tmp_path):
    for number in range(4):
        run_of(tmp_path, YOURS, f"yours-{number}", age=number)
        run_of(tmp_path, MINE, f"mine-{number}", age=10 + number)
    with make_room(list_runs(tmp_path), LIMITS, MINE):
        pass
    assert left(tmp_path) == ["mine-0", "yours-0", "yours-1", "yours-2", "yours-3"]


def test_a_refused_start_removes_nothing(tmp_path):
    """A name that no run can have cost a visitor their oldest run; so did a start from that run itself."""
    for number in range(4):
        run_of(tmp_path, MINE, f"mine-{number}", age=number)
    with pytest.raises(ValueError, match="refused"), make_room(list_runs(tmp_path), LIMITS, MINE):
        assert len(left(tmp_path)) == 4
        raise ValueError("refused")
    assert len(left(tmp_path)) == 4


def test_runs_of_others_give_way_only_after_a_day(tmp_path):
    for number in range(3):
        run_of(tmp_path, YOURS, f"young-{number}", age=DAY - 60 + number)
        run_of(tmp_path, YOURS, f"old-{number}", age=DAY + 60 + number)
    with make_room(list_runs(tmp_path), LIMITS, MINE):
        pass
    assert left(tmp_path) == ["young-0", "young-1", "young-2"]


def test_a_full_page_refuses_instead_of_removing(tmp_path):
    for number in range(6):
        run_of(tmp_path, YOURS, f"young-{number}", age=number)
    with pytest.raises(CoreError, match="holds 6 runs of the last day") as refused:
        with make_room(list_runs(tmp_path), LIMITS, MINE):
            pass
    assert refused.value.code == "train.full"
    assert len(left(tmp_path)) == 6


def test_runs_at_work_and_links_stay(tmp_path):
    for number in range(4):
        run_of(tmp_path, MINE, f"mine-{number}", age=2 * DAY + number)
    Run(tmp_path / "mine-3").set_status("running", 1)
    elsewhere = tmp_path.parent / f"{tmp_path.name}-elsewhere"
    os.rename(tmp_path / "mine-2", elsewhere)
    os.symlink(elsewhere, tmp_path / "mine-2")
    with make_room(list_runs(tmp_path), LIMITS, MINE):
        pass
    assert (elsewhere / "config.json").is_file()
    assert (tmp_path / "mine-3").is_dir() and not (tmp_path / "mine-1").exists()


def test_nothing_is_removed_at_home(tmp_path):
    for number in range(8):
        run_of(tmp_path, MINE, f"mine-{number}", age=2 * DAY)
    with make_room(list_runs(tmp_path), HOME, MINE):
        pass
    assert len(left(tmp_path)) == 8
