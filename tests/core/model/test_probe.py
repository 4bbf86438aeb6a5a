"""Probes: what they receive, what they may change, and that they leave nothing on the model."""

import threading

import pytest
import torch
from torch import Tensor

from core.config import ModelConfig
from core.model.probe import AttentionState, Chain, EditedRow, HeadGate, Probe, Recorder, RowEdits, Rows
from core.model.transformer import Transformer

BATCH, SOURCE, TARGET, HEADS, LAYERS, VOCABULARY = 3, 11, 7, 5, 2, 31
SITES = {f"encoder.{layer}.self" for layer in range(LAYERS)} | {
    f"decoder.{layer}.{kind}" for layer in range(LAYERS) for kind in ("self", "cross")
}


def model(**options: object) -> Transformer:
    torch.manual_seed(1)
    small = {"vocab_size": VOCABULARY, "d_model": 10, "num_heads": HEADS, "num_layers": LAYERS, "d_ff": 13}
    transformer = Transformer(ModelConfig(**{**small, "dropout": 0.0, **options})).eval()
    with torch.no_grad():
        for name, parameter in transformer.named_parameters():
            if name.endswith("bias"):
                parameter.normal_(generator=torch.Generator().manual_seed(parameter.numel()))
    return transformer


def batch() -> tuple[Tensor, Tensor]:
    """Source and target ids; row 1 has 8 source tokens, row 2 has 5 target tokens."""
    generator = torch.Generator().manual_seed(3)
    source = torch.randint(3, VOCABULARY, (BATCH, SOURCE), generator=generator)
    target = torch.randint(3, VOCABULARY, (BATCH, TARGET), generator=generator)
    source[1, 8:], target[2, 5:] = 0, 0
    return source, target


def on_tokens(logits: Tensor) -> Tensor:
    """The rows of `batch` that score a token; what a padded position would predict means nothing."""
    return logits[batch()[1] != 0]


class Replacing(Probe):
    """Returns weights of the test's own making at one site."""

    def __init__(self, site: str, weights: Tensor) -> None:
        self.site, self.weights = site, weights

    def attention(self, state: AttentionState) -> Tensor:
        return self.weights if state.site == self.site else state.weights


def test_every_attention_is_recorded_once_with_its_shape():
    class Counting(Recorder):
        def attention(self, state: AttentionState) -> Tensor:
            assert state.site not in self.weights
            return super().attention(state)

    recorder = Counting(states=True)
    model(d_k=3, d_v=7)(*batch(), recorder)
    assert set(recorder.weights) == set(recorder.attentions) == SITES
    assert recorder.weights["encoder.1.self"].shape == (BATCH, HEADS, SOURCE, SOURCE)
    assert recorder.weights["decoder.0.self"].shape == (BATCH, HEADS, TARGET, TARGET)
    state = recorder.attentions["decoder.1.cross"]
    assert state.site == "decoder.1.cross"
    assert state.weights.shape == state.scores.shape == (BATCH, HEADS, TARGET, SOURCE)
    assert state.query.shape == (BATCH, HEADS, TARGET, 3) and state.key.shape == (BATCH, HEADS, SOURCE, 3)
    assert state.value.shape == (BATCH, HEADS, SOURCE, 7)


def test_recorded_rows_sum_to_one_and_obey_the_masks():
    recorder = Recorder()
    model()(*batch(), recorder)
    for weights in recorder.weights.values():
        torch.testing.assert_close(weights.sum(-1), torch.ones(weights.shape[:-1]))
    assert bool((recorder.weights["encoder.0.self"][1, :, :, 8:] == 0).all())
    assert bool((recorder.weights["decoder.1.cross"][1, :, :, 8:] == 0).all())
    assert bool((recorder.weights["decoder.0.self"].triu(1) == 0).all())
    assert bool((recorder.weights["decoder.0.self"][2, :, :, 5:] == 0).all())
    assert bool((recorder.weights["encoder.0.self"][0] > 0).all())


def test_recorded_weights_satisfy_equation_1():
    recorder = Recorder(states=True)
    model()(*batch(), recorder)
    for state in recorder.attentions.values():
        scores = torch.einsum("bhqe,bhke->bhqk", state.query, state.key) / 2**0.5  # d_k = 10 / 5
        if state.mask is not None:
            scores = scores.where(state.mask, torch.tensor(-torch.inf))
        torch.testing.assert_close(state.scores, scores)
        torch.testing.assert_close(state.weights, scores.softmax(-1))


