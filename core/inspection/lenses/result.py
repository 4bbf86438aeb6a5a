"""Result of a lens, and the longest translation that each lens accepts.

Shapes: L layers, H heads, S source tokens with the end symbol, T target tokens, Q/K query/key positions.
"""

from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

LENSES = ("weights", "scores", "value_norm", "rollout", "alti", "gradient", "occlusion")

# Most tokens on either side. The size of a result grows with S², ST and T²: 3 x 48 x 512² numbers for 6 x 8 heads
# are 151 MB. Occlusion runs the model S times, so its time is bounded as well.
MAX_TOKENS = MappingProxyType({name: 128 if name == "occlusion" else 512 for name in LENSES})


@dataclass(frozen=True)
class LensResult:
    """Numbers of one lens for one translation.

    Arrays are float32 [L, H', Q, K] with H' = H if the lens has values per head and 1 if heads are fused; None if it
    has no values for that kind. Rollout and ALTI+ hold, at layer l, the result of layers 0 to l; occlusion has one
    layer. Masked cells hold 0; in the scores, where zero has a meaning, they hold NaN.
    """

    name: str
    encoder: np.ndarray | None  # [L, H', S, S]
    decoder: np.ndarray | None  # [L, H', T, T]
    cross: np.ndarray | None  # [L, H', T, S]
    signed: bool  # values may be below 0

    def kind(self, name: str) -> np.ndarray | None:
        """Return the array of one of `KINDS`."""
        return {"encoder": self.encoder, "decoder": self.decoder, "cross": self.cross}[name]
