"""What the browser asks while somebody explores: right answers, refusals in words, and nothing that grows."""

import base64
import copy
import dataclasses
import json
import os
import re
import shutil

import numpy as np
import pytest
import torch

import core.inspection.lenses
from core.config import DecodingConfig
from core.data.tokenizer import BOS_ID, EOS_ID
from core.inspection.intervention import HeadName, Intervention
from core.inspection.lenses import REFERENCE, compare, compute_lens, lenses
from core.library import CheckpointLibrary
from core.service import QUESTIONS
from core.service import lenses as lens_questions
from core.service import service as service_module
from core.service.service import Service, search
from viz.components.attention_view.component import ENTRY
from viz.components.modules import module_graph
from viz.tabs.translate.server import server_functions
from viz.texts import ENGLISH
from viz.texts.en import TEXTS
from viz.wire.answers import FORMS
from viz.wire.labs import FORMS as LAB_FORMS
from viz.wire.link import read_link
from viz.wire.machine import FORMS as MACHINE_FORMS
from viz.wire.payload import payload_of

from .conftest import SENTENCE

KINDS = ("encoder", "decoder", "cross")
EVERY = {**FORMS, **MACHINE_FORMS, **LAB_FORMS}
MACHINE_ENTRY = ENTRY.parents[1] / "machine" / "index.js"
EXERCISES_ENTRY = ENTRY.parents[1] / "exercises" / "index.js"
MATHS_ENTRIES = [ENTRY.parents[1] / "maths" / name for name in ("index.js", "bench.js")]


def floats(reply: dict) -> np.ndarray:
    return np.frombuffer(base64.b64decode(reply["values"]), "<f4").reshape(reply["shape"])


def levels(part: dict) -> np.ndarray:
    return np.frombuffer(base64.b64decode(part["levels"]), np.uint8).reshape(part["shape"])


# Weights


@pytest.mark.parametrize("kind", KINDS)
def test_one_head_and_one_layer_are_those_of_the_trace(service, ask, shown, kind):
    weights = service.trace(shown["id"]).weights(kind)
    assert np.array_equal(floats(ask("head_values", kind=kind, layer=1, head=0)), weights[1, 0])
    assert np.array_equal(levels(ask("layer_values", kind=kind, layer=1)), np.rint(weights[1] * 255).astype(np.uint8))


def test_dropped_trace_is_recomputed_equal(service, ask, shown):
    varied = json.loads(ask("variant", off=[["encoder", 1, 0]], prefix=shown["predicted_ids"][:2])["payload"])
    given = json.loads(ask("variant", uniform=[["cross", 0, 1]], same=True)["payload"])
    for id in (shown["id"], varied["id"], given["id"]):
        before = ask("head_values", id=id, kind="cross", layer=0, head=1)
        service.traces._traces.clear()  # as if many others had been looked at since
        assert ask("head_values", id=id, kind="cross", layer=0, head=1) == before


@pytest.mark.parametrize("kind", KINDS)
def test_large_trace_is_answered_layer_by_layer(service, monkeypatch, kind):
    monkeypatch.setattr(service_module, "_TRACE_BYTES", 40_000)  # less than this trace and more than a layer of it
    small = Service(service.library)
    sentence = "nine hundred and ninety-nine million " * 3
    shown = json.loads(payload_of(small.translate("numbers", sentence, 2, 0.6)).to_json())
    assert small.traces.bytes == 0
    functions = {function.__name__: function for function in server_functions(small)}
    off = [["encoder", 0, 1], ["cross", 1, 0]]
    varied = json.loads(functions["variant"]({"id": shown["id"], "off": off})["payload"])
    for id, request in ((one["id"], small.request(one["id"])) for one in (shown, varied)):
        _, trace = small.traced(request)
        reply = functions["head_values"]({"id": id, "kind": kind, "layer": 1, "head": 1})
        np.testing.assert_allclose(floats(reply), trace.weights(kind)[1, 1], atol=1e-6)
        reply = functions["layer_values"]({"id": id, "kind": kind, "layer": 1})
        assert np.abs(levels(reply) / 255 - trace.weights(kind)[1]).max() <= 0.51 / 255
    assert small.traces.bytes > 0
    assert "base" in functions["head_importance"]({"id": shown["id"]})


