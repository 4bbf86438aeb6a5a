"""What the engine answers about a translation, against the answers of the server, on a random model."""

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.checkpoint import save_checkpoint
from core.library import CheckpointLibrary
from core.service import Service, ask
from tests.viz.saved_page.engine import random_checkpoint, run_engine
from viz.wire.answers import FORMS
from viz.wire.payload import payload_of

TEXT = "A dog runs along the beach."
OFF = [["encoder", 0, 1], ["cross", 1, 0]]
VARIANTS: list[dict[str, Any]] = [
    {"off": OFF, "uniform": [["decoder", 1, 1]]},
    {"off": OFF, "same": True},
    {"edits": [{"kind": "decoder", "layer": 0, "head": 0, "query": 2, "weights": [0.5, 0.25, 0.25]}]},
    {"prefix": [44, 55], "beam_size": 1},
    {"target": "Ein Hund läuft."},
    {"text": "Zwei Männer spielen.", "alpha": 1.0, "rank": 1},
]
ROW = {"kind": "decoder", "layer": 1, "head": 1, "query": 2}


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Service:
    folder: Path = tmp_path_factory.mktemp("checkpoints")
    made = random_checkpoint(seed=3, num_layers=2)
    languages = {"source_language": "en", "target_language": "de"}
    save_checkpoint(folder / "test", made.model.state_dict(), made.model.config, made.vocabularies, **languages)
    return Service(CheckpointLibrary(folder))


def assert_same(found: Any, expected: Any, path: str = "") -> None:
    """Compare answers; numbers, which the server rounds to 6 digits, to 1e-4; 8-bit weights to one level."""
    if isinstance(expected, dict):
        assert found.keys() == expected.keys(), path
        for name in expected:
            assert_same(found[name], expected[name], f"{path}.{name}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), path
        for index, (one, other) in enumerate(zip(found, expected, strict=True)):
            assert_same(one, other, f"{path}.{index}")
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, abs=1e-4, rel=1e-4), path
    elif path.endswith(".weights") and isinstance(expected, str):
        levels = [np.frombuffer(base64.b64decode(one), np.uint8).astype(int) for one in (found, expected)]
        assert levels[0].shape == levels[1].shape and np.abs(levels[0] - levels[1]).max() <= 1, path
    else:
        assert found == expected, path


def comparable(payload: str) -> dict[str, Any]:
    """Return a payload without what belongs to one process: ids, time, checks and lenses, the step to open with."""
    values = json.loads(payload)
    if values["change"]:
        del values["change"]["base"]
    return {
        name: value
        for name, value in values.items()
        if name not in ("id", "milliseconds", "checks", "lenses", "opening")
    }


def test_payloads_are_those_of_the_server(server):
    answer = server.translate("test", TEXT, 4, 0.6)
    calls = [["translate", TEXT, 4, 0.6], *(["variant", {"id": "here-1", **fields}] for fields in VARIANTS)]
    [[base, *variants]] = run_engine(server.library.translator("test").checkpoint, {"task": "service", "calls": calls})
    assert_same(comparable(base), comparable(payload_of(answer).to_json()))
    assert all(check["passed"] for check in json.loads(base)["checks"])
    for fields, found in zip(VARIANTS, variants, strict=True):
        expected = FORMS["variant"](ask(server, "variant", {"id": answer.request.id, **fields}))
        assert_same(comparable(found["payload"]), comparable(expected["payload"]), str(fields))


def test_answers_are_those_of_the_server(server):
    answer = server.translate("test", TEXT, 4, 0.6)
    changed = FORMS["variant"](ask(server, "variant", {"id": answer.request.id, "off": OFF}))
    id = json.loads(changed["payload"])["id"]
    head = {name: ROW[name] for name in ("kind", "layer", "head")}
    questions = {
        "headValues": ("head_values", head),
        "searchTree": ("search_tree", {}),
        "tokenLosses": ("token_losses", {"kind": "encoder"}),
        "headImportance": ("head_importance", {}),
        "closeUp": ("close_up", ROW),
    }
    payload = json.loads(payload_of(answer).to_json())
    calls = [["variant", {"id": payload["id"], "off": OFF}]]
    calls += [[name, {"id": "here-1", **fields}] for name, (_, fields) in questions.items()]
    checkpoint = server.library.translator("test").checkpoint
    [[_, *found]] = run_engine(checkpoint, {"task": "service", "calls": calls, "adopted": [payload]})
    for one, (name, fields) in zip(found, questions.values(), strict=True):
        expected = FORMS[name](ask(server, name, {"id": id, **fields}))
        if name == "head_values":
            one, expected = ({"values": floats_of(each), "shape": each["shape"]} for each in (one, expected))
        if name == "close_up":  # bins at rounded edges may differ by one product
            assert np.abs(np.subtract(one["histogram"].pop("raw"), expected["histogram"].pop("raw"))).sum() <= 2
            assert np.abs(np.subtract(one["histogram"].pop("scaled"), expected["histogram"].pop("scaled"))).sum() <= 2
        assert_same(one, expected, name)


def floats_of(reply: dict[str, Any]) -> list[float]:
    return np.frombuffer(base64.b64decode(reply["values"]), "<f4").tolist()


def test_what_cannot_be_translated_is_refused():
    long = "dog " * 200
    refused = {
        "live.blank": ["translate", "  ", 4, 0.6],
        "live.long": ["translate", long, 4, 0.6],
        "live.search": ["translate", TEXT, 17, 0.6],
        "live.cost": ["translate", "dog. " * 24, 16, 0.6],
        "live.forgotten": ["searchTree", {"id": "nobody"}],
        "live.checkpoint": ["variant", {"id": "here-1", "checkpoint": "another"}],
        "live.rank": ["hypothesis", "here-1", 9],
    }
    calls = [["translate", TEXT, 2, 0.6], *refused.values()]
    [[_, *found]] = run_engine(random_checkpoint(num_layers=1, max_positions=256), {"task": "service", "calls": calls})
    assert [one["refused"] for one in found] == list(refused)
