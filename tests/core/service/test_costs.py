"""Costs of questions: charged before a turn is taken, in proportion to the work, and bounded."""

import pytest

from core.config import ModelConfig
from core.errors import CoreError
from core.inspection.lenses import lenses
from core.labs.shared.run import lab_cost, lab_modules
from core.library import CheckpointLibrary
from core.service import QUESTIONS, Service, ask
from core.service.costs import turns
from core.service.results import Results

LONG = "nine hundred and ninety-nine thousand nine hundred and ninety-nine " * 12


@pytest.fixture(scope="module")
def service(miniature) -> Service:
    return Service(CheckpointLibrary(miniature.parent))


@pytest.fixture
def charged(service, monkeypatch) -> list[float]:
    found: list[float] = []
    monkeypatch.setattr(service, "results", Results(1 << 20))  # what is kept costs nothing
    monkeypatch.setattr(service.turnstile, "compute", lambda count, answer: found.append(count) or answer())
    return found


def fields(name: str) -> list[dict[str, object]]:
    place = {"kind": "cross", "layer": 0, "head": 0, "query": 0, "block": "linear", "sentences": None}
    if name.startswith("lens"):
        return [{**place, "lens": lens} for lens in lenses()]
    if name == "exercises":
        return [{"chapter": "attention"}]
    return [{**place, "lab": "masks", "values": {"other": "one"}}]


@pytest.mark.parametrize("name", [name for name, question in QUESTIONS.items() if question.cost])
def test_every_question_is_charged_before_its_turn(service, miniature, charged, name):
    id = service.translate(miniature.name, "seven", 1, 0.6).request.id
    charged.clear()
    for own in fields(name):
        try:
            ask(service, name, {"id": id, **own})
        except CoreError as error:  # of this small model
            assert error.code.startswith(("labs.", "lens."))
    assert charged


@pytest.mark.parametrize("name", ["head_importance", "search_tree", "close_up", "lens_code"])
def test_longer_sentence_costs_more(service, miniature, charged, name):
    costs = []
    for text in ("seven", LONG[:400]):
        id = service.translate(miniature.name, text, 1, 0.6).request.id
        charged.clear()
        ask(service, name, {"id": id, **fields(name)[0]})
        costs.append(charged[0])
    assert costs[1] > 5 * costs[0]


def test_wider_beam_makes_a_dearer_tree(service, miniature, charged):
    costs = []
    for beam in (1, 7):
        id = service.translate(miniature.name, "seven", beam, 0.6).request.id
        charged.clear()
        ask(service, "search_tree", {"id": id})
        costs.append(charged[0])
    assert costs[1] == pytest.approx(7 * costs[0])


def test_importance_is_refused_beyond_a_number_of_tokens(service, miniature, monkeypatch):
    monkeypatch.setattr("core.service.questions.MAX_COST", 12)
    id = service.translate(miniature.name, LONG[:80], 1, 0.6).request.id
    with pytest.raises(CoreError, match=r"of [0-9]+ heads is computed for at most [0-9]+ tokens.*these have [0-9]+"):
        ask(service, "head_importance", {"id": id})


def test_larger_model_has_longer_turns():
    small, large = ModelConfig(vocab_size=1000, d_model=64), ModelConfig()
    assert turns(640, small) == turns(640) == 10
    assert turns(640, large) > 60


def test_labs_that_train_a_model_are_expensive():
    fixed, _ = lab_cost("why_warmup")
    assert turns(fixed) > 8
    assert lab_cost("positional") == lab_cost("no such lab") == (0.0, 1.0)
    assert all(fixed >= 0 and each >= 0 and fixed + each > 0 for fixed, each in map(lab_cost, lab_modules()))
