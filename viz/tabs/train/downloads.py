"""Data on its way to this machine: a known corpus, or a data set of the Hub, in a thread that outlives its page."""

import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from core.data.corpora import reading
from core.data.corpora.download import Fetched
from core.data.corpora.fetching import fetch_corpus
from core.data.corpora.hub import fetch_hub, hub_name
from core.data.corpora.registry import KnownCorpus, PublishedFile
from core.errors import CoreError
from viz.tabs.train.form import Limits

_downloading = threading.Lock()  # two pages that fetch the same file would write into one another


class Download:
    """Work that fetches data, and how far it has come.

    Attributes:
        what: the file or split that is fetched; None before the first.
        received: bytes of a file, or pairs of a split where it counts those.
        counts_pairs: whether it fetches pairs, split by split, and not files.
        total: bytes of the file; None where that is not known.
        error: why it has ended too early.
    """

    def __init__(self, fetch: Callable[["Download"], object], *, counts_pairs: bool = False) -> None:
        self.counts_pairs = counts_pairs
        self.what: str | None = None
        self.received = 0
        self.total: int | None = None
        self.error: CoreError | None = None
        self._thread = threading.Thread(target=self._work, args=(fetch,), daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether it goes on."""
        return self._thread.is_alive()

    def wait(self, seconds: float) -> None:
        """Until it has ended, at most so long."""
        self._thread.join(seconds)

    def _work(self, fetch: Callable[["Download"], object]) -> None:
        with _downloading:
            try:
                fetch(self)
            except CoreError as error:
                self.error = error
            except OSError as error:
                self.error = CoreError("train.download", "{reason}", reason=error.strerror or type(error).__name__)
            except Exception as error:  # the page waits for an end, and would take silence for success
                self.error = CoreError("train.download", "{reason}", reason=f"{type(error).__name__}: {error}")
                raise


def corpus_download(corpus: KnownCorpus) -> Download:
    """Fetch a known corpus as a whole."""

    def fetch(download: Download) -> None:
        def show(file: PublishedFile, fetched: Fetched) -> None:
            download.what, download.received, download.total = file.name, fetched.received, fetched.total

        fetch_corpus(corpus, reading.DOWNLOADS, show)

    return Download(fetch)


def hub_download(name: str, columns: tuple[str, str], limits: Limits) -> Download:
    """Fetch a data set of the Hub, as much of it as is allowed here; older ones make room."""

    def fetch(download: Download) -> None:
        def show(split: str, pairs: int) -> None:
            download.what, download.received = split, pairs

        _make_room(limits, reading.DOWNLOADS / hub_name(name).folder)
        bounds = {"limit": limits.hub_pairs, "max_bytes": limits.hub_bytes}
        fetch_hub(name, reading.DOWNLOADS, columns, **bounds, progress=show)

    return Download(fetch, counts_pairs=True)


def _make_room(limits: Limits, wanted: Path) -> None:
    """Remove the copies that were fetched longest ago, so that there is room for one more."""
    if limits.hub_copies is None:
        return
    copies = [path.parent for path in (reading.DOWNLOADS / "hub").glob("*/*/*/train.jsonl") if path.parent != wanted]
    copies.sort(key=lambda folder: (folder / "train.jsonl").stat().st_mtime, reverse=True)
    for folder in copies[max(0, limits.hub_copies - 1) :]:
        with suppress(OSError):
            shutil.rmtree(folder)
