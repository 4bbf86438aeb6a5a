"""The labs of "Inside the maths": every module here with a constant `LAB` is one, without registration."""

import functools
import importlib
import pkgutil

from viz.labs.lab import CheckpointValues, Lab, Setting

__all__ = ["CheckpointValues", "Lab", "Setting", "labs"]


@functools.cache
def labs() -> tuple[Lab, ...]:
    """Return every lab, in the order of the paper; loads neither torch nor plotly."""
    modules = (importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    return tuple(sorted((module.LAB for module in modules if hasattr(module, "LAB")), key=lambda lab: lab.order))
