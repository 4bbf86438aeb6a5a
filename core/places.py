"""Places of the program and of what it writes, in a checkout and installed.

A checkout has core/, viz/, app.py and checkpoints/ at its top level, and runs/ and data/ beside them. A wheel has the
first four inside of the package glassformer, where nothing is ever written: runs, data and opened checkpoints are in
the working folder.
"""

import os
import re
import sys
from pathlib import Path

PACKAGE = __name__.rpartition(".")[0]  # core; glassformer.core where installed
INSTALLED = "." in PACKAGE
PROGRAM = Path(__file__).resolve().parents[1]  # has core/, viz/, app.py and checkpoints/
SHIPPED = PROGRAM / "checkpoints"
WORKING_FOLDER = Path() if INSTALLED else PROGRAM  # of runs/, data/ and opened checkpoints; processes start in it

RUNS = Path(os.environ.get("GLASSFORMER_RUNS") or WORKING_FOLDER / "runs")  # a Space has no command line

_COMMAND = re.compile(r"python -m (?:core|viz)\b")


def checkpoint_path(given: str) -> Path:
    """Return the path of a checkpoint; where there is none, the shipped one of that name (en-de, checkpoints/en-de)."""
    shipped = () if os.path.exists(given) else (SHIPPED / given, PROGRAM / given)
    return next((folder for folder in shipped if os.path.isfile(folder / "config.json")), Path(given))


def module_command(module: str) -> list[str]:
    """Return the words that run a module of this program in another process, to be started in `WORKING_FOLDER`."""
    isolated = ["-P"] if INSTALLED else []  # no file of a stranger's folder takes the place of one of Python's modules
    return [sys.executable, *isolated, "-m", module]


def as_typed(text: str) -> str:
    """Return a text that names commands of this program as they are typed: `glassformer` where it is installed."""
    return _COMMAND.sub("glassformer", text) if INSTALLED else text
