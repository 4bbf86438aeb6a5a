"""The command `publish`: a model as a static Space, a Gradio Space or a Hub model."""

import argparse
import sys
import tempfile
from pathlib import Path

from core.cli.writing import refuse_existing
from core.durable import replaced_folder
from core.errors import CoreError
from core.extras import require_extra
from core.tuning.allocator import keep_freed_memory
from viz.cli.figure import checkpoint_folder
from viz.publishing.folders import files_of, require_replaceable, write_publication
from viz.publishing.front_matter import Published
from viz.publishing.pushing import push, require_name

_KINDS = {"static": "a static Space", "gradio": "a Gradio Space (its owner needs a paid account)", "model": "a model"}


def publish(arguments: argparse.Namespace) -> int:
    """Write the files, say what is in them, and push them if a name on the Hub is given."""
    folder = checkpoint_folder(arguments.folder)
    to = require_name(arguments.to) if arguments.to else None
    if to is None and arguments.out is None:
        raise CoreError("publish.where", "say where to: --out FOLDER writes the files, --to OWNER/NAME pushes them")
    if arguments.form == "gradio":
        require_extra("page")
    keep_freed_memory()
    if arguments.out is not None:
        refuse_existing(arguments.out, arguments)
        require_replaceable(arguments.out)
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        with replaced_folder(arguments.out.resolve()) as made:
            published = _write(arguments, folder, made, to)
        print(arguments.out)
        return _push(arguments, arguments.out, published)
    with tempfile.TemporaryDirectory(prefix="glassformer-") as made:
        return _push(arguments, Path(made), _write(arguments, folder, Path(made), to))


def _write(arguments: argparse.Namespace, folder: Path, out: Path, to: str | None) -> Published:
    """Write the files and say what is in them."""
    published = write_publication(folder, arguments.form, out, to=to, license=arguments.license)
    files = list(files_of(out))
    for name, size in files if len(files) <= 12 else []:
        print(f"{size:>12,}  {name}")
    print(f"{len(files)} files, {sum(size for _, size in files) / 1e6:.1f} MB, {_KINDS[published.form]}")
    if published.license is None:
        print("no licence is named: --license cc-by-4.0, or what the model's data allow")
    if arguments.form != "model" and not published.thumbnail:
        print("no thumbnail: it is drawn by Chromium, Chrome or Edge, and none is installed")
    return published


def _push(arguments: argparse.Namespace, out: Path, published: Published) -> int:
    """Push the files if a name is given; return the exit status."""
    if published.to is not None and _agrees(published, arguments.yes):
        print(f"pushed: {push(out, published)}")
    return 0


def _agrees(published: Published, given: bool) -> bool:
    """Say what is pushed where; return whether the user wants it.

    Raises:
        CoreError: nobody can be asked, and --yes was not given.
    """
    print(f"pushes these files to {published.address}, where everybody can see them")
    if given:
        return True
    if not sys.stdin.isatty():
        raise CoreError("publish.yes", "nothing was pushed: add --yes to push without a question")
    return input("push? [y/N] ").strip().lower() in ("y", "yes")
