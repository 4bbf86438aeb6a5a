"""The command `show` writes a page, and names the checks that failed."""

from pathlib import Path

import pytest

from core.inspection.foreign_file import save_attention
from tests.core.inspection.test_foreign import PLANTED, read
from viz.cli.parser import main


def test_show_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace, out = tmp_path / "trace.npz", tmp_path / "page.html"
    save_attention(read(PLANTED["rows scaled"][0]), trace)
    assert main(["show", str(trace), "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"<!doctype html>")
    printed = capsys.readouterr().out
    assert printed.startswith(f"{out} (0.") and "✗ every row of attention sums to 1 (0.5, at most" in printed
    assert main(["show", str(trace), "--out", str(out)]) == 2  # it exists


def test_show_refuses_another_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "trace.npz").write_text("text")
    assert main(["show", str(tmp_path / "trace.npz"), "--out", str(tmp_path / "page.html")]) == 2
    assert "is not a file of attention" in capsys.readouterr().err
