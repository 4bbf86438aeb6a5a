"""One tokenizer for all checkpoint tests, and a fresh checkpoint for each test to damage."""

from pathlib import Path

import pytest

from core.data.tokenizer import Tokenizer
from tests.core.checkpoint.sound import model, saved


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    return Tokenizer.train(["ab ab abc abc abcd abcd"] * 3, 263)


@pytest.fixture
def folder(tmp_path: Path, tokenizer: Tokenizer) -> Path:
    """A valid checkpoint that a test may damage."""
    return saved(tmp_path / "spoilt", model(), tokenizer)
