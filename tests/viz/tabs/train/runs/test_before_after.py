"""Scores before and after a run that started from a checkpoint, as the page shows them."""

import json

from core.training.events import Compared
from core.training.run import Run
from tests.viz.tabs.train.made import TINY, tab
from viz.tabs.train.context import HOME
from viz.tabs.train.form.fields import configuration
from viz.tabs.train.runs.before_after import before_after_updates
from viz.texts import ENGLISH

SCORES = {
    "bleu_before": 40.0, "bleu_after": 31.5, "bleu_signature": "x", "chrf_before": 60.0, "chrf_after": 61.0,
    "perplexity_before": 2.4e10, "perplexity_after": 4.25,
}  # fmt: skip


def made(folder, **training: object) -> Run:
    run = Run(folder / "adapted")
    config = configuration({**TINY, "name": "adapted"}, HOME)
    run.create(config._replace(training=config.training.__class__(**{**vars(config.training), **training})))
    return run


def shown(run: Run | None) -> tuple[bool, dict]:
    panel = tab(run.folder.parent if run else None).runs.compared
    updates = before_after_updates(panel, run, tuple(run.events()) if run else (), ENGLISH)
    return updates[panel.section]["visible"], json.loads(updates[panel.table] or "{}")


def test_old_and_new_pairs_stand_side_by_side(tmp_path):
    run = made(tmp_path)
    run.initial.mkdir()
    for step, bleu in ((10, 20.0), (20, 31.5)):  # trained longer: the last comparison counts
        for name, low in (("copy, test", -9.75), ("validation", None)):
            scores = {**SCORES, "bleu_after": bleu, "bleu_low": low, "bleu_high": low and -7.0}
            run.append(Compared(step, name, 60, **scores).to_dict())
    visible, table = shown(run)
    assert visible and table["columns"] == ["Pairs", "Score", "Before", "After", "Change"]
    assert table["rows"] == [
        ["old: copy, test, 60 pairs", "BLEU", "40.0", "31.5", "−8.5 (−9.8 to −7.0)"],
        ["", "chrF", "60.0", "61.0", "+1.0"],
        ["", "perplexity", "2.4e+10", "4.25", "−2.4e+10"],
        ["new: validation, 60 pairs", "BLEU", "40.0", "31.5", "−8.5"],
        ["", "chrF", "60.0", "61.0", "+1.0"],
        ["", "perplexity", "2.4e+10", "4.25", "−2.4e+10"],
    ]


def test_what_is_shown_before_there_are_scores(tmp_path):
    run = made(tmp_path)
    assert shown(run) == (False, {})
    run.initial.mkdir()
    (run.initial / "config.json").write_text('{"format": 1, "run": "numbers"}', "utf-8")
    visible, table = shown(run)
    assert visible and "started from numbers" in table["note"] and table["rows"] == []
    run.replace_config(made(tmp_path / "other", validation_sentences=0).read_config())
    assert "translates no sentences" in shown(run)[1]["note"]
    run.append({"event": "compared", "step": 3, "set": 7, "sentences": 1})
    assert shown(run)[1]["rows"] == []
