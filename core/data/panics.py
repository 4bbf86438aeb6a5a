"""Faults inside of `tokenizers`, a library in Rust, as errors."""

from collections.abc import Iterator
from contextlib import contextmanager

from core.errors import CoreError


@contextmanager
def refused_panics() -> Iterator[None]:
    """Make a panic an error of the vocabulary: it is a BaseException, which no handler of errors catches.

    Raises:
        CoreError: the library panicked, such as over a pattern that takes too long for a text.
    """
    try:
        yield
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        reason = " ".join(str(error).split())[:200]
        raise CoreError(
            "tokenizer.panic", "the vocabulary has a rule that fails for this text: {reason}", reason=reason
        ) from None
