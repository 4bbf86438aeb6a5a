"""Your own tensors: the attention of any model, as `transformers` returns it, in the explorer."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import CoreError
from core.extras import require_extra
from viz.notebook.frame import framed
from viz.notebook.place import known_kind, within
from viz.saved_page.standalone import foreign_page, refuse_large
from viz.texts import ENGLISH

if TYPE_CHECKING:
    from core.inspection.foreign import ForeignAttention


class AttentionPage:
    """The explorer as one HTML page, which needs no kernel: what a cell shows, and `save` writes."""

    def __init__(self, page: Callable[[], bytes]) -> None:
        self._page = page

    def save(self, path: str | Path) -> None:
        """Write the page, which opens without a network."""
        Path(path).write_bytes(self._page())

    def _repr_html_(self) -> str:
        return framed(self._page(), ENGLISH("standalone.noscript"), ENGLISH)


def show_attention(
    *,
    encoder: Any = None,
    decoder: Any = None,
    cross: Any = None,
    source_tokens: Sequence[str] | None = None,
    target_tokens: Sequence[str] | None = None,
    beam_indices: Any = None,
    kind: str | None = None,
    layer: int = 1,
    head: int = 1,
    step: int | None = None,
) -> Any:
    """Show attention that any model computed, and check it.

    Args:
        encoder: for each layer [1, heads, S, S], or one array [layers, heads, S, S]; torch or numpy.
        decoder: the same for T target tokens; also the nested tuples of `generate`.
        cross: the same, [.., T, S].
        source_tokens: S names, as `convert_ids_to_tokens` gives them; positions where there are none.
        target_tokens: the T tokens that the decoder read, or T + 1 with the last predicted one.
        beam_indices: of `generate` with several beams.
        kind: shown first; cross-attention where there is any.
        layer: from 1.
        head: from 1.
        step: from 1.

    Returns:
        The widget of a notebook; without the packages of notebooks an `AttentionPage`.
        Both have `save(path)`.

    Raises:
        CoreError: the tensors are not attention of one sentence or one pair, the place does not exist, or there are too
            many weights for an `AttentionPage`.
    """
    from core.inspection.foreign import foreign_attention

    given = foreign_attention(
        encoder=encoder,
        decoder=decoder,
        cross=cross,
        source_tokens=source_tokens,
        target_tokens=target_tokens,
        beam_indices=beam_indices,
    )
    place = _place(given, kind, layer, head, step)
    page = functools.partial(_page, given)
    try:
        require_extra("notebook")
    except CoreError:
        refuse_large(given)
        return AttentionPage(functools.partial(page, place))
    from viz.notebook.widget import view
    from viz.wire.foreign import QUESTIONS, answer_foreign, foreign_payload

    return view(
        foreign_payload(given),
        answer=functools.partial(answer_foreign, given),
        questions=QUESTIONS,
        page=page,
        **place,
    )


def attention_page(
    *,
    encoder: Any = None,
    decoder: Any = None,
    cross: Any = None,
    source_tokens: Sequence[str] | None = None,
    target_tokens: Sequence[str] | None = None,
    beam_indices: Any = None,
    kind: str | None = None,
    layer: int | None = None,
    head: int | None = None,
    step: int | None = None,
) -> bytes:
    """Return the explorer of given attention as one HTML page; the arguments are those of `show_attention`.

    Without a place it begins as the page does: of cross-attention, with the head that gives every source token a row of
    its own.

    Raises:
        CoreError: as `show_attention`, or there are too many weights for a page.

    Examples:
        >>> import numpy as np
        >>> page = attention_page(encoder=np.full((1, 2, 3, 3), 1 / 3), source_tokens=["a", "b", "c"])
        >>> page.startswith(b"<!doctype html>")
        True
    """
    from core.inspection.foreign import foreign_attention

    given = foreign_attention(
        encoder=encoder,
        decoder=decoder,
        cross=cross,
        source_tokens=source_tokens,
        target_tokens=target_tokens,
        beam_indices=beam_indices,
    )
    return _page(given, _place(given, kind, layer, head, step))


def _place(
    given: ForeignAttention, kind: str | None, layer: int | None, head: int | None, step: int | None
) -> dict[str, Any]:
    """Return what was named of a place, and the kind whose layer or head it is.

    Raises:
        CoreError: the place does not exist.
    """
    shown = given.kinds[-1] if kind is None else known_kind(kind, given.kinds)
    layers, heads = given.arrays[shown].shape[:2]
    asked = {"layer": (layer, layers), "head": (head, heads), "step": (step, max(1, len(given.predicted_tokens)))}
    place = {name: within(name, value, limit) for name, (value, limit) in asked.items() if value is not None}
    return place if kind is layer is head is None else {"kind": shown, **place}


def _page(given: ForeignAttention, place: Mapping[str, str | int]) -> bytes:
    return foreign_page(given, ENGLISH, {name: str(value) for name, value in place.items()})
