"""Notes about text that is longer than a model's positions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.data.corpus import ParallelText
from core.data.vocabulary import Vocabularies

if TYPE_CHECKING:
    from core.evaluation.table import Result


def note_truncated(count: int, limit: int, *, of: str = "sentences", first: int | None = None) -> None:
    """Print how many sentences were truncated, and where the first one is; nothing if none was."""
    if count:
        place = f", the first in line {first:,}" if first is not None else ""
        print(f"{count:,} of the {of} were truncated to the model's {limit} tokens{place}", file=sys.stderr)


def note_truncated_text(vocabularies: Vocabularies, text: ParallelText | Sequence[str], limit: int) -> None:
    """Count and print how many sentences or pairs of a text are truncated."""
    from core.evaluation.scores import truncated_places

    sides = (text.source, text.target) if isinstance(text, ParallelText) else (text,)
    encoded = [side.encode_batch(lines, limit) for side, lines in zip(vocabularies, sides, strict=False)]
    places = truncated_places(*encoded)
    kind = "pairs" if len(sides) == 2 else "sentences"
    note_truncated(len(places), limit, of=kind, first=places[0] + 1 if places else None)


def note_truncated_rows(result: Result) -> None:
    """Count and print how many pairs of an evaluation are truncated for one of its systems."""
    numbers = [row.number for row in result.rows if any(answer.truncated for answer in row.answers)]
    if numbers:
        print(
            f"{len(numbers):,} of the pairs are longer than the model's positions, the first is number {numbers[0]:,}; "
            "scores are of their beginnings",
            file=sys.stderr,
        )


def note_truncated_sides(vocabularies: Vocabularies, sides: Sequence[str], limit: int) -> None:
    """Print which side of one pair is truncated, and to how many tokens."""
    for vocabulary, text, name in zip(vocabularies, sides, ("source", "target"), strict=False):
        tokens = len(vocabulary.encode(text).ids)
        if tokens > limit:
            print(f"the {name} of {tokens:,} tokens was truncated to the model's {limit}", file=sys.stderr)
