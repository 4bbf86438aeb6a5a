"""A worksheet to print: one row of attention to compute by hand, and its solution on a page of its own."""

import html
import math
from typing import NamedTuple

import numpy as np

from viz.handouts.subject import Subject
from viz.texts import Texts
from viz.theme import print_css

_MOST_KEYS = 8  # to compute; all others are given as one sum
_MOST_NUMBERS = 8  # of a vector that is multiplied by hand
_SHOWN = 4  # numbers of a value
_DIGITS = 2
_SMALL_DIGITS = 3  # of what e^x and the weights are: most are near 0

_STYLE = """
@page { size: A4; margin: 18mm; }
body { font: 10.5pt/1.4 Georgia, "Times New Roman", serif; color: var(--gf-ink); }
body { max-width: 174mm; margin: 0 auto; }
h1 { font-size: 17pt; line-height: 1.25; margin: 0 0 2mm; }
h2 { font-size: 12pt; margin: 4mm 0 1mm; }
ol { margin: 0 0 2mm; }
p { margin: 0 0 2mm; }
.about { color: var(--gf-soft); font-size: 10pt; }
table { border-collapse: collapse; font: 9.5pt/1.3 "Courier New", monospace; margin: 1mm 0 2mm; }
th, td { border: 0.2mm solid var(--gf-soft); padding: 0.8mm 2.2mm; text-align: right; min-width: 12mm; }
td:empty { height: 8mm; min-width: 18mm; padding: 0; }
th { font-weight: 600; background: var(--gf-tint); }
th:first-child { text-align: left; }
.scroll { overflow-x: auto; }
.solution { break-before: page; }
.lines { border-bottom: 0.2mm solid var(--gf-soft); height: 8mm; }
@media screen { body { padding: 10mm 4mm; }
  .solution { border-top: 0.5mm solid var(--gf-soft); margin-top: 16mm; padding-top: 8mm; } }
"""


class _Row(NamedTuple):
    """The numbers of the task, and what follows from them step by step, all rounded as they are printed."""

    tokens: list[str]  # of the keys to compute
    products: list[float]
    query: np.ndarray | None  # [E]; None where it is too long
    keys: np.ndarray | None  # [n, E]
    values: np.ndarray  # [n, first numbers of V]
    rest: float  # sum of the exponentials of all other keys
    others: int  # how many those are; their values are the last row of `values`, as a weighted mean
    scale: float
    own: list[float]  # the model's weights

    @property
    def scaled(self) -> list[float]:
        return [_printed(product / self.scale) for product in self.products]

    @property
    def exponentials(self) -> list[float]:
        """e^(x - largest)."""
        highest = max(self.scaled)
        return [_printed(math.exp(value - highest), _SMALL_DIGITS) for value in self.scaled]

    @property
    def total(self) -> float:
        return sum(self.exponentials) + self.rest

    @property
    def weights(self) -> list[float]:
        """Those of the keys, then that of all others together."""
        rest = [self.rest] if self.others else []
        return [_printed(value / self.total, _SMALL_DIGITS) for value in [*self.exponentials, *rest]]


