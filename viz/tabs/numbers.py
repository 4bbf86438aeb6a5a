"""Scores and their differences, as tables of the page have them."""

from core.evaluation.significance import rounding_mark

_HUGE = 100_000  # from where on digits say less than the power of ten


def number_text(value: float, digits: int, sign: str = "") -> str:
    """Return a number with a minus sign, or with the sign "+"; perplexities of other data can be huge.

    Examples:
        >>> number_text(-1.25, 1), number_text(0.5, 2, "+"), number_text(1_234_567, 2)
        ('−1.2', '+0.50', '1.2e+06')
    """
    form = f"{sign}.{digits}f" if abs(value) < _HUGE else f"{sign}.1e"
    return f"{value:{form}}".replace("-", "−", 1)


def change_text(before: float, after: float, digits: int) -> str:
    """Return a difference, with "≈" where the rounded numbers beside it differ by something else."""
    change = number_text(after - before, digits, "+")
    return rounding_mark(number_text(before, digits), number_text(after, digits), change) + change
