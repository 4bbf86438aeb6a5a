"""Greedy and beam search: against each other, exhaustive search, and hand-worked penalties."""

import contextlib
import itertools
import math
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from core.config import DecodingConfig
from core.data.tasks import task
from core.data.tokenizer import BOS_ID, EOS_ID, PAD_ID
from core.decoding import step
from core.decoding.batched import search_many
from core.decoding.hypothesis import length_penalty
from core.decoding.search import search
from core.errors import CoreError
from core.model.probe import Probe
from core.model.transformer import Transformer
from core.translator import Translator
from tests.core.decoding.untrained import GREEDY, best, forced_log_probs, model, sentences

ROOT = Path(__file__).parents[3]
SHIPPED = ROOT / "checkpoints" / "en-de"


# Greedy and beam
TOLERANCE = 1e-4  # of sums of dozens of float32 log-probabilities, computed in another order by another batch


def test_a_beam_of_one_is_greedy_search():
    transformer, sources = model(), sentences(97)
    greedy = search(transformer, sources, GREEDY)
    beam = search(transformer, sources, GREEDY, record=True)  # recording a tree requires the beam
    assert [h.ids for h in best(greedy)] == [h.ids for h in best(beam)]
    assert len({h.ids for h in best(greedy)}) > 30
    assert {h.finished for h in best(greedy)} == {True, False}
    for a, b in zip(best(greedy), best(beam), strict=True):
        assert a.finished == b.finished
        assert a.score == pytest.approx(b.score, abs=TOLERANCE)
        assert a.token_log_probs == pytest.approx(b.token_log_probs, abs=TOLERANCE)


def test_greedy_takes_the_most_probable_token_at_each_step():
    transformer = model()
    for source in sentences(5):
        ids: list[int] = []
        while len(ids) < len(source) - 1 + 50 and ids[-1:] != [EOS_ID]:
            logits = transformer(torch.tensor([source]), torch.tensor([[BOS_ID, *ids]]))[0, -1]
            logits[[PAD_ID, BOS_ID]] = -math.inf
            ids.append(int(logits.argmax()))
        assert best(search(transformer, [source], GREEDY))[0].ids == tuple(ids)


@pytest.mark.parametrize("beam", [1, 2, 3, 7])
def test_log_probabilities_are_those_of_a_teacher_forced_pass(beam):
    transformer, sources = model(), sentences(11)
    results = search(transformer, sources, DecodingConfig(beam_size=beam, nbest=beam))
    for source, result in zip(sources, results, strict=True):
        for hypothesis in result.hypotheses:
            expected = forced_log_probs(transformer, source, hypothesis.ids)
            assert hypothesis.token_log_probs == pytest.approx(expected, abs=1e-4)
            assert hypothesis.log_prob == pytest.approx(sum(expected), abs=1e-3)


def enumerated(transformer: Transformer, source: list[int], limit: int, alpha: float) -> dict[tuple[int, ...], float]:
    """The score of every sequence that search may return, each by its own teacher-forced pass."""
    letters = range(3, transformer.config.vocab_size)
    scores: dict[tuple[int, ...], float] = {}
    unfinished = torch.tensor(list(itertools.product(letters, repeat=limit)))  # [n, limit]
    read = torch.cat([torch.full((len(unfinished), 1), BOS_ID), unfinished], dim=1)
    logits = transformer(torch.tensor([source]).expand(len(read), -1), read).double()
    log_probs = logits.log_softmax(dim=-1)  # [n, limit + 1, V]
    for row, sequence in zip(log_probs, unfinished.tolist(), strict=True):
        total = 0.0
        for length in range(1, limit + 1):
            ended = total + row[length - 1, EOS_ID].item()
            scores[(*sequence[: length - 1], EOS_ID)] = ended / ((5 + length) / 6) ** alpha
            total += row[length - 1, sequence[length - 1]].item()
        scores[tuple(sequence)] = total / ((5 + limit) / 6) ** alpha
    return scores


@pytest.mark.parametrize("alpha", [0.0, 0.6, 1.5])
@pytest.mark.parametrize("seed", [1, 2, 3, 5, 7])
def test_a_wide_beam_finds_the_best_of_all_sequences(alpha, seed):
    # 5 letters and the end symbol, at most 4 tokens: 156 that end and 625 that do not
    transformer = model(8, seed=seed, sharpness=3.0)
    source = [3 + seed % 5, EOS_ID]
    scores = enumerated(transformer, source, 4, alpha)
    assert len(scores) == 156 + 625
    config = DecodingConfig(beam_size=64, nbest=5, alpha=alpha, max_extra_tokens=3)
    found = search(transformer, [source], config)[0].hypotheses
    ranked = sorted(scores, key=lambda ids: -scores[ids])
    assert found[0].ids == ranked[0]
    for hypothesis in found:
        assert hypothesis.score == pytest.approx(scores[hypothesis.ids], abs=1e-5)


