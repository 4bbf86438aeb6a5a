"""The models that ship: they load, are small enough, and do what their cards say."""

from pathlib import Path

import numpy as np
import pytest

from core.config import DecodingConfig
from core.data.tasks import task
from core.inspection.intervention import HeadName, Intervention
from core.library import CheckpointLibrary
from core.training.snapshots import read_snapshots
from core.weights_files import INDEX, SHIPPED_BYTES, weight_files

ROOT = Path(__file__).parents[1]
CHECKPOINTS = ROOT / "checkpoints"
LIBRARY = CheckpointLibrary(CHECKPOINTS)
FILES = {"config.json", "tokenizer.json", "history.csv", "README.md"}


@pytest.mark.parametrize("name", LIBRARY.names())
def test_checkpoint_folder_is_complete_and_files_under_10_mb(name):
    folder = CHECKPOINTS / name
    files = {path.name for path in folder.iterdir()}
    assert files - {path.name for path in weight_files(folder)} - {"snapshots.npz", INDEX} == FILES
    assert all(path.stat().st_size < SHIPPED_BYTES for path in folder.iterdir())


@pytest.mark.parametrize("name", LIBRARY.names())
def test_checkpoint_examples_translate_and_pass_every_check(name):
    translator = LIBRARY.translator(name)
    for example in LIBRARY.card(name).examples:
        translation = translator.search(example, DecodingConfig())
        assert translation.text
        trace = translator.trace(translation)
        assert trace.trusted, trace.checks


def test_en_zh_snapshots_end_near_the_shipped_model():
    shown = read_snapshots(CHECKPOINTS / "en-zh" / "snapshots.npz")
    translator = LIBRARY.translator("en-zh")
    first, last = shown.snapshots[0], shown.snapshots[-1]
    assert first.step < last.step == LIBRARY.card("en-zh").details["step"]
    for at, sentence in enumerate(shown.sentences):
        target = translator.vocabularies.target.encode(sentence.reference).ids
        trace = translator.trace_ids(sentence.source, target)
        weights = trace.weights("cross")
        distances = [np.abs(s.states[at].weights["cross"] / 255 - weights).mean() for s in (first, last)]
        assert distances[1] < distances[0] / 4  # step weights there, the average of the last steps here


def test_numbers_is_under_two_megabytes():
    assert sum(path.stat().st_size for path in (CHECKPOINTS / "numbers").iterdir()) < 2_000_000


def test_numbers_translates_the_readme_example():
    translator = LIBRARY.translator("numbers")
    assert translator.translate(["three thousand four hundred and eighty-one"])[0].text == "三千四百八十一"


def test_numbers_needs_its_cross_attention():
    translator = LIBRARY.translator("numbers")
    translation = translator.search("three thousand four hundred and eighty-one", DecodingConfig())
    off = Intervention(off=tuple(HeadName("cross", layer, head) for layer in range(2) for head in range(4)))
    ids = translation.hypotheses[0].ids
    whole, blind = (translator.trace_ids(translation.source, ids, intervention=change) for change in (None, off))
    assert whole.log_probs.sum() > -1
    assert blind.log_probs.sum() < -10


@pytest.mark.slow
def test_numbers_is_exact_on_99_of_100_fresh_numbers():
    fresh = task("numbers").pairs(300, 20_261_121, split="test")
    found = LIBRARY.translator("numbers").translate(fresh.source)
    exact = sum(a.text == b for a, b in zip(found, fresh.target, strict=True))
    assert exact >= 297
