"""Helpers for the command-line tests: the smallest training, and errors of one line."""

from pathlib import Path

import pytest

from core.cli.parser import main

ROOT = Path(__file__).parents[3]
TINY = (
    *("--d-model", "14", "--num-layers", "1", "--num-heads", "7", "--d-ff", "11", "--vocab-size", "283"),
    *("--max-steps", "2", "--tokens-per-batch", "131", "--warmup-steps", "5", "--snapshot-sentences", "0"),
    *("--device", "cpu"),
)
COPY = ("--task", "copy", "--task-pairs", "31", "--valid-pairs", "5")


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """Return the one line on standard error after invalid input; the exit status must be 2.

    Args:
        arguments: the command and what is given to it; `runs` and `jobs` are followed by their action.
    """
    words = [str(argument) for argument in arguments]
    try:
        status = main(words)
    except SystemExit as ended:  # argparse
        status = ended.code
    out, err = capsys.readouterr()
    assert status == 2, err
    assert out == ""
    assert err.count("\n") == 1, err
    named = [words[:2]] if words[0] in ("runs", "jobs") else [[], words[:1]]
    assert err.startswith(tuple(" ".join(["python -m core", *command]) + ": error: " for command in named)), err
    return err