def test_head_of_a_missing_checkpoint_is_refused(service, tmp_path):
    shutil.copytree(service.library.folder("numbers"), tmp_path / "going")
    alone = Service(CheckpointLibrary(tmp_path))
    id = json.loads(payload_of(alone.translate("going", SENTENCE, 1, 0.6)).to_json())["id"]
    functions = {function.__name__: function for function in server_functions(alone)}
    request = {"id": id, "kind": "cross", "layer": 0, "head": 0}
    assert "values" in functions["head_values"](request)
    shutil.rmtree(tmp_path / "going")
    alone.traces._traces.clear()
    assert "Unknown model" in functions["head_values"](request)["problem"]
    assert "Unknown model" in functions["variant"]({"id": id, "off": []})["problem"]


@pytest.mark.parametrize("changed", ["config.json", "model.safetensors"])
def test_replaced_checkpoint_answers_nothing_for_the_old_one(service, tmp_path, changed):
    """The id of a trace named its checkpoint, but not which one stood under that name."""
    shutil.copytree(service.library.folder("numbers"), tmp_path / "trained")
    alone = Service(CheckpointLibrary(tmp_path))
    first = json.loads(payload_of(alone.translate("trained", SENTENCE, 1, 0.6)).to_json())["id"]
    os.utime(tmp_path / "trained" / changed, (7, 7))
    functions = {function.__name__: function for function in server_functions(alone)}
    kept = functions["head_values"]({"id": first, "kind": "cross", "layer": 0, "head": 0})
    assert "values" in kept  # what is drawn may still be looked at
    alone.traces._traces.clear()
    for name, fields in (
        ("head_values", {"kind": "cross", "layer": 0, "head": 0}),
        ("variant", {}),
        ("search_tree", {}),
        ("provenance", {}),
    ):
        assert "no longer kept" in functions[name]({"id": first, **fields})["problem"]
    assert json.loads(payload_of(alone.translate("trained", SENTENCE, 1, 0.6)).to_json())["id"] != first


# Lenses


def test_payload_declares_every_lens_in_menu_order(shown):
    assert shown["lenses"] == [
        {"name": lens.name, "rows": lens.rows, "signed": lens.signed, "kinds": list(lens.kinds)}
        for lens in lenses().values()
    ]
    assert shown["lenses"][0]["name"] == "weights"  # the numbers of the payload itself


@pytest.mark.parametrize("name", lenses())
def test_every_lens_has_words_and_fits_a_link(name):
    assert {f"attention.lens.{name}", f"attention.lens.{name}.note"} <= TEXTS.keys()
    assert json.loads(read_link({"lens": name}, []).view) == {"lens": name}


@pytest.mark.parametrize("lens", [name for name in lenses() if name != "weights"])
def test_a_lens_arrives_within_half_a_level_of_its_numbers(service, ask, shown, lens):
    pair = service.pair(shown["id"])
    result = compute_lens(lens, pair.translator.model, pair.source_ids, pair.target_ids)
    reply = ask("lens_values", lens=lens)
    assert reply["lens"] == lens
    for kind in KINDS:
        values, part = result.kind(kind), reply["kinds"][kind]
        assert (values is None) == (part is None)
        if values is not None:
            shown_values = part["low"] + levels(part) / 255 * (part["high"] - part["low"])
            known = np.isfinite(values)
            assert np.abs(shown_values - values)[known].max() <= 0.51 / 255 * (part["high"] - part["low"])


@pytest.mark.parametrize("lens", [name for name in lenses() if name != "weights"])
def test_one_head_of_a_lens_arrives_in_float32(service, ask, shown, lens):
    pair = service.pair(shown["id"])
    result = compute_lens(lens, pair.translator.model, pair.source_ids, pair.target_ids)
    for kind in result.lens.kinds:
        values = result.kind(kind)
        layer, head = (size - 1 for size in values.shape[:2])
        reply = ask("lens_head", lens=lens, kind=kind, layer=layer, head=head)
        np.testing.assert_array_equal(floats(reply), values[layer, head])
        assert "no valid head" in ask("lens_head", lens=lens, kind=kind, layer=layer, head=head + 1)["problem"]
    if "encoder" not in result.lens.kinds:
        assert "no valid kind" in ask("lens_head", lens=lens, kind="encoder", layer=0, head=0)["problem"]


