"""The first tab without a browser: what it computes, what it refuses, and what it leaves on the disk."""

import json
from dataclasses import replace
from types import SimpleNamespace

import gradio as gr
import pytest
import torch

from core.errors import CoreError
from core.library import Card, CheckpointLibrary
from core.service import MAX_BEAM_SIZE, Service
from core.service.service import AT_ONCE
from viz.tabs.translate.kept_values import read_kept
from viz.tabs.translate.layout import begin_with, keep_model, open_link, open_with
from viz.texts import ENGLISH, texts_in

SENTENCE = "three thousand four hundred and eighty-one"


def opened(service, **query) -> dict:
    """What a page gets whose address has this query."""
    names = ("source", "examples", "view", "shown", "checkpoint", "beam", "alpha")
    request = SimpleNamespace(query_params=query)
    return dict(zip(names, open_with(service, "numbers", "", request), strict=True))


def test_a_page_without_a_query_begins_with_its_first_example(service):
    updates = opened(service)
    assert updates["source"] == updates["examples"].value == service.library.card("numbers").examples[0]
    assert updates["checkpoint"] == updates["beam"] == updates["alpha"] == gr.skip()
    assert updates["view"].constructor_args["restore"] == "{}"


def test_a_link_restores_text_checkpoint_decoding_and_view(service):
    updates = opened(service, text=SENTENCE, checkpoint="own", beam="2", alpha="1.5", kind="decoder", layer="2")
    payload = json.loads(updates["view"].value)
    assert (payload["source"], payload["checkpoint"]) == (SENTENCE, "own")
    assert payload["decoding"] == {"beam_size": 2, "alpha": 1.5}
    assert (updates["source"], updates["checkpoint"], updates["beam"], updates["alpha"]) == (SENTENCE, "own", 2, 1.5)
    assert json.loads(updates["view"].constructor_args["restore"]) == {"kind": "decoder", "layer": "2"}
    assert updates["view"].constructor_args["problem"] == ""


def test_wrong_fields_of_a_link_are_named(service):
    updates = opened(service, text=SENTENCE, checkpoint="../own", beam="99", kind="decoder")
    assert json.loads(updates["view"].value)["source"] == SENTENCE
    assert "checkpoint, beam" in updates["view"].constructor_args["problem"]
    assert updates["checkpoint"] == gr.skip()


def test_fields_beyond_the_model_are_named(service):
    updates = opened(service, text=SENTENCE, layer="9", head="2")
    assert updates["view"].constructor_args["problem"].endswith("ignored: layer.")


def test_stored_fields_complete_the_address(service):
    request = SimpleNamespace(query_params={"kind": "decoder"})
    kept = json.dumps({"fields": {"text": SENTENCE, "beam": 7}, "draft": "not yet translated"})
    source, _, view, *_ = open_with(service, "numbers", "", request, kept)
    assert json.loads(view.value)["source"] == SENTENCE and source == "not yet translated"
    assert json.loads(view.constructor_args["restore"]) == {"kind": "decoder"}


@pytest.mark.parametrize(
    "kept", ["", "[]", "{", '{"fields": 1, "draft": ["x"]}', '{"fields": {}, "draft": null}', "[" * 9999]
)
def test_kept_values_that_make_no_sense_are_left_out(service, kept):
    assert read_kept(kept) == ({}, "")


def test_address_without_fields_opens_the_first_example(service):
    names = ("source", "examples", "view", "shown", "checkpoint", "beam", "alpha")
    for fields in ({}, None, "text", {"text": 7}):
        updates = dict(zip(names, open_link(service, fields), strict=True))
        first = service.library.names()[0]
        assert (updates["checkpoint"].value, updates["beam"], updates["alpha"]) == (first, 4, 0.6)
        assert updates["checkpoint"].choices == [(name, name) for name in service.library.names()]
        assert updates["source"] == service.library.card(first).examples[0]
        assert updates["view"].constructor_args["restore"] == "{}"


def test_address_without_fields_opens_the_model_of_the_page_language(service, monkeypatch):
    """Back to the opening address of a Chinese page opened a model into German."""
    into_chinese = Card("own", "en", "zh", service.library.card("own").model, {"scores": {"bleu": 30.0}})
    card = service.library.card
    monkeypatch.setattr(service.library, "card", lambda name: into_chinese if name == "own" else card(name))
    assert open_link(service, {})[4].value == "numbers"
    monkeypatch.setattr("viz.tabs.translate.layout.request_texts", lambda: texts_in("zh"))
    assert open_link(service, {})[4].value == "own"


def test_address_restores_another_hypothesis(service):
    view = open_link(service, {"text": SENTENCE, "checkpoint": "own", "rank": "2", "beam": "3"})[2]
    payload = json.loads(view.value)
    assert (payload["chosen"], payload["checkpoint"], payload["source"]) == (1, "own", SENTENCE)


def test_a_link_restores_heads_that_are_off_and_uniform(service):
    updates = opened(service, text=SENTENCE, off="c.2.1,e.1.2", uniform="d.1.1", same="1", side="both", kind="cross")
    arguments = updates["view"].constructor_args
    assert json.loads(updates["view"].value)["source"] == SENTENCE
    assert json.loads(arguments["restore"]) == {
        "kind": "cross",
        "same": "1",
        "side": "both",
        "off": [["cross", 1, 0], ["encoder", 0, 1]],
        "uniform": [["decoder", 0, 0]],
    }
    assert arguments["problem"] == ""


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"off": "c.9.1"}, "The link's change of heads was ignored. Head 1 in cross layer 9 does not exist"),
        ({"off": "c.1.1", "uniform": "c.1.1"}, "The link's change of heads was ignored. "),
        ({"off": "<script>alert(1)</script>"}, "Invalid parts of the link were ignored: off."),
        ({"uniform": "c.1.1," * 9999}, "Invalid parts of the link were ignored: uniform."),
    ],
)
def test_link_with_unknown_heads_shows_the_plain_translation(service, query, message):
    updates = opened(service, text=SENTENCE, **query)
    arguments = updates["view"].constructor_args
    assert arguments["problem"].startswith(message)
    assert json.loads(updates["view"].value)["source"] == SENTENCE
    assert "off" not in json.loads(arguments.get("restore") or "{}")


