import pytest
import torch

from core.training.adam import Adam


@pytest.mark.parametrize("weight_decay", [0.0, 0.01])
def test_every_bit_is_that_of_torchs_own_class(weight_decay):
    generator = torch.Generator().manual_seed(1)
    ours, theirs = ([torch.ones(3, 5, requires_grad=True), torch.ones(7, requires_grad=True)] for _ in range(2))
    unused = torch.ones(2, requires_grad=True)
    one = Adam([*ours, unused], betas=(0.9, 0.98), eps=1e-9, weight_decay=weight_decay)
    options = {"betas": (0.9, 0.98), "eps": 1e-9, "fused": True}
    other = torch.optim.AdamW(theirs, weight_decay=weight_decay, **options)
    if not weight_decay:
        other = torch.optim.Adam(theirs, **options)
    for rate in (0.1, 0.03, 0.2):
        gradients = [torch.randn(parameter.shape, generator=generator) for parameter in ours]
        for a, b, gradient in zip(ours, theirs, gradients, strict=True):
            a.grad, b.grad = gradient.clone(), gradient.clone()
        one.step(rate)
        other.param_groups[0]["lr"] = rate
        other.step()
    for a, b in zip(ours, theirs, strict=True):
        assert torch.equal(a, b)
        assert one.state[a].keys() == other.state[b].keys()
        assert all(torch.equal(one.state[a][name], other.state[b][name]) for name in one.state[a])
    assert unused.tolist() == [1.0, 1.0] and unused not in one.state
    one.zero_grad()
    assert ours[0].grad is None
