"""Forced prefixes: kept, included in the score, and continued by the search."""

import pytest

from core.config import DecodingConfig
from core.data.tokenizer import EOS_ID
from core.decoding.hypothesis import length_penalty
from core.decoding.search import search
from tests.core.decoding.untrained import GREEDY, best, forced_log_probs, model, sentences


@pytest.mark.parametrize("beam", [1, 2, 4])
@pytest.mark.parametrize("prefix", [[17], [9, 4], [30, 3, 11, 28, 6]])
def test_a_forced_prefix_is_kept_and_its_probabilities_count(beam, prefix):
    transformer, sources = model(), sentences(13)
    config = DecodingConfig(beam_size=beam, nbest=beam)
    for source, result in zip(sources, search(transformer, sources, config, prefixes=[prefix] * 13), strict=True):
        for hypothesis in result.hypotheses:
            assert list(hypothesis.ids[: len(prefix)]) == prefix
            expected = forced_log_probs(transformer, source, hypothesis.ids)
            assert hypothesis.token_log_probs == pytest.approx(expected, abs=1e-4)
            penalty = length_penalty(len(hypothesis.ids), config.alpha)
            assert hypothesis.score == pytest.approx(sum(expected) / penalty, abs=1e-4)


def test_each_sentence_has_its_own_prefix():
    transformer, sources = model(), [[5, EOS_ID], [6, 7, EOS_ID], [8, EOS_ID]]
    prefixes = [[], [11, 12, 13], [14]]
    for beam in (1, 3):
        results = search(transformer, sources, DecodingConfig(beam_size=beam), prefixes=prefixes)
        for source, prefix, found in zip(sources, prefixes, best(results), strict=True):
            assert list(found.ids[: len(prefix)]) == prefix
            alone = search(transformer, [source], DecodingConfig(beam_size=beam), prefixes=[prefix])
            assert best(alone)[0].ids == found.ids


@pytest.mark.parametrize("beam", [1, 4])
def test_forced_best_translation_is_found_again(beam):
    transformer, sources = model(), sentences(11)
    config = DecodingConfig(beam_size=beam)
    for source, found in zip(sources, best(search(transformer, sources, config)), strict=True):
        prefix = [token for token in found.ids if token != EOS_ID][: len(found.ids) // 2]
        again = best(search(transformer, [source], GREEDY, prefixes=[prefix]))[0]
        assert again.ids[: len(prefix)] == found.ids[: len(prefix)]
        if beam == 1:
            assert again.ids == found.ids


@pytest.mark.parametrize("beam", [1, 2, 3, 5])
@pytest.mark.parametrize("prefix", [[EOS_ID], [7, EOS_ID], [7, 8, 9, EOS_ID]])
def test_a_prefix_that_ends_is_the_whole_translation(beam, prefix):
    for seed in (1, 2, 3):
        transformer = model(seed=seed)
        for source in sentences(3):
            result = search(transformer, [source], DecodingConfig(beam_size=beam, nbest=beam), prefixes=[prefix])[0]
            assert [list(h.ids) for h in result.hypotheses] == [prefix]
            assert result.hypotheses[0].finished


def test_prefix_beyond_limit_is_extended_by_one_token():
    for beam in (1, 3):
        config = DecodingConfig(beam_size=beam, max_extra_tokens=0)
        found = best(search(model(), [[5, EOS_ID]], config, prefixes=[[9, 8, 7, 6]]))[0]
        assert found.ids[:4] == (9, 8, 7, 6)
        assert len(found.ids) == 5
