"""Download of a known corpus: each file is resumed after an interruption, verified, then moved into place."""

import gzip
import hashlib
import http.client
import os
import socket
import time
import urllib.error
import urllib.request
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from core.data.corpora.known import KnownCorpus, PublishedFile
from core.data.corpora.reading import find_part
from core.data.corpora.registry import known_corpus
from core.durable import exclusive_folder
from core.errors import CoreError

ATTEMPTS = 4  # consecutive attempts without a new byte
_TIMEOUT = 30.0  # seconds without a response
_CHUNK = 1 << 16
_BROKEN = (urllib.error.URLError, http.client.HTTPException, TimeoutError, ConnectionError)


class Fetched(NamedTuple):
    """Progress of a download."""

    received: int  # bytes, including those of earlier attempts
    total: int | None  # bytes, if the server reports it


def fetch_corpus(
    corpus: KnownCorpus,
    folder: Path,
    progress: Callable[[PublishedFile, Fetched], None] = lambda file, fetched: None,
) -> tuple[str, ...]:
    """Download all files of a corpus, or of those it is made of; valid files already there are kept.

    Args:
        corpus: the corpus.
        folder: of corpora; each gets a subfolder of its own name.
        progress: called with a file and the state of its download.

    Returns:
        Names of the corpora of a mixture that must be fetched by hand.

    Raises:
        CoreError: it must be fetched by hand, cannot be fetched, or differs from the published files; the message says
            what to do.
    """
    by_hand = tuple(name for name in corpus.needs if not known_corpus(name).files)
    if by_hand == (corpus.name,):
        raise CoreError(
            "corpora.by_hand",
            "{name} has to be fetched by hand from {home}. {note} Put the files into {folder}",
            name=corpus.name,
            home=corpus.home,
            note=corpus.note,
            folder=str(folder / corpus.name),
        )
    with exclusive_folder(folder):
        for part in map(known_corpus, corpus.needs):
            for file in part.files:
                fetch(file, folder / part.name, lambda fetched, file=file: progress(file, fetched))
            _verify_counts(part, folder)
    return by_hand


def fetch(
    file: PublishedFile,
    folder: Path,
    progress: Callable[[Fetched], None] = lambda fetched: None,
    *,
    pause: float = 0.5,
) -> Path:
    """Download a published file into a folder, unless a valid copy is already there.

    Args:
        file: what to fetch.
        folder: where to put it.
        progress: called with the state of the download.
        pause: seconds before the second attempt, twice as long before each further one.

    Raises:
        CoreError: the file cannot be fetched, or differs from the published one; the message explains the manual way.
    """
    path = folder / file.name
    if path.is_file() and find_fault(file, path) is None:
        return path
    folder.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    failures = 0
    while True:
        before = _size(partial)
        try:
            _receive(file.url, partial, progress)
            break
        except urllib.error.HTTPError as error:
            raise _download_error(file, path, f"the server answers {error.code} {error.reason}") from error
        except _BROKEN as error:
            failures = 0 if _size(partial) > before else failures + 1
            reason = getattr(error, "reason", None) or error
            if failures == ATTEMPTS or isinstance(reason, socket.gaierror):  # unknown host, or no network
                raise _download_error(file, path, str(reason) or type(error).__name__) from error
            time.sleep(pause * 2**failures)
    fault = find_fault(file, partial)
    if fault is not None:
        partial.unlink()  # resuming it could never give a valid file
        raise _download_error(file, path, f"the download differs from the published file: {fault}")
    os.replace(partial, path)
    return path


def _verify_counts(corpus: KnownCorpus, folder: Path) -> None:
    """Compare the number of pairs of each part with the published one: the only check without a checksum."""
    for name, part in corpus.parts.items():
        found = find_part(corpus, part, [folder])
        if found is None or part.pairs is None:
            continue
        pairs = sum(1 for _ in found.format.pairs(*found.paths))
        if pairs != part.pairs:
            raise CoreError(
                "corpora.pairs",
                "{name}, {part}: {found:,} pairs where {expected:,} are published; remove {folder} and fetch it again",
                name=corpus.name,
                part=name,
                found=pairs,
                expected=part.pairs,
                folder=str(folder / corpus.name),
            )


def _receive(url: str, partial: Path, progress: Callable[[Fetched], None]) -> None:
    """Make one attempt, continuing the partial file of an earlier one.

    Raises:
        URLError, HTTPException, TimeoutError, ConnectionError: the connection failed or ended early.
    """
    start = _size(partial)
    request = urllib.request.Request(url, headers={"User-Agent": "glassformer", "Accept-Encoding": "identity"})
    if start:
        request.add_header("Range", f"bytes={start}-")
    try:
        response = urllib.request.urlopen(request, timeout=_TIMEOUT)
    except urllib.error.HTTPError as error:
        if error.code == 416 and start:  # no bytes beyond ours: the file is complete, or has changed
            if error.headers.get("Content-Range") == f"bytes */{start}":
                return
            partial.unlink()
            raise ConnectionError("the file has changed since an earlier attempt") from error
        raise
    with response:
        if response.status != 206:
            start = 0  # the server ignores ranges and sends the whole file
        length = response.headers.get("Content-Length")
        total = start + int(length) if length is not None else None
        received = start
        with partial.open("ab" if start else "wb") as out:
            while chunk := response.read(_CHUNK):
                out.write(chunk)
                received += len(chunk)
                progress(Fetched(received, total))
        if total is not None and received < total:
            raise ConnectionError(f"the connection ended after {received:,} of {total:,} bytes")


def find_fault(file: PublishedFile, path: Path) -> str | None:
    """Return the fault of a copy of a published file, which may be packed by gzip; None if none is found."""
    if file.md5 is not None:
        with path.open("rb") as content:
            found = hashlib.file_digest(content, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()
        if found != file.md5:
            return f"MD5 {found}, not {file.md5}"
    digest, characters = hashlib.sha256(), 0
    counted = file.characters is not None
    try:
        with (
            gzip.open(path, "rb")
            if path.name.endswith((".gz", ".tgz", ".gz.partial", ".tgz.partial"))
            else path.open("rb") as content
        ):
            while chunk := content.read(1 << 20):
                digest.update(chunk)
                if counted:  # bytes that begin a UTF-8 character
                    characters += sum((byte & 0xC0) != 0x80 for byte in chunk)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        return f"damaged gzip data ({error})"
    if file.sha256 is not None and digest.hexdigest() != file.sha256:
        return f"SHA-256 {digest.hexdigest()}, not {file.sha256}"
    if counted and characters != file.characters:
        return f"{characters:,} characters, not {file.characters:,}"
    return None


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def _download_error(file: PublishedFile, path: Path, reason: str) -> CoreError:
    return CoreError(
        "corpora.download",
        "{url} could not be fetched: {reason}. Get it by hand, in a browser for example, and save it as {path}",
        url=file.url,
        reason=reason,
        path=str(path),
    )
