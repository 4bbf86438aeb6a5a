"""The questions about a translation: typed answers, checked fields, and answers that are kept."""

import copy
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch

from core.attention_kinds import KINDS
from core.data.vocabulary import Encoded
from core.errors import CoreError
from core.inspection.forced import read_ids
from core.library import CheckpointLibrary
from core.service import QUESTIONS, Service, ask
from core.service.requests import TraceQuestion, VariantQuestion, read_question

SHIPPED = Path(__file__).parents[3] / "checkpoints"
SENTENCE = "three thousand four hundred and eighty-one"


@pytest.fixture(scope="module")
def service(miniature) -> Service:
    return Service(CheckpointLibrary(miniature.parent))


@pytest.fixture(scope="module")
def answer(service, miniature):
    return service.translate(miniature.name, SENTENCE, 3, 0.6)


def test_translate_keeps_the_trace_of_its_answer(service, answer):
    assert service.trace(answer.request.id) is answer.trace
    assert answer.text == answer.translation.texts[0] and answer.milliseconds > 0


def test_translation_reads_no_folder_of_checkpoints_and_tokenises_once(service, miniature, monkeypatch):
    listed, tokenised = [], []
    vocabulary = type(service.library.translator(miniature.name).vocabularies.source)
    names, encode_batch = CheckpointLibrary.names, vocabulary.encode_batch  # `encode` is a batch of one
    monkeypatch.setattr(CheckpointLibrary, "names", lambda self: listed.append(1) or names(self))
    monkeypatch.setattr(
        vocabulary,
        "encode_batch",
        lambda self, texts, *most: tokenised.extend(texts) or encode_batch(self, texts, *most),
    )
    sentence = "three thousand four hundred and eighty-seven"
    answer = service.translate(miniature.name, sentence, 3, 0.6)
    ask(service, "token_losses", {"id": answer.request.id, "kind": "cross"})
    assert tokenised == [sentence] and listed == []


def test_head_and_layer_values_are_those_of_the_trace(service, answer):
    for kind in KINDS:
        weights = answer.trace.weights(kind)
        place = {"id": answer.request.id, "kind": kind, "layer": 1}
        assert np.array_equal(ask(service, "layer_values", place), weights[1])
        assert np.array_equal(ask(service, "head_values", {**place, "head": 1}), weights[1, 1])


def test_variant_keeps_the_tokens_where_asked(service, answer):
    off = [["cross", 0, 1]]
    varied = ask(service, "variant", {"id": answer.request.id, "off": off, "same": True})
    assert varied.answer.trace.predicted_ids == answer.trace.predicted_ids
    assert varied.change["off"] == off and varied.change["base"] == answer.request.id


OWN = "three hundred and forty-one"  # not what the model says


def test_own_target_is_scored_as_an_independent_pass_scores_it(service, answer):
    found = ask(service, "variant", {"id": answer.request.id, "target": OWN, "off": [], "rank": 2})
    trace, translator = found.answer.trace, service.library.translator(answer.request.checkpoint)
    expected = translator.vocabularies.target.encode(OWN).ids
    assert trace.predicted_ids == expected and found.answer.request.target == tuple(expected)
    source = translator.vocabularies.source.encode(SENTENCE).ids
    with torch.inference_mode():
        logits = translator.model(
            torch.tensor([source]), torch.tensor([read_ids(expected, translator.model.config.start_id)])
        )
    log_probs = logits[0].double().log_softmax(-1).numpy()
    own = log_probs[np.arange(len(expected)), expected]
    np.testing.assert_allclose(trace.log_probs, own, atol=1e-5)
    np.testing.assert_allclose(trace.log_probs, translator.trace_target(SENTENCE, OWN).log_probs, atol=1e-6)
    assert trace.ranks == (1 + (log_probs > own[:, None]).sum(axis=1)).tolist() and max(trace.ranks) > 1
    assert found.change["target"] == OWN and found.change["base"] == answer.request.id


