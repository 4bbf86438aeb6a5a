"""Listings of code as the JSON that the browser draws, see `components/shared/listing.js`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from core.inspection.code import CodeListing, Shape


class CodeShape(TypedDict):
    """The result of a line of code: an array, or a plain number as it is written."""

    name: str  # `return` for what is returned
    shape: NotRequired[Sequence[int]]
    value: NotRequired[str]


class CodeLine(TypedDict):
    """A line of code."""

    number: int
    text: str
    ran: bool
    shapes: Sequence[CodeShape]


class Listing(TypedDict):
    """One function as it ran."""

    name: str
    file: str
    lines: Sequence[CodeLine]


def listings_json(listings: Sequence[CodeListing]) -> list[Listing]:
    """Return functions with their lines: number, text, whether it ran, and the shapes and numbers that it made."""
    return [
        {
            "name": listing.name,
            "file": listing.file,
            "lines": [
                {
                    "number": line.number,
                    "text": line.text,
                    "ran": line.ran,
                    "shapes": [_shape_json(one) for one in line.shapes],
                }
                for line in listing.lines
            ],
        }
        for listing in listings
    ]


def _shape_json(one: Shape) -> CodeShape:
    if one.number is None:
        return {"name": one.name, "shape": list(one.shape)}
    return {"name": one.name, "value": f"{one.number:.6g}"}
