"""The arranged step of a model: kept while its weights are fixed, renewed when they change."""

from core.decoding.search import search
from core.decoding.step import decoder_step
from tests.core.decoding.untrained import GREEDY, model, sentences


def test_step_is_kept_until_the_weights_change():
    transformer = model()
    first = decoder_step(transformer)
    assert decoder_step(transformer) is first
    transformer.decoder.layers[0].feed_forward.inner.weight.mul_(3.0)
    assert decoder_step(transformer) is not first
    before = search(transformer, sentences(7), GREEDY)
    transformer.load_state_dict(model(seed=9).state_dict())
    changed = search(transformer, sentences(7), GREEDY)
    assert changed == search(model(seed=9), sentences(7), GREEDY) != before


def test_step_of_a_model_in_training_is_never_kept():
    transformer = model().requires_grad_(True)
    assert decoder_step(transformer) is not decoder_step(transformer)
