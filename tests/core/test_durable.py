"""Files and folders that are replaced whole or not at all."""

import errno
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock, Timeout

from core import durable
from core.durable import (
    append_line,
    disk_is_full,
    left_files,
    output_file,
    recover_folder,
    remove_folder,
    replaced_folder,
    write_beside,
)

ROOT = Path(__file__).parents[2]


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def filled(folder: Path, content: str) -> Path:
    folder.mkdir()
    (folder / "a").write_text(content)
    return folder


# One file


def test_file_is_replaced_whole_without_leftovers(tmp_path):
    write_beside(tmp_path / "a.json", "one")
    write_beside(tmp_path / "a.json", "two 猫", durable=False)
    assert (tmp_path / "a.json").read_text(encoding="utf-8") == "two 猫"
    assert names(tmp_path) == ["a.json"]


def test_file_and_folder_are_flushed_around_the_rename(tmp_path, monkeypatch):
    done: list[str] = []
    rename = os.replace
    monkeypatch.setattr(durable, "sync", lambda path: done.append("file" if path.is_file() else "folder"))
    monkeypatch.setattr(os, "replace", lambda *paths: (done.append("rename"), rename(*paths)))
    write_beside(tmp_path / "a", "one")
    assert done == ["file", "rename", "folder"]