def test_untranslatable_link_shows_the_reason(service):
    updates = opened(service, text="one " * 700)
    assert "at most 512" in updates["view"].constructor_args["problem"]


def test_a_checkpoint_begins_with_its_first_example(service):
    source, examples, view, shown = begin_with(service, "numbers", "whatever stood there")
    assert source == examples.value == service.library.card("numbers").examples[0]
    assert json.loads(view.value)["source"] == source == shown[0]


def test_checkpoint_without_examples_translates_the_text_box(service):
    source, examples, view, shown = begin_with(service, "own", SENTENCE)
    assert (source, examples.choices) == (SENTENCE, [])
    assert json.loads(view.value)["source"] == SENTENCE == shown[0]


def kept(service, chosen, moved: str = "") -> tuple:
    """Updates of the picker, and of source, example, view and current sentence."""
    return keep_model(service, chosen, moved, SENTENCE, 2, 1.5)


def test_chosen_model_is_kept_when_others_change(service):
    picker, *untouched = kept(service, "own", "numbers numbers-2 7")
    assert picker.choices == [(name, name) for name in service.library.names()]
    assert "value" not in picker.constructor_args and all(update == gr.skip() for update in untouched)


def test_renamed_model_stays_chosen_with_sentence_and_decoding(service):
    picker, source, example, view, shown = kept(service, "run/old", "run/old own 7")
    payload = json.loads(view.value)
    assert picker.value == payload["checkpoint"] == "own" and source == example == gr.skip()
    assert payload["source"] == SENTENCE == shown[0] and payload["decoding"] == {"beam_size": 2, "alpha": 1.5}


def test_best_model_of_a_renamed_run_stays_chosen(service, monkeypatch):
    names = [*service.library.names(), "run/new", "run/new/best"]
    monkeypatch.setattr(service.library, "names", lambda: names)
    own = service.library.folder("own")
    monkeypatch.setattr(service.library, "folder", lambda _: own)
    picker, *_ = kept(service, "run/old/best", "run/old run/new 7")
    assert picker.value == "run/new/best"


@pytest.mark.parametrize("moved", ["", "run/old - 7", "run/old run/elsewhere 7", "run/other own 7", "own", None, 7])
def test_missing_model_is_replaced_by_the_first_one(service, moved):
    picker, source, example, view, _ = kept(service, "run/old", moved)
    first = service.library.names()[0]
    assert picker.value == json.loads(view.value)["checkpoint"] == first
    assert source == example.value == service.library.card(first).examples[0]


@pytest.mark.parametrize("empty", ["", "  ", None])
def test_checkpoint_without_examples_waits_for_a_sentence(service, empty):
    _, _, view, _ = begin_with(service, "own", empty)
    assert view.constructor_args == {"value": "", "busy": False, "problem": ENGLISH("translate.source.placeholder")}


@pytest.mark.parametrize("size", [0, -1, MAX_BEAM_SIZE + 1, 10**9, "4", 4.0, True, None, [4]])
def test_invalid_beam_is_refused_with_a_message(service, size):
    with pytest.raises(CoreError, match=f"from 1 to {MAX_BEAM_SIZE}"):
        service.hypotheses(SENTENCE, "numbers", size, 0.6)


@pytest.mark.parametrize("alpha", [-1, "0.6", float("nan"), float("inf"), None, []])
def test_invalid_length_penalty_is_refused_with_a_message(service, alpha):
    with pytest.raises(CoreError, match="alpha"):
        service.hypotheses(SENTENCE, "numbers", 2, alpha)


@pytest.mark.parametrize("sentence", [None, 7, ["a"], {"text": "a"}])
def test_sentence_that_is_not_text_is_refused(service, sentence):
    with pytest.raises(CoreError, match="must be text"):
        service.hypotheses(sentence, "numbers", 2, 0.6)


@pytest.mark.parametrize("name", ["../numbers", "run/numbers", "/etc", ["numbers"], 7])
def test_only_a_checkpoint_of_the_library_is_loaded(service, name):
    with pytest.raises(CoreError, match="unknown checkpoint"):
        service.hypotheses(SENTENCE, name, 2, 0.6)


def test_too_long_sentence_is_refused(service, monkeypatch):
    model = service.library.translator("numbers").model
    monkeypatch.setattr(model, "config", replace(model.config, max_positions=8))
    with pytest.raises(CoreError, match="at most 8"):
        service.translate("numbers", SENTENCE, 2, 0.6)


def test_preload_logs_a_damaged_checkpoint(tmp_path, caplog):
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "config.json").write_text("{", encoding="utf-8")
    threads = torch.get_num_threads()
    try:
        Service(CheckpointLibrary(tmp_path)).preload()
        assert torch.get_num_threads() == max(1, threads // AT_ONCE)
    finally:
        torch.set_num_threads(threads)
    assert "checkpoint damaged is not loaded ahead: " in caplog.text