def test_every_lens_is_compared_with_occlusion(service, ask, shown):
    pair = service.pair(shown["id"])
    found = {
        name: compute_lens(name, pair.translator.model, pair.source_ids, pair.target_ids)
        for name in ("alti", "occlusion")
    }
    agreement = ask("lens_values", lens="scores")["agreement"]
    assert set(agreement) == set(lenses()) - {REFERENCE}
    assert agreement["alti"] == pytest.approx(compare(found["alti"], found["occlusion"]).mean, abs=1e-5)


def test_agreement_omits_a_lens_with_a_lower_limit(service, ask, monkeypatch):
    service.results._kept.clear()
    limited = {**lenses(), "alti": dataclasses.replace(lenses()["alti"], max_tokens=1)}
    monkeypatch.setattr(core.inspection.lenses, "lenses", lambda: limited)
    assert set(ask("lens_values", lens="scores")["agreement"]) == set(lenses()) - {REFERENCE, "alti"}
    service.results._kept.clear()


def test_lens_with_too_many_numbers_is_refused(service, ask, monkeypatch):
    service.results._kept.clear()
    monkeypatch.setattr(lens_questions, "MAX_LENS_NUMBERS", 100)
    assert "at most 100" in ask("lens_values", lens="value_norm")["problem"]


# The search tree


def test_search_tree_ends_in_the_hypotheses(service, ask, shown):
    reply = ask("search_tree")
    nodes = reply["nodes"]
    assert (reply["beam"], reply["alpha"], reply["chosen"]) == (3, 0.6, 0)
    request = service.request(shown["id"])
    hypotheses = search(service.library.translator("numbers"), request).hypotheses
    place = {id: index for index, id in enumerate(nodes["id"])}

    def path(node: int) -> list[int]:
        return [*path(nodes["parent"][place[node]]), nodes["token"][place[node]]] if node else []

    assert [path(node) for node in reply["hypotheses"]] == [list(hypothesis.ids) for hypothesis in hypotheses]
    for node, hypothesis in zip(reply["hypotheses"], hypotheses, strict=True):
        assert nodes["score"][place[node]] == pytest.approx(hypothesis.score, rel=1e-4)
        assert nodes["total"][place[node]] / nodes["penalty"][place[node]] == pytest.approx(hypothesis.score, rel=1e-4)
    assert set(nodes["status"]) <= {"kept", "finished", "pruned"}
    assert {len(column) for column in nodes.values()} == {len(nodes["id"])}


def test_given_target_refuses_a_tree(ask):
    given = json.loads(ask("variant", same=True)["payload"])
    assert "do not have a tree" in ask("search_tree", id=given["id"])["problem"]


# Variants


def test_heads_that_are_off_are_off_in_search_and_trace(service, ask, shown):
    off = [["cross", layer, head] for layer in range(2) for head in range(2)]
    varied = json.loads(ask("variant", off=off)["payload"])
    assert varied["change"]["off"] == off
    assert varied["id"] != shown["id"] and varied["predicted_ids"] != shown["predicted_ids"]
    assert not floats(ask("head_values", id=varied["id"], kind="cross", layer=1, head=1)).any()
    assert all(check["passed"] for check in varied["checks"])
    expected = service.library.translator("numbers").search(
        SENTENCE,
        DecodingConfig(beam_size=3, nbest=3),
        intervention=Intervention(off=tuple(HeadName(*one) for one in off)),
    )
    assert varied["translation"] == expected.text


