"""The labs as the browser computes them, run by node: what a lab computes and what it draws, for a test in Python."""

import functools
import json
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from core.library import CheckpointLibrary
from core.service import Service, ask
from viz.wire.labs import FORMS

ROOT = Path(__file__).parents[3]
SCRIPT = Path(__file__).with_name("compute.mjs")
node = pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")

# The paper's base model with a sentence, for what does not depend on the loaded model.
SENTENCE = {
    "source": [" The", " cat", " sat", " on", " the", " mat", ".", "</s>"],
    "target": [" Die", " Katze", " saß", " auf", " der", " Matte", ".", "</s>"],
    "text": "The cat sat on the mat.",
    "translation": "Die Katze saß auf der Matte.",
}


@functools.cache
def paper() -> dict[str, Any]:
    """Return the facts without a model: the paper's base model, and a sentence."""
    service = Service(CheckpointLibrary(ROOT / "checkpoints"))
    return {**FORMS["lab_bench"](ask(service, "lab_bench", {"id": ""})), **SENTENCE}


def _node(given: Mapping[str, Any]) -> dict[str, Any]:
    done = subprocess.run(
        ["node", str(SCRIPT)], input=json.dumps(given), capture_output=True, text=True, timeout=60, check=False
    )
    if done.returncode:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


def run_lab(
    name: str, values: Mapping[str, Any] | None = None, answer: Any = None, facts: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Compute and draw a lab with node.

    Args:
        name: of the lab.
        values: of its controls; those that are missing have their first value.
        answer: of the server, unpacked, where the lab asks for one; a list where it asks for several.
        facts: changes of `paper()`.

    Returns:
        `values`, as read; `numbers`, what `compute` returns (NaN and infinities as text); `drawn`, what `draw` returns;
        `said`, the keys of the words; `asked`, the question to the server or None.
    """
    return _node({"name": name, "values": dict(values or {}), "answer": answer, "facts": {**paper(), **(facts or {})}})


def vary_lab(
    name: str, facts: Mapping[str, Any], ask_model: Callable[[Mapping[str, Any]], Any]
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Compute and draw a lab with each control at each end or option in turn.

    Args:
        name: of the lab.
        facts: of the model.
        ask_model: from a question to its answer, for a lab that asks.

    Returns:
        What `run_lab` returns of each variation, and the lab with all keys of its words.
    """
    given = {"name": name, "values": {}, "facts": dict(facts), "vary": True}
    found = _node(given)
    questions = [one["asked"] for one in found["all"] if one["asked"] is not None]
    asked = [one for many in questions for one in (many if isinstance(many, list) else [many])]
    if asked:
        once = {json.dumps(one, separators=(",", ":"), ensure_ascii=False): one for one in asked}
        answers = {key: ask_model(one) for key, one in once.items()}
        found = _node({**given, "answers": answers})
    return found["all"], {**found["lab"], "said": found["said"]}


def computed(name: str, values: Mapping[str, Any] | None = None, answer: Any = None, **facts: Any) -> Any:
    """Return what a lab computes."""
    return run_lab(name, values, answer, facts)["numbers"]


def shown(name: str, values: Mapping[str, Any] | None = None, answer: Any = None, **facts: Any) -> dict[str, Any]:
    """Return the numbers that a lab shows below its figures, by name."""
    return run_lab(name, values, answer, facts)["drawn"]["numbers"]
