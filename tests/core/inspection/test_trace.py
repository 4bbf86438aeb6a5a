"""Traces equal the model's computation, and their checks fail otherwise."""

import copy
import math

import numpy as np
import pytest
import torch

from core.attention_kinds import KINDS
from core.config import DecodingConfig, ModelConfig
from core.data.tokenizer import BOS_ID, EOS_ID, Tokenizer
from core.data.vocabulary import Vocabularies
from core.decoding.search import search
from core.errors import CoreError
from core.inspection import forced
from core.inspection.intervention import HeadName, Intervention, RowEdit
from core.inspection.trace import TOP_TOKENS, Trace, WeightDeviations, check_trace, record_layer, record_trace
from core.model import attention as attention_module
from core.model import masks as masks_module
from core.model import transformer as transformer_module
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


def test_weights_match_a_recorder_in_one_pass(translator, translation, trace):
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


def test_top_tokens_are_sorted_and_entropy_matches(translator, translation, trace):
    read = torch.tensor([[BOS_ID, *translation.hypotheses[0].ids[:-1]]])
    with torch.inference_mode():
        logits = translator.model(torch.tensor([list(translation.source_ids)]), read)[0]
    probs = logits.double().softmax(dim=-1)
    assert (np.diff(trace.top_probs, axis=1) <= 0).all()
    np.testing.assert_allclose(trace.top_probs[:, 0], probs.max(dim=-1).values, atol=1e-5)
    np.testing.assert_allclose(trace.entropies, torch.special.entr(probs).sum(dim=-1), atol=1e-4)
    assert (trace.entropies <= math.log(logits.shape[1])).all()
    assert trace.top_tokens[0][0] == translator.vocabularies.target.surface([int(probs[0].argmax())])[0]
    assert [ids[0] for ids in trace.top_ids] == probs.argmax(dim=-1).tolist()


def test_ids_match_their_tokens(translator, translation, trace):
    surface = translator.vocabularies.target.surface
    assert tuple(trace.predicted_ids) == translation.hypotheses[0].ids
    assert surface(trace.predicted_ids) == trace.predicted_tokens
    for ids, tokens in zip(trace.top_ids, trace.top_tokens, strict=True):
        assert len(ids) == len(set(ids)) == TOP_TOKENS
        assert [surface([index])[0] for index in ids] == tokens


def test_chunked_logits_are_the_same(translator, translation, trace, monkeypatch):
    monkeypatch.setattr(forced, "_CHUNK_LOGITS", 2 * translator.model.config.vocab_size + 1)  # two rows at a time
    again = translator.trace(translation)
    np.testing.assert_allclose(again.log_probs, trace.log_probs, atol=1e-5)
    np.testing.assert_allclose(again.entropies, trace.entropies, atol=1e-5)
    assert again.top_ids == trace.top_ids
    assert again.trusted


# By layer


def test_layers_can_be_handed_over_instead_of_kept(translator, translation, trace):
    seen: dict[tuple[str, int], np.ndarray] = {}

    def take(kind: str, layer: int, weights: np.ndarray) -> None:
        assert not weights.flags.writeable  # the model itself may be about to use it
        seen[kind, layer] = weights.copy()

    light = translator.trace(translation, on_layer=take)
    assert trace.whole and not light.whole
    assert light.cross.shape == (0, *trace.cross.shape[1:])
    assert light.checks == trace.checks
    assert light.predicted_ids == trace.predicted_ids
    assert list(seen) == [("encoder", 0), ("encoder", 1), *((k, n) for n in (0, 1) for k in ("decoder", "cross"))]
    for (kind, layer), weights in seen.items():
        np.testing.assert_array_equal(weights, trace.weights(kind)[layer])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("intervention", [None, Intervention(off=(HeadName("encoder", 0, 1), HeadName("cross", 1, 0)))])
def test_record_layer_matches_the_whole_trace(translator, translation, kind, intervention):
    whole = translator.trace(translation, intervention=intervention)
    for layer in (0, 1):
        again = record_layer(
            translator.model, translation.source_ids, whole.predicted_ids, kind, layer, intervention=intervention
        )
        assert again.dtype == np.float32
        np.testing.assert_allclose(again, whole.weights(kind)[layer], atol=1e-6)


