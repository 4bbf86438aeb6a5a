"""All heads of one attention, for the mistake of averaging them."""

from typing import Any

from core.labs.shared.attentions import LayerValues, attention
from core.labs.shared.setting import Setting

Values = LayerValues


def compute(setting: Setting, values: LayerValues) -> dict[str, Any]:
    """Return `weights` of every head of one layer, float [H, Q, K].

    Raises:
        CoreError: the model does not have this layer.
    """
    return {"weights": attention(setting, values).weights[0].numpy()}


CODE = (compute,)
