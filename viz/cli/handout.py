"""The command `handout`: one row of one head as a notebook, a workbook or a worksheet."""

import argparse
from pathlib import Path

from core.cli.writing import refuse_existing
from core.durable import output_file
from core.errors import CoreError
from core.library import CheckpointLibrary
from core.service import Service
from core.tuning.allocator import keep_freed_memory
from viz.cli.figure import checkpoint_folder
from viz.handouts import FILES, handout, subject
from viz.texts import ENGLISH


def write_handout(arguments: argparse.Namespace) -> int:
    """Translate a sentence, write the file and print its path."""
    folder, ending = checkpoint_folder(arguments.checkpoint), FILES[arguments.file]
    out: Path = arguments.out or Path()
    if not out.is_dir() and out.suffix.lower() != f".{ending}":
        raise CoreError("figure.ending", "{name} must end in {endings}", name=out.name, endings=f".{ending}")
    name = f"{folder.name}_{arguments.kind}-{arguments.layer}-{arguments.head}.{ending}"
    path = out / name if out.is_dir() else out
    refuse_existing(path, arguments)
    keep_freed_memory()
    from core.inspection.worked_example import Place  # loads torch

    service = Service(CheckpointLibrary(folder.parent))
    answer = service.translate(folder.name, arguments.text, arguments.beam_size, arguments.alpha, arguments.rank - 1)
    place = Place(arguments.kind, arguments.layer - 1, arguments.head - 1, arguments.position - 1)
    made = handout(arguments.file, subject(service, answer.request.id, place), ENGLISH)
    with output_file(path) as file:
        file.write_bytes(made.content)
    print(path)
    return 0
