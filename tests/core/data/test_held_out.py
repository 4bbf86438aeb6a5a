"""Validation pairs held out of a text: one function for the tab and the command."""

from pathlib import Path

import pytest

from core.cli.parser import main
from core.config import DataConfig
from core.data.linked_text import linked_pairs
from core.errors import CoreError
from core.training.run import Run
from core.training.text import read_corpus
from tests.viz.tabs.train.made import table, upload
from viz.tabs import uploads
from viz.tabs.train.context import HOME
from viz.tabs.train.data import upload as tab

TINY = (
    *("--d-model", "14", "--num-layers", "1", "--num-heads", "7", "--d-ff", "11", "--vocab-size", "283"),
    *("--max-steps", "1", "--tokens-per-batch", "131", "--warmup-steps", "5", "--device", "cpu"),
)


def test_command_and_tab_hold_out_the_same_pairs(tmp_path: Path):
    path = table(tmp_path / "a.tsv", 100, repeated=50)
    stream = uploads.upload_stream(upload(path), HOME)
    expected = tab.held_out(stream)
    found = read_corpus(DataConfig(src=str(path), hold_out=True))
    assert found.validation == expected
    assert found.training is not None
    assert list(found.training) == list(tab.for_training(stream, expected))
    assert found.training.counts == (98, 0)
    whole = read_corpus(DataConfig(src=str(path)))
    assert whole.validation is None and len(whole.training or ()) == 100
    assert whole.training is not None and whole.training.fingerprint != found.training.fingerprint


def test_changed_file_is_read_again(tmp_path: Path):
    path = table(tmp_path / "a.tsv", 20)
    data = DataConfig(src=str(path), hold_out=True)
    first = read_corpus(data).validation
    table(path, 23)
    assert first is not None and read_corpus(data).validation != first


def test_training_on_a_table_validates_on_held_out_pairs(tmp_path: Path, capsys):
    """Without --valid-src a training from a table had no validation, in the tab it had."""
    path, run = table(tmp_path / "a.tsv", 100), Run(tmp_path / "r")
    assert main(["train", "--run", str(run.folder), "--src", str(path), *TINY]) == 0
    assert "held out for validation: 2 pairs" in capsys.readouterr().err
    assert run.read_config().data.hold_out
    assert any(event["event"] == "validation" for event in run.events())
    other = Run(tmp_path / "s")
    assert main(["train", "--run", str(other.folder), "--src", str(path), "--hold-out", "false", *TINY]) == 0
    assert not any(event["event"] == "validation" for event in other.events())


def test_links_of_held_out_pairs_are_skipped(tmp_path: Path):
    path = table(tmp_path / "a.tsv", 20)
    (tmp_path / "links").write_text("".join(f"{k % 2}-0\n" for k in range(20)), encoding="utf-8")
    corpus = read_corpus(DataConfig(src=str(path), hold_out=True))
    assert corpus.training is not None
    found = [(pair.source, pair.links.possible) for pair in linked_pairs(corpus.training, tmp_path / "links")]
    assert len(found) == 19 and ("source 18", {(0, 0)}) in found and "source 19" not in dict(found)


@pytest.mark.parametrize(
    ("change", "code"),
    [({"valid_src": "x"}, "data.hold_out"), ({}, "train.few_pairs")],
)
def test_what_cannot_be_held_out_is_refused(tmp_path: Path, change, code):
    path = table(tmp_path / "a.tsv", 7)
    given = {name: str(path) for name in change}
    with pytest.raises(CoreError) as caught:
        read_corpus(DataConfig(src=str(path), hold_out=True, **given))
    assert caught.value.code == code