def worksheet(subject: Subject, texts: Texts) -> bytes:
    """Return one HTML page without scripts, for A4."""
    row, d_k = _numbers(subject), subject.example.config.query_width
    say = _Words(texts)
    title = subject.title(texts)
    place = {"source": subject.sentence, "translation": subject.translation, "checkpoint": subject.checkpoint}
    largest = max(range(len(row.tokens)), key=row.weights.__getitem__)
    task = [
        f"<h1>{_safe(title)}</h1>",
        f'<p class="about">{say("worksheet.about", **place)}</p>',
        f"<p>{say('worksheet.task')}</p>",
        f"<h2>{say('worksheet.given')}</h2>",
        *_given(row, say, "v" if subject.example.config.value_width <= _SHOWN else "worksheet.values"),
        *([f"<p>{say('worksheet.masked')}</p>"] if _hides_later(subject) else []),
        f"<h2>{say('worksheet.steps')}</h2><ol>",
        *(f"<li>{say(f'worksheet.step.{step}', d_k=d_k)}</li>" for step in _steps(subject, row)),
        "</ol>",
        _table(say, row, solved=False, has_products=row.query is None, is_scaled=row.scale != 1),
        f"<p>{say('worksheet.question')}</p>" + '<p class="lines"></p>' * 2,
    ]
    sums = (np.array(row.weights) @ row.values).tolist()
    answer = {"token": row.tokens[largest], "share": f"{row.weights[largest]:.{_SMALL_DIGITS}f}"}
    solution = [
        f'<section class="solution"><h1>{say("worksheet.solution")}</h1><p class="about">{_safe(title)}</p>',
        _table(say, row, solved=True, has_products=True, is_scaled=row.scale != 1),
        f"<p>{say('worksheet.total', total=f'{row.total:.{_SMALL_DIGITS}f}')}</p>",
        _vectors([say("worksheet.sum")], np.array([sums])),
        f"<p>{say('worksheet.answer', **answer)}</p>",
        f'<p class="about">{say("worksheet.rounding", digits=_DIGITS, small=_SMALL_DIGITS)}</p></section>',
    ]
    style = print_css(":root") + _STYLE
    head = f'<meta charset="utf-8"><title>{_safe(title)}</title><style>{style}</style>'
    page = f'<html lang="{_safe(texts.language)}"><head>{head}</head><body>{"".join(task + solution)}</body></html>'
    return f"<!doctype html>{page}".encode()