def test_recorded_weights_are_those_before_dropout():
    recorder = Recorder()
    torch.manual_seed(2)
    model(attention_dropout=0.5).train()(*batch(), recorder)
    for weights in recorder.weights.values():
        torch.testing.assert_close(weights.sum(-1), torch.ones(weights.shape[:-1]))


def test_a_recorder_changes_nothing():
    transformer = model()
    recorded, plain = transformer(*batch(), Recorder(states=True)), transformer(*batch())
    torch.testing.assert_close(on_tokens(recorded), on_tokens(plain), atol=5e-6, rtol=1e-5)


def test_other_states_are_observed_where_asked():
    wanted = frozenset({"encoder.embedding", "decoder.embedding", "encoder.0.self.output", "decoder.1.cross.residual"})
    recorder = Recorder(sites=wanted | {"decoder.0.feed_forward.hidden"})
    transformer = model()
    source, target = batch()
    transformer(source, target, recorder)
    assert set(recorder.observed) == recorder.sites
    torch.testing.assert_close(recorder.observed["encoder.embedding"], transformer.encoder.embedding(source))
    assert recorder.observed["decoder.embedding"].shape == (BATCH, TARGET, 10)
    assert recorder.observed["decoder.0.feed_forward.hidden"].shape == (BATCH, TARGET, 13)
    assert bool((recorder.observed["decoder.0.feed_forward.hidden"] >= 0).all())
    norm = transformer.decoder.layers[1].cross_residual.norm  # post-norm: the residual stream is normalised
    plain = (recorder.observed["decoder.1.cross.residual"] - norm.bias) / norm.weight
    torch.testing.assert_close(plain.mean(-1), torch.zeros(BATCH, TARGET), atol=1e-5, rtol=0)


def test_nothing_is_observed_unless_asked():
    recorder = Recorder()
    model()(*batch(), recorder)
    assert not recorder.observed and not recorder.attentions


def test_replaced_weights_are_the_weights_that_are_used():
    """Weights that pick one key: every query's output is the projection of that key's value."""
    transformer = model()
    source, target = batch()
    chosen = torch.zeros(BATCH, HEADS, TARGET, SOURCE)
    chosen[..., 4] = 1.0
    recorder = Recorder(sites=frozenset({"decoder.1.cross.output"}))

    class Both(Replacing):
        def observe(self, site: str, tensor: Tensor) -> None:
            recorder.observe(site, tensor)

    transformer(source, target, Both("decoder.1.cross", chosen))
    memory, _ = transformer.encode(source)
    attention = transformer.decoder.layers[1].cross_attention
    expected = attention.output(attention.value(memory[:, 4]))  # [B, D]
    torch.testing.assert_close(
        recorder.observed["decoder.1.cross.output"],
        expected[:, None].expand(BATCH, TARGET, 10),
        atol=1e-5,
        rtol=1e-5,
    )


def test_weights_that_are_changed_in_place_are_used_too():
    class Silencing(Probe):
        def attention(self, state: AttentionState) -> Tensor:
            return state.weights.mul_(0.0)

    class Emptying(Probe):
        def attention(self, state: AttentionState) -> Tensor:
            return torch.zeros_like(state.weights)

    transformer = model()
    with torch.no_grad():
        assert torch.equal(transformer(*batch(), Silencing()), transformer(*batch(), Emptying()))


def test_weights_of_another_shape_are_refused():
    wrong = torch.zeros(BATCH, HEADS, TARGET, SOURCE + 1)
    with pytest.raises(ValueError, match=r"shape \(3, 5, 7, 12\) at decoder.0.cross; \(3, 5, 7, 11\) is required"):
        model()(*batch(), Replacing("decoder.0.cross", wrong))


def test_a_head_that_is_switched_off_contributes_nothing():
    transformer = model()
    gates = torch.ones(HEADS)
    gates[3] = 0.0
    gated = transformer(*batch(), HeadGate({"encoder.1.self": gates}))
    with torch.no_grad():  # the same head cut out of the output projection: its columns 6 and 7
        transformer.encoder.layers[1].self_attention.output.weight[:, 6:8] = 0.0
    torch.testing.assert_close(on_tokens(gated), on_tokens(transformer(*batch())), atol=5e-6, rtol=1e-5)


