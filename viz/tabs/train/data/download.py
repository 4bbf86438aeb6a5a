"""A download in a thread that outlives its page, and its progress as a panel."""

import functools
import threading
from collections.abc import Callable, Iterator

from core.errors import CoreError
from viz.components.preflight import Panel
from viz.tabs.controls import lasting_panel, refusal_panel
from viz.texts import Texts

_downloading = threading.Lock()  # two pages that fetch the same file would write to the same place


class Download:
    """A thread that fetches data, and its progress.

    Attributes:
        part: the file or split that is being fetched; None before the first.
        received: bytes of a file, or pairs of a split with `counts_pairs`.
        counts_pairs: whether it fetches pairs, split by split, instead of files.
        total: bytes of the file; None if unknown.
        error: why it ended early.
    """

    def __init__(self, fetch: Callable[["Download"], object], *, counts_pairs: bool = False) -> None:
        self.counts_pairs = counts_pairs
        self.part: str | None = None
        self.received = 0
        self.total: int | None = None
        self.error: CoreError | None = None
        self._thread = threading.Thread(target=self._work, args=(fetch,), daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Return whether it is still running."""
        return self._thread.is_alive()

    def wait(self, seconds: float) -> None:
        """Wait for its end, at most so long."""
        self._thread.join(seconds)

    def _work(self, fetch: Callable[["Download"], object]) -> None:
        with _downloading:
            try:
                fetch(self)
            except CoreError as error:
                self.error = error
            except OSError as error:
                self.error = CoreError(
                    "train.download",
                    "the corpus could not be written: {reason}",
                    reason=error.strerror or type(error).__name__,
                )
            except Exception as error:  # otherwise the page would report success
                self.error = CoreError(
                    "train.download",
                    "the corpus could not be written: {reason}",
                    reason=f"{type(error).__name__}: {error}",
                )
                raise


def progress_panels(download: Download, name: str) -> Iterator[str | None]:
    """Yield the progress of a download twice a second until it ends."""
    while download.alive:
        yield lasting_panel(functools.partial(_progress_panel, download, name))
        download.wait(0.5)


def _progress_panel(download: Download, name: str, texts: Texts) -> Panel:
    return Panel(texts("train.corpus.getting", name=name), busy=True, message=_received(download, texts))


def outcome_panel(download: Download) -> str | None:
    """Return why a download failed; None if it did not fail."""
    return refusal_panel(download.error) if download.error else None


def _received(download: Download, texts: Texts) -> str:
    if download.part is None:
        return ""
    if download.counts_pairs:
        return texts("train.hub.received", split=download.part, pairs=f"{download.received:,}")
    received = download.received / 1e6
    if download.total is None:
        return texts("train.corpus.received", file=download.part, received=received)
    total = download.total / 1e6
    return texts("train.corpus.received_of", file=download.part, received=received, total=total)
