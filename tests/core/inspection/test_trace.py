"""A trace holds what the model computed, and its checks fail when it does not."""

import math

import numpy as np
import pytest
import torch

from core.config import DecodingConfig, ModelConfig
from core.data.tokenizer import BOS_ID, EOS_ID, Tokenizer
from core.decoding.search import search
from core.inspection.trace import TOP_TOKENS, Trace, check_trace, record_trace
from core.model.probe import Recorder
from core.model.transformer import Transformer
from core.translator import Translation, Translator

SENTENCE = "three thousand four hundred and eighty-one"


@pytest.fixture(scope="module")
def translation(translator: Translator) -> Translation:
    return translator.search(SENTENCE, DecodingConfig(beam_size=3, nbest=3))


@pytest.fixture(scope="module")
def trace(translator: Translator, translation: Translation) -> Trace:
    return translator.trace(translation)


# What it holds


def test_arrays_have_the_shapes_of_layers_heads_and_tokens(translator, translation, trace):
    source, target = len(translation.source_ids), len(translation.hypotheses[0].ids)
    assert source != target
    assert trace.encoder_self.shape == (2, 2, source, source)
    assert trace.decoder_self.shape == (2, 2, target, target)
    assert trace.cross.shape == (2, 2, target, source)
    assert trace.log_probs.shape == trace.entropies.shape == (target,)
    assert trace.top_probs.shape == (target, TOP_TOKENS)
    assert len(trace.src_tokens) == source
    assert len(trace.tgt_tokens) == len(trace.predicted_tokens) == len(trace.top_tokens) == target
    for array in (trace.encoder_self, trace.decoder_self, trace.cross, trace.log_probs, trace.entropies):
        assert array.dtype == np.float32


def test_rows_sum_to_one_and_no_token_sees_the_future(trace):
    for weights in (trace.encoder_self, trace.decoder_self, trace.cross):
        np.testing.assert_allclose(weights.sum(axis=-1), 1, atol=1e-5)
        assert (weights >= 0).all()
    assert (np.triu(trace.decoder_self, k=1) == 0).all()


def test_weights_are_those_that_a_recorder_sees_in_one_pass(translator, translation, trace):
    recorder = Recorder()
    read = torch.tensor([[BOS_ID, *translation.hypotheses[0].ids[:-1]]])
    with torch.inference_mode():
        translator.model(torch.tensor([list(translation.source_ids)]), read, recorder)
    for layer in range(2):
        for kind, site in (
            ("encoder_self", "encoder.{}.self"),
            ("decoder_self", "decoder.{}.self"),
            ("cross", "decoder.{}.cross"),
        ):
            expected = recorder.weights[site.format(layer)][0].numpy()
            np.testing.assert_allclose(getattr(trace, kind)[layer], expected, atol=1e-6)


def test_tokens_are_surface_text_on_the_right_axes(translation, trace):
    assert trace.src_tokens[-1] == "</s>"
    assert "".join(trace.src_tokens[:-1]).strip() == SENTENCE
    assert trace.tgt_tokens[0] == "<s>"
    assert trace.tgt_tokens[1:] == trace.predicted_tokens[:-1]
    hypothesis = translation.hypotheses[0]
    assert (trace.predicted_tokens[-1] == "</s>") == hypothesis.finished
    text = "".join(token for token in trace.predicted_tokens if token != "</s>")
    assert text.strip() == translation.text


def test_probabilities_are_those_that_the_search_found(translation, trace):
    np.testing.assert_allclose(trace.log_probs, translation.hypotheses[0].token_log_probs, atol=1e-3)


def test_top_tokens_stand_by_probability_and_entropy_is_that_of_the_distribution(translator, translation, trace):
    read = torch.tensor([[BOS_ID, *translation.hypotheses[0].ids[:-1]]])
    with torch.inference_mode():
        logits = translator.model(torch.tensor([list(translation.source_ids)]), read)[0]
    probs = logits.double().softmax(dim=-1)
    assert (np.diff(trace.top_probs, axis=1) <= 0).all()
    np.testing.assert_allclose(trace.top_probs[:, 0], probs.max(dim=-1).values, atol=1e-5)
    np.testing.assert_allclose(trace.entropies, torch.special.entr(probs).sum(dim=-1), atol=1e-4)
    assert (trace.entropies <= math.log(logits.shape[1])).all()
    assert trace.top_tokens[0][0] == translator.tokenizer.surface([int(probs[0].argmax())])[0]


@pytest.mark.parametrize("rank", [0, 1, 2])
def test_every_hypothesis_of_the_list_can_be_traced(translator, translation, rank):
    trace = translator.trace(translation, rank)
    assert trace.trusted, trace.checks
    assert len(trace.predicted_tokens) == len(translation.hypotheses[rank].ids)


def test_a_given_target_can_be_traced(translator):
    trace = translator.trace_target(SENTENCE, "三千四百八十一")
    assert "".join(trace.predicted_tokens) == "三千四百八十一</s>"
    assert trace.trusted
    assert "tokens_agree" not in {check.code for check in trace.checks}


def test_one_token_can_be_traced(translator):
    trace = record_trace(translator.model, translator.tokenizer, [EOS_ID], [EOS_ID])
    assert trace.decoder_self.shape == (2, 2, 1, 1)
    assert trace.trusted


