"""Files that survive a kill, a full disk and a power cut.

Important files and folders are written under a temporary name, flushed to disk and renamed; then the parent folder is
flushed too, because it stores the name. A reader sees either the old or the new version, and whatever a kill leaves
incomplete has a hidden name that is never mistaken for the real one.
"""

import errno
import os
import re
import shutil
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path

from filelock import FileLock

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}  # no space, quota exceeded, file larger than this process may write
_LEFT_FILE = re.compile(r"\..+\.(\d+)-\d+\.partial")


def write_beside(path: Path, text: str, *, durable: bool = True) -> None:
    """Replace a file by this text.

    Args:
        path: the file.
        text: its whole new content.
        durable: flush to disk; otherwise a kill still leaves the old or the new text, but a power cut may not.
    """
    with replaced_file(path, durable=durable) as partial:
        partial.write_text(text, encoding="utf-8")


@contextmanager
def replaced_file(path: Path, *, durable: bool = True) -> Iterator[Path]:
    """Yield a temporary path next to `path`; on success it replaces `path`, on error it is removed.

    Raises:
        OSError: it names `path`.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.partial")
    try:
        with errors_name(path, partial):
            yield partial
            if durable:
                sync(partial)
            os.replace(partial, path)
            if durable:
                sync(path.parent)
    finally:
        partial.unlink(missing_ok=True)


@contextmanager
def output_file(path: Path) -> Iterator[Path]:
    """Yield where to write a file that a person named: on error an earlier one stays; a device is written itself."""
    if path.exists() and not path.is_file():
        yield path
        return
    with replaced_file(path.resolve(), durable=False) as partial:
        yield partial


def left_files(folder: Path) -> list[tuple[Path, int]]:
    """Return the temporary files left by killed `replaced_file` calls, each with the id of its process."""
    found = [(path, _LEFT_FILE.fullmatch(path.name)) for path in folder.glob(".*.partial")]
    return [(path, int(match[1])) for path, match in found if match]


@contextmanager
def replaced_folder(folder: Path) -> Iterator[Path]:
    """Yield a new folder next to `folder` to fill; it replaces `folder` as in `replaced_file`; a link keeps its target.

    Raises:
        OSError: it names `folder`.
    """
    folder = folder.resolve()
    recover_folder(folder)
    partial, old = _partial(folder), _old(folder)
    try:
        with errors_name(folder, partial):
            partial.mkdir()
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
    """Undo what a killed `replaced_folder` or `remove_folder` has left.

    Incomplete new and old folders are removed; a complete old one without a replacement is restored.
    """
    shutil.rmtree(_partial(folder), ignore_errors=True)
    old = _old(folder)
    if old.exists():
        if folder.exists():
            shutil.rmtree(old, ignore_errors=True)
        else:
            os.replace(old, folder)
    shutil.rmtree(_removed(folder), ignore_errors=True)


def remove_folder(folder: Path) -> None:
    """Remove a folder so that half of it is never mistaken for the whole; targets of links in it are kept.

    Raises:
        OSError: it does not exist, is a symbolic link, or cannot be removed.
    """
    if folder.is_symlink():
        raise OSError(errno.ELOOP, "is a symbolic link", str(folder))
    removed = _removed(folder)
    shutil.rmtree(removed, ignore_errors=True)
    os.replace(folder, removed)
    shutil.rmtree(removed)


def append_line(path: Path, line: str) -> None:
    """Append one line to a file in one write; if the disk cannot hold all of it, write nothing."""
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


def read_ordinary(path: Path) -> str:
    """Return the text of a file.

    Raises:
        OSError: it is missing, or is not an ordinary file: reading a pipe would never end.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not an ordinary file", str(path))
    return path.read_text(encoding="utf-8")


def first_link(folder: Path) -> Path | None:
    """Return a symbolic link in a folder or below; None without one. The folder itself may be one."""
    for parent, folders, files in os.walk(folder):
        found = [path for name in sorted((*folders, *files)) if (path := Path(parent, name)).is_symlink()]
        if found:
            return found[0]
    return None


def modified_time(path: Path) -> float:
    """Return a file's modification time in seconds since the epoch; 0 if another process has just removed it."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def folder_state(folder: Path, endings: Collection[str]) -> str:
    """Return a digest of the names, sizes and times of a folder's files with these endings.

    It changes whenever one of them is written anew; nothing is read. A folder that is missing has a state, too.
    """
    found: list[tuple[str, ...]] = []
    with suppress(FileNotFoundError, NotADirectoryError):  # another process is replacing it
        for path in folder.iterdir():
            if path.suffix in endings:
                state = path.stat()
                values = (state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino)
                found.append((path.name, *map(str, values)))
    return blake2b(repr(sorted(found)).encode(), digest_size=12).hexdigest()


def sync(path: Path) -> None:
    """Flush one file, or the names in one folder, to disk."""
    if path.is_dir() and os.name != "posix":  # folders can be opened only there
        return
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


@contextmanager
def exclusive_folder(folder: Path) -> Iterator[None]:
    """Exclude other processes and threads from writing to a folder, which is created."""
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / ".lock"):
        yield


@contextmanager
def errors_name(path: Path, partial: Path | None = None) -> Iterator[None]:
    """Make errors of the block about a full disk, or about a temporary path, name what a person knows.

    Args:
        path: the wanted file or folder.
        partial: the temporary one.

    Raises:
        OSError: of the block.
    """
    try:
        yield
    except OSError as error:
        temporary = partial is not None and str(error.filename or "").startswith(str(partial))
        if temporary or disk_is_full(error):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def disk_is_full(error: BaseException | None) -> bool:
    """Return True if an error, or one that caused it, means that nothing more can be written."""
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
