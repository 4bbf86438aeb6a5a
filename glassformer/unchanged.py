"""Functions that measure or send a model as it is refuse one with heads off."""

from core.errors import CoreError
from core.inspection.intervention import Intervention


def require_no_change(name: str, intervention: Intervention, function: str) -> None:
    """Refuse changes of attention for a function that takes a model as it is.

    Raises:
        CoreError: there are some.
    """
    if not intervention.empty:
        raise CoreError(
            "python.ablated", "{name} has heads off: {function} takes whole models", name=name, function=function
        )
