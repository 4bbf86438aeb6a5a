"""Errors of files in the words of the Train tab."""

import errno

import pytest

from core.errors import CoreError
from viz.tabs.controls import error_words
from viz.texts import CATALOGUES, ENGLISH, texts_in


@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS])
@pytest.mark.parametrize("language", CATALOGUES)
def test_refused_write_names_the_option_that_helps(language, code):
    """In a read-only checkout Start answered "Permission denied" without a way out."""
    words = error_words(OSError(code, "Permission denied", "/home/ann/runs"), texts_in(language))
    assert "--runs" in words and "Permission denied" in words and "ann" not in words


def test_other_faults_of_files_keep_their_reason():
    full = OSError(errno.ENOSPC, "No space left on device")
    assert error_words(full, ENGLISH) == "A file could not be read or written: No space left on device."
    assert error_words(CoreError("a.b", "no {x}", x=1), ENGLISH) == "No 1."
