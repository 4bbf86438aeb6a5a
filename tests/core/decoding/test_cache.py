"""Decoding step by step with cached keys and values equals recomputing the whole prefix."""

import pytest
import torch
from torch import Tensor

from core.config import ModelConfig
from core.data.tokenizer import BOS_ID
from core.decoding.cache import DecoderCache
from core.errors import CoreError
from core.model.probe import AttentionState, HeadGate, Probe, Recorder, Rows
from core.model.transformer import Transformer

SENTENCES, BEAM, SOURCE, HEADS, LAYERS, VOCABULARY = 3, 5, 11, 7, 2, 31
VARIANTS = [
    {},
    {"norm": "pre"},
    {"positions": "learned"},
    {"d_k": 3, "d_v": 5},
    {"scale_scores": False},
    {"tying": "none"},
]


def model(**options: object) -> Transformer:
    torch.manual_seed(4)
    config = {"vocab_size": VOCABULARY, "d_model": 14, "num_layers": LAYERS, "num_heads": HEADS, "d_ff": 13}
    transformer = Transformer(ModelConfig(**{**config, "max_positions": 64, **options})).eval().requires_grad_(False)
    for name, parameter in transformer.named_parameters():
        if name.endswith("bias"):
            parameter.normal_(std=0.5)
    return transformer


def sources() -> Tensor:
    """Three sentences of 11, 7 and 5 tokens."""
    generator = torch.Generator().manual_seed(9)
    ids = torch.randint(3, VOCABULARY, (SENTENCES, SOURCE), generator=generator)
    ids[1, 7:], ids[2, 5:] = 0, 0
    return ids


def tokens(*shape: int, seed: int = 1) -> Tensor:
    return torch.randint(3, VOCABULARY, shape, generator=torch.Generator().manual_seed(seed))


def recomputed(transformer: Transformer, source: Tensor, prefix: Tensor) -> Tensor:
    """Logits after each prefix, the model run over all of it: source [N, S], prefix [N, T] -> [N, V]."""
    return transformer(source, prefix)[:, -1]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("beam", [1, BEAM])
def test_every_step_gives_the_logits_of_the_whole_prefix(options, beam):
    transformer, ids = model(**options), sources()
    memory, mask = transformer.encode(ids)
    cache = DecoderCache(transformer, memory, mask, beam)
    prefix = torch.cat([torch.full((SENTENCES * beam, 1), BOS_ID), tokens(SENTENCES * beam, 6)], dim=1)
    repeated = ids.repeat_interleave(beam, dim=0)
    for length in range(1, 8):
        logits = cache.step(prefix[:, length - 1])
        assert logits.shape == (SENTENCES * beam, VOCABULARY)
        assert cache.length == length
        torch.testing.assert_close(logits, recomputed(transformer, repeated, prefix[:, :length]), rtol=0, atol=1e-5)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("probe", [None, Recorder()], ids=["plain", "probed"])
@pytest.mark.parametrize("beam", [1, BEAM])
def test_first_token_is_read_once_for_all_hypotheses(options, probe, beam):
    transformer, ids = model(**options), sources()
    memory, mask = transformer.encode(ids)
    cache = DecoderCache(transformer, memory, mask, beam)
    started = torch.full((SENTENCES, 1), BOS_ID)
    logits = cache.begin(started[:, 0], probe)
    torch.testing.assert_close(logits, recomputed(transformer, ids, started), rtol=0, atol=1e-5)
    prefix = torch.cat([started.repeat_interleave(beam, dim=0), tokens(SENTENCES * beam, 1)], dim=1)
    expected = recomputed(transformer, ids.repeat_interleave(beam, dim=0), prefix)
    assert cache.length == 1
    torch.testing.assert_close(cache.step(prefix[:, 1]), expected, rtol=0, atol=1e-5)


def test_buffers_grow_without_forgetting():
    transformer, ids = model(), sources()
    memory, mask = transformer.encode(ids)
    cache = DecoderCache(transformer, memory, mask, 1)
    prefix = tokens(SENTENCES, 41)  # more than one growth
    for length in range(1, 42):
        logits = cache.step(prefix[:, length - 1])
        if length in (31, 32, 33, 34, 41):
            torch.testing.assert_close(logits, recomputed(transformer, ids, prefix[:, :length]), rtol=0, atol=1e-5)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_reordered_and_dropped_rows_keep_their_prefixes(seed):
    generator = torch.Generator().manual_seed(seed)
    transformer, ids = model(), sources()
    memory, mask = transformer.encode(ids)
    cache = DecoderCache(transformer, memory, mask, BEAM)
    prefix = torch.full((SENTENCES * BEAM, 1), BOS_ID)
    present = torch.arange(SENTENCES)
    for step in range(12):
        logits = cache.step(prefix[:, -1])
        source = ids[present].repeat_interleave(BEAM, dim=0)
        torch.testing.assert_close(logits, recomputed(transformer, source, prefix), rtol=0, atol=1e-5)
        if step == 4:
            kept = torch.tensor([0, 2])
        elif step == 8:
            kept = torch.tensor([1])
        else:
            kept = torch.arange(len(present))
        if len(kept) < len(present):
            cache.keep(kept.tolist())
            prefix = prefix.view(len(present), BEAM, -1)[kept].flatten(0, 1)
            present = present[kept]
        parents = torch.randint(BEAM, (len(present), BEAM), generator=generator)
        rows = (torch.arange(len(present))[:, None] * BEAM + parents).flatten()
        cache.reorder(rows.tolist())
        new = torch.randint(3, VOCABULARY, (len(rows), 1), generator=generator)
        prefix = torch.cat([prefix[rows], new], dim=1)
    assert present.tolist() == [2]