@pytest.mark.parametrize("beam", [2, 4, 5])
def test_hypotheses_are_distinct_and_sorted(beam):
    config = DecodingConfig(beam_size=beam, nbest=beam)
    for result in search(model(), sentences(31), config):
        scores = [hypothesis.score for hypothesis in result.hypotheses]
        assert scores == sorted(scores, reverse=True)
        assert len({hypothesis.ids for hypothesis in result.hypotheses}) == len(scores) == beam


def test_nbest_is_the_head_of_the_whole_list_and_takes_fewer_steps():
    transformer, sources = model(), sentences(23)
    whole = search(transformer, sources, DecodingConfig(beam_size=5, nbest=5), record=True)
    for count in (1, 2, 3):
        few = search(transformer, sources, DecodingConfig(beam_size=5, nbest=count), record=True)
        assert [r.hypotheses for r in few] == [r.hypotheses[:count] for r in whole]
        assert sum(len(r.tree.nodes) for r in few) < sum(len(r.tree.nodes) for r in whole)


def test_a_beam_seldom_finds_less_than_greedy_search():
    transformer, sources = model(), sentences(53)
    config = DecodingConfig(beam_size=4, alpha=0.0)
    pairs = zip(best(search(transformer, sources, config)), best(search(transformer, sources, GREEDY)), strict=True)
    worse = sum(
        beam.log_prob / len(beam.ids) < greedy.log_prob / len(greedy.ids) - 1e-6
        and beam.log_prob < greedy.log_prob - 1e-6
        for beam, greedy in pairs
    )
    assert worse < 5


@pytest.mark.parametrize("beam", [2, 4])
def test_beam_continues_while_a_hypothesis_can_still_win(beam, monkeypatch):
    # A sure model puts the end symbol second at every step. A beam that stops once R of these poor ends are found
    # never sees the sure translation end: on the numbers task that cost 11 of 100 sentences.
    transformer = model()
    sure, steps = 7, iter(range(1, 100))

    def scripted(_: object, states: torch.Tensor) -> torch.Tensor:
        logits = torch.full((len(states), transformer.config.vocab_size), -20.0)
        end, other = (9.0, 0.0) if next(steps) == 9 else (0.0, 9.0)
        logits[:, EOS_ID], logits[:, sure] = end, other
        return logits

    monkeypatch.setattr(step._Output, "__call__", scripted)
    best = search(transformer, [[5, 6, EOS_ID]], DecodingConfig(beam_size=beam))[0].hypotheses[0]
    assert best.ids == (*[sure] * 8, EOS_ID)


# Scores and lengths


def test_length_penalty_worked_by_hand():
    assert length_penalty(1, 0.6) == 1.0
    assert length_penalty(7, 0.0) == 1.0
    assert length_penalty(7, 1.0) == 2.0
    assert length_penalty(19, 0.5) == 2.0
    assert length_penalty(13, 2.0) == 9.0
    assert length_penalty(20, 0.6) == pytest.approx(math.exp(0.6 * math.log(25 / 6)))


@pytest.mark.parametrize("beam", [1, 3])
def test_the_score_is_the_log_probability_over_the_penalty(beam):
    for result in search(model(), sentences(19), DecodingConfig(beam_size=beam, alpha=0.7)):
        hypothesis = result.hypotheses[0]
        penalty = ((5 + len(hypothesis.ids)) / 6) ** 0.7
        assert hypothesis.score == pytest.approx(sum(hypothesis.token_log_probs) / penalty, abs=1e-5)


def test_a_larger_alpha_prefers_longer_translations():
    transformer, sources = model(), sentences(47)
    short, long = (
        sum(len(h.ids) for h in best(search(transformer, sources, DecodingConfig(beam_size=4, alpha=alpha))))
        for alpha in (0.0, 2.0)
    )
    assert short < long


