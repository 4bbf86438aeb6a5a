"""Heads as text: `c.3.1` is head 1 in layer 3 of cross-attention, `c.3` its layer, `c` its kind, `e.1-2.1-4` a block.

Layers and heads count from 1 in text and from 0 in values, as in `core.inspection.intervention`. Loads no torch.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from core.attention_kinds import KINDS
from core.errors import CoreError, Names
from core.inspection.intervention import HeadName

MAX_HEADS = 4096  # in one list; bounds what a link or a command can ask for
_COUNT = r"[1-9][0-9]{0,2}"
_RANGE = rf"({_COUNT})(?:-({_COUNT}))?"
_ITEM = re.compile(rf"([edc])(?:\.{_RANGE}(?:\.{_RANGE})?)?")
_KINDS = {kind[0]: kind for kind in KINDS}
Sizes = Mapping[str, Sequence[int | None]]  # [layers, heads, ...] of each kind; None if unknown


def read_heads(
    text: str, layers: int | None = None, heads: int | None = None, decoder_layers: int | None = None
) -> tuple[HeadName, ...]:
    """Read a list of heads, separated by commas.

    Args:
        text: items such as `c.3.1`, `c.3`, `c` and `c.1-2.1-4`; `all` is every head of every kind.
        layers: of the model's encoder; None if it is not known: then each item must name layers and heads.
        heads: of each layer, or None.
        decoder_layers: of its decoder; as many as in the encoder when left out.

    Returns:
        Each head once, in the order of the text.

    Raises:
        CoreError: an item is not of this form, names no layer or head of the model, or there are too many heads.

    Examples:
        >>> read_heads("c.3.1-2,e.1.1")
        (HeadName(kind='cross', layer=2, head=0), HeadName(kind='cross', layer=2, head=1), HeadName(kind='encoder', \
layer=0, head=0))
        >>> len(read_heads("c.3,d", layers=3, heads=4))
        16
    """
    deep = decoder_layers or layers
    return read_heads_of(text, {"encoder": (layers, heads), "decoder": (deep, heads), "cross": (deep, heads)})


def read_heads_of(text: str, sizes: Sizes) -> tuple[HeadName, ...]:
    """Read a list of heads of kinds that differ in layers and heads.

    Args:
        text: as for `read_heads`.
        sizes: of each kind; one that is missing has 0 layers.

    Raises:
        CoreError: as `read_heads`.
    """
    found: dict[HeadName, None] = {}
    items = [item.strip() for item in text.split(",")]
    everything = [kind[0] for kind in KINDS if sizes[kind][0]]
    for item in everything if items == ["all"] and everything else items:
        for name in _read_item(item, sizes):
            found[name] = None
            if len(found) > MAX_HEADS:
                raise CoreError("heads.many", "the list names more than {limit} heads", limit=MAX_HEADS)
    return tuple(found)


def _read_item(item: str, sizes: Sizes) -> Iterator[HeadName]:
    match = _ITEM.fullmatch(item)
    kind = _KINDS[match[1]] if match else KINDS[0]
    layers, heads, *_ = sizes[kind]
    if match is None or None in (match[2] or layers, match[4] or heads) or not _ascends(match):
        raise CoreError(
            "heads.form",
            "{item!r} does not name heads; write c.3.1 (a head of cross-attention), c.3 (its layer), c (its kind) or "
            "c.1-2.1-4, with e, d or c for encoder, decoder and cross",
            item=item[:40],
        )
    if layers == 0:
        raise CoreError(
            "heads.kind",
            "{item!r} does not exist: there is no {kind} attention, only {kinds}",
            item=item[:40],
            kind=kind,
            kinds=Names(kind for kind in KINDS if sizes[kind][0]),
        )
    for layer in _read_range(match[2], match[3], layers):
        for head in _read_range(match[4], match[5], heads):
            if (layers and layer >= layers) or (heads and head >= heads):
                raise CoreError(
                    "heads.missing",
                    "{item!r} does not exist: the {kind} attention has {layers} layers of {heads} heads",
                    item=item[:40],
                    kind=kind,
                    layers=layers,
                    heads=heads,
                )
            yield HeadName(kind, layer, head)


def _ascends(match: re.Match[str]) -> bool:
    """Return whether no range of an item ends before it begins."""
    return all(last is None or int(first) <= int(last) for first, last in (match.group(2, 3), match.group(4, 5)))


def _read_range(first: str | None, last: str | None, count: int | None) -> range:
    """Return numbers from 0: those of a range in text, or all."""
    return range(count or 0) if first is None else range(int(first) - 1, int(last or first))
