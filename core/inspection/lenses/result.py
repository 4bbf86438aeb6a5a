"""What a lens yields, and how long a translation it takes.

Shapes: L layers, H heads, S source tokens with the end symbol, T target tokens, Q/K query/key positions.
"""

from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

LENSES = ("weights", "scores", "value_norm", "rollout", "alti", "gradient", "occlusion")

# Tokens on either side, at most. What a lens returns grows with S², ST and T²: 3 x 48 x 512² numbers for 6 x 8 heads
# are 151 MB. Occlusion asks the model S times, so its time is bounded as well.
MAX_TOKENS = MappingProxyType({name: 128 if name == "occlusion" else 512 for name in LENSES})


@dataclass(frozen=True)
class LensResult:
    """One translation through one lens.

    Arrays are float32 [L, H', Q, K] with H' = H where the lens speaks of each head and 1 where heads are fused; None
    where it says nothing about that kind. Rollout and ALTI+ hold, at layer l, what has come together in layers 0 to l;
    occlusion has one layer. Cells that the model masks hold 0; the scores, whose zero means something, hold NaN there.
    """

    name: str
    encoder: np.ndarray | None  # [L, H', S, S]
    decoder: np.ndarray | None  # [L, H', T, T]
    cross: np.ndarray | None  # [L, H', T, S]
    signed: bool  # values may be below 0

    def kind(self, name: str) -> np.ndarray | None:
        """Return the array of one of `KINDS`."""
        return {"encoder": self.encoder, "decoder": self.decoder, "cross": self.cross}[name]
