"""Where a progress bar is shown."""

import io
import sys

import pytest

from core.cli.progress import progress_bar


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


_Notebook = type("OutStream", (io.StringIO,), {"__module__": "ipykernel.iostream"})


@pytest.mark.filterwarnings("ignore:IProgress not found")
@pytest.mark.parametrize(("stream", "shown"), [(io.StringIO, False), (_Terminal, True), (_Notebook, True)])
def test_bar_is_shown_on_a_terminal_and_in_a_notebook(stream, shown, monkeypatch):
    monkeypatch.setattr(sys, "stderr", stream())
    with progress_bar(total=3) as bar:
        bar.update(3)
        assert bar.disable is not shown
    assert ("3/3" in sys.stderr.getvalue()) is shown
