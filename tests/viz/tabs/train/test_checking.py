import json
from dataclasses import replace

import pytest

from core.errors import CoreError
from core.preflight import warnings
from tests.core.preflight.test_conclude import SPEED, concluded
from tests.viz.tabs.train.made import TINY, table, upload
from viz.tabs.train import checking, form_handlers
from viz.tabs.train.form import HOME
from viz.texts import en


def test_the_check_of_an_upload_is_a_real_one_and_leaves_nothing_behind(tmp_path):
    file = table(tmp_path / "mine.tsv", 101)
    asked = upload(file, max_steps=30, tokens_per_batch=256)
    busy, last = [json.loads(update) for update in form_handlers.on_check(tmp_path / "runs", HOME, *asked, "en")]
    assert busy["busy"] and not last["busy"], last
    facts = {name: (value, note) for name, value, note in last["facts"]}
    assert facts["pairs"][0] == "99" and "2 to validate on, 0 of them" in facts["pairs"][1]
    assert facts["length"][0].startswith("30 steps") and "Batches timed" in facts["time"][1]
    assert any("steps is not over" in caution for caution in last["cautions"])
    assert sum(part["count"] for part in last["parts"]) == int(last["parts_title"].split()[0].replace(",", ""))
    assert list((tmp_path / "runs").iterdir()) == []


@pytest.mark.parametrize(
    ("change", "word"), [({"num_heads": 3}, "divisible"), ({"file": None}, "Choose a file"), ({"src_lang": ""}, "code")]
)
def test_what_cannot_be_started_is_said_in_the_panel(tmp_path, change, word):
    asked = upload(table(tmp_path / "mine.tsv", 101), **change)
    *_, last = form_handlers.on_check(tmp_path / "runs", HOME, *asked, "en")
    assert word in json.loads(last)["cautions"][0] and not (tmp_path / "runs").exists()


def test_a_check_that_breaks_off_says_why(tmp_path, monkeypatch):
    monkeypatch.setattr(checking.sys, "executable", "/bin/false")
    with pytest.raises(CoreError) as caught:
        checking.check_form(tmp_path, HOME, TINY)
    assert caught.value.code == "train.check" and list(tmp_path.iterdir()) == []


def test_every_number_of_the_panel_is_the_preflights():
    found = replace(concluded(), speed=SPEED, free_memory=10**9)
    shown = checking.panel(found, "en")
    facts = {name: f"{value} {note}" for name, value, note in shown.facts}
    assert "476 s to 9 min" not in facts["time"] and "1,700 target tokens a second on cpu" in facts["time"]
    assert "1,000 steps = 58.8 epochs" in facts["length"] and "17 steps an epoch of 13,007" in facts["length"]
    assert f"peak {found.peak_rate:.2e}" in facts["rate"] and "7.6 epochs" in facts["rate"]
    assert "7.0%" in facts["padding"] and "1.00 GB free" in facts["memory"] and "Kernels" not in facts["memory"]
    assert shown.bars.counts == (found.data.source_lengths, found.data.target_lengths)
    assert [part.count for part in shown.parts] == list(found.parameters)


def test_a_busy_machine_is_told_beside_what_it_takes_without_the_wait():
    def note(waited: float | None) -> str:
        return checking.panel(replace(concluded(), speed=replace(SPEED, waited=waited)), "en").facts[0][2]

    assert "for 75% of that time other programs had the processors. Without them 2 min at most." in note(0.75)  # 135 s
    assert note(0.05) == note(None) and "Without them" not in note(None)


def test_every_warning_of_the_core_has_words_of_its_own():
    """The codes are read from the source, where each is given once."""
    import ast
    from pathlib import Path

    nodes = ast.walk(ast.parse(Path(warnings.__file__).read_text(encoding="utf-8")))
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    given = {call.args[0].value for call in calls if call.func.id == "PreflightWarning" and call.args}
    words = {key.removeprefix("preflight.warning.") for key in en.TEXTS if key.startswith("preflight.warning.")}
    assert given == words and len(given) == 11
