"""A failed run: the reason in its status, and the traceback of an unknown error in its log."""

import pytest

from core.errors import CoreError
from core.training.execution import execute
from tests.core.training.small_run import created


def test_failure_is_written_to_the_status(tmp_path):
    run = created(tmp_path / "bad", data={"src": "/nowhere/a.en", "tgt": "/nowhere/a.de"})
    with pytest.raises(CoreError):
        execute(run)
    assert run.status().state == "failed"
    assert "/nowhere/a.en" in run.status().message


def test_unknown_error_is_logged_with_traceback(tmp_path, monkeypatch):
    def broken(*_: object) -> None:
        raise RuntimeError("the sky falls")

    monkeypatch.setattr("core.training.execution.read_corpus", broken)
    run = created(tmp_path / "broken")
    with pytest.raises(RuntimeError):
        execute(run)
    report = run.crash_report(lines=1)
    assert report is not None
    assert (report.message, report.log) == ("the sky falls", "RuntimeError: the sky falls")
    assert "in broken" in run.log_tail()
