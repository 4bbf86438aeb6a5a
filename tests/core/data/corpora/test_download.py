"""Downloads from a local server: resumed, verified, and refused with helpful messages."""

import gzip
import hashlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from core.data.corpora.download import ATTEMPTS, fetch
from core.data.corpora.known import PublishedFile
from core.data.corpora.registry import CORPORA
from core.errors import CoreError

CONTENT = "".join(f"line {n} 行\n" for n in range(20_011)).encode("utf-8")


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        server = self.server
        content = gzip.compress(server.content, mtime=0) if self.path.endswith(".gz") else server.content
        asked = self.headers.get("Range")
        server.ranges.append(asked)
        start = int(asked.removeprefix("bytes=").removesuffix("-")) if asked and server.knows_ranges else 0
        if self.path.startswith("/missing"):
            self.send_error(404)
            return
        if start >= len(content):
            self.send_response(416)
            self.send_header("Content-Range", f"bytes */{len(content)}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(content) - start))
        self.end_headers()
        until = len(content)
        if server.breaks:
            until = start + server.breaks.pop()
            self.close_connection = True
        self.wfile.write(content[start:until])

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def server() -> Iterator[ThreadingHTTPServer]:
    one = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    one.content, one.ranges, one.knows_ranges, one.breaks = CONTENT, [], True, []
    threading.Thread(target=one.serve_forever, daemon=True).start()
    yield one
    one.shutdown()
    one.server_close()


def published(server: ThreadingHTTPServer, name: str = "a.txt", **known) -> PublishedFile:
    return PublishedFile(name, f"http://127.0.0.1:{server.server_port}/{name}", **known)


def test_a_file_is_fetched_once(server, tmp_path):
    reported = []
    file = published(server, sha256=hashlib.sha256(CONTENT).hexdigest(), characters=len(CONTENT.decode()))
    path = fetch(file, tmp_path / "new", reported.append)
    assert path.read_bytes() == CONTENT
    assert reported[-1] == (len(CONTENT), len(CONTENT))
    assert fetch(file, tmp_path / "new") == path
    assert server.ranges == [None]


def test_fetch_resumes_after_a_broken_connection(server, tmp_path):
    server.breaks = [100_003, 70_001]
    reported = []
    path = fetch(published(server), tmp_path, reported.append, pause=0)
    assert path.read_bytes() == CONTENT
    assert server.ranges == [None, "bytes=70001-", "bytes=170004-"]
    received = [one.received for one in reported]
    assert received == sorted(received)


def test_fetch_resumes_a_partial_file_of_another_process(server, tmp_path):
    (tmp_path / "a.txt.partial").write_bytes(CONTENT[:777])
    assert fetch(published(server), tmp_path).read_bytes() == CONTENT
    assert server.ranges == ["bytes=777-"]
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_complete_partial_file_is_not_fetched_again(server, tmp_path):
    (tmp_path / "a.txt.partial").write_bytes(CONTENT)
    assert fetch(published(server), tmp_path).read_bytes() == CONTENT


def test_oversized_partial_download_is_restarted(server, tmp_path):
    (tmp_path / "a.txt.partial").write_bytes(CONTENT + b"more")
    assert fetch(published(server), tmp_path, pause=0).read_bytes() == CONTENT


def test_fetch_accepts_a_server_without_ranges(server, tmp_path):
    server.knows_ranges = False
    server.breaks = [70_001]
    assert fetch(published(server), tmp_path, pause=0).read_bytes() == CONTENT


def test_a_checksum_is_of_the_unpacked_text(server, tmp_path):
    file = published(server, "a.txt.gz", sha256=hashlib.sha256(CONTENT).hexdigest())
    assert gzip.decompress(fetch(file, tmp_path).read_bytes()) == CONTENT


def test_md5_is_of_the_published_file(server, tmp_path):
    published_bytes = fetch(published(server, "a.txt.gz"), tmp_path / "one").read_bytes()
    file = published(server, "a.txt.gz", md5=hashlib.md5(published_bytes).hexdigest())
    assert fetch(file, tmp_path / "other").read_bytes() == published_bytes


def test_every_published_file_has_checksum_or_length():
    for corpus in CORPORA.values():
        assert all(file.sha256 or file.md5 or file.characters for file in corpus.files)


@pytest.mark.parametrize(
    ("known", "words"),
    [
        ({"sha256": "0" * 64}, f"SHA-256 .*, not {'0' * 64}"),
        ({"md5": "0" * 32}, f"MD5 {hashlib.md5(CONTENT).hexdigest()}, not {'0' * 32}"),
        ({"characters": 7}, "characters, not 7"),
    ],
)
def test_download_with_wrong_checksum_is_deleted(server, tmp_path, known, words):
    with pytest.raises(CoreError, match=words) as caught:
        fetch(published(server, **known), tmp_path)
    assert f"by hand, in a browser for example, and save it as {tmp_path / 'a.txt'}" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_copy_is_fetched_again(server, tmp_path):
    (tmp_path / "a.txt").write_bytes(CONTENT[:-1])
    assert fetch(published(server, characters=len(CONTENT.decode())), tmp_path).read_bytes() == CONTENT


def test_missing_file_is_not_requested_again(server, tmp_path):
    with pytest.raises(CoreError, match=r"could not be fetched: the server answers 404"):
        fetch(published(server, "missing.txt"), tmp_path)
    assert len(server.ranges) == 1


def test_stalled_connection_is_given_up_and_partial_file_kept(server, tmp_path):
    server.breaks = [0] * ATTEMPTS + [70_001]
    with pytest.raises(CoreError, match="the connection ended after 70,001 of"):
        fetch(published(server), tmp_path, pause=0)
    assert (tmp_path / "a.txt.partial").read_bytes() == CONTENT[:70_001]


def test_missing_network_is_reported_with_instructions(server, tmp_path):
    file = published(server)
    server.shutdown()
    server.server_close()
    with pytest.raises(CoreError, match=r"could not be fetched: .*refused.*Get it by hand"):
        fetch(file, tmp_path, pause=0)
    with pytest.raises(CoreError, match=r"could not be fetched: .*Get it by hand"):
        fetch(PublishedFile("b", "http://no-such-host.invalid/b"), tmp_path, pause=1000)
