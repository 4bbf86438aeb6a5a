"""The command `page`: the explorer with its model in one HTML file, as the page's save menu writes it."""

import argparse
from pathlib import Path

from core.cli.writing import refuse_existing
from core.durable import output_file
from core.errors import CoreError
from core.library import CheckpointLibrary
from core.service import Service
from core.tuning.allocator import keep_freed_memory
from viz.cli.figure import checkpoint_folder
from viz.saved_page.exports import page_with_model
from viz.texts import ENGLISH

INDEX = "index.html"  # of a folder, which is then a static site


def write_page(arguments: argparse.Namespace) -> int:
    """Translate a sentence, write the page that opens with it, and print its path and size."""
    folder = checkpoint_folder(arguments.checkpoint)
    is_folder = arguments.out.is_dir() or not arguments.out.suffix
    out: Path = arguments.out / INDEX if is_folder else arguments.out
    if out.suffix.lower() not in (".html", ".htm"):
        raise CoreError("figure.ending", "{name} must end in {endings}", name=out.name, endings=".html")
    refuse_existing(out, arguments)
    keep_freed_memory()
    service = Service(CheckpointLibrary(folder.parent))
    examples = service.library.card(folder.name).examples
    text = arguments.text or (examples[0] if examples else None)
    if text is None:
        raise CoreError("page.text", "{name} has no example sentence: give one with --text", name=folder.name)
    answer = service.translate(folder.name, text, arguments.beam_size, arguments.alpha)
    if is_folder:
        arguments.out.mkdir(exist_ok=True)
    with output_file(out) as file:
        file.write_bytes(page_with_model(service, answer, ENGLISH))
    print(f"{out} ({out.stat().st_size / 1e6:.1f} MB)")
    return 0
