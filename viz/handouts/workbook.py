"""A workbook (.xlsx) whose cells compute one row of attention and its layer by formulas.

Every number in blue is the model's own: the stream that enters the layer and the layer's parameters. All others are
formulas: projections, products, softmax, the sum of values, residual sums, layer normalisation, feed-forward.

Shapes: K keys, D d_model, H heads, E d_k, V d_v, F d_ff.
"""

import io
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from xlsxwriter import Workbook

from core.config import Activation
from core.errors import CoreError
from viz.handouts.cells import Array, Block, Formats, Sheet
from viz.handouts.subject import Subject
from viz.texts import Texts

MAX_CELLS = 1_200_000  # with the parameters: some 9 MB and ten seconds
_normal_share = np.vectorize(lambda x: (1 + math.erf(x / math.sqrt(2))) / 2)  # NORMSDIST
_ACTIVATIONS: dict[Activation, tuple[Callable[[Array], Array], str]] = {  # the values, and the formula of one of them
    "relu": (lambda x: np.maximum(x, 0), "MAX(0,{x})"),
    "gelu": (lambda x: x * _normal_share(x), "({x})*NORMSDIST({x})"),
    "swish": (lambda x: x / (1 + np.exp(-x)), "({x})/(1+EXP(-({x})))"),
}


class _Linear(NamedTuple):
    """Weights of a linear layer and its bias, a row for each output."""

    weight: Block  # [out, in]
    bias: Block  # [out, 1]

    def __call__(self, x: Array) -> Array:
        return x @ self.weight.values.T + self.bias.values[:, 0]

    def formula(self, x: str, output: int) -> str:
        """Return the formula of one output for a row of inputs."""
        return f"SUMPRODUCT({x},{self.weight.along(output)})+{self.bias.cell(output)}"


def workbook(subject: Subject, texts: Texts) -> bytes:
    """Return the workbook of one row of one head.

    Raises:
        CoreError: the layer has more parameters than a workbook is made for.
    """
    cells = sum(values.size for values in subject.example.parameters.values())
    if cells > MAX_CELLS:
        raise CoreError(
            "handout.cells",
            "a workbook is made for layers of at most {limit:,} parameters; this one has {cells:,}",
            limit=MAX_CELLS,
            cells=cells,
        )
    file = io.BytesIO()
    with Workbook(file, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}) as book:
        book.set_calc_mode("auto")
        _Writer(book, subject, texts).write()
    return file.getvalue()


