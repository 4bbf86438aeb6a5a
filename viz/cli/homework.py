"""The command `homework`: a sheet for each student, and the solutions."""

import argparse
from pathlib import Path

from core.cli.writing import refuse_existing
from core.durable import output_file
from core.errors import CoreError
from core.exercises.chapters import makers
from core.library import CheckpointLibrary
from core.service import Service
from core.tuning.allocator import keep_freed_memory
from viz.cli.figure import checkpoint_folder
from viz.handouts.homework import MAX_TASKS, Assignment, homework, read_rows, read_students
from viz.texts import texts_in


def write_homework(arguments: argparse.Namespace) -> int:
    """Translate a sentence, write the sheets and the solutions and print their paths."""
    folder, asked, out = checkpoint_folder(arguments.checkpoint), _assignment(arguments), arguments.out or Path()
    paths = [out / f"{folder.name}_homework.html"]
    paths += [out / f"{folder.name}_homework_solutions.html"] if asked.apart else []
    for path in paths:
        refuse_existing(path, arguments)
    keep_freed_memory()
    service = Service(CheckpointLibrary(folder.parent))
    answer = service.translate(folder.name, arguments.text, arguments.beam_size, arguments.alpha, arguments.rank - 1)
    made = homework(service, answer.request.id, asked, texts_in(arguments.language))
    out.mkdir(parents=True, exist_ok=True)
    for path, page in zip(paths, (made.sheets, made.solutions), strict=False):
        with output_file(path) as file:
            file.write_text(page or "", encoding="utf-8", newline="\n")
        print(path)
    return 0


def _assignment(arguments: argparse.Namespace) -> Assignment:
    """Return what the options say.

    Raises:
        CoreError: one of them is not valid.
    """
    chapters = tuple(name.strip() for name in arguments.chapters.split(",") if name.strip())
    for chapter in chapters:
        makers(chapter)
    if not 0 <= arguments.tasks <= MAX_TASKS:
        raise CoreError("homework.tasks", "a sheet has from 0 to {limit} exercises", limit=MAX_TASKS)
    return Assignment(
        chapters=chapters,
        tasks=arguments.tasks,
        rows=read_rows(arguments.rows),
        vary=arguments.vary,
        students=read_students(arguments.seeds, _names(arguments.students)),
        paper=arguments.paper,
        apart=arguments.solutions == "apart",
        title=arguments.title,
    )


def _names(file: Path | None) -> str:
    """Return the text of the file of names.

    Raises:
        CoreError: it cannot be read.
    """
    if file is None:
        return ""
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise CoreError("homework.names", "cannot read {path}: {reason}", path=file, reason=error) from None
