"""The line about the chosen model."""

from pathlib import Path

import pytest

from core.config import ModelConfig
from core.library import Card, CheckpointLibrary
from viz.access import Access
from viz.tabs.header import first_choice
from viz.texts import ENGLISH
from viz.wire.card import card_line

MODEL = ModelConfig(vocab_size=11)


def said(**scores: object) -> str:
    return card_line(Card("made", "English", "German", MODEL, {"scores": scores}), ENGLISH).split("· ")[-1]


@pytest.mark.parametrize(
    ("test_set", "words"),
    [
        ("Tatoeba, a fiftieth of its groups held out", "BLEU 41.4 on Tatoeba"),
        ("x" * 60, f"BLEU 41.4 on {'x' * 39}…"),
        (None, "BLEU 41.4"),
        (7, "BLEU 41.4"),
        (" ", "BLEU 41.4"),
    ],
)
def test_bleu_names_its_test_set(test_set, words):
    assert said(bleu=41.4, test_set=test_set) == words


def test_exact_sentences_come_before_bleu():
    assert said(bleu=99.97, exact=99.9, test_set="numbers") == "99.9% exact"


def test_first_choice_translates_into_the_language_of_the_page():
    library = CheckpointLibrary(Path("checkpoints"))
    assert first_choice(library, "zh") == "en-zh"
    assert first_choice(library, "en") == first_choice(library, "fr") == library.names()[0]
    assert first_choice(CheckpointLibrary(Path("nowhere")), "zh") is None


def test_checkpoint_chosen_while_the_page_is_redrawn_is_described(tmp_path):
    """A page in Chinese begins with another model than the picker had when the words were asked for."""
    import app

    page = app.build(tmp_path / "checkpoints", tmp_path / "runs", Access())
    described = [block for block in page.blocks.values() if block.elem_id in ("card", "scope", "model-rows")]
    (checkpoint,) = [block for block in page.blocks.values() if block.elem_id == "checkpoint"]
    (redraw,) = [one for one in page.fns.values() if len(one.outputs) > 3 and {*described} < {*one.outputs} and one.fn]
    (after,) = [one for one in page.fns.values() if one.trigger_after == redraw._id]
    assert checkpoint.preprocess("run/made-in-another-browser-tab") == "run/made-in-another-browser-tab"
    assert len(described) == 3 and {*after.outputs} == {*described} and {*after.inputs} == {checkpoint}
