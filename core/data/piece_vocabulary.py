"""Vocabulary of one side of a MarianMT model: SentencePiece pieces, numbered by a list of their own."""

import functools
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.config import SpecialIds
from core.data.sentence_pieces import SPACE, PieceModel, PieceSplitter
from core.data.vocabulary import SPECIAL_TOKENS, Encoded
from core.errors import CoreError

FORMAT = 1
UNKNOWN = "<unk>"
_MAX_BYTES = 1 << 26
_MAX_TOKENS = 200_000
_MAX_CHARACTERS = 100_000  # one input; a longer text is not a sentence


class PieceVocabulary:
    """Vocabulary that splits text into pieces and looks each up in a list of tokens.

    A model's list may be that of both its languages, so it can hold tokens that this side's pieces never become. A
    language code such as `>>fra<<` in front of a source sentence is one token.
    """

    def __init__(self, model: PieceModel, tokens: Sequence[str], special: SpecialIds) -> None:
        """Join a model of pieces and a list of tokens.

        Args:
            model: how text is split.
            tokens: each token, at its id.
            special: ids of padding, start and end.

        Raises:
            CoreError: a token occurs twice, `<unk>` is missing, or a special id is not in the list.
        """
        self.model, self._tokens, self._special = model, list(tokens), special
        self._ids = {token: index for index, token in enumerate(self._tokens)}
        if len(self._ids) < len(self._tokens) or not 0 < len(self._tokens) <= _MAX_TOKENS:
            raise CoreError(
                "vocabulary.tokens", "a vocabulary has from 1 to {limit:,} tokens, each once", limit=_MAX_TOKENS
            )
        if UNKNOWN not in self._ids:
            raise CoreError("vocabulary.unknown", "the vocabulary lacks the token {token}", token=UNKNOWN)
        if not all(0 <= index < len(self._tokens) for index in special):
            raise CoreError("vocabulary.special", "an id of a special symbol is not in the vocabulary")
        self._surfaces = {
            special.start: SPECIAL_TOKENS[1],
            special.pad: SPECIAL_TOKENS[0],
            special.end: SPECIAL_TOKENS[2],
        }
        self._splitter = PieceSplitter(model)

    @classmethod
    def load(cls, path: Path) -> "PieceVocabulary":
        """Read a file that `save` wrote.

        Raises:
            CoreError: the file is missing, too large, damaged, or of another format.
        """
        try:
            values = json.loads(path.read_bytes()) if path.stat().st_size <= _MAX_BYTES else None
        except FileNotFoundError:
            raise CoreError("vocabulary.missing", "{path} is missing", path=path) from None
        except (ValueError, RecursionError) as error:
            raise CoreError("vocabulary.not_json", "{path} is not JSON: {reason}", path=path, reason=error) from None
        try:
            return cls._of(values)
        except CoreError as error:
            raise CoreError("vocabulary.damaged", "{path}: {reason}", path=path, reason=error) from None

    @classmethod
    def _of(cls, values: Any) -> "PieceVocabulary":
        if not isinstance(values, dict) or values.get("format") != FORMAT:
            raise CoreError("vocabulary.format", "this is not a vocabulary of format {format}", format=FORMAT)
        tokens, special, model = (values.get(name, ()) for name in ("tokens", "special", "model"))
        if not _is_list_of(str, tokens) or not _is_list_of(int, special) or not isinstance(model, dict):
            raise _other_values()
        if len(special) != len(SpecialIds._fields):
            raise _other_values()
        return cls(PieceModel.from_json(model), tokens, SpecialIds(*special))

    def save(self, path: Path) -> None:
        """Write one JSON file."""
        path.write_text(self._written + "\n", encoding="utf-8")

    @functools.cached_property
    def _written(self) -> str:
        values = {
            "format": FORMAT,
            "special": list(self._special),
            "tokens": self._tokens,
            "model": self.model.to_json(),
        }
        return json.dumps(values, ensure_ascii=True, separators=(",", ":"))

    @property
    def fingerprint(self) -> str:
        """SHA-256 of everything that determines how a text is encoded, in hexadecimal."""
        return hashlib.sha256(self._written.encode("ascii")).hexdigest()

    @property
    def vocab_size(self) -> int:
        """Number of tokens, including special tokens."""
        return len(self._tokens)

    @property
    def tokens(self) -> list[str]:
        """Name of each token, at its id."""
        return self._tokens

    @property
    def special(self) -> SpecialIds:
        """Ids of padding, start and end."""
        return self._special

    @property
    def codes(self) -> tuple[str, ...]:
        """Language codes that a sentence may begin with, such as `>>fra<<`."""
        return tuple(token for token in self._tokens if token.startswith(">>") and token.endswith("<<"))

    def encode(self, text: str, max_tokens: int | None = None) -> Encoded:
        """Return the ids of one sentence, the end symbol last.

        Args:
            text: any text.
            max_tokens: most tokens, including the end symbol; excess tokens before it are dropped.
        """
        return self.encode_batch([text], max_tokens)[0]

    def encode_batch(self, texts: Sequence[str], max_tokens: int | None = None) -> list[Encoded]:
        """Encode many sentences at once; see `encode`."""
        parts = [_language_code(text[:_MAX_CHARACTERS]) for text in texts]
        found = []
        for text, (code, _), pieces in zip(
            texts, parts, self._splitter.split([rest for _, rest in parts]), strict=True
        ):
            unknown = self._ids[UNKNOWN]
            ids = [self._ids.get(piece, unknown) for piece in (*code, *pieces)]
            kept = ids if max_tokens is None else ids[: max_tokens - 1]
            cut = len(kept) < len(ids) or len(text) > _MAX_CHARACTERS
            found.append(Encoded([*kept, self._special.end], cut))
        return found

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of token ids as one line, without special tokens."""
        joined = "".join(self._tokens[index] for index in ids if index not in self._surfaces)
        return " ".join(joined.replace(SPACE, " ").split())

    def surface(self, ids: Iterable[int]) -> list[str]:
        """Return the visible text of each token, with a space in front where a word begins; see `Vocabulary`."""
        return [self._surfaces.get(index) or self._tokens[index].replace(SPACE, " ") for index in ids]


def token_list(ids: Mapping[str, Any], size: int) -> list[str]:
    """Return tokens in the order of their ids.

    Raises:
        CoreError: the ids are not those from 0 to `size` - 1, each once.
    """
    tokens = sorted(ids, key=lambda token: ids[token] if type(ids[token]) is int else -1)
    if [ids[token] for token in tokens] != list(range(size)):
        raise CoreError(
            "vocabulary.ids", "the vocabulary must have the ids from 0 to {last:,}, each once", last=size - 1
        )
    return tokens


def _is_list_of(kind: type, value: Any) -> bool:
    return isinstance(value, list) and all(type(item) is kind for item in value)


def _other_values() -> CoreError:
    return CoreError("vocabulary.values", "tokens, special and model must be a list, three ids and an object")


def _language_code(text: str) -> tuple[tuple[str, ...], str]:
    """Return the language code in front of a text, if there is one, and the rest."""
    end = text.find("<<")
    return ((text[: end + 2],), text[end + 2 :]) if text.startswith(">>") and end >= 0 else ((), text)
