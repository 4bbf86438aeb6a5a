"""The learning rate of section 5.3 as a function of the step, and the rate that a training uses."""

from collections.abc import Mapping
from typing import Any

from core.config import ModelConfig, TrainingConfig
from core.errors import CoreError
from core.settings import describe, from_dict


def learning_rate(step: int, d_model: int, warmup_steps: int, factor: float = 1.0) -> float:
    """Return factor * d_model^-0.5 * min(step^-0.5, step * warmup_steps^-1.5), Eq. 3.

    Args:
        step: optimiser step, from 1.
        d_model: width of the model.
        warmup_steps: steps over which the rate rises; it peaks there.
        factor: 1 in the paper.

    Raises:
        CoreError: a step or a warm-up below 1.

    Examples:
        >>> f"{learning_rate(4000, d_model=512, warmup_steps=4000):.3e}"
        '6.988e-04'
    """
    if step < 1 or warmup_steps < 1:
        raise CoreError(
            "schedule.step",
            "step ({step}) and warmup_steps ({warmup_steps}) must be at least 1",
            step=step,
            warmup_steps=warmup_steps,
        )
    return factor * d_model**-0.5 * min(step**-0.5, step * warmup_steps**-1.5)


def training_rate(step: int, d_model: int, training: TrainingConfig) -> float:
    """Return the learning rate of one training step: Eq. 3, multiplied by the linear cool-down.

    Differs from the paper, which does not have a cool-down. With `cooldown_steps` 0, the default, this is Eq. 3.

    Args:
        step: optimiser step, from 1.
        d_model: width of the model.
        training: warm-up, factor, cool-down and last step.

    Examples:
        >>> settings = TrainingConfig(max_steps=100, warmup_steps=1, cooldown_steps=4)
        >>> [round(training_rate(n, 4, settings) / learning_rate(n, 4, 1), 2) for n in (96, 97, 98, 99, 100)]
        [1.0, 0.8, 0.6, 0.4, 0.2]
    """
    rate = learning_rate(step, d_model, training.warmup_steps, training.rate_factor)
    left = training.max_steps + 1 - step  # steps left, this one included
    return rate * min(1.0, max(0, left) / (training.cooldown_steps + 1))


def peak_rate(model: ModelConfig, training: TrainingConfig, steps: int) -> float:
    """Return the highest learning rate of the first `steps` steps."""
    last = training.max_steps
    # the end of the warm-up, the begin of the cool-down, or within both, where step * (steps left) is largest
    corners = training.warmup_steps, max(1, last - training.cooldown_steps), (last + 1) // 2
    return max(training_rate(min(step, steps), model.d_model, training) for step in corners)


def recorded_peak(model: ModelConfig, details: Mapping[str, Any]) -> float | None:
    """Return the highest learning rate of the training that made a checkpoint; None if it is not recorded.

    Args:
        model: its shape.
        details: what its config.json says of its training.
    """
    given, step = details.get("training"), details.get("step")
    if not isinstance(given, dict):
        return None
    known = {item.name for item in describe(TrainingConfig)}
    try:
        training = from_dict(TrainingConfig, {name: value for name, value in given.items() if name in known})
    except CoreError:
        return None
    steps = step if type(step) is int and step > 0 else training.max_steps
    return peak_rate(model, training, min(steps, training.max_steps))
