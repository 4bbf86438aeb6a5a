"""Training on a CUDA GPU: the same curve as on a CPU, and everything that is only done there.

    python -m pytest -m gpu tests/core/training/test_cuda.py

Each test skips where torch finds no GPU.
"""

import dataclasses
from pathlib import Path

import pytest
import torch

from core.checkpoint import load_checkpoint, read_weights, shared_weights
from core.config import DataConfig, ModelConfig, TrainingConfig
from core.data.batching import BatchSampler, Buckets, EncodedPairs, FixedPairs, encode_pairs
from core.data.tasks import task
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import Vocabularies
from core.errors import CoreError
from core.evaluation.scores import token_scores
from core.model.attention import scaled_dot_product_attention
from core.model.masks import causal_mask, padding_mask
from core.model.probe import Probe
from core.model.transformer import Transformer
from core.training.compiled import require_compiler
from core.training.events import Progress
from core.training.execution import execute
from core.training.run import Run, RunConfig
from core.training.trainer import Trainer

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.usefixtures("unchecked_shapes"),
    pytest.mark.skipif(not torch.cuda.is_available(), reason="torch finds no CUDA GPU here"),
]
BUDGET, LONGEST = 509, 31
QUIET = {"validate_every": 10_000, "checkpoint_every": 10_000}


@pytest.fixture(scope="module")
def pairs() -> EncodedPairs:
    text = task("reverse").pairs(211, 1, split="train")
    return encode_pairs(Vocabularies.joint(Tokenizer.train(text.source, 283)), text, LONGEST)


def make(
    pairs: EncodedPairs, device: str, *, dropout: float = 0.0, ahead: int | None = None, **options: object
) -> Trainer:
    values = {"max_steps": 23, "precision": "float32", "accumulate": 2, "report_every": 1, **QUIET, **options}
    config = TrainingConfig(device=device, tokens_per_batch=BUDGET, warmup_steps=20, **values)
    torch.manual_seed(config.seed)
    shape = ModelConfig(
        vocab_size=283, d_model=56, num_layers=2, num_heads=7, d_ff=104, dropout=dropout, max_positions=LONGEST
    )
    model = Transformer(shape).to(device)  # made on the CPU, so the same weights everywhere
    buckets = Buckets(BUDGET, LONGEST) if config.compile else None
    sampler = BatchSampler(FixedPairs(pairs), BUDGET, config.seed, buckets)
    return Trainer(model, sampler, config, ahead=ahead)


def losses(trainer: Trainer) -> list[float]:
    return [event.loss for event in trainer.train() if isinstance(event, Progress)]


def weights(trainer: Trainer) -> dict[str, torch.Tensor]:
    return {name: tensor.detach().cpu().clone() for name, tensor in trainer.model.state_dict().items()}


def test_the_loss_falls_along_the_curve_of_a_cpu(pairs):
    there, here = losses(make(pairs, "cuda")), losses(make(pairs, "cpu"))
    assert there[-1] < 0.9 * there[0]
    assert there == pytest.approx(here, rel=2e-3)


def test_bfloat16_trains_float32_weights(pairs):
    trainer = make(pairs, "cuda", precision="bfloat16", dropout=0.1)
    curve = losses(trainer)
    assert curve[-1] < 0.95 * curve[0]
    assert all(parameter.dtype == torch.float32 for parameter in trainer.model.parameters())
    assert curve[0] == pytest.approx(losses(make(pairs, "cuda", max_steps=1))[0], rel=2e-2)


def test_resumed_training_keeps_curve_and_dropout(pairs, tmp_path):
    whole = losses(make(pairs, "cuda", dropout=0.2))
    begun = make(pairs, "cuda", dropout=0.2, max_steps=11)
    first = losses(begun)
    begun.save(tmp_path / "step-11")
    resumed = make(pairs, "cuda", dropout=0.2)
    resumed.restore(tmp_path / "step-11")
    assert first + losses(resumed) == pytest.approx(whole, rel=1e-4)


def test_making_batches_ahead_changes_nothing(pairs):
    ahead, none = make(pairs, "cuda"), make(pairs, "cuda", ahead=0)
    assert losses(ahead) == pytest.approx(losses(none), rel=1e-4)
    assert ahead.state.position == none.state.position


def test_batches_wait_in_pinned_memory(pairs):
    trainer = make(pairs, "cuda")
    with trainer._feed.begin(trainer.state.position) as next_data:
        assert all(tensor.is_pinned() for batch in next_data().batches for tensor in batch.tensors)


def test_a_compiled_training_has_the_curve_of_an_uncompiled_one(pairs):
    try:
        require_compiler(torch.device("cuda"))
    except CoreError as error:
        pytest.skip(str(error))
    fast = make(pairs, "cuda", compile=True, max_steps=11)
    plain = make(pairs, "cuda", max_steps=11)
    plain = Trainer(
        plain.model, BatchSampler(FixedPairs(pairs), BUDGET, 1, Buckets(BUDGET, LONGEST)), plain._config
    )  # the same batches
    assert losses(fast) == pytest.approx(losses(plain), rel=2e-3)
    assert list(fast.model.state_dict()) == list(plain.model.state_dict())