class _Words:
    """Words of the worksheet, escaped with all that is filled in."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def __call__(self, key: str, **values: object) -> str:
        return _safe(self._texts(f"handout.{key}", **values))


def _numbers(subject: Subject) -> _Row:
    """Return the task: the keys of the largest scores, in their order; the exponentials of the others as one sum."""
    example = subject.example
    config, (_, _, head, _) = example.config, example.place
    d_k, d_v = config.query_width, config.value_width
    parameters = example.parameters

    def project(name: str, states: np.ndarray, width: int) -> np.ndarray:
        part = slice(head * width, (head + 1) * width)
        return states @ parameters[f"{name}.weight"][part].T + parameters[f"{name}.bias"][part]

    query_state, key_states = _read(subject)
    query, keys = project("query", query_state, d_k), project("key", key_states, d_k)
    values = project("value", key_states, d_v)[:, :_SHOWN].round(_DIGITS)
    is_short = d_k <= _MOST_NUMBERS
    if is_short:
        query, keys = query.round(_DIGITS), keys.round(_DIGITS)
    products = (keys @ query).round(_DIGITS)
    scale = math.sqrt(d_k) if config.scale_scores else 1.0
    chosen = sorted(np.argsort(-products, kind="stable")[:_MOST_KEYS].tolist())
    others = [key for key in range(len(keys)) if key not in chosen]
    scaled = (products / scale).round(_DIGITS)
    powers = np.exp(scaled[others] - scaled.max())
    shown = values[chosen]
    if others:
        shown = np.concatenate([shown, (powers @ values[others] / powers.sum())[None]]).round(_DIGITS)
    own = example.computed["weights"][head]
    return _Row(
        tokens=[subject.key_tokens[key] for key in chosen],
        products=[float(products[key]) for key in chosen],
        query=query if is_short else None,
        keys=keys[chosen] if is_short else None,
        values=shown,
        rest=_printed(float(powers.sum()), _SMALL_DIGITS),
        others=len(others),
        scale=scale,
        own=[*(float(own[key]) for key in chosen), *([float(own[others].sum())] if others else [])],
    )


def _read(subject: Subject) -> tuple[np.ndarray, np.ndarray]:
    """Return what query and keys are projected from, float64: in pre-norm the normalised stream."""
    example = subject.example
    query, keys = example.stream.astype(np.float64)[None], example.memory.astype(np.float64)

    def norm(states: np.ndarray) -> np.ndarray:
        centred = states - states.mean(axis=1, keepdims=True)
        spread = np.sqrt(states.var(axis=1, keepdims=True) + example.config.layer_norm_eps)
        return centred / spread * example.parameters["norm.weight"] + example.parameters["norm.bias"]

    if example.config.norm == "pre":
        query = norm(query)
        keys = keys if example.place.kind == "cross" else norm(keys)
    return query[0], keys


def _hides_later(subject: Subject) -> bool:
    """Return whether the causal mask hides tokens after the one of the row."""
    return subject.example.place.kind == "decoder" and len(subject.key_tokens) < len(subject.read_tokens)


def _given(row: _Row, say: _Words, values: str) -> list[str]:
    found: list[str] = []
    if row.query is not None and row.keys is not None:
        found += [
            _vectors([say("q")], row.query[None]),
            _vectors([_safe(token) for token in row.tokens], row.keys, say("k")),
        ]
    else:
        found.append(f"<p>{say('worksheet.products')}</p>")
    found.append(_vectors(_names(row, say), row.values, say(values)))
    if row.others:
        found.append(f"<p>{say('worksheet.rest', sum=f'{row.rest:.{_SMALL_DIGITS}f}')}</p>")
    return found


def _names(row: _Row, say: _Words) -> list[str]:
    """Return the names of all rows, that of the other tokens last."""
    others = [say(f"worksheet.others.{'one' if row.others == 1 else 'many'}", count=row.others)] if row.others else []
    return [*map(_safe, row.tokens), *others]


def _steps(subject: Subject, row: _Row) -> list[str]:
    steps = ["product"] if row.query is not None else []
    steps += ["scale"] if subject.example.config.scale_scores else []
    return [*steps, "exponential", "divide", "sum"]


def _table(say: _Words, row: _Row, *, solved: bool, has_products: bool, is_scaled: bool) -> str:
    """Return the table to fill in, or filled in."""
    columns = [("product", row.products, has_products, _DIGITS)]
    columns += [("scaled", row.scaled, solved, _DIGITS)] if is_scaled else []
    columns += [("exponential", [*row.exponentials, row.rest], solved, _SMALL_DIGITS)]
    columns += [("weight", row.weights, solved, _SMALL_DIGITS)]
    columns += [("model", row.own, True, _SMALL_DIGITS)] if solved else []
    head = "".join(f"<th>{say(f'column.{name}')}</th>" for name in ("token", *(name for name, *_ in columns)))
    lines = []
    for place, name in enumerate(_names(row, say)):
        given = place == len(row.tokens)  # the other tokens have no product of their own, and their sum is given
        cells = (
            f"{values[place]:.{digits}f}"
            if place < len(values) and (shown or (given and name == "exponential"))
            else ""
            for name, values, shown, digits in columns
        )
        lines.append(f"<tr><th>{name}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    return f'<div class="scroll"><table><tr>{head}</tr>{"".join(lines)}</table></div>'


def _vectors(names: list[str], vectors: np.ndarray, corner: str = "") -> str:
    """Return vectors as rows of a table."""
    head = "".join(f"<th>{number + 1}</th>" for number in range(vectors.shape[1]))
    rows = "".join(
        f"<tr><th>{name}</th>{''.join(f'<td>{value:.{_DIGITS}f}</td>' for value in vector)}</tr>"
        for name, vector in zip(names, vectors.tolist(), strict=True)
    )
    return f'<div class="scroll"><table><tr><th>{corner}</th>{head}</tr>{rows}</table></div>'


def _printed(value: float, digits: int = _DIGITS) -> float:
    """Return a number as a reader of the sheet has it."""
    return float(f"{value:.{digits}f}")


def _safe(words: str) -> str:
    return html.escape(words)
