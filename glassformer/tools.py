"""The functions for programs and agents in Python: those of the page's endpoint, under the same names.

    from glassformer.tools import heads_that_matter
    heads_that_matter("Two dogs play in the snow.", "Hunde")

Their arguments and answers are described in `core.service.tools.Tools`.
"""

import functools
from collections.abc import Callable
from typing import Any

from core.service.tools import NAMES, Tools
from glassformer.model import shared_service


@functools.cache
def _tools() -> Tools:
    return Tools(shared_service())


def __getattr__(name: str) -> Callable[..., Any]:
    """Return one of the functions; the first call loads the model that it names."""
    if name not in NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_tools(), name)


def __dir__() -> list[str]:
    """Return the names of the functions."""
    return sorted(NAMES)
