"""Cells of a workbook: blocks of numbers and of formulas that refer to each other, each formula with its value.

The value of a formula is computed here in float64, so that a program that does not calculate shows it too.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from xlsxwriter import Workbook
from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from viz.theme import light_colours

Array = np.ndarray


class Block(NamedTuple):
    """A rectangle of numbers on a sheet."""

    sheet: str
    row: int
    column: int
    values: Array  # float64 [rows, columns]

    def cell(self, row: int, column: int = 0) -> str:
        """Return the reference of one cell, with its sheet."""
        return self._within(xl_rowcol_to_cell(self.row + row, self.column + column, row_abs=True, col_abs=True))

    def along(self, row: int, first: int = 0, count: int | None = None) -> str:
        """Return the reference of a row or of a part of it."""
        last = self.values.shape[1] - 1 if count is None else first + count - 1
        return self._range((row, first), (row, last))

    def down(self, column: int = 0) -> str:
        """Return the reference of a column."""
        return self._range((0, column), (len(self.values) - 1, column))

    def _range(self, first: tuple[int, int], last: tuple[int, int]) -> str:
        ends = (
            xl_rowcol_to_cell(self.row + row, self.column + column, row_abs=True, col_abs=True)
            for row, column in (first, last)
        )
        return self._within(":".join(ends))

    def _within(self, reference: str) -> str:
        name = self.sheet.replace("'", "''")
        return f"'{name}'!{reference}"


class Sheet:
    """One sheet that is being written."""

    def __init__(self, book: Workbook, name: str, formats: "Formats") -> None:
        self.name = name
        self.page: Worksheet = book.add_worksheet(name)
        self._formats = formats

    def text(self, row: int, column: int, words: str, style: str = "text") -> None:
        """Write words; they are never read as a formula."""
        self.page.write_string(row, column, words, self._formats.of(style))

    def labels(self, row: int, column: int, words: Sequence[str], style: str = "label", down: bool = False) -> None:
        """Write words side by side or below each other."""
        for place, one in enumerate(words):
            self.text(row + (place if down else 0), column + (0 if down else place), one, style)

    def numbers(self, row: int, column: int, values: Array) -> Block:
        """Write given numbers; a vector is a row."""
        block = self._block(row, column, values)
        style = self._formats.of("given")
        for place in np.ndindex(block.values.shape):
            self.page.write_number(row + place[0], column + place[1], float(block.values[place]), style)
        return block

    def formulas(
        self, row: int, column: int, values: Array, formula: Callable[[int, int], str], style: str = "computed"
    ) -> Block:
        """Write formulas with their values.

        Args:
            row: of the first one.
            column: of the first one.
            values: what they give, float64.
            formula: from row and column within the block to the formula, without "=".
            style: of the cells.
        """
        block = self._block(row, column, values)
        shown = self._formats.of(style)
        for place in np.ndindex(block.values.shape):
            value = float(block.values[place])
            self.page.write_formula(  # declares its value as an integer, and writes any number
                row + place[0],
                column + place[1],
                f"={formula(*place)}",
                shown,
                value,  # pyright: ignore[reportArgumentType]
            )
        return block

    def _block(self, row: int, column: int, values: Array) -> Block:
        return Block(self.name, row, column, np.atleast_2d(np.asarray(values, dtype=np.float64)))


class Formats:
    """The looks of cells, by name."""

    def __init__(self, book: Workbook) -> None:
        colour = light_colours()
        looks: dict[str, dict[str, Any]] = {
            "title": {"bold": True, "font_size": 16},
            "heading": {"bold": True, "font_size": 12},
            "text": {"text_wrap": True, "valign": "top"},
            "plain": {},
            "label": {"font_color": colour["soft"], "align": "center"},
            "token": {"font_name": "Courier New", "bold": True},
            "given": {"num_format": "0.0000", "font_color": colour["encoder-text"]},
            "computed": {"num_format": "0.0000"},
            "share": {"num_format": "0.0000", "bold": True, "bg_color": colour["tint"]},
            "small": {"num_format": "0.0E+00", "font_color": colour["soft"]},
        }
        self._looks = {name: book.add_format(look) for name, look in looks.items()}

    def of(self, name: str) -> Any:
        """Return a look."""
        return self._looks[name]
