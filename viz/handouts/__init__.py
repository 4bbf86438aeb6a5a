"""Files to compute one row of attention again without this project: a notebook, a workbook, a worksheet.

Each is made of a `Subject` and of the words `handout.` in the texts.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from viz.handouts.subject import Subject, subject
from viz.texts import Texts

__all__ = ["FILES", "Handout", "Subject", "handout", "subject"]


FILES: Mapping[str, str] = {"notebook": "ipynb", "workbook": "xlsx", "worksheet": "html"}  # name -> ending


class Handout(NamedTuple):
    """One file."""

    ending: str
    content: bytes


def handout(name: str, subject: Subject, texts: Texts) -> Handout:
    """Return one of `FILES`.

    Raises:
        CoreError: the model is too wide for it.
        KeyError: the name is unknown.
    """
    return Handout(FILES[name], _writer(name)(subject, texts))


def _writer(name: str) -> Callable[[Subject, Texts], bytes]:
    """Return what writes a file; its packages are loaded by the first one."""
    match name:
        case "notebook":
            from viz.handouts.notebook import notebook

            return notebook
        case "workbook":
            from viz.handouts.workbook import workbook

            return workbook
        case _:
            from viz.handouts.worksheet import worksheet

            return worksheet
