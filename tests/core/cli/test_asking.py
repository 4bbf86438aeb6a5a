"""The command `ask`: every question of the service from the command line, as JSON in and out."""

import io
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from core.cli.asking import ANSWERED_AT_ONCE
from core.cli.parser import main
from core.config import DecodingConfig
from core.translator import Translator
from tests.core.cli.command import refused

SENTENCE = "three thousand four hundred and eighty-one"
PLACE = {"kind": "cross", "layer": 2, "head": 1}  # counted from 1
REQUESTS = {
    "head_values": PLACE,
    "layer_values": {"kind": "decoder", "layer": 1},
    "lens_values": {"lens": "value_norm"},
    "lens_head": {**PLACE, "lens": "scores"},
    "lens_code": {"kind": "cross", "lens": "rollout"},
    "search_tree": {},
    "translate_each": {"sentences": ["seven", "ninety million"]},
    "variant": {"off": [["cross", 1, 2]], "same": True},
    "head_importance": {},
    "token_losses": {"kind": "cross"},
    "temperatures": {},
    "exercises": {"chapter": "attention"},
    "close_up": {**PLACE, "query": 2},
    "head_catalogue": {"sentences": "seven\nninety million"},
    "provenance": {},
    "machine": {},
    "machine_block": {"block": "decoder.0.cross"},
    "lab_bench": {},
    "lab": {"lab": "residual", "values": {"side": "encoder"}},
    "lab_code": {"lab": "residual", "values": {"side": "encoder"}},
}


def asked(capsys, checkpoint: Path, question: str, *more: str, text: str = SENTENCE) -> dict:
    """Return what the command prints for a question."""
    request = json.dumps(REQUESTS[question])
    given = ["ask", question, "--checkpoint", str(checkpoint), "--text", text, "--beam", "2", "--request", request]
    assert main([*given, *more]) == 0
    return json.loads(capsys.readouterr().out, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))


@pytest.mark.parametrize("question", ANSWERED_AT_ONCE)
def test_every_question_is_answered_in_json(miniature, translator, capsys, question):
    found = asked(capsys, miniature, question)
    best = translator.search(SENTENCE, DecodingConfig(beam_size=2))
    assert found["text"] == SENTENCE and found["translation"] == best.text
    assert found["source_tokens"][-1] == "</s>" and found["answer"]
    assert len(found["read_tokens"]) == len(found["predicted_tokens"]) == len(best.hypotheses[0].ids)


def test_head_values_are_those_of_the_trace(miniature, translator: Translator, capsys):
    trace = translator.trace(translator.search(SENTENCE, DecodingConfig(beam_size=2, nbest=2)), 1)
    found = asked(capsys, miniature, "head_values", "--rank", "2")
    np.testing.assert_allclose(found["answer"], trace.cross[1, 0], atol=1e-6)


def test_layers_heads_rows_and_ranks_count_from_one(miniature, capsys):
    """The page, the other commands and every file count from 1."""
    found = asked(capsys, miniature, "variant")["answer"]["change"]
    assert found["off"] == [["cross", 1, 2]] and found["rank"] == 1
    rows = asked(capsys, miniature, "head_catalogue")["answer"]["rows"]
    assert {(row["layer"], row["head"]) for row in rows} == {(1, 1), (1, 2), (2, 1), (2, 2)}
    assert asked(capsys, miniature, "provenance")["answer"]["rank"] == 1
    values = {"side": "encoder", "layer": 0}
    given = ("ask", "lab", "--checkpoint", miniature, "--request", json.dumps({"lab": "residual", "values": values}))
    assert "layer is 0; it counts from 1" in refused(capsys, *given)


def test_request_is_read_from_standard_input(miniature, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(PLACE)))
    assert main(["ask", "head_values", "--checkpoint", str(miniature), "--text", "seven", "--request", "-"]) == 0
    rows = json.loads(capsys.readouterr().out)["answer"]
    assert [round(sum(row), 4) for row in rows] == [1.0] * len(rows)


def test_first_example_is_the_default_sentence(miniature, capsys):
    assert main(["ask", "search_tree", "--checkpoint", str(miniature)]) == 0
    assert json.loads(capsys.readouterr().out)["text"]


@pytest.mark.parametrize(
    ("question", "more", "words"),
    [
        ("effect", (), "unknown question 'effect'; allowed: "),
        ("fly", (), "unknown question 'fly'; allowed: head_values, layer_values"),
        ("head_values", ("--request", "{"), "the request is not JSON: "),
        ("head_values", ("--request", "[]"), "the request must be a JSON object with"),
        ("head_values", ("--request", '{"kind": "cross"}'), "lacks head, layer; its fields: head, kind, layer"),
        ("close_up", (), "the request of close_up lacks head, kind, layer, query; its fields: "),
        ("layer_values", ("--request", '{"kind": "self", "layer": 1}'), "valid kind: input should be 'encoder', "),
        ("close_up", ("--request", json.dumps({**PLACE, "query": 0})), "query is 0; it counts from 1"),
        ("variant", ("--request", '{"off": [["cross", 0, 1]]}'), "layer or head is 0; it counts from 1"),
        ("head_values", ("--request", json.dumps({**PLACE, "head": 7})), "valid head: there are 2"),
        ("variant", ("--request", '{"of": []}'), "variant does not have of; allowed: alpha, beam_size, checkpoint"),
        ("search_tree", ("--request", '{"id": "x"}'), "search_tree does not have id; allowed: no fields"),
        ("search_tree", ("--beam", "17"), "beam_size must be a whole number from 1 to 16, not 17"),
        ("search_tree", ("--rank", "5"), "hypothesis 5 does not exist"),
        ("search_tree", ("--rank", "0"), "hypothesis 0 does not exist"),
        ("search_tree", ("--text", " "), "the source sentence is blank"),
    ],
)
def test_bad_question_is_refused_in_one_sentence(miniature, capsys, question, more, words):
    assert words in refused(capsys, "ask", question, "--checkpoint", miniature, "--text", "seven", *more)


def test_folder_without_a_checkpoint_is_refused(tmp_path, capsys):
    assert "config.json" in refused(capsys, "ask", "search_tree", "--checkpoint", tmp_path, "--text", "seven")
