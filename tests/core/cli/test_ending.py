"""How a command ends: its exit status, and one line about what is wrong."""

import argparse
import errno
import os

import pytest

from core.cli.ending import exit_status
from core.errors import CoreError

FULL = "the memory is full; smaller batches or a smaller model need less"


def ended(capsys, error: BaseException) -> tuple[int, str]:
    def command(_: argparse.Namespace) -> int:
        raise error

    return exit_status(argparse.Namespace(prog="core x", command=command)), capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (CoreError("a.b", "two\nlines"), "two lines"),
        (MemoryError(), FULL),
        (RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes"), FULL),
        (OSError(errno.ENOSPC, "No space left on device", "out/model"), "out/model: No space left on device"),
        (PermissionError(errno.EACCES, os.strerror(errno.EACCES), "runs"), "runs: Permission denied"),
    ],
)
def test_refusal_is_status_2_and_one_line(capsys, error, words):
    assert ended(capsys, error) == (2, f"core x: error: {words}\n")


def test_interrupt_is_the_status_of_the_signal(capsys):
    assert ended(capsys, KeyboardInterrupt()) == (130, "")


def test_unknown_error_keeps_its_traceback(capsys):
    with pytest.raises(ZeroDivisionError):
        ended(capsys, ZeroDivisionError())
