"""Packages that only a part of the program needs; pip installs them with an extra of `pyproject.toml`."""

from importlib.util import find_spec

from core.errors import CoreError, Names
from core.places import INSTALLED

EXTRAS = {  # name -> the packages without which its part cannot begin
    "page": ("gradio", "plotly", "latex2mathml"),
    "notebook": ("anywidget", "latex2mathml"),
}


def require_extra(extra: str) -> None:
    """Refuse to go on without the packages of an extra; loads none of them.

    Raises:
        CoreError: one is missing; the message says how to install it.
    """
    missing = [package for package in EXTRAS[extra] if find_spec(package) is None]
    if missing:
        raise CoreError(
            "extra.missing",
            "this needs packages that are not installed ({missing}): {command}",
            missing=Names(missing),
            command=f'pip install "{"glassformer" if INSTALLED else "."}[{extra}]"',
        )