def test_each_batch_row_has_its_own_gates():
    transformer = model()
    source, target = (ids[:1].expand(BATCH, -1) for ids in batch())  # one sentence, three interventions
    gates = torch.ones(BATCH, HEADS)
    gates[1, 2], gates[2, 4] = 0.0, 0.5
    together = transformer(source, target, HeadGate({"decoder.0.cross": gates}))
    plain = transformer(source, target)
    torch.testing.assert_close(together[0], plain[0], atol=5e-6, rtol=1e-5)
    for row in (1, 2):
        alone = transformer(source[:1], target[:1], HeadGate({"decoder.0.cross": gates[row]}))
        torch.testing.assert_close(together[row], alone[0], atol=5e-6, rtol=1e-5)
        assert not torch.allclose(together[row], plain[row], atol=1e-3)
    assert not torch.allclose(together[1], together[2], atol=1e-3)


def test_uniform_head_spreads_weight_over_visible_keys():
    recorder, transformer = Recorder(sites=frozenset({"encoder.0.self.output"})), model()

    class Both(HeadGate):
        def observe(self, site: str, tensor: Tensor) -> None:
            recorder.observe(site, tensor)

    source, target = batch()
    everywhere = torch.ones(BATCH, HEADS, dtype=torch.bool)
    transformer(source, target, Both(uniform={"encoder.0.self": everywhere}))
    attention = transformer.encoder.layers[0].self_attention
    embedded = transformer.encoder.embedding(source)
    for row, length in ((0, SOURCE), (1, 8)):
        expected = attention.output(attention.value(embedded[row, :length]).mean(0))
        torch.testing.assert_close(
            recorder.observed["encoder.0.self.output"][row], expected.expand(SOURCE, 10), atol=1e-5, rtol=1e-5
        )


def test_uniform_causal_head_sees_only_the_past():
    class Seen(HeadGate):
        def attention(self, state: AttentionState) -> Tensor:
            changed = super().attention(state)
            if state.site == "decoder.0.self":
                seen["before"], seen["after"] = state.weights, changed
            return changed

    seen: dict[str, Tensor] = {}
    chosen = torch.zeros(BATCH, HEADS, dtype=torch.bool)
    chosen[0, 1] = True
    model()(*batch(), Seen(uniform={"decoder.0.self": chosen}))
    expected = torch.ones(TARGET, TARGET).tril() / torch.arange(1, TARGET + 1)[:, None]
    torch.testing.assert_close(seen["after"][0, 1], expected)
    kept = ~chosen
    assert torch.equal(seen["after"][kept], seen["before"][kept])


ROW = torch.tensor([0.5, 0.25, 0.0, 0.25])  # over four keys; later keys get nothing


def test_edited_row_replaces_only_that_row():
    first, recorder, plain, transformer = Recorder(), Recorder(), Recorder(), model()
    transformer(*batch(), plain)
    transformer(*batch(), Chain((first, RowEdits({"decoder.1.cross": [EditedRow(2, 3, ROW)]}), recorder)))
    seen, before = recorder.weights["decoder.1.cross"], plain.weights["decoder.1.cross"]
    assert torch.equal(first.weights["decoder.1.cross"], before)  # what came before the edit is not written over
    expected = torch.cat([ROW, torch.zeros(SOURCE - 4)])
    assert torch.equal(seen[:, 2, 3], expected.expand(BATCH, -1))
    others = torch.ones(HEADS, TARGET, dtype=torch.bool)
    others[2, 3] = False
    assert torch.equal(seen[:, others], before[:, others])


def test_edited_row_of_cached_step_matches_its_position():
    edits = RowEdits({"decoder.0.self": [EditedRow(1, 3, ROW)], "encoder.0.self": [EditedRow(0, 0, ROW)]})

    def asked(site: str, queries: int, keys: int) -> Tensor:
        weights = torch.full((2, HEADS, queries, keys), 1 / keys)
        empty = torch.zeros(0)
        return edits.attention(AttentionState(site, weights, weights, empty, empty, empty, None))

    for position in range(6):
        edits.rows(Rows(torch.zeros(2), torch.arange(2), position))
        weights = asked("decoder.0.self", 1, position + 1)
        if position == 3:
            assert torch.equal(weights[:, 1, 0], ROW.expand(2, 4))
            weights[:, 1, 0] = 0.25
        assert torch.equal(weights, torch.full((2, HEADS, 1, position + 1), 1 / (position + 1)))
    assert torch.equal(asked("encoder.0.self", 5, 5)[0, 0, 0, :4], ROW)  # the next pass begins with the encoder
    assert torch.equal(asked("decoder.0.self", 7, 7)[0, 1, 3, :4], ROW)


