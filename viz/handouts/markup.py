"""HTML of printed handouts: words, tokens, numbers and tables, all of them escaped, and pages for A4 or Letter."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from viz.texts import Texts
from viz.texts.formulas import with_mathml
from viz.theme import print_css

Paper = Literal["a4", "letter"]
PAPERS: dict[Paper, str] = {"a4": "A4", "letter": "letter"}  # -> what CSS calls it

_STYLE = """
@page { size: %s; margin: 12mm 18mm; }
* { print-color-adjust: exact; }
body { font: 10.5pt/1.4 Georgia, "Times New Roman", "Noto Serif CJK SC", "Songti SC", serif; color: var(--gf-ink); }
body { max-width: 174mm; margin: 0 auto; background: var(--gf-panel); }
h1 { font-size: 14pt; line-height: 1.25; margin: 0 0 1.5mm; }
h2 { font-size: 11.5pt; line-height: 1.3; margin: 3mm 0 0.5mm; }
h1, h2 { break-after: avoid; overflow-wrap: anywhere; }
ol { margin: 0 0 2mm; padding-left: 6mm; }
p { margin: 0 0 2mm; overflow-wrap: anywhere; }
.about { color: var(--gf-soft); font-size: 10pt; }
table { border-collapse: collapse; font: 9.5pt/1.3 "Courier New", monospace; margin: 1mm 0 2mm; }
th, td { border: 0.2mm solid var(--gf-soft); padding: 0.7mm 2mm; text-align: right; min-width: 8mm; }
th { font-weight: 600; background: var(--gf-tint); }
th:first-child { text-align: left; }
.blank tr + tr > * { height: 6.8mm; }
.blank td { min-width: 14.2mm; }
.scroll { overflow-x: auto; }
.token { font: 0.92em "Courier New", monospace; padding: 0 0.8mm; border: 0.2mm solid var(--gf-field); }
.token { border-radius: 0.8mm; white-space: pre-wrap; }
.sheet + .sheet, .new-page { break-before: page; }
.names { display: flex; gap: 6mm; margin: 0 0 4mm; align-items: end; }
.names span { display: flex; gap: 2mm; align-items: end; }
.names span:first-child { flex: 1; }
.names i { flex: 1; min-width: 24mm; min-height: 6mm; border-bottom: 0.2mm solid var(--gf-soft); font-style: normal; }
.points { float: right; margin-left: 4mm; font-weight: 400; font-size: 10pt; white-space: nowrap; }
.lines { border-bottom: 0.2mm solid var(--gf-soft); height: 8mm; margin: 0; }
.beside { display: flex; flex-wrap: wrap; gap: 2mm 6mm; align-items: start; }
.beside > .steps { flex: 1; min-width: 56mm; }
figure { margin: 1mm 0 2mm; max-width: 100%%; }
figcaption { color: var(--gf-soft); font-size: 8.5pt; line-height: 1.3; max-width: 62mm; }
svg { display: block; max-width: 100%%; height: auto; }
math { font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", math; }
.task, .keep { break-inside: avoid; }
@media screen { body { padding: 8mm 4mm; }
  .sheet + .sheet, .new-page { border-top: 0.5mm solid var(--gf-soft); margin-top: 14mm; padding-top: 8mm; } }
@media screen and (max-width: 480px) { .names { flex-wrap: wrap; } .names span:first-child { flex: 1 0 100%%; } }
"""


class Html(str):
    """Markup, inserted as it is; every other text is escaped."""

    __slots__ = ()


def safe(value: object) -> Html:
    """Return a value as markup: escaped, unless it is markup."""
    return value if isinstance(value, Html) else Html(html.escape(str(value)))


def joined(parts: Iterable[object], between: str = "") -> Html:
    """Return parts one after the other, each of them escaped unless it is markup."""
    return Html(between.join(safe(part) for part in parts))


def capital(words: Html) -> Html:
    """Return words that begin with a capital letter, as a sentence does."""
    return Html(words[:1].upper() + words[1:])


def formula(latex: str) -> Html:
    """Return a formula as MathML, which browsers draw and print themselves."""
    return Html(with_mathml(f"=${latex}$")[1:])  # a line that is a formula alone would be displayed


def token(text: str) -> Html:
    """Return a token in the style of tokens, with the sign of a blank."""
    return Html(f'<span class="token">{html.escape(text.replace(" ", "▁"))}</span>')


class Words:
    """Words of a handout, escaped with all that is filled in unless it is markup."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def __call__(self, key: str, /, **values: object) -> Html:
        """Return the words of a handout."""
        return self.filled(self.texts(f"handout.{key}"), values)

    def filled(self, template: str, values: Mapping[str, object]) -> Html:
        """Return words with those of their fields filled in that have a value."""
        return Html(
            re.sub(r"\{(\w+)\}", lambda name: safe(values.get(name[1], name[0])), html.escape(template, quote=False))
        )


def rounded(value: float, digits: int) -> float:
    """Round as it is taught: a half away from zero.

    Examples:
        >>> rounded(0.125, 2), rounded(1.005, 2), rounded(-0.125, 2), rounded(-0.001, 2)
        (0.13, 1.01, -0.13, 0.0)
    """
    exact = Decimal(repr(round(value, 12)))  # what a pocket calculator has: no trace of binary digits
    return float(exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)) + 0.0


def number(value: float, digits: int) -> str:
    """Return a number with so many digits after the point and a true minus sign."""
    return f"{rounded(value, digits):.{digits}f}".replace("-", "−")


def table(head: Sequence[object], rows: Iterable[Sequence[object]], *, blank: bool = False) -> Html:
    """Return a table; the first cell of each row is its name.

    Args:
        head: names of the columns.
        rows: their cells.
        blank: it is to be filled in: each cell is at least 8 mm high and 18 mm wide.
    """

    def row(cells: Sequence[object]) -> str:
        name, *rest = cells
        return f"<tr><th>{safe(name)}</th>{''.join(f'<td>{safe(cell)}</td>' for cell in rest)}</tr>"

    top = "".join(f"<th>{safe(cell)}</th>" for cell in head)
    name = ' class="blank"' if blank else ""
    return Html(f'<div class="scroll keep"><table{name}><tr>{top}</tr>{"".join(map(row, rows))}</table></div>')


def name_line(say: Words, points: int, name: str = "") -> Html:
    """Return the line with room for name, date and points."""
    return Html(
        f'<div class="names"><span>{say("worksheet.name")} <i>{safe(name)}</i></span>'
        f"<span>{say('worksheet.date')} <i></i></span>"
        f"<span>{say('worksheet.points')} <i></i> / {points}</span></div>"
    )


def document(title: str, body: Iterable[str], texts: Texts, paper: Paper = "a4", style: str = "") -> str:
    """Return an HTML page without scripts that prints on A4 or Letter."""
    rules = print_css(":root") + _STYLE % PAPERS[paper] + style
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{safe(title)}</title>'
        f"<style>{rules}</style>"
    )
    return (
        f'<!doctype html><html lang="{safe(texts.language)}"><head>{head}</head><body>{"".join(body)}</body></html>\n'
    )
