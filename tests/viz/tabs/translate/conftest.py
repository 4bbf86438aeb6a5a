"""An service of two small checkpoints, and one translation made with it."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.library import CheckpointLibrary
from core.service import Service
from viz.tabs.translate.server import server_functions
from viz.wire.payload import payload_of

SENTENCE = "three thousand four hundred and eighty-one"

Ask = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def service(miniature: Path, tmp_path_factory: pytest.TempPathFactory) -> Service:
    """Two checkpoints: of a generated task, and the same as if trained on somebody's files, without examples."""
    folder = tmp_path_factory.mktemp("checkpoints")
    for name in ("numbers", "own"):
        shutil.copytree(miniature, folder / name)
    config = folder / "own" / "config.json"
    described = json.loads(config.read_text(encoding="utf-8"))
    described["data"]["task"] = None
    config.write_text(json.dumps(described), encoding="utf-8")
    return Service(CheckpointLibrary(folder))


@pytest.fixture
def shown(service: Service) -> dict[str, Any]:
    """The payload of one sentence, beam 3."""
    return json.loads(payload_of(service.translate("numbers", SENTENCE, 3, 0.6)).to_json())


@pytest.fixture
def ask(service: Service, shown: dict[str, Any]) -> Ask:
    """Asks one of the server functions about that sentence, or about another id."""
    functions = {function.__name__: function for function in server_functions(service)}

    def question(name: str, **fields: Any) -> dict[str, Any]:
        reply = functions[name]({"id": shown["id"], **fields})
        json.dumps(reply, allow_nan=False)  # what could not travel would reach the browser as nothing
        return reply

    return question