def test_edited_row_longer_than_the_keys_is_refused():
    with pytest.raises(ValueError, match=r"12 weights at encoder\.0\.self; at most 11 keys"):
        model()(*batch(), RowEdits({"encoder.0.self": [EditedRow(0, 0, torch.full((12,), 1 / 12))]}))


def test_a_chain_hands_weights_from_one_probe_to_the_next():
    first, last = Recorder(), Recorder(sites=frozenset({"encoder.embedding"}))
    off = HeadGate({"encoder.0.self": torch.zeros(HEADS)})
    logits = model()(*batch(), Chain((first, off, last)))
    assert bool((first.weights["encoder.0.self"].sum(-1) > 0.99).all())
    assert bool((last.weights["encoder.0.self"] == 0).all())
    assert torch.equal(first.weights["decoder.1.cross"], last.weights["decoder.1.cross"])
    assert set(last.observed) == {"encoder.embedding"} and not first.observed
    assert torch.equal(logits, model()(*batch(), off))


def test_empty_chain_changes_nothing_and_passes_rows_on():
    class Notified(Probe):
        def rows(self, rows: Rows) -> None:
            positions.append(rows.position)

    positions: list[int] = []
    assert torch.equal(model()(*batch(), Chain()), model()(*batch(), Probe()))
    Chain((Notified(), Notified())).rows(Rows(torch.zeros(1), torch.zeros(1), 7))
    assert positions == [7, 7]


def test_weights_can_carry_gradients_without_the_models_parameters():
    transformer = model().requires_grad_(False)

    class Leaves(Recorder):
        def attention(self, state: AttentionState) -> Tensor:
            leaf = state.weights.detach().requires_grad_()
            self.weights[state.site] = leaf
            return leaf

    recorder = Leaves()
    logits = transformer(*batch(), recorder)
    (gradient,) = torch.autograd.grad(logits[0, 3].log_softmax(-1)[5], recorder.weights["decoder.1.cross"])
    assert bool((gradient[0, :, 3].abs() > 0).any())
    assert bool((gradient[0, :, 4:] == 0).all()) and bool((gradient[1:] == 0).all())  # later rows, other sentences


def snapshot(transformer: Transformer) -> dict[str, object]:
    """Everything that hangs on any module of the model."""
    state: dict[str, object] = {}
    for name, module in transformer.named_modules():
        for attribute, value in vars(module).items():
            state[f"{name}:{attribute}"] = dict(value) if isinstance(value, dict) else value
    return state


def test_a_probe_is_never_state():
    transformer = model()
    before, plain = snapshot(transformer), transformer(*batch())
    gates = HeadGate({site: torch.zeros(HEADS) for site in SITES})
    assert not torch.allclose(transformer(*batch(), gates), plain, atol=1e-3)
    transformer(*batch(), Recorder(states=True))
    after = snapshot(transformer)
    assert before.keys() == after.keys()
    assert all(before[name] is after[name] or before[name] == after[name] for name in before)
    assert torch.equal(transformer(*batch()), plain)


def test_visitors_of_one_model_do_not_see_each_other():
    transformer = model()
    alone = on_tokens(transformer(*batch()))
    results: dict[int, list[Tensor]] = {number: [] for number in range(4)}

    def visit(number: int) -> None:
        for _ in range(7):
            gate = HeadGate({site: torch.zeros(HEADS) for site in SITES}) if number % 2 else Recorder()
            results[number].append(on_tokens(transformer(*batch(), gate).detach()))

    visitors = [threading.Thread(target=visit, args=(number,)) for number in results]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    for number, logits in results.items():
        assert len(logits) == 7
        assert all(torch.allclose(one, alone, atol=1e-4) == (number % 2 == 0) for one in logits)