def test_full_disk_keeps_old_file_and_no_partial_one(tmp_path, monkeypatch):
    write_beside(tmp_path / "a", "one")

    def full(path: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(durable, "sync", full)
    with pytest.raises(OSError) as caught:
        write_beside(tmp_path / "a", "two")
    assert disk_is_full(caught.value)
    assert (tmp_path / "a").read_text() == "one"
    assert names(tmp_path) == ["a"]


def test_leftover_of_killed_process_is_found_by_process(tmp_path):
    script = f"""
import os, signal
from pathlib import Path
from core.durable import replaced_file
with replaced_file(Path({str(tmp_path)!r}) / "a.json") as partial:
    partial.write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""
    child = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT)
    assert child.wait() == -9
    assert [process for _, process in left_files(tmp_path)] == [child.pid]
    (tmp_path / ".other.partial").touch()
    assert len(left_files(tmp_path)) == 1


# One folder


def test_a_folder_is_replaced_whole(tmp_path):
    filled(tmp_path / "c", "old")
    with replaced_folder(tmp_path / "c") as partial:
        (partial / "b").write_text("new")
        assert (tmp_path / "c" / "a").read_text() == "old"
    assert names(tmp_path) == ["c", "c/b"]


def test_a_link_keeps_its_target(tmp_path):
    """The link was renamed, could not be removed, and every later replacement failed."""
    filled(tmp_path / "c", "old")
    (tmp_path / "link").symlink_to(tmp_path / "c")
    for _ in range(2):
        with replaced_folder(tmp_path / "link") as partial:
            (partial / "b").write_text("new")
    assert (tmp_path / "link").is_symlink() and names(tmp_path) == ["c", "c/b", "link"]


def test_whole_folder_is_flushed_before_it_is_renamed(tmp_path, monkeypatch):
    flushed: list[tuple[str, bool]] = []
    monkeypatch.setattr(durable, "sync", lambda path: flushed.append((path.name, (tmp_path / "c").exists())))
    with replaced_folder(tmp_path / "c") as partial:
        (partial / "b").mkdir()
        (partial / "b" / "d").write_text("new")
    assert sorted(flushed[:-1]) == [(".c.partial", False), ("b", False), ("d", False)]
    assert flushed[-1] == (tmp_path.name, True)


def test_a_failure_leaves_the_old_folder(tmp_path):
    filled(tmp_path / "c", "old")
    with pytest.raises(RuntimeError), replaced_folder(tmp_path / "c") as partial:
        (partial / "b").write_text("half")
        raise RuntimeError
    assert names(tmp_path) == ["c", "c/a"]


def test_a_kill_between_the_two_renames_loses_nothing(tmp_path):
    filled(tmp_path / ".c.old", "old")
    filled(tmp_path / ".c.partial", "half")
    recover_folder(tmp_path / "c")
    assert names(tmp_path) == ["c", "c/a"]
    assert (tmp_path / "c" / "a").read_text() == "old"


def test_kill_after_both_renames_leaves_the_new_one(tmp_path):
    filled(tmp_path / ".c.old", "old")
    filled(tmp_path / "c", "new")
    recover_folder(tmp_path / "c")
    assert names(tmp_path) == ["c", "c/a"]
    assert (tmp_path / "c" / "a").read_text() == "new"


def test_removed_folder_keeps_targets_of_its_links(tmp_path):
    kept = filled(tmp_path / "kept", "three years")
    filled(tmp_path / "c", "x")
    (tmp_path / "c" / "link").symlink_to(kept)
    remove_folder(tmp_path / "c")
    assert names(tmp_path) == ["kept", "kept/a"]
    (tmp_path / "c").symlink_to(kept)
    with pytest.raises(OSError, match="symbolic link"):
        remove_folder(tmp_path / "c")
    assert names(tmp_path) == ["c", "kept", "kept/a"]


# A line at the end


def test_lines_are_appended_in_one_write_each(tmp_path, monkeypatch):
    written: list[bytes] = []
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, data: (written.append(data), write(file, data))[1])
    append_line(tmp_path / "a", "one 猫")
    append_line(tmp_path / "a", "two")
    assert written == ["one 猫\n".encode(), b"two\n"]
    assert (tmp_path / "a").read_bytes() == b"".join(written)


def test_line_without_room_is_not_begun(tmp_path):
    """RLIMIT_FSIZE simulates a full disk: a write is cut short at it, and the next one fails."""
    script = f"""
import resource
from pathlib import Path
from core.durable import append_line, disk_is_full
path = Path({str(tmp_path)!r}) / "a"
append_line(path, "x" * 10)
resource.setrlimit(resource.RLIMIT_FSIZE, (17, {resource.RLIM_INFINITY}))
try:
    append_line(path, "y" * 10)
except OSError as error:
    assert disk_is_full(error), error
else:
    raise AssertionError
append_line(path, "z")
"""
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)
    assert (tmp_path / "a").read_text() == "x" * 10 + "\nz\n"


# Locks and causes


def test_folder_is_exclusive_until_its_process_is_killed(tmp_path):
    script = f"""
from pathlib import Path
from core.durable import exclusive_folder
with exclusive_folder(Path({str(tmp_path / "corpora")!r})):
    print("held", flush=True)
    input()
"""
    child = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None and child.stdout.readline() == "held\n"
    lock = FileLock(tmp_path / "corpora" / ".lock", blocking=False)
    with pytest.raises(Timeout):
        lock.acquire()
    child.kill()
    child.wait()
    with lock:
        assert lock.is_locked


def test_a_full_disk_is_seen_behind_another_error():
    try:
        try:
            raise OSError(errno.EDQUOT, "quota")
        except OSError as error:
            raise RuntimeError("saving failed") from error
    except RuntimeError as error:
        assert disk_is_full(error)
    assert not disk_is_full(OSError(errno.EIO, "broken"))
    assert not disk_is_full(ValueError())


def test_modified_time_of_a_vanished_file_is_zero(tmp_path):
    assert durable.modified_time(tmp_path / "gone" / "config.json") == 0.0
    (tmp_path / "there").touch()
    assert durable.modified_time(tmp_path / "there") == (tmp_path / "there").stat().st_mtime


def test_full_disk_names_the_wanted_file_and_keeps_the_earlier_one(tmp_path):
    out = tmp_path / "page.html"
    out.write_text("earlier")
    with pytest.raises(OSError, match=r"No space left on device: '.*/page\.html'"), output_file(out) as file:
        file.write_text("half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert out.read_text() == "earlier" and [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_file_that_cannot_be_made_is_named_as_it_was_given(tmp_path):
    """`inspect --out /proc/x.npz` named a temporary file, /proc/.x.npz.25934-139756283816832.partial."""
    wanted = tmp_path / "nowhere" / "a.npz"
    with pytest.raises(FileNotFoundError) as caught, output_file(wanted) as file:
        file.write_bytes(b"")
    assert caught.value.filename == str(wanted)


def test_full_disk_names_the_wanted_folder_and_keeps_the_earlier_one(tmp_path):
    """An export reported "No space left on device" without a place."""
    out = filled(tmp_path / "out", "earlier")
    with pytest.raises(OSError, match=r"No space left on device: '.*/out'"), replaced_folder(out) as folder:
        (folder / "a").write_text("half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert (out / "a").read_text() == "earlier" and names(tmp_path) == ["out", "out/a"]


@pytest.mark.parametrize("block", [output_file, replaced_folder])
def test_refused_write_names_what_was_wanted(tmp_path, monkeypatch, block):
    """In a read-only checkout the error named a hidden file of the process: .t.npz.12890-140034668264320.partial."""

    def refuse(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "write_text", refuse)
    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(PermissionError) as caught, block(tmp_path / "out") as partial:
        partial.write_text("content")
    assert caught.value.filename == str(tmp_path / "out")


def test_output_file_replaces_what_a_link_leads_to(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    with output_file(tmp_path / "link") as file:
        file.write_text("new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "file").read_text() == "new"


def test_output_file_writes_to_devices_themselves():
    with output_file(Path(os.devnull)) as file:
        assert file == Path(os.devnull)
