"""The model for the engine in the browser."""

import base64

import pytest

from core.library import CheckpointLibrary
from core.service import Service
from viz.saved_page.archive import model_archive
from viz.tabs.translate import engine_model as module
from viz.tabs.translate.engine_model import engine_model


@pytest.fixture(scope="module")
def service(miniature) -> Service:
    return Service(CheckpointLibrary(miniature.parent))


@pytest.fixture
def asked(service, miniature) -> str:
    return service.translate(miniature.name, "seven hundred and twelve", 1, 0.6).request.id


def test_model_is_the_archive_and_is_sent_once(service, miniature, asked):
    answer = engine_model(service)
    first = answer({"id": asked, "have": []})
    checkpoint = service.library.translator(miniature.name).checkpoint
    assert base64.b64decode(first["model"]) == model_archive(checkpoint, miniature.name)
    assert answer({"id": asked, "have": [first["stamp"]]}) == {"stamp": first["stamp"]}
    other = service.translate(miniature.name, "nine", 1, 0.6).request.id
    assert answer({"id": other, "have": [first["stamp"]]}) == {"stamp": first["stamp"]}


def test_model_that_the_engine_cannot_open_has_no_stamp(service, asked, monkeypatch):
    monkeypatch.setattr(module, "MAX_PARAMETERS", 10)
    assert engine_model(service)({"id": asked, "have": []}) == {"stamp": ""}


@pytest.mark.parametrize(
    "data", [{"id": "nobody", "have": []}, {"have": []}, {"id": "x"}, {"id": "x", "have": ["s"] * 21}]
)
def test_other_requests_are_refused_in_words(service, data):
    assert set(engine_model(service)(data)) == {"problem"}
