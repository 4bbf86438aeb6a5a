"""A trace as a file to download: arrays, tables, or the whole explorer as one page."""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from core.errors import CoreError
from core.service import Answer, Service
from core.service.questions import lens_result
from viz.tabs.translate.packing import packed
from viz.tabs.translate.standalone import standalone_page
from viz.texts import Texts

if TYPE_CHECKING:
    from core.inspection.lenses import LensResult

MAX_TABLE_NUMBERS = 4 << 20  # weights written as text; a trace of more is taken away as NPZ
_SECONDS = 3600.0  # how long a file that was handed out stays
_BYTES = 512 << 20  # of files that lie there, at most
FORMATS = ("csv", "npz", "json", "html")
WEIGHTS = "weights"  # the lens that a trace has


class Exports:
    """Writes files into a private folder of this process, and removes old ones."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._lock = threading.Lock()

    def write(self, id: str, form: str, texts: Texts, lens: str = WEIGHTS) -> str:
        """Write a translation that was made before; returns the file's path.

        Args:
            id: of its trace.
            form: one of `FORMATS`.
            texts: the words of an HTML file, and of the name.
            lens: whose numbers a table or an archive holds, in float32; an archive has the weights as well.

        Raises:
            CoreError: the trace is forgotten, form or lens is none of these, or text of its numbers would be too long.
        """
        if form not in FORMATS:
            raise CoreError(
                "explorer.form",
                "a trace is saved as one of {formats}, not {form!r}",
                form=form,
                formats=", ".join(FORMATS),
            )
        name = self._service.request(id).id  # of a trace that there is: what was sent never names a file
        result = None if lens == WEIGHTS or form == "html" else lens_result(self._service, id, lens)
        path = self.folder() / f"attention-{name[:12]}{'' if result is None else f'-{result.lens.name}'}.{form}"
        partial = path.with_name(f".{path.name}.{threading.get_ident()}")
        with partial.open("wb") as file:
            try:
                if form == "html":
                    self._page(id, file, texts)
                else:
                    self._table(id, form, file, result)
            except BaseException:
                partial.unlink()
                raise
        os.replace(partial, path)
        return str(path)

    def folder(self) -> Path:
        """Return the folder of the files to download, made by this process and private to it."""
        with self._lock:
            if self._folder is None or not Path(self._folder.name).is_dir():
                self._folder = tempfile.TemporaryDirectory(prefix="glassformer-")
            folder = Path(self._folder.name)
            _clear(folder)
        return folder

    def _table(self, id: str, form: str, file: BinaryIO, lens: LensResult | None) -> None:
        from core.inspection import export

        writers: dict[str, Callable[..., None]] = {
            "csv": export.write_csv,
            "npz": export.write_npz,
            "json": export.write_json,
        }
        trace = self._service.trace(id)
        numbers = trace.encoder_self.size + trace.decoder_self.size + trace.cross.size
        if form != "npz" and numbers > MAX_TABLE_NUMBERS:
            raise CoreError(
                "explorer.export_size",
                "{numbers:,} weights are too many for a {form} file; save them as NPZ",
                numbers=numbers,
                form=form,
            )
        with self._service.turnstile:
            writers[form](trace, file, lens)

    def _page(self, id: str, file: BinaryIO, texts: Texts) -> None:
        request = self._service.request(id)
        with self._service.turnstile:
            answer = Answer(request, *self._service.traced(request), 0.0)
            payload = packed(answer, timed=False)
            card = self._service.library.card(request.checkpoint)
            file.write(standalone_page(payload, answer.trace, card, texts))


def _clear(folder: Path) -> None:
    """Remove old files, and the oldest ones beyond the limit."""
    found: list[tuple[float, int, Path]] = []
    for path in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):  # another request was first
            state = path.stat()
            found.append((state.st_mtime, state.st_size, path))
    kept = 0
    for written, size, path in sorted(found, reverse=True):
        kept += size
        if time.time() - written > _SECONDS or kept > _BYTES:
            path.unlink(missing_ok=True)
