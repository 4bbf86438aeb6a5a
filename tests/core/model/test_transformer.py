"""The whole model: dependencies between positions, the paper's sizes, and its options."""

import copy

import pytest
import torch

from core.config import PRESETS, ModelConfig
from core.errors import CoreError
from core.model.probe import Probe, Recorder
from core.model.transformer import Transformer

BATCH, SOURCE, TARGET, VOCABULARY = 3, 11, 7, 31
PROBES = pytest.mark.parametrize("probe", [None, Probe()], ids=["fused", "explicit"])
NORMS = pytest.mark.parametrize("norm", ["post", "pre"])


def config(**options: object) -> ModelConfig:
    small = {
        "vocab_size": VOCABULARY,
        "d_model": 10,
        "num_heads": 5,
        "num_layers": 2,
        "d_ff": 13,
        "dropout": 0.0,
    }
    return ModelConfig(**{**small, "max_positions": 37, **options})


def model(**options: object) -> Transformer:
    torch.manual_seed(1)
    return Transformer(config(**options)).eval()


def tokens(length: int, seed: int, batch: int = BATCH) -> torch.Tensor:
    """Ids without padding."""
    return torch.randint(3, VOCABULARY, (batch, length), generator=torch.Generator().manual_seed(seed))


def count(chosen: ModelConfig) -> int:
    with torch.device("meta"):
        return sum(parameter.numel() for parameter in Transformer(chosen).parameters())


# What may not depend on what


@NORMS
@PROBES
@pytest.mark.parametrize("padded", [False, True])
def test_a_future_token_changes_nothing_earlier(norm, probe, padded):
    transformer = model(norm=norm)
    source, target = tokens(SOURCE, 1), tokens(TARGET, 2)
    if padded:
        target[2, -1] = 0
    before = transformer(source, target, probe)
    for position in range(1, TARGET - 1):
        changed = target.clone()
        changed[:, position] = (target[:, position] - 3 + 1) % (VOCABULARY - 3) + 3
        after = transformer(source, changed, probe)
        torch.testing.assert_close(after[:, :position], before[:, :position], atol=1e-6, rtol=0)
        difference = (after[:, position:] - before[:, position:]).abs().amax(dim=(-1, -2))
        assert bool((difference > 1e-3).all())  # and it does change what follows


@PROBES
def test_every_source_token_reaches_every_logit(probe):
    """Otherwise the test of the future would also pass for a model that ignores its input."""
    transformer = model()
    source, target = tokens(SOURCE, 1), tokens(TARGET, 2)
    before = transformer(source, target, probe)
    for position in range(SOURCE):
        changed = source.clone()
        changed[:, position] = (source[:, position] - 3 + 1) % (VOCABULARY - 3) + 3
        difference = (transformer(changed, target, probe) - before).abs().amax(dim=-1)
        assert bool((difference > 1e-6).all())


@NORMS
@PROBES
def test_padding_changes_nothing(norm, probe):
    """Each sentence alone, and all of them padded into one batch."""
    transformer = model(norm=norm)
    lengths = [(11, 7), (5, 3), (2, 1)]
    source = torch.zeros(BATCH, SOURCE + 2, dtype=torch.int64)
    target = torch.zeros(BATCH, TARGET + 3, dtype=torch.int64)
    for row, (source_length, target_length) in enumerate(lengths):
        source[row, :source_length] = tokens(source_length, row, 1)[0]
        target[row, :target_length] = tokens(target_length, row + 7, 1)[0]
    together = transformer(source, target, probe)
    assert bool(torch.isfinite(together).all())
    for row, (source_length, target_length) in enumerate(lengths):
        alone = transformer(source[row : row + 1, :source_length], target[row : row + 1, :target_length], probe)
        torch.testing.assert_close(together[row, :target_length], alone[0], atol=2e-6, rtol=1e-5)