def test_heads_off_give_probabilities_of_a_model_without_them(service, ask, shown):
    off = [["cross", layer, head] for layer in range(2) for head in range(2)]
    varied = json.loads(ask("variant", off=off, same=True)["payload"])
    assert varied["predicted_ids"] == shown["predicted_ids"]
    assert varied["translation"] == shown["translation"]
    translator = service.library.translator("numbers")
    without = copy.deepcopy(translator.model)
    for layer in without.decoder.layers:
        layer.cross_attention.output.weight.zero_()
    predicted = torch.tensor([shown["predicted_ids"]])
    read = torch.cat([torch.tensor([[BOS_ID]]), predicted[:, :-1]], dim=1)
    logits = without(torch.tensor([translator.vocabularies.source.encode(SENTENCE).ids]), read)
    expected = logits.softmax(-1).gather(-1, predicted[..., None])[0, :, 0]
    assert varied["probabilities"] == pytest.approx(expected.tolist(), abs=1e-5)


def test_a_forced_prefix_begins_the_translation(ask, shown):
    prefix = [token for token in shown["top_ids"][0] if token > EOS_ID and token != shown["predicted_ids"][0]][:3]
    varied = json.loads(ask("variant", prefix=prefix)["payload"])
    assert varied["predicted_ids"][:3] == prefix
    assert varied["change"]["prefix"] == prefix


def test_an_edited_row_is_the_row_that_was_used(ask, shown):
    keys = len(shown["src_tokens"])
    weights = [0.0] * keys
    weights[1], weights[2] = 0.25, 0.75
    edit = {"kind": "cross", "layer": 0, "head": 1, "query": 1, "weights": weights}
    varied = json.loads(ask("variant", edits=[edit], same=True)["payload"])
    rows = floats(ask("head_values", id=varied["id"], kind="cross", layer=0, head=1))
    np.testing.assert_allclose(rows[1], weights, atol=1e-6)
    assert varied["change"]["edits"] == [edit]


def test_variant_translates_another_sentence_and_checkpoint(ask, shown):
    varied = json.loads(ask("variant", text="seven", checkpoint="own", rank=1)["payload"])
    assert (varied["source"], varied["checkpoint"], varied["chosen"]) == ("seven", "own", 1)
    assert varied["decoding"] == shown["decoding"]
    assert varied["change"]["base"] == shown["id"]


def test_another_beam_searches_with_its_own_length_penalty(service, ask, shown):
    varied = json.loads(ask("variant", beam_size=1, alpha=2)["payload"])
    assert varied["decoding"] == {"beam_size": 1, "alpha": 2.0} != shown["decoding"]
    assert len(varied["hypotheses"]) == 1 < len(shown["hypotheses"])
    assert (varied["change"]["beam_size"], varied["change"]["alpha"]) == (1, 2.0)
    assert ask("search_tree", id=varied["id"])["beam"] == 1
    expected = service.library.translator("numbers").search(SENTENCE, DecodingConfig(beam_size=1, alpha=2.0))
    assert varied["translation"] == expected.text


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"beam_size": 0}, "from 1 to 16"),
        ({"beam_size": 99}, "from 1 to 16"),
        ({"beam_size": 2.5}, "valid Beam"),
        ({"beam_size": "4"}, "valid Beam"),
        ({"alpha": "1"}, "valid Length penalty"),
        ({"alpha": -1}, "Length penalty"),
        ({"alpha": 10**400}, "valid Length penalty"),
        ({"beam_size": 1, "rank": 1}, "does not exist"),
        ({"off": 3}, "valid off"),
        ({"off": [["cross", 0]]}, "kind, layer, head"),
        ({"off": [["cross", 0, 2]]}, "Head 3"),
        ({"off": [["cross", 0, 0]] * 5000}, "valid off"),
        ({"uniform": {"a": 1}}, "valid uniform"),
        ({"off": [["cross", 0, 0]], "uniform": [["cross", 0, 0]]}, "both off and uniform"),
        ({"edits": [3]}, "valid edits"),
        ({"edits": [{"kind": "cross"}]}, "a row as"),
        (
            {"edits": [{"kind": "cross", "layer": 0, "head": 0, "query": 0, "weights": [1.0]}]},
            "needs",
        ),
        ({"prefix": ["a"]}, "valid prefix"),
        ({"prefix": [10**9]}, "is not allowed at place"),
        ({"prefix": [-1]}, "is not allowed at place"),
        ({"prefix": [5] * 513}, "valid prefix"),
        ({"prefix": [5] * 512}, "fewer than 512"),
        ({"prefix": "ab"}, "valid prefix"),
        ({"same": 1}, "valid same"),
        ({"text": 7}, "valid text"),
        ({"text": "  "}, "Type a sentence"),
        ({"text": "x" * 30_000}, "at most 20,000"),
        ({"text": "one " * 700}, "at most 512"),
        ({"checkpoint": "../own"}, "Unknown model"),
        ({"checkpoint": "own", "same": True}, "other tokens"),
        ({"rank": 1.5}, "valid rank"),
        ({"rank": -1}, "valid rank"),
        ({"rank": 7}, "does not exist"),
        ({"id": "never"}, "no longer kept"),
        ({"id": None}, "valid id"),
        ({"id": "x" * 1000}, "valid id"),
    ],
)
def test_invalid_variant_is_refused_with_a_message(ask, fields, message):
    assert message in ask("variant", **fields)["problem"]