@pytest.mark.parametrize(("kind", "layer"), [("cross", 2), ("decoder", -1), ("self", 0)])
def test_a_layer_that_does_not_exist_is_refused(translator, kind, layer):
    with pytest.raises(
        CoreError, match=rf"layer {layer + 1} of the {kind} attention does not exist: kinds are .* with 2 layers"
    ):
        record_layer(translator.model, [7, EOS_ID], [7, EOS_ID], kind, layer)


# Under an intervention


def test_a_trace_holds_the_weights_that_were_used(translator, translation):
    target_ids = translator.vocabularies.target.encode("三千四百八十一").ids
    trace = translator.trace_ids(SENTENCE, target_ids)
    source = len(translation.source_ids)
    row = (0.75, 0.25, *(0.0,) * (source - 2))
    intervention = Intervention(
        off=(HeadName("encoder", 1, 0),),
        uniform=(HeadName("decoder", 0, 1),),
        edits=(RowEdit("cross", 0, 1, 3, row),),
    )
    changed = translator.trace_ids(SENTENCE, target_ids, intervention)
    assert changed.intervention == intervention
    assert (changed.encoder_self[1, 0] == 0).all()
    np.testing.assert_array_equal(changed.encoder_self[0], trace.encoder_self[0])  # before the first change
    target = len(target_ids)
    expected = np.tril(np.ones((target, target))) / np.arange(1, target + 1)[:, None]
    np.testing.assert_allclose(changed.decoder_self[0, 1], expected, atol=1e-6)
    np.testing.assert_allclose(changed.cross[0, 1, 3], row, atol=1e-6)
    assert np.abs(changed.cross[1] - trace.cross[1]).max() > 1e-3  # later layers see the change
    assert np.abs(changed.log_probs - trace.log_probs).max() > 1e-2


def test_trace_under_intervention_skips_the_path_check(translator, translation):
    intervention = Intervention(off=tuple(HeadName(kind, 1, 1) for kind in KINDS))
    changed = translator.trace(translation, intervention=intervention)
    assert [check.code for check in changed.checks] == ["eval_mode", "rows_sum_to_one", "no_future", "no_padding"]
    assert changed.trusted, changed.checks
    found = translator.search(SENTENCE, DecodingConfig(beam_size=3), intervention=intervention)
    own = translator.trace(found)
    assert own.intervention == intervention
    assert [check.code for check in own.checks][-1] == "tokens_agree"
    assert own.trusted, own.checks


def test_an_intervention_that_is_not_allowed_is_refused(translator, translation):
    with pytest.raises(CoreError, match="head 3 in cross layer 1 does not exist"):
        translator.trace(translation, intervention=Intervention(off=(HeadName("cross", 0, 2),)))


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
    trace = record_trace(translator.model, translator.vocabularies, [EOS_ID], [EOS_ID])
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
        "off": {},
        "training": False,
        "path_difference": 1e-7,
        "token_difference": 1e-5,
    }
    arguments = {**sound, **changed}
    padding, off = arguments.pop("source_padding"), arguments.pop("off")
    deviations = WeightDeviations()
    for kind in KINDS:
        for layer, weights in enumerate(arguments.pop("cross" if kind == "cross" else f"{kind}_self")):
            deviations.add(kind, weights, padding, off.get((kind, layer), ()))
    return check_trace(deviations, **arguments)


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


