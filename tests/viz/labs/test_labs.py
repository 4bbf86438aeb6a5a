"""Every lab: its words are there and used, and each end or option of its controls is computed and drawn."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from core.labs import label_smoothing_trained, several_heads_trained, training_step, why_warmup
from tests.viz.labs.computed import node, paper, vary_lab
from tests.viz.labs.model import measured, setting
from viz.labs import lab_names
from viz.texts import en

pytestmark = node
KINDS = {"chart", "bars", "matrix", "table", "tokens", "lines", "pair", "row"}
GROUPS = {"attention", "positions", "layer", "training", "data", "cost", "mistakes"}


def words_of(lab: str) -> set[str]:
    prefix = f"maths.{lab}."
    return {key.removeprefix(prefix) for key in en.TEXTS if key.startswith(prefix)}


def needed(lab: dict[str, Any], variations: list[dict[str, Any]]) -> Iterator[str]:
    """Keys that the page asks for, beside those that the lab says itself."""
    yield from ("title", "question", "look", *(f"see.{other}" for other in lab["see"]))
    for control in lab["controls"]:
        yield f"{control['name']}.label"
        yield from (f"{control['name']}.{option}" for option in control.get("options", ()))
    for one in variations:
        yield from (f"number.{name}" for name in one["drawn"].get("numbers", {}))


def plain_figures(figures: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for figure in figures:
        if figure["kind"] == "pair":
            yield from plain_figures(figure["left"] + figure["right"])
        elif figure["kind"] == "row":
            yield from plain_figures([one for column in figure["columns"] for one in column["figures"]])
        else:
            yield figure


@pytest.mark.parametrize("name", lab_names())
def test_lab_is_drawn_with_every_option_and_has_its_words(name, monkeypatch):
    for trainings in (why_warmup, several_heads_trained, label_smoothing_trained):
        monkeypatch.setattr(trainings, "STEPS", 3)
    monkeypatch.setattr(training_step, "MOST_WORK", training_step.MOST_WORK / 30)
    at = setting()
    facts = {
        **paper(),
        "id": "known",
        "source": at.surface(at.source_ids, source=True),
        "target": at.surface(at.target_ids),
        "text": at.text,
        "examples": ["Where is the nearest train station?", at.text],
        "num_layers": at.model.config.num_layers,
        "decoder_layers": at.model.config.decoder_layers,
        "num_heads": at.model.config.num_heads,
        "d_model": at.model.config.d_model,
        "d_k": at.model.config.query_width,
        "d_v": at.model.config.value_width,
        "d_ff": at.model.config.d_ff,
        "languages": ["en", "de"],
        "embedding_norm": 20.0,
        "position_cosines": [[1.0, 0.5], [0.5, 1.0]],
    }
    variations, lab = vary_lab(name, facts, lambda asked: measured(name, asked))
    assert lab["name"] == name
    assert lab["group"] in GROUPS
    assert set(lab["see"]) <= {*lab_names()} - {name}
    words = words_of(name)
    used = {*needed(lab, variations), *lab["said"]}
    assert used - words == set(), "words are missing"
    optional = {"formula", "intro", *(f"{control['name']}.info" for control in lab["controls"])}
    assert words - used - optional == set(), "words are not used"
    for one in variations:
        figures = list(plain_figures(one["drawn"]["figures"]))
        assert figures
        assert {figure["kind"] for figure in figures} <= KINDS
        assert all(not re.search(r"undefined|\[object", str(figure)) for figure in figures)
