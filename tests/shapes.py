"""Checks of signatures: jaxtyping once for each combination of shapes, beartype at every call where there are none."""

import dataclasses
import functools
import inspect
from collections.abc import Callable
from typing import Any

import jaxtyping
import torch

PASSED: set[object] = set()  # functions with the kinds of arguments for which their signatures held

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
        if not inspect.isfunction(function):
            return _jaxtyped(function, typechecker=typechecker)
        if _has_shape(function):
            return _once_a_combination(function, _jaxtyped(function, typechecker=typechecker))
        found = typechecker(function)

        @functools.wraps(function)
        def either(*arguments: Any, **named: Any) -> Any:
            return (function if jaxtyping.config.jaxtyping_disable else found)(*arguments, **named)

        return either

    return decorated


def _once_a_combination(function: Callable[..., Any], checking: Callable[..., Any]) -> Callable[..., Any]:
    """Call `checking` for arguments of new kinds, and `function` for those that have passed before.

    Binding the arguments and comparing them takes longer than the arithmetic of the small models in tests, and a
    search asks for the same shapes thousands of times.
    """

    @functools.wraps(function)
    def either(*arguments: Any, **named: Any) -> Any:
        if torch.compiler.is_compiling():  # sizes are symbols, which have no hash
            return checking(*arguments, **named)
        kinds = (function, *map(_kind, arguments), *((name, _kind(value)) for name, value in named.items()))
        if kinds in PASSED:
            return function(*arguments, **named)
        result = checking(*arguments, **named)
        if not jaxtyping.config.jaxtyping_disable:
            PASSED.add(kinds)
        return result

    return either


def _kind(value: object) -> object:
    """Return what a check depends on: numbers and a module's sizes may be part of shapes."""
    if isinstance(value, torch.Tensor):
        return value.shape, value.dtype
    if isinstance(value, torch.nn.Module):
        return id(value)
    if isinstance(value, tuple):
        return type(value), *map(_kind, value)
    return (type(value), value) if isinstance(value, int) else type(value)


def _has_shape(function: Callable[..., Any]) -> bool:
    """Whether an annotation is of jaxtyping; one that is not resolved yet is a string: `Float[Tensor, "B L"]`."""
    hints = (hint if isinstance(hint, str) else repr(hint) for hint in function.__annotations__.values())
    return any("Tensor," in hint for hint in hints)
