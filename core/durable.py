"""Files that survive a kill, a full disk and a power cut.

A file or folder that matters is written beside its place, flushed to the disk, and renamed into place; then the folder
around it is flushed too, because a name belongs to its folder. So whoever looks sees the old one or the new one, and
what a kill leaves half-written lies under a hidden name that nobody takes for the real thing.
"""

import errno
import os
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from core.errors import CoreError

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}  # no space, quota used up, larger than this process may write
_LOCKED = {errno.EAGAIN, errno.EACCES}
_LEFT_FILE = re.compile(r"\..+\.(\d+)-\d+\.partial")


def write_beside(path: Path, text: str, *, durable: bool = True) -> None:
    """Replace a file by this text.

    Args:
        path: the file.
        text: all of its new content.
        durable: flush to the disk; without, a kill still leaves the old or the new text, but a power cut may not.
    """
    with replaced_file(path, durable=durable) as partial:
        partial.write_text(text, encoding="utf-8")


@contextmanager
def replaced_file(path: Path, *, durable: bool = True) -> Iterator[Path]:
    """A path beside `path` for the block to write; it takes the place when the block ends well, and goes if not."""
    partial = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.partial")
    try:
        yield partial
        if durable:
            sync(partial)
        os.replace(partial, path)
        if durable:
            sync(path.parent)
    finally:
        partial.unlink(missing_ok=True)


def left_files(folder: Path) -> list[tuple[Path, int]]:
    """What `replaced_file` has not brought to its end in a folder, each with the process that wrote it."""
    found = [(path, _LEFT_FILE.fullmatch(path.name)) for path in folder.glob(".*.partial")]
    return [(path, int(match[1])) for path, match in found if match]


@contextmanager
def replaced_folder(folder: Path) -> Iterator[Path]:
    """A new folder beside `folder` for the block to fill; it takes the place as `replaced_file` does."""
    recover_folder(folder)
    partial, old = _partial(folder), _old(folder)
    partial.mkdir()
    try:
        yield partial
        for path in (*partial.rglob("*"), partial):
            sync(path)
        if folder.exists():
            os.replace(folder, old)
        os.replace(partial, folder)
        sync(folder.parent)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
        recover_folder(folder)


def recover_folder(folder: Path) -> None:
    """Undo what a kill left of `replaced_folder` or `remove_folder`: half a new folder goes, and half an old one too;
    a whole old one that nothing has replaced yet comes back."""
    shutil.rmtree(_partial(folder), ignore_errors=True)
    old = _old(folder)
    if old.exists():
        if folder.exists():
            shutil.rmtree(old, ignore_errors=True)
        else:
            os.replace(old, folder)
    shutil.rmtree(_removed(folder), ignore_errors=True)


def remove_folder(folder: Path) -> None:
    """Remove a folder so that half of it is never taken for the whole; what links in it point to stays.

    Raises:
        OSError: it is not there, is a symbolic link, or cannot be removed.
    """
    if folder.is_symlink():
        raise OSError(errno.ELOOP, "is a symbolic link", str(folder))
    removed = _removed(folder)
    shutil.rmtree(removed, ignore_errors=True)
    os.replace(folder, removed)
    shutil.rmtree(removed)


def append_line(path: Path, line: str) -> None:
    """Add one line to a file in one write, or, where the disk has no room for all of it, not at all."""
    data = (line + "\n").encode("utf-8")
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        before = os.fstat(file).st_size
        try:
            written = os.write(file, data)
            if written < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        except OSError:
            with suppress(OSError):
                os.ftruncate(file, before)
            raise
    finally:
        os.close(file)


def sync(path: Path) -> None:
    """Flush one file, or the names in one folder, to the disk."""
    if path.is_dir() and os.name != "posix":  # only there can a folder be opened
        return
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


@contextmanager
def exclusive(path: Path, *, wait: bool = True) -> Iterator[bool]:
    """Hold a lock that one process at a time can have; it ends with the process, however that ends.

    Threads of one process do not exclude one another, and the lock ends with the first that lets go of it.

    Args:
        path: the file that is locked; it is made where it is not there, and it stays.
        wait: wait until the lock is free.

    Yields:
        Whether the lock is held: always true after waiting.

    Raises:
        CoreError: on Windows, which has no such locks.
    """
    try:
        import fcntl
    except ModuleNotFoundError as error:
        raise CoreError(
            "platform.locks", "training needs Linux or macOS, whose file locks keep runs safe; on Windows use WSL"
        ) from error

    with path.open("a") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except OSError as error:
            if error.errno not in _LOCKED:
                raise
            yield False
            return
        yield True


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Be the only process that writes into a folder, which is made; where there are no locks, hope to be."""
    folder.mkdir(parents=True, exist_ok=True)
    if os.name != "posix":
        yield
        return
    with exclusive(folder / ".lock"):
        yield


def disk_is_full(error: BaseException | None) -> bool:
    """Whether an error, or one that led to it, says that nothing more can be written."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in _FULL:
            return True
        error = error.__cause__ or error.__context__
    return False


def _partial(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}.partial")


def _old(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}.old")


def _removed(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}.removed")
