"""A private folder for files to download."""

import contextlib
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

_SECONDS = 3600.0  # how long a file that was handed out stays
_BYTES = 512 << 20  # of files that lie there, at most


class Downloads:
    """Writes files into a private folder of this process, and removes old ones."""

    def __init__(self) -> None:
        """Make no folder before there is a file."""
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def new_file(self, name: str) -> Iterator[BinaryIO]:
        """Open a file in a folder of its own, because two names may be alike; nothing is left of an error."""
        own = Path(tempfile.mkdtemp(dir=self.folder()))
        try:
            with (own / name).open("wb") as file:
                yield file
        except BaseException:
            shutil.rmtree(own, ignore_errors=True)
            raise

    def folder(self) -> Path:
        """Return the folder of the files to download, made by this process and private to it."""
        with self._lock:
            if self._folder is None or not Path(self._folder.name).is_dir():
                self._folder = tempfile.TemporaryDirectory(prefix="glassformer-")
            folder = Path(self._folder.name)
            _clear(folder)
        return folder


def _clear(folder: Path) -> None:
    """Remove old files, and the oldest ones beyond the limit."""
    found: list[tuple[float, int, Path]] = []
    for path in folder.glob("*/*"):
        with contextlib.suppress(FileNotFoundError):  # another request was first
            state = path.stat()
            found.append((state.st_mtime, state.st_size, path))
    kept = 0
    for written, size, path in sorted(found, reverse=True):
        kept += size
        if time.time() - written > _SECONDS or kept > _BYTES:
            shutil.rmtree(path.parent, ignore_errors=True)
