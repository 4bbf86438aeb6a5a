"""Joint byte-level BPE over both languages (5.1), and its inverse."""

import functools
import hashlib
import itertools
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import tokenizers
from tokenizers import Regex, decoders, models, pre_tokenizers, trainers

from core.config import SpecialIds
from core.data.normalisation import CJK, normaliser, older_normaliser, prepare
from core.data.vocabulary import SPECIAL_TOKENS, Encoded, Vocabulary
from core.errors import CoreError

PAD_ID, BOS_ID, EOS_ID = SpecialIds()  # of every tokenizer trained here; elsewhere they come from the configuration
SMALLEST_VOCABULARY = 256 + len(SPECIAL_TOKENS)  # every byte is a token

_PRINTABLE = (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))  # the others are numbered from U+0100
_OTHERS = [byte for byte in range(256) if byte not in _PRINTABLE]
# by the character with which byte-level BPE names it (Radford et al. 2019)
_BYTE_OF = {chr(byte): byte for byte in _PRINTABLE} | {chr(256 + n): byte for n, byte in enumerate(_OTHERS)}
_BROKEN = re.compile("[\udc80-\udcff]+")  # bytes without a character, as surrogateescape writes them
_MAX_CHARACTERS = 100_000  # one input; a longer text is not a sentence