# Importance, close-up, catalogue


def test_importance_is_the_loss_of_each_head_switched_off(service, ask, shown):
    reply = ask("head_importance")
    assert reply["base"] == pytest.approx(np.log(shown["probabilities"]).sum(), rel=1e-4)
    varied = json.loads(ask("variant", off=[["cross", 1, 0]], same=True)["payload"])
    lost = reply["base"] - np.log(varied["probabilities"]).sum()
    assert reply["cross"][1][0] == pytest.approx(lost, abs=1e-3)
    assert all(np.shape(reply[kind]) == (2, 2) for kind in KINDS)


def test_a_close_up_adds_up(ask, shown):
    reply = ask("close_up", kind="cross", layer=1, head=0, query=1)
    query, keys = np.array(reply["query"]), np.array(reply["keys"])
    assert reply["d_k"] == len(query) == 16
    np.testing.assert_allclose(keys @ query, reply["dot"], atol=1e-3)
    np.testing.assert_allclose(np.array(reply["dot"]) / 4, reply["scaled"], atol=1e-3)
    weights = np.exp(reply["scaled"] - np.max(reply["scaled"]))
    np.testing.assert_allclose(weights / weights.sum(), reply["weights"], atol=1e-4)
    histogram = reply["histogram"]
    steps, source = len(shown["predicted_tokens"]), len(shown["src_tokens"])
    assert sum(histogram["raw"]) == sum(histogram["scaled"]) == steps * source
    assert histogram["raw_variance"] == pytest.approx(16 * histogram["scaled_variance"], rel=1e-4)
    assert histogram["raw_largest"] >= histogram["scaled_largest"]


def test_a_changed_translation_is_looked_at_under_the_same_change(service, ask, shown):
    off, uniform = [["cross", 0, 1]], [["encoder", 1, 0]]
    varied = json.loads(ask("variant", off=off, uniform=uniform)["payload"])["id"]
    pair = service.pair(varied)
    changes = Intervention(off=(HeadName("cross", 0, 1),), uniform=(HeadName("encoder", 1, 0),))
    assert pair.request.intervention == changes
    lens = ask("lens_values", id=varied, lens="value_norm")
    result = compute_lens("value_norm", pair.translator.model, pair.source_ids, pair.target_ids, changes)
    part = lens["kinds"]["cross"]
    assert np.abs(part["low"] + levels(part) / 255 * (part["high"] - part["low"]) - result.cross).max() < 0.01
    assert not levels(part)[0, 1].any() and lens["agreement"] != ask("lens_values", lens="value_norm")["agreement"]

    importance = ask("head_importance", id=varied)
    assert importance["cross"][0][1] is None and importance["base"] != ask("head_importance")["base"]
    more = json.loads(ask("variant", id=varied, off=[*off, ["cross", 1, 0]], uniform=uniform, same=True)["payload"])
    lost = importance["base"] - np.log(more["probabilities"]).sum()
    assert importance["cross"][1][0] == pytest.approx(lost, abs=1e-3)

    off_head = ask("close_up", id=varied, kind="cross", layer=0, head=1, query=0)
    assert off_head["change"] == "off" and not any(off_head["used"]) and sum(off_head["weights"]) > 0.99
    uniform_head = ask("close_up", id=varied, kind="encoder", layer=1, head=0, query=2)
    assert uniform_head["change"] == "uniform" and len(set(uniform_head["used"])) == 1
    assert len(set(uniform_head["weights"])) > 1
    other = ask("close_up", id=varied, kind="cross", layer=1, head=1, query=0)
    assert (other["change"], other["used"]) == (None, None)