@pytest.mark.parametrize("beam", [1, 3])
@pytest.mark.parametrize("extra", [0, 1, 50])
def test_translation_length_is_limited_by_extra_tokens(beam, extra):
    transformer, sources = model(), sentences(23)
    transformer.output_weight[EOS_ID] = -transformer.output_weight[EOS_ID].abs()
    config = DecodingConfig(beam_size=beam, nbest=beam, max_extra_tokens=extra)
    lengths = []
    for source, result in zip(sources, search(transformer, sources, config), strict=True):
        limit = len(source) - 1 + extra  # the end symbol is not counted
        for hypothesis in result.hypotheses:
            assert 1 <= len(hypothesis.ids) <= limit
            assert hypothesis.finished == (hypothesis.ids[-1] == EOS_ID)
            assert hypothesis.finished or len(hypothesis.ids) == limit
            lengths.append(len(hypothesis.ids) == limit)
    assert any(lengths)


@pytest.mark.parametrize("beam", [1, 4])
def test_padding_and_the_start_symbol_are_never_generated(beam):
    transformer = model()
    ahead = transformer.decoder.final_norm  # identity: the last layer norm's output meets these two rows
    assert isinstance(ahead, torch.nn.Identity)
    transformer.decoder.layers[-1].feed_forward_residual.norm.bias.fill_(3.0)
    transformer.output_weight[[PAD_ID, BOS_ID]] = 5.0
    logits = transformer(torch.tensor([[5, EOS_ID]]), torch.tensor([[BOS_ID]]))[0, 0]
    assert set(logits.topk(2).indices.tolist()) == {PAD_ID, BOS_ID}  # the model would
    for result in search(transformer, sentences(29), DecodingConfig(beam_size=beam, nbest=beam)):
        for hypothesis in result.hypotheses:
            assert not {PAD_ID, BOS_ID} & set(hypothesis.ids)
            assert EOS_ID not in hypothesis.ids[:-1]


def test_a_translation_never_exceeds_the_models_positions():
    transformer = model(max_positions=16)
    transformer.output_weight[EOS_ID] = -100 * transformer.output_weight[EOS_ID].abs()
    for beam in (1, 3):
        found = search(transformer, sentences(7), DecodingConfig(beam_size=beam))
        assert all(len(h.ids) <= 16 for h in best(found))


def test_a_source_longer_than_the_models_positions_is_refused():
    with pytest.raises(CoreError, match="17 tokens is longer than this model's 16 positions"):
        search(model(max_positions=16), [[5] * 16 + [EOS_ID]], GREEDY)


def test_no_sentence_gives_no_result():
    assert search(model(), [], GREEDY) == search_many(model(), [], GREEDY) == []


@pytest.mark.parametrize("beam", [1, 4])
def test_a_blank_source_is_searched_like_any_other(beam):
    result = search(model(), [[EOS_ID]], DecodingConfig(beam_size=beam))[0]
    assert 1 <= len(result.hypotheses[0].ids) <= 50


def test_a_beam_wider_than_the_vocabulary_works():
    config = DecodingConfig(beam_size=32, nbest=32, max_extra_tokens=2)
    for result in search(model(8), [[4, EOS_ID], [3, 5, EOS_ID]], config):
        assert len({h.ids for h in result.hypotheses}) == len(result.hypotheses) >= 6
        assert all(math.isfinite(h.score) for h in result.hypotheses)


# Batches


@pytest.mark.parametrize("beam", [1, 4])
def test_batch_size_does_not_change_the_result(translator: Translator, beam):
    texts = task("numbers").pairs(29, 3, split="test").source
    sources = [encoded.ids for encoded in translator.vocabularies.source.encode_batch(texts)]
    config = DecodingConfig(beam_size=beam)
    alone = best([search(translator.model, [source], config)[0] for source in sources])
    for size in (7, 64):
        together = best(search_many(translator.model, sources, config, batch_size=size))
        same = sum(a.ids == b.ids for a, b in zip(alone, together, strict=True))
        assert same >= len(sources) - 1
        for a, b in zip(alone, together, strict=True):
            assert a.ids != b.ids or a.score == pytest.approx(b.score, abs=1e-4)
    assert len({h.ids for h in alone}) > 10


@pytest.mark.slow
@pytest.mark.parametrize("beam", [1, 4])
def test_batch_size_does_not_change_real_translations(beam):
    shipped = Translator.load(SHIPPED)
    words = [
        shipped.vocabularies.target.surface([index])[0] for index in range(300, shipped.vocabularies.target.vocab_size)
    ]
    whole = [word for word in words if word.startswith(" ") and word.strip().isalpha()]
    generator = random.Random(1)
    texts = ["A man" + "".join(generator.choices(whole, k=generator.randrange(2, 17))) + "." for _ in range(13)]
    config = DecodingConfig(beam_size=beam)
    small, large = (shipped.translate(texts, config, batch_size=size) for size in (1, 64))
    same = [(a, b) for a, b in zip(small, large, strict=True) if a.text == b.text]
    assert len(same) >= 12
    assert all(abs(a.hypotheses[0].score - b.hypotheses[0].score) <= 1e-4 for a, b in same)