def test_a_compiled_training_in_bfloat16_learns(pairs):
    try:
        require_compiler(torch.device("cuda"))
    except CoreError as error:
        pytest.skip(str(error))
    curve = losses(make(pairs, "cuda", compile=True, precision="bfloat16", dropout=0.1))
    assert curve[-1] < 0.95 * curve[0]


@pytest.mark.parametrize("masked", ["none", "padding", "causal"])
def test_the_fused_kernel_weighs_as_equation_1_does(masked):
    torch.manual_seed(2)
    query, key = torch.randn(3, 7, 11, 8, device="cuda"), torch.randn(3, 7, 11, 8, device="cuda")
    ids = torch.ones(3, 11, dtype=torch.int64, device="cuda")
    ids[1, 5:] = 0
    mask = {"none": None, "padding": padding_mask(ids, 0), "causal": causal_mask(11, query.device)}[masked]
    positions = torch.eye(11, device="cuda").expand(3, 7, 11, 11)  # values that make the output the weights themselves
    weights = scaled_dot_product_attention(query, key, positions, mask).weights
    causal = masked == "causal"
    fused = torch.nn.functional.scaled_dot_product_attention(
        query, key, positions, attn_mask=None if causal else mask, is_causal=causal
    )
    torch.testing.assert_close(fused, weights, atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(weights.sum(-1), torch.ones(3, 7, 11, device="cuda"), atol=1e-5, rtol=0)


def test_both_paths_of_the_model_agree(pairs):
    model = make(pairs, "cuda").model.eval()
    batch = pairs.batch(torch.arange(13).numpy()).to(torch.device("cuda"))
    fused, explicit = (
        model.states(batch.source, batch.target_read, probe).flatten(0, 1)[batch.predicted] for probe in (None, Probe())
    )
    torch.testing.assert_close(fused, explicit, atol=1e-4, rtol=1e-3)


def test_step_waits_for_gpu_only_to_read_sums(pairs):
    """Every other wait would leave the GPU idle; torch itself reports each."""
    trainer = make(pairs, "cuda", max_steps=3)
    losses(trainer)  # kernels are chosen and Adam's state is made
    with trainer._feed.begin(trainer.state.position) as next_data:
        batch = next_data().batches[0]
        torch.cuda.synchronize()
        torch.cuda.set_sync_debug_mode("error")
        try:
            smoothed, _ = trainer._losses(batch.to(torch.device("cuda")))
            smoothed.backward()
        finally:
            torch.cuda.set_sync_debug_mode("default")


def test_a_checkpoint_of_a_gpu_loads_on_a_cpu(pairs, tmp_path):
    trainer = make(pairs, "cuda", max_steps=5)
    losses(trainer)
    trainer.save(tmp_path / "step-5")
    here = make(pairs, "cpu")
    here.restore(tmp_path / "step-5")
    assert all(torch.equal(a, b) for a, b in zip(weights(trainer).values(), weights(here).values(), strict=True))
    read = read_weights(tmp_path / "step-5", here.model.config)
    assert all(tensor.device.type == "cpu" for tensor in shared_weights(read, here.model.config).values())
    scores = [token_scores(one.model, pairs).loss for one in (trainer, here)]
    assert scores[0] == pytest.approx(scores[1], rel=1e-4)


@pytest.mark.parametrize("compile", [False, True])
def test_a_whole_run_with_validation_samples_and_snapshots(tmp_path: Path, compile):
    if compile:
        try:
            require_compiler(torch.device("cuda"))
        except CoreError as error:
            pytest.skip(str(error))
    training = TrainingConfig(
        device="cuda", max_steps=6, tokens_per_batch=256, warmup_steps=5, validate_every=3, checkpoint_every=3,
        report_every=1, validation_sentences=5, snapshot_sentences=1, compile=compile,
    )  # fmt: skip
    model = ModelConfig(vocab_size=283, d_model=56, num_layers=1, num_heads=7, d_ff=104)
    data = DataConfig(task="reverse", task_pairs=97, valid_pairs=11, max_tokens=64)
    run = Run(tmp_path / "run")
    run.create(RunConfig(model, data, training))
    execute(run)
    assert run.status().state == "finished"
    assert [event["bleu"] is not None for event in run.events() if event["event"] == "validation"] == [True, True]
    loaded = load_checkpoint(run.checkpoint)
    assert loaded.model.output_weight.device.type == "cpu"
    resumed = run.read_config()
    run.replace_config(resumed._replace(training=dataclasses.replace(resumed.training, max_steps=9)))
    execute(run)
    assert run.status()[:2] == ("finished", 9)