@pytest.mark.parametrize("kind", KINDS)
def test_switched_off_head_passes_and_broken_row_fails(kind):
    shape = {"encoder": (7, 7), "decoder": (5, 5), "cross": (5, 7)}[kind]
    name = "cross" if kind == "cross" else f"{kind}_self"
    weights = torch.eye(*shape).expand(2, 3, -1, -1).clone()
    weights[1, 2] = 0
    assert failed(checks(**{name: weights})) == {"rows_sum_to_one"}  # it was not switched off
    assert failed(checks(**{name: weights}, off={(kind, 1): (1,)})) == {"rows_sum_to_one"}  # another one is off
    assert failed(checks(**{name: weights}, off={(kind, 1): (2,)})) == set()
    weights[1, 1, 4] *= 0.999
    assert failed(checks(**{name: weights}, off={(kind, 1): (2,)})) == {"rows_sum_to_one"}
    weights[1, 1, 4], weights[1, 2, 3, 3] = weights[0, 1, 4], 1.0
    assert failed(checks(**{name: weights}, off={(kind, 1): (2,)})) == {"rows_sum_to_one"}  # off, and yet it attends


def test_checks_that_cannot_be_made_are_left_out():
    codes = [check.code for check in checks(path_difference=None, token_difference=None)]
    assert codes == ["eval_mode", "rows_sum_to_one", "no_future", "no_padding"]


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


# Each check seen red in a whole trace, by breaking what it watches over


def traced(model: Transformer, translator: Translator, translation: Translation, **options: object) -> set[str]:
    hypothesis = translation.hypotheses[0]
    return failed(
        record_trace(
            model,
            translator.vocabularies,
            translation.source_ids,
            hypothesis.ids,
            hypothesis.token_log_probs,
            **options,
        ).checks
    )


def test_a_model_in_training_mode_is_found(translator, translation):
    training = copy.deepcopy(translator.model).train()
    assert "eval_mode" in traced(training, translator, translation)
    assert "eval_mode" not in traced(training.eval(), translator, translation)


@pytest.mark.parametrize("off", [(), (HeadName("cross", 0, 1), HeadName("encoder", 1, 1))])
def test_broken_softmax_is_found_next_to_switched_off_heads(translator, translation, monkeypatch, off):
    intervention = Intervention(off=off)
    softmax = attention_module.masked_softmax
    assert "rows_sum_to_one" not in traced(translator.model, translator, translation, intervention=intervention)
    monkeypatch.setattr(attention_module, "masked_softmax", lambda scores: softmax(scores) * 0.9999)
    assert "rows_sum_to_one" in traced(translator.model, translator, translation, intervention=intervention)


def test_a_mask_that_shows_the_future_is_found(translator, translation, monkeypatch):
    def all_to_all(length: int, device: torch.device) -> torch.Tensor:
        return torch.ones(1, 1, length, length, dtype=torch.bool, device=device)

    monkeypatch.setattr(masks_module, "causal_mask", all_to_all)
    assert "no_future" in traced(translator.model, translator, translation)


def test_a_mask_that_shows_padding_is_found(translator, monkeypatch):
    source, target = [7, 11, EOS_ID, 0, 0], [13, EOS_ID]
    assert record_trace(translator.model, translator.vocabularies, source, target).trusted
    monkeypatch.setattr(transformer_module, "padding_mask", lambda ids, _: torch.ones_like(ids[:, None, None]).bool())
    trace = record_trace(translator.model, translator.vocabularies, source, target)
    assert failed(trace.checks) == {"no_padding"}


def test_two_paths_that_differ_are_found(translator, translation, monkeypatch):
    fused = attention_module.MultiHeadAttention._fused
    monkeypatch.setattr(attention_module.MultiHeadAttention, "_fused", lambda *inputs: fused(*inputs) * 1.05)
    assert traced(translator.model, translator, translation) == {"paths_agree"}


def test_log_probabilities_of_other_tokens_are_found(translator, translation):
    hypothesis = translation.hypotheses[0]
    source = translation.source_ids
    wrong = [value - 0.5 for value in hypothesis.token_log_probs]
    for given in (wrong, hypothesis.token_log_probs[:-1]):
        trace = record_trace(translator.model, translator.vocabularies, source, hypothesis.ids, given)
        assert failed(trace.checks) == {"tokens_agree"}
        assert not trace.trusted


def test_padding_prediction_keeps_search_log_probabilities():
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
        trace = record_trace(transformer, Vocabularies.joint(tokenizer), ids, found.ids, found.token_log_probs)
        assert {check.code: check.passed for check in trace.checks}["tokens_agree"], trace.checks
