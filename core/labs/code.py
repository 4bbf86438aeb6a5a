"""The lines of `core` that computed the numbers of a lab, see `core.inspection.code`.

Each module of this package with the numbers of a lab declares `CODE`: the functions whose lines are shown, the one that
the lab calls first.
"""

import importlib
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from core.inspection.code import CodeListing, Match, Watched, watch_code


def traced_lab(name: str, compute: Callable[[], object], settings: Mapping[str, Any]) -> list[CodeListing]:
    """Run a lab's computation and list the declared functions that it called.

    Args:
        name: a module of this package with a constant `CODE`.
        compute: calls the first function of `CODE` at least once.
        settings: of the lab, by name. A function with a parameter of that name is listed as it was called with this
            value, such as attention at the chosen d_k; of several calls, the first.
    """
    first, *others = importlib.import_module(f"core.labs.{name}").CODE
    watched = [Watched(first, lambda _: True), *(Watched(function, _at(function, settings)) for function in others)]
    return watch_code(compute, watched)


def _at(function: Callable[..., Any], settings: Mapping[str, Any]) -> Match | None:
    """Return a match of the calls with the values of the settings; None if the function takes none of them."""
    named = settings.keys() & inspect.signature(function).parameters.keys()
    return (lambda arguments: all(arguments[name] == settings[name] for name in named)) if named else None
