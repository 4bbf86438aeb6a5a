"""The files of a publication: what a static Space, a Gradio Space or a Hub model needs, and nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path

from core.checkpoint_config import checkpoint_file
from core.errors import CoreError
from core.library import Card, CheckpointLibrary
from core.places import INSTALLED, PROGRAM
from core.service import Answer, Service
from viz.publishing.front_matter import LIBRARY, THUMBNAIL, TITLE, Form, Published, front_matter, readme
from viz.publishing.thumbnail import draw_thumbnail
from viz.saved_page.exports import page_with_model
from viz.texts import ENGLISH

_IN_CHECKOUT = ("core", "viz", "glassformer", "app.py", "requirements.txt", "LICENSE")
_PACKAGE = "glassformer"
_STARTER = '"""Start Glassformer."""\n\nimport sys\n\nfrom glassformer.command import main\n\nsys.exit(main())\n'
_NO_CACHES = shutil.ignore_patterns("__pycache__", "*.pyc")


def write_publication(folder: Path, form: Form, out: Path, *, to: str | None, license: str | None) -> Published:
    """Write the files into a folder, which is empty or new.

    Args:
        folder: checkpoint.
        form: what is published.
        out: the folder.
        to: OWNER/NAME on the Hub; the thumbnail has an address only with it.
        license: the Hub's name of the licence; that of the checkpoint when left out.

    Raises:
        CoreError: the folder is not a checkpoint, or has no sentence to open with.
    """
    from core.interchange.folder import copy_checkpoint

    service = Service(CheckpointLibrary(folder.parent))
    card = service.library.card(folder.name)
    own = _own_readme(folder)
    known = license or card.details.get("license") or front_matter(own).get("license")
    published = Published(form, to, known if isinstance(known, str) else None)
    if form == "model":
        copy_checkpoint(folder, out)
    else:
        answer = first_answer(service, card)
        out.mkdir(parents=True, exist_ok=True)
        if form == "static":
            (out / "index.html").write_bytes(page_with_model(service, answer, ENGLISH))
        else:
            _copy_program(folder, out)
        if picture := draw_thumbnail(service, answer):
            (out / THUMBNAIL).write_bytes(picture)
            published = published._replace(thumbnail=True)
    (out / "README.md").write_text(readme(card, published, own), encoding="utf-8", newline="\n")
    return published


def require_replaceable(out: Path) -> None:
    """Refuse to replace a folder with content that is not a publication: README.md tells.

    Raises:
        CoreError: it is another folder, or a file.
    """
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return
    fields = front_matter(_own_readme(out)) if out.is_dir() else {}
    if fields.get("library_name") != LIBRARY and not str(fields.get("title", "")).startswith(TITLE):
        raise CoreError("publish.not_replaced", "{folder} was not made by publish: name another folder", folder=out)


def first_answer(service: Service, card: Card) -> Answer:
    """Translate the model's own first example.

    Raises:
        CoreError: it has none.
    """
    if not card.examples:
        raise CoreError("publish.example", "{name} has no example sentence in its config.json", name=card.name)
    return service.translate(card.name, card.examples[0], 4, 0.6)


def _copy_program(folder: Path, out: Path) -> None:
    """Copy the program with one checkpoint: of a checkout as it is, of an installed package with a file to start it."""
    from core.interchange.folder import copy_checkpoint

    if not INSTALLED:
        for name in _IN_CHECKOUT:
            _copy(PROGRAM / name, out / name)
        checkpoints = out / "checkpoints"
    else:
        for path in PROGRAM.iterdir():
            if path.name != "checkpoints":
                _copy(path, out / _PACKAGE / path.name)
        needed = [line.partition(";") for line in requires(_PACKAGE) or ()]
        lines = [name.strip() for name, _, marker in needed if not marker or "page" in marker]
        (out / "requirements.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")
        (out / "app.py").write_text(_STARTER, encoding="utf-8")
        checkpoints = out / _PACKAGE / "checkpoints"
    copy_checkpoint(folder, checkpoints / folder.name)


def _copy(path: Path, to: Path) -> None:
    if path.is_dir():
        shutil.copytree(path, to, ignore=_NO_CACHES)
    elif path.is_file():
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, to)


def _own_readme(folder: Path) -> str:
    """Return the checkpoint's own README.md; empty without one."""
    path = checkpoint_file(folder, "README.md")
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def files_of(folder: Path) -> Iterator[tuple[str, int]]:
    """Yield name and bytes of every file, sorted."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.stat().st_size