@contextmanager
def refused_panics() -> Iterator[None]:
    """Make a panic of `tokenizers`, a library in Rust, an error: it is a BaseException, which no handler catches.

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


class BytePairs(NamedTuple):
    """A byte-level vocabulary in plain values; each byte is written as a printable character."""

    tokens: list[str]  # by id
    merges: list[tuple[str, str]]  # in the order in which they were learned


class Tokenizer(Vocabulary):
    """Vocabulary that converts text to ids and back.

    Text is normalised to NFC (not NFKC, which would rewrite Chinese punctuation) and spaces are collapsed. The first
    word is encoded as it would be inside a sentence. Text that spells a special token is treated as ordinary text.

    `tokenizer.json` holds all of this, so that the `tokenizers` library alone encodes and decodes a sentence like this
    class. Files without it, which other versions wrote, mean the same and get it when they are saved again.
    """

    def __init__(self, model: tokenizers.Tokenizer) -> None:
        self._model = model
        self._model.encode_special_tokens = True
        self._model.no_padding()  # another program may have enabled both in the file
        self._model.no_truncation()
        self._bytes = _token_bytes(model)

    @classmethod
    def train(cls, sentences: Iterable[str], vocab_size: int) -> "Tokenizer":
        """Learn byte-pair merges from the sentences of both languages.

        Args:
            sentences: text of both languages.
            vocab_size: most tokens, including special tokens and the 256 bytes.

        Raises:
            CoreError: see `check_size`.
        """
        check_size(vocab_size)
        model = tokenizers.Tokenizer(models.BPE())
        model.pre_tokenizer = _pre_tokenizer()
        model.decoder = decoders.ByteLevel()
        trainer = trainers.BpeTrainer(
            vocab_size=vocab_size,
            special_tokens=list(SPECIAL_TOKENS),
            initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
            show_progress=False,
        )
        model.train_from_iterator((prepare(sentence) for sentence in sentences), trainer)
        return cls(model)

    @classmethod
    def load(cls, path: Path) -> "Tokenizer":
        """Read `tokenizer.json`.

        Raises:
            CoreError: the file is missing, is not a tokenizer, has another normaliser than `save` writes, or lacks the
                special tokens at ids 0, 1, 2.
        """
        try:
            written = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            raise CoreError("tokenizer.missing", "{path} is missing", path=path) from None
        except (OSError, ValueError) as error:
            raise _unreadable(path, error) from None
        return cls.read(written, path)

    @classmethod
    def read(cls, written: str, path: Path) -> "Tokenizer":
        """Read the content of `tokenizer.json`; `path` names it in errors, see `load`."""
        try:
            rules = json.dumps(_without_own_rules(json.loads(written), path))
            with refused_panics():
                model = tokenizers.Tokenizer.from_str(rules)
        except CoreError:
            raise
        except Exception as error:  # the library raises a bare Exception for a file that it cannot read
            raise _unreadable(path, error) from None
        found = tuple(model.id_to_token(index) for index in range(len(SPECIAL_TOKENS)))
        if found != SPECIAL_TOKENS:
            raise CoreError(
                "tokenizer.special_tokens",
                "{path} must have {expected} as its first tokens, not {found}",
                path=path,
                expected=" ".join(SPECIAL_TOKENS),
                found=" ".join(map(str, found)),
            )
        model.add_special_tokens(list(SPECIAL_TOKENS))  # no change if the file lists them
        model.decoder = decoders.ByteLevel()
        return cls(model)

    def save(self, path: Path) -> None:
        compact = json.dumps(self.to_json(), ensure_ascii=False, separators=(",", ":"))
        path.write_text(compact + "\n", encoding="utf-8")

    def to_json(self) -> dict[str, Any]:
        """Return the content of `tokenizer.json`: the vocabulary, and the rules of this class around it."""
        found = json.loads(self._model.to_str())
        pad, start, end = SPECIAL_TOKENS
        first, second = ({"Sequence": {"id": name, "type_id": 0}} for name in "AB")
        last = {"SpecialToken": {"id": end, "type_id": 0}}
        return {
            **found,
            # the library would look for the tokens listed here in the text
            "added_tokens": [token for token in found["added_tokens"] if token["content"] not in SPECIAL_TOKENS],
            "normalizer": normaliser(),
            "post_processor": {
                "type": "TemplateProcessing",
                "single": [first, last],
                "pair": [first, second, last],
                "special_tokens": {end: {"id": end, "ids": [EOS_ID], "tokens": [end]}},
            },
            "decoder": {
                "type": "Sequence",
                "decoders": [
                    {"type": "Replace", "pattern": {"Regex": f"^(?:{pad}|{start}|{end})$"}, "content": ""},
                    found["decoder"],
                    {"type": "Strip", "content": " ", "start": 1, "stop": 0},
                ],
            },
        }

    @property
    def tokens(self) -> list[str]:
        """Name of each token, at its id: its bytes as printable characters."""
        return [str(self._model.id_to_token(index)) for index in range(self.vocab_size)]

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(self._model.to_str().encode("utf-8", errors="surrogatepass")).hexdigest()

    @property
    def vocab_size(self) -> int:
        return self._model.get_vocab_size()

    @property
    def special(self) -> SpecialIds:
        return SpecialIds(PAD_ID, BOS_ID, EOS_ID)

    def encode(self, text: str, max_tokens: int | None = None) -> Encoded:
        return self.encode_batch([text], max_tokens)[0]

    @refused_panics()
    def encode_batch(self, texts: Sequence[str], max_tokens: int | None = None) -> list[Encoded]:
        prepared = [prepare(text[:_MAX_CHARACTERS]) for text in texts]
        encodings = self._model.encode_batch_fast(prepared, add_special_tokens=False)
        return [
            _truncate_and_end(encoding.ids, max_tokens, len(text) > _MAX_CHARACTERS)
            for encoding, text in zip(encodings, texts, strict=True)
        ]

    @refused_panics()
    def pieces(self, token: str) -> list[int]:
        """Return the ids of the tokens into which this vocabulary divides a token of another one.

        Args:
            token: its name, bytes as printable characters (`tokens`), or a special token.
        """
        if token in SPECIAL_TOKENS:
            return [SPECIAL_TOKENS.index(token)]
        return [piece.id for piece in self._model.model.tokenize(token)]

    @functools.cached_property
    def _merges(self) -> list[tuple[str, str]]:
        return [(first, second) for first, second in json.loads(self._model.to_str())["model"]["merges"]]

    @functools.cached_property
    def parts(self) -> list[tuple[int, int] | None]:
        """Of each token id: the two tokens that its merge joined; None for single bytes and special tokens."""
        found: list[tuple[int, int] | None] = [None] * self.vocab_size
        ids = self._model.get_vocab()
        for first, second in self._merges:
            joined = ids[first + second]
            if found[joined] is None:  # the earliest merge makes the token
                found[joined] = ids[first], ids[second]
        return found

    @refused_panics()
    def merge_history(self, text: str) -> list[tuple[int, tuple[str, str], list[bytes]]]:
        """Return how byte-pair merges make the tokens of one sentence, in the order in which they were learned.

        Args:
            text: any text.

        Returns:
            For each merge that applies: its rank, the pair, and the pieces of the whole sentence after it. The first
            entry has rank -1 and the single bytes.
        """
        splitter = self._model.pre_tokenizer
        words = [list(word) for word, _ in splitter.pre_tokenize_str(prepare(text[:_MAX_CHARACTERS]))]

        def pieces() -> list[bytes]:
            return [bytes(_BYTE_OF[c] for c in piece) for word in words for piece in word]

        def pairs() -> set[tuple[str, str]]:
            return {pair for word in words for pair in itertools.pairwise(word)}

        history, present = [(-1, ("", ""), pieces())], pairs()
        for rank, (first, second) in enumerate(self._merges):
            if (first, second) not in present:
                continue
            words = [_merged(word, first, second) for word in words]
            present = pairs()
            history.append((rank, (first, second), pieces()))
        return history

    def byte_pairs(self) -> BytePairs:
        """Return the tokens and merges, with which a program of another language can encode text.

        Raises:
            CoreError: the file splits or merges text by other rules than the tokenizers trained here.
        """
        own = tokenizers.Tokenizer(models.BPE())
        own.pre_tokenizer = _pre_tokenizer()
        found, expected = json.loads(self._model.to_str()), json.loads(own.to_str())
        rules = [name for name in expected["model"] if name not in ("vocab", "merges")]
        if found["pre_tokenizer"] != expected["pre_tokenizer"] or any(
            found["model"].get(name) != expected["model"][name] for name in rules
        ):
            raise CoreError(
                "tokenizer.other_rules", "this vocabulary splits or merges text by other rules than those trained here"
            )
        tokens = [self._model.id_to_token(index) or "" for index in range(self.vocab_size)]
        return BytePairs(tokens, self._merges)

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of token ids as one line, without special tokens.

        Bytes that belong to no whole character are shown in hexadecimal, see `surface`.
        """
        joined = b"".join(self._bytes[index] for index in ids if index >= len(SPECIAL_TOKENS))
        return " ".join(_shown([joined])[0].split())

    def surface(self, ids: Iterable[int]) -> list[str]:
        """Return the visible text of each token: its characters, with a space in front where a word begins.

        Joined they are the text. A character spread over several tokens belongs to the token that completes it, and the
        previous ones are empty; bytes that belong to no whole character are shown in hexadecimal, as ‹E4 BD›. Special
        tokens are shown by name.
        """
        pieces: list[str] = []
        for special, group in itertools.groupby(ids, lambda index: index < len(SPECIAL_TOKENS)):
            run = list(group)
            pieces += map(SPECIAL_TOKENS.__getitem__, run) if special else _shown([self._bytes[index] for index in run])
        return pieces


