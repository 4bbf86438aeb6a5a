"""The recorded training, against its history and the schedule of the training."""

import csv

import pytest

from core.errors import CoreError
from core.training.schedule import learning_rate
from tests.viz.labs.computed import computed, node, run_lab
from tests.viz.labs.model import CHECKPOINTS, measured, setting


@node
@pytest.mark.parametrize(("checkpoint", "said"), [("en-de", "continued"), ("numbers", "")])
def test_record_of_a_continued_training_says_so(checkpoint, said):
    """The loss of en-de began at 2.2 nats, and nothing said that these weights had been trained before."""
    answer = measured("warmup_run", {}, setting(checkpoint=checkpoint))
    assert run_lab("warmup_run", {}, answer)["drawn"]["reading"] == said
    assert answer["start"] == ("en-de" if said else None)


@node
def test_points_are_those_of_the_history():
    with (CHECKPOINTS / "en-de" / "history.csv").open(encoding="utf-8") as file:
        rows = {float(row["step"]): row for row in csv.DictReader(file) if row["learning_rate"]}
    answer = measured("warmup_run")
    for step, rate, loss in zip(answer["steps"], answer["rates"], answer["losses"], strict=True):
        assert rate == pytest.approx(float(rows[step]["learning_rate"]), rel=1e-4)
        assert loss == pytest.approx(float(rows[step]["loss"]), rel=1e-4)
    found = computed("warmup_run", {"warmup": 700, "factor": 1.5}, answer, d_model=192)
    assert found["rule"] == pytest.approx([learning_rate(int(step), 192, 700, 1.5) for step in answer["steps"]])


def test_missing_history_is_reported():
    with pytest.raises(CoreError, match="history"):
        measured("warmup_run", {}, setting()._replace(folder=None))


@pytest.mark.parametrize("text", ["", "step,loss\n1,2\n", "step,learning_rate,loss,gradient_norm\n1,x,2,3\n"])
def test_unreadable_history_is_reported(tmp_path, text):
    (tmp_path / "history.csv").write_text(text, encoding="utf-8")
    with pytest.raises(CoreError, match="history"):
        measured("warmup_run", {}, setting()._replace(folder=tmp_path))