class _Writer:
    """Writes the sheets in the order of the computation; the parameters come last."""

    def __init__(self, book: Workbook, subject: Subject, texts: Texts) -> None:
        self._book, self._subject, self._texts = book, subject, texts
        self._example = subject.example
        self._config = subject.example.config
        self._formats = Formats(book)
        self._checks: list[tuple[str, str, float]] = []  # what, formula of the largest difference, its value

    def write(self) -> None:
        """Write everything."""
        heads = [self._example.place.head, *(h for h in range(self._config.num_heads) if h != self._example.place.head)]
        start = self._sheet("start")
        stream = self._sheet("stream")
        pages = {head: self._sheet("head", head=head + 1) for head in heads}
        after, forward = self._sheet("after"), self._sheet("forward")
        linear = {name: self._linear(name) for name in ("query", "key", "value", "output", "inner", "outer")}
        gains = {name: self._gains(name) for name in ("norm", "forward_norm")}
        query, keys, entering = self._stream(stream, gains["norm"])
        outputs = [self._head(pages[head], head, query, keys, linear) for head in heads]
        ordered = [outputs[heads.index(head)] for head in range(self._config.num_heads)]
        result = self._after(after, ordered, entering, linear["output"], gains["norm"])
        self._forward(forward, result, linear, gains["forward_norm"])
        self._start(start)
        start.page.activate()

    def _say(self, key: str, **values: object) -> str:
        return self._texts(f"handout.{key}", **values)

    def _sheet(self, key: str, **values: object) -> Sheet:
        return Sheet(self._book, self._say(f"sheet.{key}", **values), self._formats)

    def _top(self, sheet: Sheet, key: str, **values: object) -> None:
        sheet.text(0, 0, sheet.name, "title")
        sheet.text(1, 0, self._say(f"about.{key}", **values), "plain")
        sheet.page.set_column(0, 0, 22)

    def _linear(self, name: str) -> _Linear:
        sheet = self._sheet(f"parameters.{name}")
        parameters = self._example.parameters
        sheet.text(0, 0, sheet.name, "heading")
        sheet.text(1, 0, self._say("bias"), "label")
        sheet.labels(1, 2, [str(number + 1) for number in range(parameters[f"{name}.weight"].shape[1])])
        sheet.page.freeze_panes(2, 1)
        return _Linear(
            sheet.numbers(2, 2, parameters[f"{name}.weight"]), sheet.numbers(2, 0, parameters[f"{name}.bias"][:, None])
        )

    def _gains(self, name: str) -> tuple[Block, Block]:
        sheet = self._sheet(f"parameters.{name}")
        sheet.text(0, 0, sheet.name, "heading")
        sheet.labels(1, 0, [self._say("gain"), self._say("shift")], down=True)
        parameters = self._example.parameters
        return sheet.numbers(1, 1, parameters[f"{name}.weight"]), sheet.numbers(2, 1, parameters[f"{name}.bias"])

    def _stream(self, sheet: Sheet, gains: tuple[Block, Block]) -> tuple[Block, Block, Block]:
        """Write what enters the sub-layer; return what the query reads, what the keys read, and the query's stream."""
        example, is_cross = self._example, self._example.place.kind == "cross"
        self._top(sheet, "stream.cross" if is_cross else "stream")
        sheet.page.freeze_panes(4, 1)
        self._numbered(sheet, 3, 1, self._config.d_model)
        sheet.text(4, 0, self._subject.query_token, "token")
        query = sheet.numbers(4, 1, example.stream)
        sheet.text(6, 0, self._say("memory" if is_cross else "keys"), "heading")
        sheet.labels(7, 0, self._subject.key_tokens, "token", down=True)
        keys = sheet.numbers(7, 1, example.memory)
        if self._config.norm != "pre":
            return query, keys, query
        row = 9 + len(keys.values)
        sheet.text(row - 1, 0, self._say("normalised"), "heading")
        sheet.text(row, 0, self._subject.query_token, "token")
        read = self._normalised(sheet, row, query, gains)
        if is_cross:
            return read, keys, query
        sheet.labels(row + 2, 0, self._subject.key_tokens, "token", down=True)
        return read, self._normalised(sheet, row + 2, keys, gains), query

    def _head(self, sheet: Sheet, head: int, query: Block, keys: Block, linear: dict[str, _Linear]) -> Block:
        """Write one head: q, every k, products, softmax, every v; return its output [1, V]."""
        config, count = self._config, len(keys.values)
        d_k, d_v = config.query_width, config.value_width
        self._top(sheet, "head.chosen" if head == self._example.place.head else "head")
        first = head * d_k
        k_at, v_at, top = 9, 9 + d_k + 1, 6
        names = ["token", "product", "scaled", "exponential", "weight", "model", "difference"]
        sheet.labels(top - 1, 0, [self._say(f"column.{name}") for name in names])
        sheet.page.set_column(1, 6, 12)
        sheet.text(3, k_at - 1, self._say("q"), "label")
        self._numbered(sheet, 2, k_at, d_k)
        q_values = linear["query"](query.values)[:, first : first + d_k]
        q = sheet.formulas(3, k_at, q_values, lambda _, j: linear["query"].formula(query.along(0), first + j))
        sheet.text(top - 1, k_at, self._say("k"), "label")
        sheet.labels(top, 0, self._subject.key_tokens, "token", down=True)
        k_values = linear["key"](keys.values)[:, first : first + d_k]
        k = sheet.formulas(top, k_at, k_values, lambda i, j: linear["key"].formula(keys.along(i), first + j))
        products = k_values @ q_values.T
        dots = sheet.formulas(top, 1, products, lambda i, _: f"SUMPRODUCT({q.along(0)},{k.along(i)})")
        scale = np.sqrt(d_k) if config.scale_scores else 1.0
        divided = f"/SQRT({d_k})" if config.scale_scores else ""
        scaled = sheet.formulas(top, 2, products / scale, lambda i, _: dots.cell(i) + divided)
        powers = np.exp(scaled.values - scaled.values.max())
        exponentials = sheet.formulas(top, 3, powers, lambda i, _: f"EXP({scaled.cell(i)}-MAX({scaled.down()}))")
        shares = powers / powers.sum()
        weights = sheet.formulas(
            top, 4, shares, lambda i, _: f"{exponentials.cell(i)}/SUM({exponentials.down()})", "share"
        )
        model = sheet.numbers(top, 5, self._example.computed["weights"][head][:, None])
        self._difference(sheet, (top, 6), weights, model, self._say("check.head", head=head + 1))
        sheet.text(top - 1, v_at, self._say("v"), "label")
        self._numbered(sheet, 2, v_at, d_v)
        start = head * d_v
        v_values = linear["value"](keys.values)[:, start : start + d_v]
        v = sheet.formulas(top, v_at, v_values, lambda i, j: linear["value"].formula(keys.along(i), start + j))
        sheet.text(top + count + 1, v_at - 1, self._say("sum"), "label")
        sheet.page.freeze_panes(top, 1)
        return sheet.formulas(
            top + count + 1, v_at, shares.T @ v_values, lambda _, j: f"SUMPRODUCT({weights.down()},{v.down(j)})"
        )

    def _after(
        self, sheet: Sheet, heads: list[Block], stream: Block, output: _Linear, gains: tuple[Block, Block]
    ) -> Block:
        """Write what follows the heads in the sub-layer; return the stream after it."""
        self._top(sheet, "after.pre" if self._config.norm == "pre" else "after")
        d_v, computed = self._config.value_width, self._example.computed
        joined = np.concatenate([head.values for head in heads], axis=1)
        self._rows(sheet, ["joined", "output", "sum", "result", "model", "difference"], skip=() if self._post else (3,))
        concat = sheet.formulas(3, 1, joined, lambda _, j: heads[j // d_v].cell(0, j % d_v))
        made = sheet.formulas(4, 1, output(joined), lambda _, j: output.formula(concat.along(0), j))
        return self._residual(sheet, 5, made, stream, gains, computed["result"], self._say("check.after"))

    def _forward(self, sheet: Sheet, after: Block, linear: dict[str, _Linear], gains: tuple[Block, Block]) -> None:
        """Write the feed-forward sub-layer of the same layer."""
        computed, is_self = self._example.computed, self._example.place.kind == "decoder"
        self._top(sheet, "forward.decoder" if is_self else "forward")
        row = 3
        sheet.text(row, 0, self._say("row.stream"))
        if is_self:  # the cross-attention in between is not in this workbook
            stream = sheet.numbers(row, 1, computed["forward"])
        else:
            stream = sheet.formulas(row, 1, after.values, lambda _, j: after.cell(0, j))
        read = stream
        if not self._post:
            row += 1
            sheet.text(row, 0, self._say("normalised"))
            read = self._normalised(sheet, row, stream, gains)
        inner, outer = linear["inner"], linear["outer"]
        sheet.labels(row + 1, 0, [self._say("row.hidden"), self._say("row.output"), self._say("row.sum")], "text", True)
        activated, formula = _ACTIVATIONS[self._config.activation]
        hidden_values = activated(inner(read.values))
        hidden = sheet.formulas(
            row + 1, 1, hidden_values, lambda _, j: formula.format(x=inner.formula(read.along(0), j))
        )
        made = sheet.formulas(row + 2, 1, outer(hidden_values), lambda _, j: outer.formula(hidden.along(0), j))
        names = ["result", "model", "difference"] if self._post else ["model", "difference"]
        sheet.labels(row + 4, 0, [self._say(f"row.{name}") for name in names], "text", True)
        self._residual(sheet, row + 3, made, stream, gains, computed["forward_result"], self._say("check.forward"))

    @property
    def _post(self) -> bool:
        return self._config.norm == "post"

    def _residual(
        self,
        sheet: Sheet,
        row: int,
        made: Block,
        stream: Block,
        gains: tuple[Block, Block],
        model: Array,
        name: str,
    ) -> Block:
        """Write the residual sum, in post-norm its normalisation, and the model's own result below."""
        total = sheet.formulas(
            row, 1, made.values + stream.values, lambda _, j: f"{stream.cell(0, j)}+{made.cell(0, j)}"
        )
        result = total
        if self._post:
            row += 1
            result = self._normalised(sheet, row, total, gains)
        own = sheet.numbers(row + 1, 1, model)
        self._difference(sheet, (row + 2, 1), result, own, name)
        return result

    def _rows(self, sheet: Sheet, names: list[str], skip: tuple[int, ...]) -> None:
        kept = [name for place, name in enumerate(names) if place not in skip]
        sheet.labels(3, 0, [self._say(f"row.{name}") for name in kept], "text", down=True)

    def _normalised(self, sheet: Sheet, row: int, stream: Block, gains: tuple[Block, Block]) -> Block:
        """Write the layer normalisation of each row of a block."""
        gain, shift = gains
        eps = self._subject.example.config.layer_norm_eps
        mean = stream.values.mean(axis=1, keepdims=True)
        spread = np.sqrt(stream.values.var(axis=1, keepdims=True) + eps)
        values = (stream.values - mean) / spread * gain.values + shift.values

        def formula(i: int, j: int) -> str:
            x, all_of_it = stream.cell(i, j), stream.along(i)
            normal = f"({x}-AVERAGE({all_of_it}))/SQRT(VARP({all_of_it})+{eps:.0E})"
            return f"{normal}*{gain.cell(0, j)}+{shift.cell(0, j)}"

        return sheet.formulas(row, 1, values, formula)

    def _difference(self, sheet: Sheet, at: tuple[int, int], ours: Block, model: Block, name: str) -> None:
        values = np.abs(ours.values - model.values)
        block = sheet.formulas(*at, values, lambda i, j: f"ABS({ours.cell(i, j)}-{model.cell(i, j)})", "small")
        whole = block.down() if values.shape[1] == 1 else block.along(0)
        self._checks.append((name, f"MAX({whole})", float(values.max())))

    def _numbered(self, sheet: Sheet, row: int, column: int, count: int) -> None:
        sheet.labels(row, column, [str(number + 1) for number in range(count)])

    def _start(self, sheet: Sheet) -> None:
        """Write the first sheet: what this is, and how far it is from the model."""
        subject, config = self._subject, self._config
        sheet.page.set_column(0, 0, 40)
        sheet.page.set_column(1, 1, 90)
        sheet.text(0, 0, subject.title(self._texts), "title")
        facts: list[tuple[str, Any]] = [
            ("source", subject.sentence),
            ("translation", subject.translation),
            ("checkpoint", subject.checkpoint),
            (
                "model",
                self._say(
                    "model",
                    layers=config.num_layers,
                    heads=config.num_heads,
                    width=config.d_model,
                    inner=config.d_ff,
                    norm=config.norm,
                ),
            ),
        ]
        for row, (key, value) in enumerate(facts, start=2):
            sheet.text(row, 0, self._say(f"fact.{key}"), "plain")
            sheet.text(row, 1, value)
        row = 3 + len(facts)
        sheet.text(row, 0, self._say("how.title"), "heading")
        sheet.text(row + 1, 0, self._say("how"), "plain")
        sheet.text(row + 3, 0, self._say("check.title"), "heading")
        for place, (name, formula, value) in enumerate(self._checks, start=row + 4):
            sheet.text(place, 0, name, "plain")
            sheet.formulas(place, 1, np.array(value), lambda *_, formula=formula: formula, "small")