@PROBES
def test_a_source_of_nothing_but_padding_gives_finite_logits(probe):
    transformer = model()
    assert bool(torch.isfinite(transformer(torch.zeros(2, 5, dtype=torch.int64), tokens(TARGET, 1, 2), probe)).all())


@NORMS
@pytest.mark.parametrize("options", [{}, {"d_k": 3, "d_v": 7}, {"scale_scores": False}, {"positions": "learned"}])
def test_fused_and_explicit_path_agree(norm, options):
    transformer = model(norm=norm, **options)
    source, target = tokens(SOURCE, 1), tokens(TARGET, 2)
    source[1, 8:] = 0
    target[2, 5:] = 0
    read = target != 0  # padded positions are meaningless
    fused, explicit = transformer(source, target), transformer(source, target, Probe())
    torch.testing.assert_close(fused[read], explicit[read], atol=5e-6, rtol=1e-5)


@pytest.mark.parametrize("rows", [1, 2, 4, 5])
def test_logits_of_few_rows_are_those_of_many(rows):
    transformer, states = model(), torch.randn(rows, 10)
    expected = transformer.logits(states[:, None])[:, 0]
    found = transformer.logits(states)
    assert found.is_contiguous()
    torch.testing.assert_close(found, expected)


def test_forward_is_encode_then_decode_then_logits():
    transformer = model()
    source, target = tokens(SOURCE, 1), tokens(TARGET, 2)
    source[0, 9:] = 0
    memory, mask = transformer.encode(source)
    assert memory.shape == (BATCH, SOURCE, 10) and mask.shape == (BATCH, 1, 1, SOURCE)
    states = transformer.decode(target, memory, mask)
    assert states.shape == (BATCH, TARGET, 10)
    logits = transformer.logits(states)
    assert logits.shape == (BATCH, TARGET, VOCABULARY)
    assert torch.equal(logits, transformer(source, target))
    torch.testing.assert_close(logits, states @ transformer.output_weight.T)  # no extra scale, no bias


def test_a_mask_is_made_only_where_there_is_padding():
    assert model().encode(tokens(SOURCE, 1))[1] is None


def test_only_pre_norm_ends_in_a_layer_norm():
    post, pre = set(model().state_dict()), set(model(norm="pre").state_dict())
    assert pre - post == {f"{side}.final_norm.{name}" for side in ("encoder", "decoder") for name in ("weight", "bias")}
    memory, _ = model(norm="pre").encode(tokens(SOURCE, 1))
    torch.testing.assert_close(memory.mean(-1), torch.zeros(BATCH, SOURCE), atol=1e-6, rtol=0)


# The paper's sizes


def test_the_papers_base_model_has_63_082_496_parameters():
    assert count(PRESETS["base"]) == PRESETS["base"].num_parameters == 63_082_496


def test_the_papers_big_model_has_about_214_million_parameters():
    # 6 * (12,596,224 + 16,796,672) + 37,000 * 1,024
    assert count(PRESETS["big"]) == PRESETS["big"].num_parameters == 214_245_376


@pytest.mark.parametrize(("d_k", "fewer"), [(16, 7), (32, 5)])
def test_narrower_key_saves_the_parameters_of_table_3_b(d_k, fewer):
    saved = count(ModelConfig()) - count(ModelConfig(d_k=d_k))
    assert round(saved / 1e6) == fewer  # 65 million against 58 and 60


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"norm": "pre"},
        {"tying": "two-way"},
        {"tying": "none"},
        {"positions": "learned"},
        {"d_k": 3, "d_v": 7},
        {"d_k": 3, "d_v": 7, "num_heads": 3},
        {"norm": "pre", "positions": "learned", "tying": "none", "num_layers": 3},
    ],
)
def test_the_configuration_counts_the_parameters_that_are_built(options):
    assert count(config(**options)) == config(**options).num_parameters


# Options


def test_three_way_tying_shares_one_matrix():
    transformer = model()
    weight = transformer.output_weight
    assert transformer.encoder.embedding.weight is weight and transformer.decoder.embedding.weight is weight


