"""Token embeddings times sqrt(d_model) (3.4) and positional encoding (3.5).

Shapes: B batch, L positions, D d_model, V vocabulary.
"""

import math

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from core.config import ModelConfig
from core.errors import CoreError
from core.model.dropout import Dropout
from core.model.probe import Probe


def sinusoidal_positions(length: int, d_model: int, base: float = 10000.0) -> Float[Tensor, "{length} {d_model}"]:
    """Return PE(pos, 2i) = sin(pos / base^(2i / d_model)) and PE(pos, 2i + 1) = cos of the same angle.

    Args:
        length: positions 0 .. length - 1.
        d_model: width; even.
        base: 10000 in the paper; wavelengths run from 2 pi to 2 pi base^((d_model - 2) / d_model).

    Returns:
        float32, computed in float64.

    Raises:
        CoreError: d_model is odd.

    Examples:
        >>> sinusoidal_positions(2, 4)
        tensor([[0.0000, 1.0000, 0.0000, 1.0000],
                [0.8415, 0.5403, 0.0100, 0.9999]])

    References:
        Vaswani et al. 2017, section 3.5.
    """
    if d_model % 2:
        raise CoreError(
            "config.odd_d_model",
            "d_model ({d_model}) must be even: the positional encoding pairs a sine with a cosine",
            d_model=d_model,
        )
    position = torch.arange(length, dtype=torch.float64)[:, None]  # [L, 1]
    exponent = torch.arange(0, d_model, 2, dtype=torch.float64) / d_model  # [D/2], 2i / d_model
    angle = position / base**exponent  # [L, D/2]
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1).float()  # [L, D/2, 2] -> [L, D]


class Embedding(nn.Module):
    """Token embedding times sqrt(d_model), plus positions, then dropout (3.4, 3.5, 5.4)."""

    def __init__(self, config: ModelConfig, weight: nn.Parameter) -> None:
        super().__init__()
        self.weight = weight  # [V, D], possibly shared with the other side and the output
        self.scale = math.sqrt(config.d_model) if config.scale_embedding else 1.0
        self.dropout = Dropout(config.dropout)
        self.max_positions = config.max_positions
        self.learned = config.positions == "learned"
        if self.learned:
            self.positions = nn.Parameter(torch.empty(config.max_positions, config.d_model))
            nn.init.normal_(self.positions, std=config.d_model**-0.5)
        else:
            shape = (config.max_positions, config.d_model)
            table = torch.empty(shape) if weight.is_meta else sinusoidal_positions(*shape)
            self.register_buffer("positions", table, persistent=False)

    def forward(
        self, ids: Int[Tensor, "B L"], first: int = 0, *, probe: Probe | None = None, site: str = ""
    ) -> Float[Tensor, "B L D"]:
        """Embed ids at positions first, first + 1, ..."""
        last = first + ids.shape[1]
        if last > self.max_positions:
            raise CoreError(
                "model.too_long",
                "a sequence of {length} tokens is longer than this model's {limit} positions",
                length=last,
                limit=self.max_positions,
            )
        embedded = F.embedding(ids, self.weight) * self.scale  # [B, L, D]
        positions = self.positions[first:last]  # [L, D]
        states = self.dropout(embedded + positions)
        if probe is not None:
            probe.observe(f"{site}.tokens", embedded)
            probe.observe(f"{site}.positions", positions)
            probe.observe(site, states)
        return states