def test_a_batch_without_padding_needs_no_mask():
    transformer = model()
    ids = tokens(SENTENCES, SOURCE)
    memory, mask = transformer.encode(ids)
    assert mask is None
    cache = DecoderCache(transformer, memory, mask, BEAM)
    cache.step(torch.full((SENTENCES * BEAM,), BOS_ID))
    cache.keep([2, 0])
    prefix = torch.cat([torch.full((2 * BEAM, 1), BOS_ID), tokens(2 * BEAM, 1)], dim=1)
    logits = cache.step(prefix[:, 1])
    expected = recomputed(transformer, ids[[2, 0]].repeat_interleave(BEAM, dim=0), prefix)
    torch.testing.assert_close(logits, expected, rtol=0, atol=1e-5)


def test_step_beyond_the_positions_is_refused():
    transformer = model(max_positions=8)
    memory, mask = transformer.encode(tokens(1, 5))
    cache = DecoderCache(transformer, memory, mask, 1)
    for _ in range(8):
        cache.step(torch.tensor([BOS_ID]))
    with pytest.raises(CoreError, match="9 tokens is longer than this model's 8 positions"):
        cache.step(torch.tensor([BOS_ID]))


# With a probe


class Collecting(Probe):
    """Keeps the weights of every step and what each row is."""

    def __init__(self) -> None:
        self.weights: list[dict[str, Tensor]] = []
        self.seen: list[Rows] = []

    def rows(self, rows: Rows) -> None:
        self.seen.append(rows)
        self.weights.append({})

    def attention(self, state: AttentionState) -> Tensor:
        self.weights[-1][state.site] = state.weights
        return state.weights


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_probe_sees_the_rows_of_the_teacher_forced_weights(options):
    transformer, ids = model(**options), sources()
    memory, mask = transformer.encode(ids)
    cache, probe = DecoderCache(transformer, memory, mask, BEAM), Collecting()
    prefix = tokens(SENTENCES * BEAM, 6)
    for position in range(6):
        cache.step(prefix[:, position], probe)
    recorder = Recorder()
    transformer(ids.repeat_interleave(BEAM, dim=0), prefix, recorder)
    rows = SENTENCES * BEAM
    for position, seen in enumerate(probe.weights):
        assert seen.keys() == {f"decoder.{layer}.{kind}" for layer in range(LAYERS) for kind in ("self", "cross")}
        for layer in range(LAYERS):
            own, cross = seen[f"decoder.{layer}.self"], seen[f"decoder.{layer}.cross"]
            assert own.shape == (rows, HEADS, 1, position + 1)
            assert cross.shape == (rows, HEADS, 1, SOURCE)
            forced = recorder.weights[f"decoder.{layer}.self"][:, :, position, : position + 1]
            torch.testing.assert_close(own[:, :, 0], forced, rtol=0, atol=1e-5)
            forced = recorder.weights[f"decoder.{layer}.cross"][:, :, position]
            torch.testing.assert_close(cross[:, :, 0], forced, rtol=0, atol=1e-5)


def test_observing_probe_changes_no_logits():
    transformer, ids = model(), sources()
    memory, mask = transformer.encode(ids)
    plain, probed = (DecoderCache(transformer, memory, mask, BEAM) for _ in range(2))
    prefix = tokens(SENTENCES * BEAM, 6)
    for position in range(6):
        logits = plain.step(prefix[:, position])
        torch.testing.assert_close(probed.step(prefix[:, position], Collecting()), logits, rtol=0, atol=1e-5)


def test_probe_receives_sentence_hypothesis_and_position_of_rows():
    transformer, ids = model(), sources()
    memory, mask = transformer.encode(ids)
    cache, probe = DecoderCache(transformer, memory, mask, 2), Collecting()
    cache.step(tokens(6), probe)
    cache.keep([0, 2])
    cache.step(tokens(4), probe)
    first, second = probe.seen
    assert (first.sentence.tolist(), first.hypothesis.tolist()) == ([0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1])
    assert (second.sentence.tolist(), second.hypothesis.tolist()) == ([0, 0, 2, 2], [0, 1, 0, 1])
    assert (first.position, second.position) == (0, 1)


def test_intervention_affects_only_its_own_row():
    transformer, ids = model(), sources()
    memory, mask = transformer.encode(ids)
    gates = torch.ones(SENTENCES * BEAM, HEADS)
    gates[4] = 0
    plain, gated = (DecoderCache(transformer, memory, mask, BEAM) for _ in range(2))
    read = tokens(SENTENCES * BEAM)
    untouched = plain.step(read, Probe())
    changed = gated.step(read, HeadGate({"decoder.1.cross": gates}))
    others = [row for row in range(SENTENCES * BEAM) if row != 4]
    assert torch.equal(changed[others], untouched[others])
    assert not torch.allclose(changed[4], untouched[4])