def test_two_way_tying_shares_target_and_output():
    transformer = model(tying="two-way")
    assert transformer.decoder.embedding.weight is transformer.output_weight
    assert transformer.encoder.embedding.weight is not transformer.output_weight
    assert not torch.equal(transformer.encoder.embedding.weight, transformer.output_weight)


def test_without_tying_there_are_three_matrices():
    transformer = model(tying="none")
    matrices = [
        transformer.encoder.embedding.weight,
        transformer.decoder.embedding.weight,
        transformer.output_weight,
    ]
    assert len({id(matrix) for matrix in matrices}) == 3


def test_a_tied_matrix_gathers_the_gradient_of_all_three_places():
    tied, apart = model(), model(tying="none")
    apart.load_state_dict(tied.state_dict())
    for transformer in (tied, apart):
        transformer(tokens(SOURCE, 1), tokens(TARGET, 2)).logsumexp(-1).sum().backward()
    matrices = (apart.encoder.embedding.weight, apart.decoder.embedding.weight, apart.output_weight)
    assert all(bool((matrix.grad != 0).any()) for matrix in matrices)
    total = sum(matrix.grad for matrix in matrices)
    torch.testing.assert_close(tied.output_weight.grad, total, atol=1e-4, rtol=1e-4)


def test_the_embedding_has_the_scale_of_the_positional_encoding():
    transformer = Transformer(config(vocab_size=4001, d_model=64, num_heads=4))
    assert transformer.output_weight.std().item() == pytest.approx(64**-0.5, rel=0.01)


def test_linear_layers_begin_with_xavier_weights_and_no_bias():
    transformer = Transformer(config(d_model=64, d_ff=192, num_heads=4))
    inner = transformer.encoder.layers[0].feed_forward.inner
    bound = (6 / (64 + 192)) ** 0.5
    assert 0.97 * bound < inner.weight.abs().max().item() <= bound
    assert bool((inner.bias == 0).all())


def test_scores_are_scaled_only_when_asked():
    scaled, plain = model(d_k=9, num_layers=1), model(d_k=9, num_layers=1, scale_scores=False)
    plain.load_state_dict(scaled.state_dict())
    recorders = Recorder(states=True), Recorder(states=True)
    source, target = tokens(SOURCE, 1), tokens(TARGET, 2)
    logits = scaled(source, target, recorders[0]), plain(source, target, recorders[1])
    scores = [recorder.attentions["encoder.0.self"].scores for recorder in recorders]
    torch.testing.assert_close(scores[1], 3 * scores[0], atol=1e-5, rtol=1e-5)
    assert not torch.allclose(*logits, atol=1e-3)
    torch.testing.assert_close(plain(source, target), logits[1], atol=5e-6, rtol=1e-5)


def test_a_sequence_longer_than_the_positions_is_refused():
    transformer = model()
    with pytest.raises(CoreError, match="38 tokens is longer than this model's 37 positions"):
        transformer.encode(tokens(38, 1))


def test_dropout_acts_in_training_only():
    transformer = model(dropout=0.3)
    source, target = tokens(SOURCE, 1), tokens(TARGET, 2)
    assert torch.equal(transformer(source, target), transformer(source, target))
    transformer.train()
    assert not torch.equal(transformer(source, target), transformer(source, target))


def test_one_seed_gives_one_model_and_weights_travel_by_name():
    first, second = model(), model()
    other = copy.deepcopy(first)
    assert all(torch.equal(value, second.state_dict()[name]) for name, value in first.state_dict().items())
    with torch.no_grad():
        for parameter in other.parameters():
            parameter.add_(1.0)
    other.load_state_dict(first.state_dict())
    source, target = tokens(SOURCE, 1), tokens(TARGET, 2)
    assert torch.equal(first(source, target), other(source, target))
    assert other.encoder.embedding.weight is other.output_weight  # still one matrix
