"""Listings of code as the JSON that the browser draws, see `components/shared/listing.js`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.inspection.code import CodeListing, Shape

Json = dict[str, Any]


def listings_json(listings: Sequence[CodeListing]) -> list[Json]:
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


def _shape_json(one: Shape) -> Json:
    if one.number is None:
        return {"name": one.name, "shape": list(one.shape)}
    return {"name": one.name, "value": f"{one.number:.6g}"}
