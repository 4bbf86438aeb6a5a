"""The first tab without a browser: what it computes, what it refuses, and what it leaves on the disk."""

import json
import os
import shutil
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import CoreError
from core.library import CheckpointLibrary
from viz.tabs.explorer import MAX_BEAM_SIZE, Explorer
from viz.tabs.translate import begin_with
from viz.texts import text

SENTENCE = "three thousand four hundred and eighty-one"


@pytest.fixture(scope="module")
def explorer(miniature: Path, tmp_path_factory: pytest.TempPathFactory) -> Explorer:
    """Two checkpoints: of a generated task, and the same as if trained on somebody's files, without examples."""
    folder = tmp_path_factory.mktemp("checkpoints")
    for name in ("numbers", "own"):
        shutil.copytree(miniature, folder / name)
    config = folder / "own" / "config.json"
    described = json.loads(config.read_text(encoding="utf-8"))
    described["data"]["task"] = None
    config.write_text(json.dumps(described), encoding="utf-8")
    return Explorer(CheckpointLibrary(folder))


def test_a_checkpoint_begins_with_its_first_example(explorer):
    source, examples, view, shown = begin_with(explorer, "numbers", "whatever stood there")
    assert source == examples.value == explorer.library.card("numbers").examples[0]
    assert json.loads(view.value)["source"] == source == shown[0]


def test_a_checkpoint_without_examples_translates_what_stands_in_the_box(explorer):
    source, examples, view, shown = begin_with(explorer, "own", SENTENCE)
    assert (source, examples.choices) == (SENTENCE, [])
    assert json.loads(view.value)["source"] == SENTENCE == shown[0]


@pytest.mark.parametrize("empty", ["", "  ", None])
def test_a_checkpoint_without_examples_and_an_empty_box_waits_for_a_sentence(explorer, empty):
    _, _, view, _ = begin_with(explorer, "own", empty)
    assert view.constructor_args == {"value": "", "busy": False, "problem": text("translate.source.placeholder")}


@pytest.mark.parametrize("size", [0, -1, MAX_BEAM_SIZE + 1, 10**9, "4", 4.0, True, None, [4]])
def test_a_beam_that_is_none_is_refused_in_words(explorer, size):
    with pytest.raises(CoreError, match=f"from 1 to {MAX_BEAM_SIZE}"):
        explorer.answer(SENTENCE, "numbers", size, 0.6)


@pytest.mark.parametrize("alpha", [-1, "0.6", float("nan"), float("inf"), None, []])
def test_a_length_penalty_that_is_none_is_refused_in_words(explorer, alpha):
    with pytest.raises(CoreError, match="alpha"):
        explorer.answer(SENTENCE, "numbers", 2, alpha)


@pytest.mark.parametrize("sentence", [None, 7, ["a"], {"text": "a"}])
def test_a_sentence_that_is_no_text_is_refused_in_words(explorer, sentence):
    with pytest.raises(CoreError, match="must be text"):
        explorer.answer(sentence, "numbers", 2, 0.6)


@pytest.mark.parametrize("name", ["../numbers", "run/numbers", "/etc", ["numbers"], 7])
def test_only_a_checkpoint_of_the_library_is_loaded(explorer, name):
    with pytest.raises(CoreError, match="no checkpoint"):
        explorer.answer(SENTENCE, name, 2, 0.6)


def test_a_sentence_longer_than_the_model_is_refused_and_never_cut_silently(explorer, monkeypatch):
    model = explorer.library.translator("numbers").model
    monkeypatch.setattr(model, "config", replace(model.config, max_positions=8))
    with pytest.raises(CoreError, match="at most 8"):
        explorer.translate("numbers", SENTENCE, 2, 0.6)


def test_files_are_written_to_a_folder_of_this_process_alone(explorer):
    """A folder of a fixed name in /tmp could be somebody else's link, and what is old in it was removed."""
    shown = explorer.translate("numbers", SENTENCE, 2, 0.6)
    id = json.loads(shown.payload)["id"]
    first = Path(explorer.export(id, "npz"))
    assert stat.S_IMODE(first.parent.stat().st_mode) == 0o700
    assert Explorer(explorer.library)._export_folder() != first.parent
    os.utime(first, (0, 0))
    second = Path(explorer.export(id, "csv"))
    assert second.is_file() and not first.exists()


def test_a_head_of_a_checkpoint_that_is_gone_is_none_and_no_fault(explorer, tmp_path):
    shutil.copytree(explorer.library.folder("numbers"), tmp_path / "going")
    alone = Explorer(CheckpointLibrary(tmp_path))
    payload = json.loads(alone.translate("going", SENTENCE, 1, 0.6).payload)
    request = {"id": payload["id"], "kind": "cross", "layer": 0, "head": 0}
    assert alone.head_values(request) is not None
    shutil.rmtree(tmp_path / "going")
    alone._traces()._traces.clear()  # as if many others had been looked at since
    assert alone.head_values(request) is None


def test_preloading_a_damaged_checkpoint_is_left_to_whoever_chooses_it(tmp_path):
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "config.json").write_text("{", encoding="utf-8")
    Explorer(CheckpointLibrary(tmp_path)).preload()
