"""Intervention: user changes to the attention of one translation: heads off, heads uniform, rows edited by hand.

Plain values that can be hashed, compared and sent as JSON; this module loads no torch. `Intervention.probe` converts
them for a forward pass. Layers, heads and positions count from 0 here, from 1 in messages.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

from core.attention_kinds import KINDS, attention_site
from core.config import ModelConfig
from core.errors import CoreError

if TYPE_CHECKING:
    import torch

    from core.model.probe import Probe

MAX_EDITS = 256  # rows edited by hand; bounds the memory of a server, which stores requests
_SUM_LIMIT = 1e-4  # allowed difference of an edited row's sum from 1


_HEAD_IN_FILE = re.compile(r"([edc])\.([1-9][0-9]{0,2})\.([1-9][0-9]{0,2})")


class HeadName(NamedTuple):
    """Kind, layer and head, from 0."""

    kind: str  # encoder, decoder (both self-attention) or cross
    layer: int
    head: int

    @property
    def site(self) -> str:
        """The attention's site, such as `decoder.2.cross`."""
        return attention_site(self.kind, self.layer)

    @property
    def in_file(self) -> str:
        """The head as files and addresses write it, such as `c.3.1`: layer and head from 1."""
        return f"{self.kind[0]}.{self.layer + 1}.{self.head + 1}"


class RowEdit(NamedTuple):
    """Replacement of the whole row of one query position of one head."""

    kind: str
    layer: int
    head: int
    query: int  # absolute position; decoder and cross: the step
    weights: tuple[float, ...]  # over every source token; decoder: over positions 0 .. query

    @property
    def name(self) -> HeadName:
        """The head that the row belongs to."""
        return HeadName(self.kind, self.layer, self.head)