def check_size(vocab_size: int) -> None:
    """Raise CoreError if a vocabulary of this size cannot hold the 256 bytes and the special tokens."""
    if vocab_size < SMALLEST_VOCABULARY:
        raise CoreError(
            "tokenizer.vocab_size",
            "{setting} ({size}) must be at least {smallest}: the 256 bytes and the special tokens",
            setting="vocab_size",
            size=vocab_size,
            smallest=SMALLEST_VOCABULARY,
        )


def _shown(tokens: Sequence[bytes]) -> list[str]:
    """Return the text of each token of a text: whole characters, and the other bytes as ‹E4 BD›."""
    ends = list(itertools.accumulate(map(len, tokens)))
    pieces, place, token = [""] * len(tokens), 0, 0
    for character in b"".join(tokens).decode("utf-8", errors="surrogateescape"):
        place += len(character.encode("utf-8", errors="surrogateescape"))  # of a byte without a character: 1
        while ends[token] < place:
            token += 1
        pieces[token] += character
    return [_BROKEN.sub(_in_hexadecimal, piece) for piece in pieces]


def _in_hexadecimal(broken: re.Match[str]) -> str:
    return f"‹{broken[0].encode('utf-8', errors='surrogateescape').hex(' ').upper()}›"


def _unreadable(path: Path, error: Exception) -> CoreError:
    return CoreError("tokenizer.unreadable", "{path} is not a tokenizer: {reason}", path=path, reason=error)


def _without_own_rules(values: Any, path: Path) -> Any:
    """Take out of a file's content the rules that `Tokenizer` applies itself.

    Raises:
        CoreError: the file has another normaliser: a rule of replacement could turn a word into gigabytes.
    """
    if not isinstance(values, dict):
        return values
    if values.get("normalizer") not in (None, normaliser(), older_normaliser()):
        raise CoreError(
            "tokenizer.normaliser",
            "{path} must have the normaliser that this program writes, or none: text is normalised to NFC",
            path=path,
        )
    return {**values, "normalizer": None, "post_processor": None, "decoder": None}


def _pre_tokenizer() -> pre_tokenizers.PreTokenizer:
    """Return the rule that splits text into the parts in which pieces are merged.

    Every character of a script without spaces is split off, because merges across unsegmented text would make whole
    clauses single tokens and exhaust memory.
    """
    return pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(CJK), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )


def _merged(word: list[str], first: str, second: str) -> list[str]:
    """Join each neighbouring pair of a word's pieces, from left to right."""
    found: list[str] = []
    for piece in word:
        if found and found[-1] == first and piece == second:
            found[-1] = first + second
        else:
            found.append(piece)
    return found


def _truncate_and_end(ids: list[int], max_tokens: int | None, cut: bool) -> Encoded:
    too_long = max_tokens is not None and len(ids) >= max_tokens
    kept = ids[: max_tokens - 1] if too_long and max_tokens is not None else ids
    return Encoded([*kept, EOS_ID], cut or too_long)


def _token_bytes(model: tokenizers.Tokenizer) -> list[bytes]:
    """Return the bytes of each token id."""
    table: list[bytes] = []
    for index in range(model.get_vocab_size()):
        token = model.id_to_token(index)
        if token is None or (index >= len(SPECIAL_TOKENS) and any(c not in _BYTE_OF for c in token)):
            raise CoreError(
                "tokenizer.not_byte_level", "token {index} is not made of byte-level characters", index=index
            )
        table.append(b"" if index < len(SPECIAL_TOKENS) else bytes(_BYTE_OF[c] for c in token))
    return table
