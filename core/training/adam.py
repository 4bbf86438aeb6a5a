"""Adam (5.3) for a model's parameters, with decoupled weight decay on request (AdamW)."""

from collections.abc import Iterable

import torch
from torch import Tensor
from torch.optim.adam import adam


class Adam:
    """Adam with bias correction, one fused kernel for all parameters; the rate is given at each step.

    Computes what `torch.optim.Adam` computes, and with weight decay what `torch.optim.AdamW` does, through the same
    function; but those classes load the compiler of torch, which takes a second of every training's start.

    Differs from the paper with weight decay (Loshchilov and Hutter 2019): each step first takes away the share
    rate * weight_decay of every parameter.

    Attributes:
        state: by parameter, after its first step: `step`, the steps taken, float32 []; `exp_avg` and `exp_avg_sq`, the
            moving averages of its gradients and of their squares, in its shape.
    """

    def __init__(
        self, parameters: Iterable[Tensor], *, betas: tuple[float, float], eps: float, weight_decay: float = 0.0
    ) -> None:
        self._parameters, self._betas, self._eps, self._weight_decay = list(parameters), betas, eps, weight_decay
        self.state: dict[Tensor, dict[str, Tensor]] = {}

    def zero_grad(self) -> None:
        """Forget the gradients."""
        for parameter in self._parameters:
            parameter.grad = None

    @torch.no_grad()
    def step(self, rate: float) -> None:
        """Move every parameter that has a gradient."""
        moved = [(parameter, parameter.grad) for parameter in self._parameters if parameter.grad is not None]
        states = [self._state(parameter) for parameter, _ in moved]
        adam(
            [parameter for parameter, _ in moved],
            [gradient for _, gradient in moved],
            *([state[name] for state in states] for name in ("exp_avg", "exp_avg_sq")),
            max_exp_avg_sqs=[],
            state_steps=[state["step"] for state in states],
            fused=True,
            amsgrad=False,
            beta1=self._betas[0],
            beta2=self._betas[1],
            lr=rate,
            weight_decay=self._weight_decay,
            decoupled_weight_decay=True,
            eps=self._eps,
            maximize=False,
        )

    def _state(self, parameter: Tensor) -> dict[str, Tensor]:
        if parameter not in self.state:
            self.state[parameter] = {
                "step": torch.zeros((), device=parameter.device),
                "exp_avg": torch.zeros_like(parameter, memory_format=torch.preserve_format),
                "exp_avg_sq": torch.zeros_like(parameter, memory_format=torch.preserve_format),
            }
        return self.state[parameter]