@dataclass(frozen=True)
class Intervention:
    """A set of changes; equal sets are equal objects, in whatever order they were given.

    Changes apply in the order uniform, edited rows, off: an edited row replaces that of a uniform head, and a head that
    is off stays off.

    Args:
        off: heads whose weights become 0.
        uniform: heads with equal weights over their visible keys.
        edits: rows to replace; they are scaled to a sum of exactly 1.

    Raises:
        CoreError: one row is edited in two ways.

    Examples:
        >>> a, b = HeadName("cross", 0, 1), HeadName("encoder", 2, 0)
        >>> Intervention(off=(a, b, a)) == Intervention(off=(b, a))
        True
    """

    off: tuple[HeadName, ...] = ()
    uniform: tuple[HeadName, ...] = ()
    edits: tuple[RowEdit, ...] = ()

    def __post_init__(self) -> None:
        for name in ("off", "uniform"):
            object.__setattr__(self, name, tuple(sorted({HeadName(*one) for one in getattr(self, name)})))
        rows: dict[tuple[str, int, int, int], RowEdit] = {}
        for kind, layer, head, query, weights in self.edits:
            edit = RowEdit(kind, layer, head, query, tuple(map(float, weights)))
            if rows.setdefault(edit[:4], edit) != edit:
                raise CoreError(
                    "intervention.twice",
                    "row {query} of head {head} in {kind} layer {layer} is edited in two ways",
                    **_place(edit.name),
                    query=query + 1,
                )
        object.__setattr__(self, "edits", tuple(rows[key] for key in sorted(rows)))

    @property
    def empty(self) -> bool:
        """True if nothing is changed."""
        return not (self.off or self.uniform or self.edits)

    def heads_off(self, kind: str, layer: int) -> tuple[int, ...]:
        """Return the heads of one layer that are off."""
        return tuple(name.head for name in self.off if (name.kind, name.layer) == (kind, layer))

    def check(self, config: ModelConfig, source_length: int) -> None:
        """Refuse changes that do not fit a model and a source.

        Args:
            config: of the model.
            source_length: source tokens with the end symbol.

        Raises:
            CoreError: a head that does not exist, a head that is both off and uniform, or a row of the wrong length, at
                a position that does not exist, or whose weights are not a distribution.
        """
        if len(self.edits) > MAX_EDITS:
            raise CoreError(
                "intervention.too_many",
                "{count} rows are edited; at most {limit} can be",
                count=len(self.edits),
                limit=MAX_EDITS,
            )
        for name in (*self.off, *self.uniform, *(edit.name for edit in self.edits)):
            _check_head(name, config)
        for name in sorted(set(self.off) & set(self.uniform)):
            raise CoreError(
                "intervention.both",
                "head {head} in {kind} layer {layer} cannot be both off and uniform",
                **_place(name),
            )
        for edit in self.edits:
            _check_row(edit, config, source_length)

    def probe(self, config: ModelConfig, device: torch.device | None = None) -> Probe:
        """Return a probe that makes these changes in one forward pass or one search; use it once.

        Args:
            config: of the model; must have passed `check`.
            device: where the model computes.
        """
        import torch

        from core.model.probe import Chain, EditedRow, HeadGate, RowEdits

        def chosen(names: Iterable[HeadName]) -> dict[str, torch.Tensor]:
            found: dict[str, torch.Tensor] = {}
            for name in names:
                if name.site not in found:
                    found[name.site] = torch.zeros(config.num_heads, dtype=torch.bool, device=device)
                found[name.site][name.head] = True
            return found  # site -> bool [H]

        rows: dict[str, list[EditedRow]] = {}
        for edit in self.edits:
            total = math.fsum(edit.weights)
            weights = torch.tensor([weight / total for weight in edit.weights], device=device)
            rows.setdefault(edit.name.site, []).append(EditedRow(edit.head, edit.query, weights))
        parts: list[Probe] = []
        if self.uniform:
            parts.append(HeadGate(uniform=chosen(self.uniform)))
        if rows:
            parts.append(RowEdits(rows))
        if self.off:
            parts.append(HeadGate(gates={site: (~off).float() for site, off in chosen(self.off).items()}))
        return Chain(tuple(parts))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON; `from_dict` reads them."""
        return {
            "off": [list(name) for name in self.off],
            "uniform": [list(name) for name in self.uniform],
            "edits": [[*edit[:4], list(edit.weights)] for edit in self.edits],
        }

    def to_file(self) -> dict[str, Any]:
        """Return plain values for files: heads as `c.3.1`, edited rows as [head, row, weights], all counted from 1."""
        return {
            "off": [name.in_file for name in self.off],
            "uniform": [name.in_file for name in self.uniform],
            "edits": [[edit.name.in_file, edit.query + 1, list(edit.weights)] for edit in self.edits],
        }

    @classmethod
    def from_dict(cls, values: object) -> Intervention:
        """Read and validate values from a browser or a file.

        Args:
            values: an object with `off` and `uniform`, lists of [kind, layer, head], and `edits`, a list of
                [kind, layer, head, query, weights]; each may be missing. Heads and rows of files (`to_file`) are read
                as well.

        Raises:
            CoreError: the values do not have that form.
        """
        if not _is_object(values) or not values.keys() <= {"off", "uniform", "edits"}:
            raise _form_error("an object with off, uniform and edits")
        expected = "lists of heads and rows"
        off, uniform, edits = (_read_list(values.get(name, []), expected) for name in ("off", "uniform", "edits"))
        return cls(
            tuple(_read_head(one) for one in off),
            tuple(_read_head(one) for one in uniform),
            tuple(_read_edit(one) for one in edits),
        )


NO_CHANGE = Intervention()


def _check_head(name: HeadName, config: ModelConfig) -> None:
    if (
        name.kind not in KINDS
        or name.layer not in range(config.layers(name.kind))
        or name.head not in range(config.num_heads)
    ):
        raise CoreError(
            "intervention.head",
            "head {head} in {kind} layer {layer} does not exist: kinds are encoder with {encoder_layers} layers, "
            "decoder and cross with {decoder_layers} layers, each of {heads} heads",
            **_place(name),
            encoder_layers=config.num_layers,
            decoder_layers=config.decoder_layers,
            heads=config.num_heads,
        )


def _check_row(edit: RowEdit, config: ModelConfig, source_length: int) -> None:
    queries = source_length if edit.kind == "encoder" else config.max_positions
    if edit.query not in range(queries):
        raise CoreError(
            "intervention.query",
            "row {query} of the {kind} attention does not exist: rows go from 1 to {limit}",
            query=edit.query + 1,
            kind=edit.kind,
            limit=queries,
        )
    keys = edit.query + 1 if edit.kind == "decoder" else source_length
    if len(edit.weights) != keys:
        raise CoreError(
            "intervention.row",
            "row {query} of the {kind} attention needs {keys} weights, not {found}",
            query=edit.query + 1,
            kind=edit.kind,
            keys=keys,
            found=len(edit.weights),
        )
    if not all(0 <= weight <= 2 for weight in edit.weights) or abs(math.fsum(edit.weights) - 1) > _SUM_LIMIT:
        raise CoreError(
            "intervention.weights",
            "the weights of row {query} must be numbers of at least 0 that sum to 1, not to {total:.6g}",
            query=edit.query + 1,
            total=sum(edit.weights),
        )


def _is_object(value: object) -> TypeGuard[dict[object, object]]:
    return isinstance(value, dict)


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, list | tuple)


def _read_list(value: object, expected: str, length: int | None = None) -> Sequence[object]:
    if not _is_list(value) or length not in (None, len(value)):
        raise _form_error(expected)
    return value


def _read_head(values: object, expected: str = "a head as [kind, layer, head]") -> HeadName:
    if isinstance(values, str):
        found = _HEAD_IN_FILE.fullmatch(values)
        if not found:
            raise _form_error(expected)
        kind = next(kind for kind in KINDS if kind[0] == found[1])
        return HeadName(kind, int(found[2]) - 1, int(found[3]) - 1)
    kind, layer, head = _read_list(values, expected, 3)
    if type(kind) is not str or type(layer) is not int or type(head) is not int:
        raise _form_error(expected)
    return HeadName(kind, layer, head)


def _read_edit(values: object) -> RowEdit:
    expected = "a row as [kind, layer, head, query, weights]"
    row = _read_list(values, expected)
    if len(row) == 3 and isinstance(row[0], str):
        name, query, weights = row[0], row[1] - 1 if type(row[1]) is int else None, row[2]
    else:
        *name, query, weights = _read_list(values, expected, 5)
    if type(query) is not int:
        raise _form_error(expected)
    numbers = tuple(_read_number(one, expected) for one in _read_list(weights, expected))
    return RowEdit(*_read_head(name, expected), query, numbers)


def _read_number(value: object, expected: str) -> float:
    if type(value) is not int and type(value) is not float:
        raise _form_error(expected)
    try:
        return float(value)
    except OverflowError:  # an integer of hundreds of digits
        raise _form_error("weights as numbers") from None


def _form_error(expected: str) -> CoreError:
    return CoreError("intervention.form", "a change of attention must give {expected}", expected=expected)


def _place(name: HeadName) -> dict[str, object]:
    """Return kind, layer and head as fields of a message."""
    return {"kind": name.kind, "layer": name.layer + 1, "head": name.head + 1}