def test_own_target_is_read_by_the_other_sentence_and_checkpoint(service, answer):
    fields = {"id": answer.request.id, "target": OWN, "text": "seven", "off": [["cross", 0, 1]]}
    found = ask(service, "variant", fields).answer
    translator = service.library.translator(found.request.checkpoint)
    ids = translator.vocabularies.target.encode(OWN).ids
    expected = translator.trace_ids("seven", ids, found.request.intervention).log_probs
    np.testing.assert_allclose(found.trace.log_probs, expected, atol=1e-6)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"target": " "}, "the translation of your own is blank"),
        ({"target": "one " * 700}, "too long: at most [0-9]+ tokens"),
        ({"target": "x" * 20_001}, "too long: at most [0-9]+ tokens"),
        ({"target": OWN, "same": True}, "valid target: .*same tokens"),
        ({"target": OWN, "prefix": [5]}, "valid target: .*prefix"),
        ({"target": OWN, "text": " "}, "source sentence is blank"),
        ({"target": 7}, "valid target"),
    ],
)
def test_own_target_that_cannot_be_scored_is_refused(service, answer, fields, message):
    with pytest.raises(CoreError, match=message):
        ask(service, "variant", {"id": answer.request.id, **fields})


def test_own_target_refuses_symbols_that_are_never_generated(service, answer, monkeypatch):
    translator = service.library.translator(answer.request.checkpoint)
    vocabulary, config = translator.vocabularies.target, translator.model.config
    ids = [*vocabulary.encode(OWN).ids[:-1], config.end_id, config.end_id]  # as a vocabulary with symbols in its text
    monkeypatch.setattr(type(vocabulary), "encode", lambda *_: Encoded(ids, False))
    with pytest.raises(CoreError, match="contains '</s>', which this model never generates"):
        ask(service, "variant", {"id": answer.request.id, "target": OWN})


def test_computed_answer_is_kept_and_its_memory_counted(service, answer):
    before = service.results.bytes
    asked = {"id": answer.request.id, "kind": "cross", "layer": 1, "head": 0, "query": 0}
    found = ask(service, "close_up", asked)
    assert ask(service, "close_up", asked) is found
    assert service.results.bytes - before > found.all_dots.nbytes + found.keys.nbytes
    assert found.weights.base is None and found.mask.base is None  # else all heads and rows would stay in memory


def test_catalogue_is_kept_by_checkpoint_and_sentences(service, answer):
    other = service.translate(answer.request.checkpoint, "seven", 1, 0.6)
    first, again, third = (
        ask(service, "head_catalogue", {"id": id, "sentences": sentences})
        for id, sentences in (
            (answer.request.id, "one\ntwo"),
            (other.request.id, "one\ntwo"),
            (other.request.id, "one\nthree"),
        )
    )
    assert again is first and third is not first


def test_catalogue_lines_end_where_a_user_ended_them(service, answer):
    """A line separator or a form feed inside a line, which text copied from a document has, made two sentences."""
    found = ask(
        service,
        "head_catalogue",
        {"id": answer.request.id, "sentences": "one\u2028two\r\nthree\x0c\x0b\x85four\rfive\n \u200b\n"},
    )
    assert found.sentences == 3


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (None, "request"),
        ({}, "id"),
        ({"id": 3}, "id"),
        ({"id": "x", "rank": True}, "rank"),
        ({"id": "x", "rank": 16}, "rank"),
        ({"id": "x", "alpha": "0.6"}, "alpha"),
        ({"id": "x", "alpha": 10**400}, "alpha"),
        ({"id": "x", "beam_size": 2.5}, "beam_size"),
        ({"id": "x", "off": [1] * 4097}, "off"),
        ({"id": "x", "edits": [[1]]}, "edits"),
        ({"id": "x", "prefix": [1.0]}, "prefix"),
    ],
)
def test_read_question_names_the_bad_field(data, name):
    with pytest.raises(CoreError, match=f"the request needs a valid {name}: [a-z].+"):
        read_question(VariantQuestion, data)


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_refuses_a_forgotten_translation(service, name):
    fields = {"kind": "cross", "layer": 0, "head": 0, "query": 0, "lens": "alti"}
    fields |= {"sentences": ["one"] if name == "translate_each" else "one"}
    fields |= {"beam_size": 1, "alpha": 0.6, "block": "linear", "lab": "masks", "values": {}, "chapter": "attention"}
    with pytest.raises(CoreError) as caught:
        ask(service, name, {"id": "never", **fields})
    assert caught.value.code == ("work.forgotten" if name == "effect_state" else "explorer.forgotten")


