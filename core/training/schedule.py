"""The learning rate of section 5.3 as a function of the step."""

from core.errors import CoreError


def learning_rate(step: int, d_model: int, warmup_steps: int, factor: float = 1.0) -> float:
    """factor * d_model^-0.5 * min(step^-0.5, step * warmup_steps^-1.5), Eq. 3.

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
