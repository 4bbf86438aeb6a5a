"""The command `show`: attention in a file of arrays as one HTML page."""

from __future__ import annotations

import argparse
import webbrowser
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.writing import refuse_output
from core.durable import output_file
from viz.saved_page.standalone import foreign_page
from viz.texts import ENGLISH
from viz.wire.payload import Check

if TYPE_CHECKING:
    from core.inspection.trace import Check as TraceCheck


def show(arguments: argparse.Namespace) -> int:
    """Write the page, print its path, size and failed checks, and open it if no other place was named."""
    from core.inspection.foreign_file import read_attention_file

    attention = read_attention_file(arguments.trace)
    out: Path = arguments.out or Path(f"{arguments.trace.stem}.html")
    refuse_output(out, arguments)
    page = foreign_page(attention, ENGLISH)
    with output_file(out) as file:
        Path(file).write_bytes(page)
    print(f"{out} ({len(page) / 1e6:.1f} MB)")
    print_failed(attention.checks)
    if arguments.out is None:
        webbrowser.open(out.resolve().as_uri())
    return 0


def print_failed(checks: Iterable[Check | TraceCheck]) -> None:
    """Print a line for each check that failed."""
    for check in checks:
        if not check.passed:
            print(f"✗ {ENGLISH(f'attention.check.{check.code}')} ({check.value:.3g}, at most {check.limit:.3g})")
