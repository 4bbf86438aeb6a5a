import ast
import errno
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core import places
from core.errors import CoreError
from core.jobs import job
from core.preflight import warnings
from core.training import language_warnings
from tests.core.preflight.test_conclude import SPEED, concluded
from tests.viz.tabs.train.made import TINY, filled, tab, table, upload
from viz.tabs.train.fields import Fields
from viz.tabs.train.preflight import panel
from viz.tabs.train.preflight.panel import on_preflight
from viz.texts import ENGLISH, en


def shown(runs: Path, asked: Fields) -> list[dict]:
    """The panels that a preflight of the form shows, one after the other."""
    form = tab(runs).form
    return [json.loads(update[form.preflight.findings]) for update in on_preflight(form.preflight, filled(form, asked))]


def test_preflight_of_an_upload_is_real_and_leaves_no_file(tmp_path):
    file = table(tmp_path / "mine.tsv", 101)
    asked = upload(file, max_steps=30, tokens_per_batch=256)
    busy, last = shown(tmp_path / "runs", asked)
    assert busy["busy"] and not last["busy"], last
    facts = {name: (value, note) for name, value, note in last["facts"]}
    assert facts["pairs"][0] == "99" and "2 for validation, 0 of them" in facts["pairs"][1]
    assert facts["length"][0].startswith("30 steps") and "Batches timed" in facts["time"][1]
    assert any("steps is not over" in caution for caution in last["cautions"])
    assert sum(part["count"] for part in last["parts"]) == int(last["parts_title"].split()[0].replace(",", ""))
    assert list((tmp_path / "runs").iterdir()) == []


@pytest.mark.parametrize(
    ("change", "word"), [({"num_heads": 3}, "divisible"), ({"file": None}, "Choose a file"), ({"src_lang": ""}, "code")]
)
def test_panel_shows_why_a_form_cannot_be_started(tmp_path, change, word):
    asked = upload(table(tmp_path / "mine.tsv", 101), **change)
    assert word in shown(tmp_path / "runs", asked)[-1]["cautions"][0] and not (tmp_path / "runs").exists()


def refused_preflight(runs: Path) -> str:
    """Return why a preflight that cannot succeed failed; nothing of it may stay on the disk."""
    with pytest.raises(CoreError) as caught:
        panel.preflight_form(tab(runs).form.context, TINY)
    assert caught.value.code == "train.preflight" and list(runs.iterdir()) == []
    return str(caught.value.parameters["reason"])


def test_preflight_reports_an_ended_process(tmp_path, monkeypatch):
    monkeypatch.setattr(places.sys, "executable", "/bin/false")
    assert refused_preflight(tmp_path) == "its process ended: crashed"


def test_refused_preflight_gives_the_sentence_of_the_job(tmp_path, monkeypatch):
    def refuse(one: job.Job) -> None:
        one.set_status("failed", 0, f"{one.folder.with_name('preflight')}/data/train.src: no pairs.")

    monkeypatch.setattr(job.Job, "spawn", refuse)
    assert refused_preflight(tmp_path) == "data/train.src: no pairs"


def test_slow_preflight_is_given_up_and_ended(tmp_path, monkeypatch):
    started = []

    def hang(one: job.Job) -> None:
        started.append(subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE))
        one.set_status("running", 0, process=started[0].pid)

    monkeypatch.setattr(job.Job, "spawn", hang)
    monkeypatch.setattr(panel, "PATIENCE", 0.0)
    assert refused_preflight(tmp_path) == "more than 0 s"
    assert started[0].wait() == -9


def test_panel_shows_the_numbers_of_the_preflight():
    found = replace(concluded(), speed=SPEED, free_memory=10**9)
    result = panel.result_panel(found, ENGLISH)
    facts = {name: f"{value} {note}" for name, value, note in result.facts}
    assert "476 s to 9 min" not in facts["time"] and "1,700 target tokens per second on CPU" in facts["time"]
    assert "1,000 steps = 58.8 epochs" in facts["length"] and "17 steps per epoch of 130,007" in facts["length"]
    assert f"peak {found.peak_rate:.2e}" in facts["rate"] and "7.6 epochs" in facts["rate"]
    assert "7.0%" in facts["padding"] and "1.00 GB free" in facts["memory"] and "Kernels" not in facts["memory"]
    assert result.bars.counts == (found.data.source_lengths, found.data.target_lengths)
    assert [part.count for part in result.parts] == list(found.parameters)


def test_busy_machine_shows_the_time_without_the_wait():
    def note(waited: float | None) -> str:
        return panel.result_panel(replace(concluded(), speed=replace(SPEED, waited=waited)), ENGLISH).facts[0][2]

    assert "other programs used the processors for 75% of that time. Without them: at most 2 min." in note(0.75)
    assert note(0.05) == note(None) and "Without them" not in note(None)


def test_every_warning_has_words_on_the_page():
    """The codes are read from the source, where each is given once."""
    sources = [Path(module.__file__).read_text(encoding="utf-8") for module in (warnings, language_warnings)]
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args]
    given = {call.args[0].value for call in calls if call.func.id == "PreflightWarning"}
    words = {key.removeprefix("preflight.warning.") for key in en.TEXTS if key.startswith("preflight.warning.")}
    assert given == words and len(given) == 20


def test_full_disk_is_shown_in_the_panel(tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(panel, "preflight_form", full)
    assert "No space left on device" in shown(tmp_path, TINY)[-1]["cautions"][0]
