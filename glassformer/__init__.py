"""Glassformer: the Transformer of "Attention Is All You Need" that one can see through.

    import glassformer as gf
    model = gf.load("en-de")
    model("A dog runs.")

These names are what programs may rely on; `core` and `viz` beneath them may change. Importing the package loads nothing
heavy: a name is imported when it is first used.
"""

import importlib
from typing import Any

# public name -> the module of this package that has it
_NAMES: dict[str, str] = {
    "load": "model",
    "Model": "model",
    "Result": "result",
    "evaluate": "evaluation",
    "train": "training",
    "show_attention": "tensors",
    "attention_page": "tensors",
    "show": "showing",
    "show_lab": "showing",
    "show_machine": "showing",
}


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_NAMES[name]}"), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(_NAMES)
