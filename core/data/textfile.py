"""Lines of a text file, plain or gzip, read one at a time, with errors that name the line.

Files are UTF-8; a line ends only at "\\n" (str.splitlines would also break at U+2028 and similar characters, and two
aligned files would lose their alignment); "\\r\\n" and a byte order mark are accepted. Compression is detected by the
first two bytes, not by the name.
"""

import gzip
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from core.errors import CoreError

MAX_LINE_BYTES = 1 << 20  # a longer line is not a sentence, and could exhaust memory
MAX_TEXT_BYTES = 4 << 30  # one file after unpacking, unless the caller allows less
_SHORT_LINE = 64  # bytes that each line counts for at least on average: millions of tiny ones take seconds to read
_FEW_LINES = 10_000  # always read
_GZIP_MAGIC = b"\x1f\x8b"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_OTHER_KINDS = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF", "a PDF document"),
    (_GZIP_MAGIC, "a gzip file"),  # on standard input, or packed twice
    (b"PK\x03\x04", "a ZIP archive, an Excel or a Word file"),
)
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def read_lines(path: Path, max_bytes: int = MAX_TEXT_BYTES) -> Iterator[str]:
    """Yield the lines of one file without line ends, blank lines included.

    Args:
        path: the file.
        max_bytes: largest size after unpacking; it also bounds the number of lines.

    Raises:
        CoreError: missing or unreadable file, not UTF-8, damaged gzip, a line or a file that is too large, too many
            lines, lines that end with a carriage return only.
    """
    number = 0
    try:
        with open(path, "rb") as raw:
            packed = raw.read(2) == _GZIP_MAGIC
            raw.seek(0)
            stream = gzip.GzipFile(fileobj=raw) if packed else raw
            for line in _checked_lines(stream, path, max_bytes):
                number += 1
                yield line
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError) as error:
        raise CoreError("corpus.missing_file", "{path}: file not found", path=path) from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise CoreError(
            "corpus.gzip",
            "{path}: the gzip data is damaged or cut off after line {line}",
            path=path,
            line=number,
        ) from error
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise CoreError("corpus.unreadable", "{path}: {reason}", path=path, reason=reason) from error


def read_standard_input() -> Iterator[str]:
    """Yield the lines of standard input, with the checks of files.

    Raises:
        CoreError: see `read_lines`.
    """
    return _checked_lines(sys.stdin.buffer, Path("standard input"), MAX_TEXT_BYTES)


def not_text(path: Path, found: str) -> CoreError:
    """Return the error about a file of another kind, such as "a PDF document"."""
    return CoreError(
        "corpus.not_text",
        "{path} is {found}, not text; save a table as CSV, and text as UTF-8",
        path=path,
        found=found,
    )


def _checked_lines(stream: BinaryIO | gzip.GzipFile, path: Path, max_bytes: int) -> Iterator[str]:
    number = total = 0
    most_lines = max(_FEW_LINES, max_bytes // _SHORT_LINE)
    while line := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        total += len(line)
        if len(line) > MAX_LINE_BYTES:
            raise CoreError(
                "corpus.long_line",
                "{path}, line {line}: longer than {limit:,} bytes, the limit for a sentence",
                path=path,
                line=number,
                limit=MAX_LINE_BYTES,
            )
        if total > max_bytes:
            raise CoreError(
                "corpus.too_large",
                "{path}: more than {limit:,} bytes of text",
                path=path,
                limit=max_bytes,
            )
        if number > most_lines:
            raise CoreError("corpus.lines", "{path}: more than {limit:,} lines", path=path, limit=most_lines)
        yield _decode_line(line, path, number)


def _decode_line(line: bytes, path: Path, number: int) -> str:
    if number == 1:
        line = line.removeprefix(_BYTE_ORDER_MARK)
    if number == 1 and not line.endswith(b"\n") and b"\r" in line.removesuffix(b"\r"):  # old Mac line ends
        raise CoreError(
            "corpus.line_ends",
            "{path}: lines end with a carriage return only; save the file with Unix or Windows line ends",
            path=path,
        )
    if number == 1 and (found := next((kind for mark, kind in _OTHER_KINDS if line.startswith(mark)), None)):
        raise not_text(path, found)
    if b"\0" in line or (number == 1 and line.startswith(_UTF16_MARKS)):
        raise CoreError(
            "corpus.binary",
            "{path}, line {line}: not UTF-8 text but UTF-16 or binary data; save the file as UTF-8",
            path=path,
            line=number,
        )
    try:
        return line.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8")
    except UnicodeDecodeError as error:
        raise CoreError(
            "corpus.encoding",
            "{path}, line {line}: not UTF-8 (byte {byte} of the line); save the file as UTF-8",
            path=path,
            line=number,
            byte=error.start + 1,
        ) from error