def test_token_losses_are_those_of_the_importance(service, answer):
    whole = QUESTIONS["head_importance"].answer(service, read_question(TraceQuestion, {"id": answer.request.id}))
    for index, kind in enumerate(KINDS):
        losses = ask(service, "token_losses", {"id": answer.request.id, "kind": kind})
        np.testing.assert_allclose(losses, whole.token_losses[index], atol=1e-4)


@pytest.mark.parametrize(("name", "text"), [("en-de", "Two dogs play in the snow."), ("numbers", SENTENCE)])
def test_token_losses_are_those_of_a_model_without_the_head(name, text):
    """Against an ablation of its own: the columns of W^O that read the head are 0, in a copy of the shipped model."""
    service = Service(CheckpointLibrary(SHIPPED))
    id = service.translate(name, text, 4, 0.6).request.id
    pair = service.pair(id)
    model = copy.deepcopy(pair.translator.model)
    read = torch.tensor([read_ids(pair.target_ids, model.config.special.start)])

    def log_probs() -> np.ndarray:
        found = model(torch.tensor([pair.source_ids]), read)[0].double().log_softmax(-1)
        return np.array([found[step, token].item() for step, token in enumerate(pair.target_ids)])

    base, width, largest, tolerance = log_probs(), model.config.value_width, 0.0, 2e-4  # nats
    for kind in KINDS:
        losses = ask(service, "token_losses", {"id": id, "kind": kind})
        for layer, head in np.ndindex(losses.shape[:2]):
            site = (
                f"decoder.layers.{layer}.cross_attention"
                if kind == "cross"
                else f"{kind}.layers.{layer}.self_attention"
            )
            read_by = model.get_submodule(site).output.weight[:, head * width : (head + 1) * width]
            kept = read_by.clone()
            read_by.zero_()
            np.testing.assert_allclose(losses[layer, head], base - log_probs(), atol=tolerance)
            read_by.copy_(kept)
        largest = max(largest, float(losses.max()))
    assert largest > 100 * tolerance  # the test can see a difference, whatever the weights are


def test_token_losses_refuse_a_long_sentence(service, miniature, monkeypatch):
    monkeypatch.setattr("core.service.questions.MAX_LOSS_TOKENS", 1)
    long = service.translate(miniature.name, "six hundred and six", 1, 0.6)
    with pytest.raises(CoreError, match="computed for at most 1 tokens"):
        ask(service, "token_losses", {"id": long.request.id, "kind": "cross"})


def test_lab_facts_do_not_invent_the_steps_of_a_training(miniature, tmp_path):
    """An imported checkpoint, which records none, had the 100,000 steps of the paper."""
    shutil.copytree(miniature, tmp_path / "imported")
    file = tmp_path / "imported" / "config.json"
    described = json.loads(file.read_text(encoding="utf-8"))
    del described["step"]
    file.write_text(json.dumps(described), encoding="utf-8")
    service = Service(CheckpointLibrary(tmp_path))
    id = service.translate("imported", SENTENCE, 1, 0.6).request.id
    assert ask(service, "lab_bench", {"id": id}).last_step is None


def test_lab_facts_measure_embeddings_and_a_learned_table(miniature):
    service = Service(CheckpointLibrary(miniature.parent))
    model = service.library.translator(miniature.name).model
    id = service.translate(miniature.name, SENTENCE, 1, 0.6).request.id
    facts = ask(service, "lab_bench", {"id": id})
    ids = service.pair(id).source_ids
    rows = torch.stack([model.encoder.embedding.weight[one] for one in ids]) * model.config.d_model**0.5
    assert facts.embedding_norm == pytest.approx(float(rows.norm(dim=1).mean()), rel=1e-5)
    assert facts.position_cosines is None
    model.encoder.embedding.learned = True  # as if its table were learned
    table = model.encoder.embedding.positions
    found = ask(service, "lab_bench", {"id": id}).position_cosines
    assert found.shape == (min(48, len(table)),) * 2
    assert found[1, 3] == pytest.approx(float(torch.cosine_similarity(table[1], table[3], dim=0)), abs=1e-5)
