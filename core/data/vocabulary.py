"""Vocabulary: the interface through which the rest of the program uses a set of tokens.

A model reads source tokens and predicts target tokens. Models trained here have one joint vocabulary for both; others
have two. The ids of the special symbols are also in the model's configuration (`ModelConfig.special`).
"""

import dataclasses
import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from core.config import ModelConfig, SpecialIds

VOCABULARY_FILES = ("tokenizer.json", "source.json", "target.json")  # the joint one, or those of the two sides
SPECIAL_TOKENS = ("<pad>", "<s>", "</s>")  # surfaces of padding, start and end, whatever their ids


class Encoded(NamedTuple):
    """Token ids of one sentence."""

    ids: list[int]  # always ends with the end symbol
    truncated: bool  # tokens before the end symbol were left out


class Vocabulary(Protocol):
    """Tokens of one language, or of two: text to ids and back."""

    @property
    def vocab_size(self) -> int:
        """Number of tokens, including special tokens."""
        ...

    @property
    def tokens(self) -> list[str]:
        """Name of each token, at its id; no two are equal."""
        ...

    @property
    def special(self) -> SpecialIds:
        """Ids of padding, start and end."""
        ...

    @property
    def fingerprint(self) -> str:
        """SHA-256 of everything that determines how a text is encoded, in hexadecimal."""
        ...

    def save(self, path: Path) -> None:
        """Write everything to one file."""
        ...

    def encode(self, text: str, max_tokens: int | None = None) -> Encoded:
        """Return the ids of one sentence, the end symbol last.

        Args:
            text: any text.
            max_tokens: most tokens, including the end symbol; excess tokens before it are dropped.
        """
        ...

    def encode_batch(self, texts: Sequence[str], max_tokens: int | None = None) -> list[Encoded]:
        """Encode many sentences at once; see `encode`."""
        ...

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of token ids as one line, without special tokens."""
        ...

    def surface(self, ids: Iterable[int]) -> list[str]:
        """Return the visible text of each token; joined they are the text.

        A token that starts a word has a space in front (`starts_word`). Special tokens are shown as in
        `SPECIAL_TOKENS`.
        """
        ...


class Vocabularies(NamedTuple):
    """The vocabularies of a model's two sides, which may be one and the same."""

    source: Vocabulary
    target: Vocabulary

    @classmethod
    def joint(cls, vocabulary: Vocabulary) -> "Vocabularies":
        """Return one vocabulary for both sides."""
        return cls(vocabulary, vocabulary)

    @property
    def fingerprint(self) -> str:
        """SHA-256 of everything that determines how texts are encoded, in hexadecimal."""
        if self.source is self.target:
            return self.source.fingerprint
        return hashlib.sha256(f"{self.source.fingerprint} {self.target.fingerprint}".encode("ascii")).hexdigest()


def fitted(config: ModelConfig, vocabularies: Vocabularies) -> ModelConfig:
    """Return a configuration with the sizes and the special symbols of the vocabularies of both sides."""
    special = vocabularies.target.special
    source, target = (vocabulary.vocab_size for vocabulary in vocabularies)
    return dataclasses.replace(
        config,
        vocab_size=source,
        target_vocab_size=None if target == source else target,
        pad_id=special.pad,
        start_id=special.start,
        end_id=special.end,
    )


def starts_word(surface: str) -> bool:
    """Return True if a token with this surface text starts a word.

    Examples:
        >>> [starts_word(surface) for surface in (" Trans", "former")]
        [True, False]
    """
    return surface.startswith(" ")


def is_special(surface: str) -> bool:
    """Return True for the surface text of a special token.

    Examples:
        >>> [is_special(surface) for surface in ("</s>", " s")]
        [True, False]
    """
    return surface in SPECIAL_TOKENS
