"""The linear map by either library: values and gradients of an oracle in float64, and which library computes what."""

from collections.abc import Iterator

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from core.tuning import linear as module
from core.tuning.linear import Linear, add_weight_gradient, linear, onednn_is_faster, weight_gradient

WIDE, NARROW = 101, 67  # with 249 rows more than a million products
needs_onednn = pytest.mark.skipif(not torch.backends.mkldnn.is_available(), reason="torch is built without oneDNN")


@pytest.fixture(params=[False, pytest.param(True, marks=needs_onednn)], ids=["torch", "onednn"])
def onednn(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[int, int]]]:
    """Let either library be the faster one; the list has the shape of the left factor of each product by oneDNN."""
    calls, original = [], module._onednn

    def counted(left: Tensor, right: Tensor, bias: Tensor | None = None) -> Tensor:
        calls.append(tuple(left.shape))
        return original(left, right, bias)

    monkeypatch.setattr(module, "onednn_is_faster", lambda: request.param)
    monkeypatch.setattr(module, "_onednn", counted)
    yield calls
    assert bool(calls) == request.param


def drawn(*shape: int, seed: int) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def close(found: Tensor, exact: Tensor) -> None:
    assert found.shape == exact.shape
    torch.testing.assert_close(found.double(), exact, rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("inputs, outputs", [(NARROW, WIDE), (WIDE, NARROW)])
def test_values_and_gradients_are_those_of_float64(onednn: list[tuple[int, int]], inputs: int, outputs: int):
    given = drawn(3, 83, inputs, seed=1), drawn(outputs, inputs, seed=2), drawn(outputs, seed=3)
    weights = drawn(3, 83, outputs, seed=4)
    ours = [one.clone().requires_grad_() for one in given]
    exact = [one.double().requires_grad_() for one in given]
    found, expected = linear(*ours), F.linear(*exact)
    (found * weights).sum().backward()
    (expected * weights.double()).sum().backward()
    close(found, expected)
    for one, other in zip(ours, exact, strict=True):
        assert one.grad is not None and other.grad is not None
        close(one.grad, other.grad)


def test_a_gradient_can_be_differentiated_again(onednn: list[tuple[int, int]]):
    given = drawn(251, NARROW, seed=1), drawn(WIDE, NARROW, seed=2)
    seconds = []
    for states, weight, product in ((*given, linear), (given[0].double(), given[1].double(), F.linear)):
        states, weight = states.clone().requires_grad_(), weight.clone().requires_grad_()
        (first,) = torch.autograd.grad(product(states, weight).square().mean(), states, create_graph=True)
        seconds.append(torch.autograd.grad(first.square().sum(), weight)[0])
    close(*seconds)


def test_the_gradient_of_a_weight_adds_up(onednn: list[tuple[int, int]]):
    states, gradient = drawn(251, NARROW, seed=1), drawn(251, WIDE, seed=2)
    expected = gradient.double().t() @ states.double()
    close(weight_gradient(states, gradient), expected)
    close(weight_gradient(gradient, states), expected.t())
    once = add_weight_gradient(None, states, gradient)
    close(add_weight_gradient(once, states, gradient), 2 * expected)


def test_a_column_major_weight_gives_the_same(onednn: list[tuple[int, int]]):
    states, weight = drawn(251, NARROW, seed=1), drawn(WIDE, NARROW, seed=2)
    close(linear(states, weight.t().contiguous().t()), states.double() @ weight.double().t())


@needs_onednn
def test_numbers_of_rows_are_few(monkeypatch: pytest.MonkeyPatch):
    """Each shape would keep a kernel: the rows of every product, and those that a gradient sums over."""
    monkeypatch.setattr(module, "onednn_is_faster", lambda: True)
    original, seen = module._onednn, set()
    monkeypatch.setattr(
        module, "_onednn", lambda left, right, bias=None: seen.add(tuple(left.shape)) or original(left, right, bias)
    )
    weight = drawn(WIDE, NARROW, seed=2).requires_grad_()
    for rows in range(190, 520, 11):
        linear(drawn(rows, NARROW, seed=rows).requires_grad_(), weight).sum().backward()
    counts = (192, 256, 384, 512)  # powers of two, and three halves of them
    of_outputs, of_states = {(count, NARROW) for count in counts}, {(count, WIDE) for count in counts}
    assert seen == of_outputs | of_states | {(NARROW, count) for count in counts}


def test_module_agrees_with_torchs_own(onednn: list[tuple[int, int]]):
    ours, theirs = Linear(NARROW, WIDE), torch.nn.Linear(NARROW, WIDE).double()
    theirs.load_state_dict(ours.state_dict())
    states = drawn(3, 83, NARROW, seed=1)
    close(ours(states), theirs(states.double()))


@needs_onednn
def test_small_half_and_compiled_products_are_left_to_torch(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "onednn_is_faster", lambda: True)
    monkeypatch.setattr(module, "_onednn", None)  # calling it would fail
    states, weight = drawn(251, NARROW, seed=1), drawn(WIDE, NARROW, seed=2)
    assert linear(states[:100], weight).dtype == torch.float32
    assert linear(states.double(), weight.double()).dtype == torch.float64
    with torch.autocast("cpu", torch.bfloat16):
        assert linear(states, weight).dtype == torch.bfloat16
    monkeypatch.setattr(torch.compiler, "is_compiling", lambda: True)
    assert linear(states, weight).dtype == torch.float32


def test_only_wide_processors_of_other_makers_prefer_onednn(monkeypatch: pytest.MonkeyPatch):
    def chosen(vendor: str, capability: str) -> bool:
        onednn_is_faster.cache_clear()
        monkeypatch.setattr(module, "vendor", lambda: vendor)
        monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: capability)
        return onednn_is_faster()

    monkeypatch.setattr(torch.backends.mkldnn, "is_available", lambda: True)
    found = {
        (vendor, capability): chosen(vendor, capability)
        for vendor in ("AuthenticAMD", "GenuineIntel", "")
        for capability in ("AVX512", "AVX2", "DEFAULT")
    }
    onednn_is_faster.cache_clear()
    assert [which for which, faster in found.items() if faster] == [("AuthenticAMD", "AVX512")]