def test_tracing_keeps_no_state_on_the_model(translator, translation):
    before = {name: tensor.clone() for name, tensor in translator.model.state_dict().items()}
    first, second = translator.trace(translation), translator.trace(translation)
    np.testing.assert_array_equal(first.cross, second.cross)
    assert all(torch.equal(tensor, before[name]) for name, tensor in translator.model.state_dict().items())


# The checks


def failed(trace_checks) -> set[str]:
    return {check.code for check in trace_checks if not check.passed}


def checks(**changed: object):
    """The checks of a small sound trace, of which a test changes one thing."""
    torch.manual_seed(1)
    causal = torch.rand(2, 3, 5, 5).tril()
    sound = {
        "encoder_self": torch.rand(2, 3, 7, 7).softmax(dim=-1),
        "decoder_self": causal / causal.sum(dim=-1, keepdim=True),
        "cross": torch.rand(2, 3, 5, 7).softmax(dim=-1),
        "source_padding": torch.zeros(7, dtype=torch.bool),
        "training": False,
        "path_difference": 1e-7,
        "token_difference": 1e-5,
    }
    arguments = {**sound, **changed}
    tensors = [arguments.pop(name) for name in ("encoder_self", "decoder_self", "cross", "source_padding")]
    return check_trace(*tensors, **arguments)


def test_a_sound_trace_passes_every_check(trace):
    codes = ["eval_mode", "rows_sum_to_one", "no_future", "no_padding", "paths_agree", "tokens_agree"]
    assert [check.code for check in trace.checks] == [check.code for check in checks()] == codes
    assert failed(trace.checks) == failed(checks()) == set()
    assert all(check.value <= check.limit for check in trace.checks)


@pytest.mark.parametrize("kind", ["encoder_self", "decoder_self", "cross"])
def test_a_row_that_does_not_sum_to_one_is_found(kind):
    shape = {"encoder_self": (7, 7), "decoder_self": (5, 5), "cross": (5, 7)}[kind]
    weights = torch.eye(*shape).expand(2, 3, -1, -1).clone()
    assert failed(checks(**{kind: weights})) == set()
    weights[1, 2, 4, 4] = 0.999
    assert failed(checks(**{kind: weights})) == {"rows_sum_to_one"}


def test_attention_to_the_future_is_found():
    weights = torch.eye(5).expand(2, 3, -1, -1).clone()
    weights[1, 2, 3, 3], weights[1, 2, 3, 4] = 0.75, 0.25
    assert failed(checks(decoder_self=weights)) == {"no_future"}


@pytest.mark.parametrize("kind", ["encoder_self", "cross"])
def test_attention_to_padding_is_found(kind):
    padding = torch.zeros(7, dtype=torch.bool)
    padding[6] = True
    sound = {"encoder_self": torch.zeros(2, 3, 7, 7), "cross": torch.zeros(2, 3, 5, 7)}
    for weights in sound.values():
        weights[..., 0] = 1
    assert failed(checks(**sound, source_padding=padding)) == set()
    sound[kind][0, 1, 2, 0], sound[kind][0, 1, 2, 6] = 0.5, 0.5
    assert failed(checks(**sound, source_padding=padding)) == {"no_padding"}


@pytest.mark.parametrize(
    "changed, code",
    [
        ({"training": True}, "eval_mode"),
        ({"path_difference": 0.01}, "paths_agree"),
        ({"path_difference": math.nan}, "paths_agree"),
        ({"token_difference": 0.1}, "tokens_agree"),
        ({"token_difference": math.inf}, "tokens_agree"),
        ({"cross": torch.full((2, 3, 5, 7), math.nan)}, "rows_sum_to_one"),
    ],
)
def test_each_check_can_fail(changed, code):
    assert code in failed(checks(**changed))


def test_log_probabilities_of_other_tokens_are_found(translator, translation):
    hypothesis = translation.hypotheses[0]
    source = translation.source_ids
    wrong = [value - 0.5 for value in hypothesis.token_log_probs]
    for given in (wrong, hypothesis.token_log_probs[:-1]):
        trace = record_trace(translator.model, translator.tokenizer, source, hypothesis.ids, given)
        assert failed(trace.checks) == {"tokens_agree"}
        assert not trace.trusted


def test_a_model_that_would_say_padding_still_has_the_log_probabilities_of_its_search():
    # Padding and the start symbol are never chosen, but their share belongs to the model's distribution: a model
    # after a few steps of training gives them some, and search and trace once disagreed by it.
    torch.manual_seed(5)
    tokenizer = Tokenizer.train(["ab ab abc abc abcd abcd"] * 3, 263)
    transformer = Transformer(ModelConfig(vocab_size=263, d_model=14, num_layers=2, num_heads=7, d_ff=11)).eval()
    with torch.no_grad():
        transformer.output_weight[[0, 1]] *= 3
    ids = [7, 11, 13, EOS_ID]
    for beam in (1, 4):
        found = search(transformer, [ids], DecodingConfig(beam_size=beam, max_extra_tokens=5))[0].hypotheses[0]
        trace = record_trace(transformer, tokenizer, ids, found.ids, found.token_log_probs)
        assert {check.code: check.passed for check in trace.checks}["tokens_agree"], trace.checks
