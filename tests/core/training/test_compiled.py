"""Training through torch.compile: one graph per shape, the same curve, and an error without a compiler."""

from collections.abc import Iterator

import pytest
import torch

from core.config import ModelConfig, TrainingConfig
from core.data.batching import BatchSampler, Buckets, EncodedPairs, FixedPairs, encode_pairs
from core.data.tasks import task
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import Vocabularies
from core.errors import CoreError
from core.model.probe import Recorder
from core.model.transformer import Transformer
from core.training import compiled
from core.training import trainer as trainer_module
from core.training.compiled import compiled_states, require_compiler
from core.training.events import Progress
from core.training.trainer import Trainer

pytestmark = pytest.mark.usefixtures("unchecked_shapes")
BUDGET, LONGEST = 131, 29
CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def pairs() -> EncodedPairs:
    return encoded(LONGEST)


@pytest.fixture
def forgotten() -> Iterator[None]:
    """Reset compiled code between tests."""
    import torch._dynamo

    limit = torch._dynamo.config.recompile_limit
    yield
    torch._dynamo.config.recompile_limit = limit
    torch._dynamo.reset()


def encoded(longest: int) -> EncodedPairs:
    text = task("reverse").pairs(61, 1, split="train")
    return encode_pairs(Vocabularies.joint(Tokenizer.train(text.source, 283)), text, longest)


def model(dropout: float = 0.0) -> Transformer:
    torch.manual_seed(1)
    config = ModelConfig(
        vocab_size=283, d_model=14, num_layers=1, num_heads=7, d_ff=11, dropout=dropout, max_positions=LONGEST
    )
    return Transformer(config)


def trainer(pairs: EncodedPairs, *, compile: bool, max_steps: int = 7) -> Trainer:
    config = TrainingConfig(
        max_steps=max_steps, tokens_per_batch=BUDGET, warmup_steps=5, report_every=1, device="cpu", compile=compile
    )
    sampler = BatchSampler(FixedPairs(pairs), BUDGET, 3, Buckets(BUDGET, LONGEST))
    return Trainer(model(), sampler, config)


def losses(one: Trainer) -> list[float]:
    return [event.loss for event in one.train() if isinstance(event, Progress)]


def test_device_without_compiler_is_refused_with_the_reason(monkeypatch, pairs):
    monkeypatch.setenv("CXX", "")
    monkeypatch.setattr(compiled.shutil, "which", lambda name: None)
    monkeypatch.setattr(compiled.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(CoreError, match=r"a C\+\+ compiler, required on cpu") as raised:
        trainer(pairs, compile=True)
    assert raised.value.code == "config.no_compiler"
    with pytest.raises(CoreError, match="package triton, required on cuda"):
        require_compiler(torch.device("cuda", 0))


def test_uncompiled_run_needs_no_compiler(monkeypatch, pairs):
    monkeypatch.setattr(compiled.shutil, "which", lambda name: None)
    assert len(losses(trainer(pairs, compile=False, max_steps=1))) == 1


def test_a_training_step_is_one_graph_a_shape(pairs, forgotten):
    # what would break the graph, such as asking for the value of a number, raises here
    import torch._dynamo
    from torch._dynamo.testing import CompileCounter

    counter = CompileCounter()
    one = model().train()
    states = torch.compile(one.states, backend=counter, fullgraph=True, dynamic=False)
    sampler = BatchSampler(FixedPairs(pairs), BUDGET, 3, Buckets(BUDGET, LONGEST))
    shapes = set()
    for _ in range(2 * sampler.batches_per_epoch):
        batch = sampler.next()
        shapes.add(batch.source.shape)
        given, expected = states(batch.source, batch.target_read), one.states(batch.source, batch.target_read)
        real = batch.predicted
        torch.testing.assert_close(given.flatten(0, 1)[real], expected.flatten(0, 1)[real], atol=1e-5, rtol=1e-4)
    assert counter.frame_count == len(shapes) > 1


def test_only_training_is_compiled(monkeypatch, pairs):
    calls = []

    def spy(one: Transformer) -> object:
        def states(source: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
            calls.append(source.shape)
            return one.states(source, target)

        return states

    monkeypatch.setattr(trainer_module, "compiled_states", spy)
    one = trainer(pairs, compile=True, max_steps=2)
    losses(one)
    assert len(calls) == 2
    batch = pairs.batch(torch.arange(3).numpy())
    one.model(batch.source, batch.target_read)
    one.model(batch.source, batch.target_read, Recorder())
    assert len(calls) == 2


@pytest.mark.slow
def test_compiled_training_matches_uncompiled_curve_and_names(monkeypatch, forgotten):
    try:
        require_compiler(CPU)
    except CoreError as error:
        pytest.skip(str(error))
    import torch._inductor.config

    # trust what the processor says of its vector instructions: torch compiles a program for each to try it
    monkeypatch.setattr(torch._inductor.config.cpp, "vec_isa_ok", True)
    pairs = encoded(8)  # one shape: each takes seconds to compile
    plain, fast = trainer(pairs, compile=False), trainer(pairs, compile=True)
    assert losses(fast) == pytest.approx(losses(plain), rel=1e-4)
    assert list(fast.model.state_dict()) == list(plain.model.state_dict())
    # A bias on all keys changes no softmax: its gradient is rounding, which Adam takes for a direction.
    for name, tensor in plain.model.state_dict().items():
        if not name.endswith("key.bias"):
            torch.testing.assert_close(fast.model.state_dict()[name], tensor, atol=2e-3, rtol=1e-2, msg=name)


def test_compiling_may_take_as_many_shapes_as_there_are_lengths(forgotten):
    import torch._dynamo

    compiled_states(model())
    assert torch._dynamo.config.recompile_limit >= 64
