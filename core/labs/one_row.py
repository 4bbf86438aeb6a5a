"""Queries, keys, values and mask of one head, from which each row of attention follows by hand (3.2.1).

Shapes: Q queries, K keys, E d_k, V d_v.
"""

from typing import Any

from core.labs.shared.attentions import HeadValues, attention
from core.labs.shared.setting import Setting
from core.model.attention import attention_weights, masked_softmax, scaled_dot_product_attention

Values = HeadValues


def compute(setting: Setting, values: HeadValues) -> dict[str, Any]:
    """Return `query` [Q, E], `key` [K, E], `value` [K, V], `mask` [Q, K] (1 = may attend) and `scale`, 1 / sqrt(d_k).

    Raises:
        CoreError: the model does not have this head.
    """
    state = attention(setting, values, values.head)
    scores = state.scores[0, values.head]
    return {
        "query": state.query[0, values.head].numpy(),
        "key": state.key[0, values.head].numpy(),
        "value": state.value[0, values.head].numpy(),
        "mask": scores.isfinite().float().numpy(),
        "scale": state.query.shape[-1] ** -0.5 if setting.model.config.scale_scores else 1.0,
    }


CODE = (compute, scaled_dot_product_attention, attention_weights, masked_softmax)
