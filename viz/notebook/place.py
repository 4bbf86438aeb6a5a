"""The place where a view of attention begins: kind, layer, head and step, as a caller gives them."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from core.attention_kinds import KINDS, Kind
from core.errors import CoreError, Names


def known_kind(kind: object, kinds: Collection[Kind] = KINDS) -> Kind:
    """Return a kind of attention.

    Raises:
        CoreError: it is none of these.
    """
    if kind not in kinds:
        raise CoreError(
            "notebook.kind", "{name} must be one of {kinds}, not {value!r}", name="kind", kinds=Names(kinds), value=kind
        )
    return cast(Kind, kind)


def within(name: str, value: object, limit: int) -> int:
    """Return a layer, a head or a step, counted from 1.

    Raises:
        CoreError: there is none of this number.
    """
    if not isinstance(value, int) or not 1 <= value <= limit:
        raise CoreError(
            "notebook.place", "{name} must be from 1 to {limit}, not {value}", name=name, limit=limit, value=value
        )
    return value
