"""Declaration of a lens, and its numbers for one translation. Importing this module loads no torch.

Shapes: L layers, H heads, S source tokens with the end symbol, T target tokens, Q/K query/key positions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from core.attention_kinds import KINDS, Kind

if TYPE_CHECKING:
    from core.inspection.forced import ForcedPair
    from core.model.transformer import Transformer

Rows = Literal["shares", "amounts", "logarithms"]


def mean_of_heads(cross: np.ndarray) -> np.ndarray:
    """Return the mean over layers and heads: [L, H, T, S] -> [T, S]."""
    return cross.mean(axis=(0, 1))


def sum_of_heads(cross: np.ndarray) -> np.ndarray:
    """Return the sum over layers and heads: [L, H, T, S] -> [T, S]."""
    return cross.sum(axis=(0, 1))


def last_layer(cross: np.ndarray) -> np.ndarray:
    """Return the last layer of a lens whose heads are fused: [L, 1, T, S] -> [T, S]."""
    return cross[-1, 0]


@dataclass(frozen=True)
class Lens:
    """One way to weigh or attribute attention; a module of this package with a constant `LENS` is one.

    Its words in the texts are `attention.lens.<name>`, `attention.lens.<name>.note` and, if its numbers have a unit,
    `attention.legend.<name>`.

    Attributes:
        name: the module's name.
        order: place in the menu, counted in tens so that another lens fits in between.
        compute: returns, for each of `kinds`, float32 [L, H', Q, K], H' = H if the lens has values per head and 1 if
            heads are fused. Masked cells hold 0, or NaN if zero has a meaning there.
        code: functions that `compute` calls and whose lines are shown with its own, see `core.inspection.traced_code`.
        rows: what the numbers of a row are.
            "shares": of one whole. They are drawn on [0, 1], and what remains of a row sums to 1 again where tokens
            are hidden.
            "amounts": in a unit of their own, drawn on the range that occurs.
            "logarithms": of shares, up to a constant for each row: what softmax is given, before an intervention.
            Exponentials are added where shares and amounts are.
        attribution: cross [L, H', T, S] -> [T, S], one number per source token and step.
        signed: values may be below 0.
        kinds: attention kinds for which it has values.
        max_tokens: most tokens on either side. The size of a result grows with S², ST and T²: 3 x 48 x 512² numbers
            for 6 x 8 heads are 151 MB.
    """

    name: str
    order: int
    compute: Callable[[Transformer, ForcedPair], Mapping[Kind, np.ndarray]]
    code: tuple[Callable[..., Any], ...]
    rows: Rows
    attribution: Callable[[np.ndarray], np.ndarray]
    signed: bool = False
    kinds: tuple[Kind, ...] = KINDS
    max_tokens: int = 512


@dataclass(frozen=True)
class LensResult:
    """Numbers of one lens for one translation; None for a kind that the lens does not cover."""

    lens: Lens
    encoder: np.ndarray | None = None  # [L, H', S, S]
    decoder: np.ndarray | None = None  # [L, H', T, T]
    cross: np.ndarray | None = None  # [L, H', T, S]

    def kind(self, name: str) -> np.ndarray | None:
        """Return the array of one of `KINDS`."""
        return {"encoder": self.encoder, "decoder": self.decoder, "cross": self.cross}[name]
