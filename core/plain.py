"""Plain values: what JSON can express of named tuples, dataclasses and arrays."""

import dataclasses
import math
from collections.abc import Mapping
from typing import Any


def plain_value(value: Any) -> Any:
    """Return a value as JSON values, recursively.

    Named tuples and dataclasses become objects, without their functions; arrays and other sequences become lists, and
    infinity and NaN, which JSON does not have, become None.

    Raises:
        TypeError: it cannot be written as JSON.

    Examples:
        >>> plain_value({"loss": float("nan"), "steps": (1, 2)})
        {'loss': None, 'steps': [1, 2]}
    """
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if hasattr(value, "_asdict"):
        return plain_value(value._asdict())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return {name: plain_value(found) for name, found in fields.items() if not _is_code(found)}
    if to_list := getattr(value, "tolist", None):  # a number or an array of numpy
        return plain_value(to_list())
    if isinstance(value, Mapping):
        return {str(key): plain_value(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(item) for item in value]
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def _is_code(value: object) -> bool:
    """Return whether a value is a function or several."""
    return callable(value) or (isinstance(value, tuple) and value != () and all(callable(part) for part in value))
