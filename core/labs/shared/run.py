"""Running a lab of this package by its name, and listing the code that it runs."""

import functools
import importlib
import pkgutil
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from pydantic import ValidationError

from core import labs
from core.errors import CoreError
from core.inspection.code import CodeListing, Watched, list_code, watch_code
from core.labs.shared.setting import Setting, Values

# Mistakes that are drawn from what another lab measures.
_MEASURED_BY = {
    "attention_with_dropout": "averaged_heads",
    "swapped_axes": "averaged_heads",
    "tiny_mask": "mask_after_softmax",
}


@functools.cache
def lab_modules() -> frozenset[str]:
    """Return the names of the labs that measure the model; loads none of them."""
    return frozenset(module.name for module in pkgutil.iter_modules(labs.__path__) if not module.ispkg)


def lab_numbers(name: str, setting: Setting, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a lab measures: plain values and arrays.

    Args:
        name: of the lab.
        setting: the model and the sentence.
        values: the question's fields.

    Raises:
        CoreError: an unknown lab, a field that is not valid, or what the lab refuses.
    """
    module = _module(name)
    if module is None:
        raise CoreError("labs.unknown", "there is no lab {name!r} that the model computes", name=name[:40])
    return module.compute(setting, _read(module, values))


def lab_cost(name: str) -> tuple[float, float]:
    """Return what a lab costs: for itself, and for each token of both sentences (`core.service.costs`)."""
    return getattr(_module(name), "COST", (0.0, 1.0))


def lab_listings(name: str, setting: Setting, values: Mapping[str, Any]) -> list[CodeListing]:
    """List the functions that a lab declares, as they ran for these values; unrun where the lab runs in the browser.

    Raises:
        CoreError: see `lab_numbers`.
    """
    module = _module(name)
    if module is None:
        from core.labs.shared.in_browser import CODE

        return [list_code(function) for function in CODE.get(name, ())]
    read = _read(module, values)
    first, *others = module.CODE
    watched = [Watched(first, lambda _: True), *(Watched(function) for function in others)]
    return watch_code(lambda: module.compute(setting, read), watched)


def _module(name: str) -> ModuleType | None:
    name = _MEASURED_BY.get(name, name)
    return importlib.import_module(f"{labs.__name__}.{name}") if name in lab_modules() else None


def _read(module: ModuleType, values: Mapping[str, Any]) -> Values:
    """Return the typed fields.

    Raises:
        CoreError: a field is missing, unknown, of the wrong type or out of bounds; the message names it.
    """
    try:
        return getattr(module, "Values", Values).model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "values"
        reason = first["msg"][:1].lower() + first["msg"][1:]
        raise CoreError("labs.value", "{setting}: {reason}", setting=place, reason=reason) from None