def test_the_catalogue_has_every_head_over_the_checkpoints_own_sentences(ask):
    reply = ask("head_catalogue", sentences=None)
    assert len(reply["rows"]) == 3 * 2 * 2
    assert reply["sentences"] == 60
    assert {"entropy", "mean_distance", "share_previous", "diagonality", "coverage"} <= set(reply["columns"])
    for row in reply["rows"]:
        assert row["role"] is None or 0 <= row["role_score"] <= 1
        assert ("share_previous" in row) == (row["kind"] != "cross")


def test_the_catalogue_takes_sentences_one_a_line(ask):
    assert ask("head_catalogue", sentences="seven\n\n eleven \n")["sentences"] == 2
    assert "at most 100 sentences" in ask("head_catalogue", sentences="seven\n" * 101)["problem"]
    assert "at most 100 sentences" in ask("head_catalogue", sentences="seven " * 200)["problem"]
    assert "at most 100 sentences" in ask("head_catalogue", sentences="x" * 50_000)["problem"]
    assert "no sentence" in ask("head_catalogue", sentences=" \n").get("problem", "").lower()
    assert "valid sentences" in ask("head_catalogue", sentences=["seven"])["problem"]


# Whatever is sent


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("data", [None, [], 7, "id", {}, {"id": 7}, {"id": {"a": []}}])
def test_nonsense_is_refused_with_a_message(service, name, data):
    functions = {function.__name__: function for function in server_functions(service, EVERY)}
    assert "sent no valid" in functions[name](data)["problem"]


@pytest.mark.parametrize("field", ["kind", "layer", "head", "query", "lens"])
@pytest.mark.parametrize("value", [None, -1, 1.0, True, 10**30, "self", [], {}, "x" * 5000])
def test_field_of_the_wrong_type_is_refused(ask, field, value):
    good = {"kind": "cross", "layer": 0, "head": 0, "query": 0, "lens": "scores"}
    names = {"query": "close_up", "lens": "lens_values"}
    assert ask(names.get(field, "head_values"), **{**good, field: value}).get("problem")


def test_internal_fault_is_logged_and_reported_without_details(service, shown, monkeypatch, caplog):
    def broken(*_: object) -> None:
        raise RuntimeError("/secret/path")

    monkeypatch.setattr(service.library.translator("numbers"), "importance", broken)
    functions = {function.__name__: function for function in server_functions(service)}
    service.results._kept.clear()
    reply = functions["head_importance"]({"id": shown["id"]})
    assert reply == {"problem": ENGLISH("translate.failed")}
    assert "/secret/path" in caplog.text


def called_names() -> set[str]:
    """Names of the server functions that the browser's modules call."""
    source = "\n".join(
        path.read_text(encoding="utf-8") for path in module_graph(ENTRY, MACHINE_ENTRY, EXERCISES_ENTRY, *MATHS_ENTRIES)
    )
    return set(re.findall(r"\bask\(view, '(\w+)'", source)) | set(re.findall(r"\bserver\??\.(\w+)", source))


def test_browser_calls_every_question_and_no_other_name(service):
    assert called_names() == {
        *QUESTIONS,
        "lab_page",
        "model_page",
        "engine_model",
        "homework",  # these four make files
        "lab_words",  # of all languages, for the search
    }


def test_every_question_has_a_server_function_and_a_form(service):
    names = [function.__name__ for function in server_functions(service, EVERY)]
    assert names == list(EVERY) and set(names) == set(QUESTIONS)
