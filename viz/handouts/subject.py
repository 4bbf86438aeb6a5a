"""The subject of a handout: a row of a head in one translation, with the numbers behind it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from core.errors import CoreError
from core.service import Service
from viz.texts import Texts

if TYPE_CHECKING:
    from core.inspection.worked_example import Place, WorkedExample

MAX_TOKENS = 128  # of a sentence


class Subject(NamedTuple):
    """A row of a head in one translation."""

    example: WorkedExample
    checkpoint: str  # its name
    sentence: str
    translation: str
    source_ids: tuple[int, ...]  # the end symbol last
    read_ids: tuple[int, ...]  # what the decoder reads, the start symbol first
    source_tokens: tuple[str, ...]
    read_tokens: tuple[str, ...]
    written_tokens: tuple[str, ...]  # what the decoder predicts at each row, the end symbol last

    @property
    def query_tokens(self) -> tuple[str, ...]:
        """The tokens of the head's rows."""
        return self.source_tokens if self.example.place.kind == "encoder" else self.read_tokens

    @property
    def key_tokens(self) -> tuple[str, ...]:
        """The tokens that the row may attend to."""
        all_keys = self.read_tokens if self.example.place.kind == "decoder" else self.source_tokens
        return all_keys[: len(self.example.memory)]

    @property
    def query_token(self) -> str:
        """The token of the row."""
        return self.query_tokens[self.example.place.query]

    def title(self, texts: Texts) -> str:
        """Return the name of the head and of the row, whose step and tokens are named as on the page."""
        kind, layer, head, query = self.example.place
        place = {"kind": texts(f"attention.kind.{kind}"), "layer": layer + 1, "head": head + 1}
        if kind == "encoder":
            words = texts("handout.title", token=_plain(self.query_token), position=query + 1, **place)
        else:
            read, written = _plain(self.query_token), _plain(self.written_tokens[query])
            words = texts("handout.title.step", step=query + 1, read=read, predicted=written, **place)
        return words[:1].upper() + words[1:]


def subject(service: Service, id: str, place: Place) -> Subject:
    """Return a row of a translation that was made before.

    Raises:
        CoreError: the translation is no longer kept, too long, or changed; or the row does not exist.
    """
    from core.inspection.forced import read_ids
    from core.inspection.worked_example import worked_example

    pair = service.pair(id)
    longest = max(len(pair.source_ids), len(pair.target_ids))
    if longest > MAX_TOKENS:
        raise CoreError(
            "handout.size",
            "handouts are made for sentences of at most {limit} tokens; this one has {tokens}",
            limit=MAX_TOKENS,
            tokens=longest,
        )
    model, vocabularies = pair.translator.model, pair.translator.vocabularies
    example = worked_example(model, pair.source_ids, pair.target_ids, place, pair.request.intervention)
    read = tuple(read_ids(pair.target_ids, model.config.start_id))
    return Subject(
        example=example,
        checkpoint=pair.request.checkpoint,
        sentence=pair.request.text,
        translation=vocabularies.target.decode(pair.target_ids),
        source_ids=pair.source_ids,
        read_ids=read,
        source_tokens=_marked(vocabularies.source.surface(pair.source_ids)),
        read_tokens=_marked(vocabularies.target.surface(read)),
        written_tokens=_marked(vocabularies.target.surface(pair.target_ids)),
    )


def _marked(tokens: Iterable[str]) -> tuple[str, ...]:
    """Return tokens with the sign of a blank, as the page shows single tokens."""
    return tuple(token.replace(" ", "▁") for token in tokens)


def _plain(token: str) -> str:
    """Return a token as sentences name it: without the sign of a blank, unless it is nothing else."""
    return token.removeprefix("▁") or token
