"""Checks of signatures at every call: jaxtyping for shapes, which is slow, and beartype alone where there are none."""

import dataclasses
import functools
import inspect
from collections.abc import Callable
from typing import Any

import jaxtyping

_jaxtyped = jaxtyping.jaxtyped


def checked(*, typechecker: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a decorator that does what `jaxtyping.jaxtyped` does.

    Nine of ten calls are of functions whose signature has no shape. There jaxtyping would check the same as
    `typechecker` does alone, but bind the arguments at every call, which takes longer than the model's arithmetic.
    """

    def decorated(function: Any) -> Any:
        if dataclasses.is_dataclass(function) and "__init__" in vars(function):
            function.__init__ = decorated(function.__init__)
            return function
        if not inspect.isfunction(function) or _has_shape(function):
            return _jaxtyped(function, typechecker=typechecker)
        found = typechecker(function)

        @functools.wraps(function)
        def either(*arguments: Any, **named: Any) -> Any:
            return (function if jaxtyping.config.jaxtyping_disable else found)(*arguments, **named)

        return either

    return decorated


def _has_shape(function: Callable[..., Any]) -> bool:
    """Whether an annotation is of jaxtyping; one that is not resolved yet is a string: `Float[Tensor, "B L"]`."""
    hints = (hint if isinstance(hint, str) else repr(hint) for hint in function.__annotations__.values())
    return any("Tensor," in hint for hint in hints)