def test_padding_next_to_a_sentence_changes_nothing():
    transformer = model()
    alone = best(search(transformer, [[5, 7, EOS_ID]], DecodingConfig(beam_size=3)))[0]
    beside = best(search(transformer, [[9] * 40 + [EOS_ID], [5, 7, EOS_ID]], DecodingConfig(beam_size=3)))[1]
    assert alone.ids == beside.ids
    assert alone.score == pytest.approx(beside.score, abs=1e-4)


def test_results_keep_source_order_and_progress_is_reported():
    transformer, sources = model(), sentences(31)
    reported: list[int] = []
    results = search_many(transformer, sources, GREEDY, batch_size=7, progress=reported.append)
    assert reported == [7, 7, 7, 7, 3]
    for source, result in zip(sources, results, strict=True):
        assert result.hypotheses[0].ids == best(search(transformer, [source], GREEDY))[0].ids


# A probe


def test_observing_probe_changes_no_translation():
    transformer, sources = model(), sentences(29)
    for beam in (1, 3):
        config = DecodingConfig(beam_size=beam)
        plain, probed = search(transformer, sources, config), search(transformer, sources, config, probe=Probe())
        assert [h.ids for h in best(plain)] == [h.ids for h in best(probed)]


# A batch of different searches, and models that compute nothing


def test_search_mixed_configs_equal_separate_searches():
    transformer, sources = model(), sentences(13)
    beams, alphas = [1, 4, 2, 7], [0.6, 0.0, 1.3]
    configs = [
        DecodingConfig(beam_size=beams[i % 4], nbest=beams[i % 4], alpha=alphas[i % 3]) for i in range(len(sources))
    ]
    for source, config, found in zip(sources, configs, search(transformer, sources, configs), strict=True):
        alone = search(transformer, [source], config)[0]
        assert [h.ids for h in found.hypotheses] == [h.ids for h in alone.hypotheses]
        assert [h.score for h in found.hypotheses] == pytest.approx([h.score for h in alone.hypotheses], abs=TOLERANCE)


def test_beam_search_refuses_weights_that_overflow():
    transformer = model()
    with torch.no_grad():
        for parameter in transformer.parameters():
            parameter.fill_(1e30)
    with pytest.raises(CoreError, match="finite probabilities"):
        search(transformer, sentences(3), DecodingConfig(beam_size=4))


def test_search_many_in_processes_equals_one_process():
    transformer, sources = model(), sentences(97)
    reported: list[int] = []
    config = DecodingConfig(beam_size=3)
    spread = search_many(transformer, sources, config, batch_size=7, progress=reported.append, processes=2)
    alone = search_many(transformer, sources, config, batch_size=7)
    assert [h.ids for h in best(spread)] == [h.ids for h in best(alone)]
    assert sum(reported) == 97


def test_search_many_in_processes_reports_errors():
    transformer = model()
    too_long = [[3] * (transformer.config.max_positions + 1)] * 3
    with pytest.raises(CoreError, match="longer than"):
        search_many(transformer, too_long, GREEDY, batch_size=1, processes=2)


def test_a_killed_process_is_one_error():
    """Killed by the system because the memory was full, it ended the command with a traceback."""

    def kill() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(CoreError, match="ended from outside"):
        search_many(model(), sentences(9), GREEDY, batch_size=1, processes=2, new_probe=kill)


@pytest.mark.parametrize(
    ("ending", "status"), [("killpg(0, signal.SIGINT)", -signal.SIGINT), ("kill(os.getpid(), signal.SIGKILL)", -9)]
)
def test_search_many_in_processes_leaves_none_behind(ending, status):
    """Ctrl-C reaches the forked processes too, and one that ended while it held a lock left the others waiting.

    Forked processes of a killed one waited for work for ever.
    """
    script = (
        "import os, signal\n"
        "from core.decoding.batched import search_many\n"
        "from tests.core.decoding.untrained import GREEDY, model, sentences\n"
        f"end = lambda done: os.{ending}\n"
        "search_many(model(), sentences(997), GREEDY, batch_size=1, progress=end, processes=2)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        _, err = process.communicate(timeout=120)  # ends when no process has standard error open
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == status
    assert err.count("KeyboardInterrupt") == (status == -signal.SIGINT), err  # forked processes print nothing
