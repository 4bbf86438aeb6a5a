"""Keys of cross-attention, recomputed from the encoder's final states (3.2.3).

Shapes: S source tokens, D d_model, E d_k.
"""

from typing import Any

import torch

from core.labs.shared.attentions import HeadValues, recorded
from core.labs.shared.setting import Setting
from core.labs.training_step import attentions
from core.model.attention import MultiHeadAttention

Values = HeadValues


def compute(setting: Setting, values: HeadValues) -> dict[str, Any]:
    """Return the memory and a head's keys in each layer of the decoder.

    Returns:
        `memory`, the encoder's final states, float [S, D]; `keys` that the layer used, and `again`, the projection of
        the memory by that layer's own matrix, float [S, E]; `errors`, by layer the largest difference of the two;
        `alike`, the cosine of this layer's keys with each layer's, float [N]; `encoder`, the keys of the encoder's
        last self-attention, float [S, E].

    Raises:
        CoreError: the model does not have this head.
    """
    layer, head = setting.head(values.layer, values.head)
    recorder, modules = recorded(setting), attentions(setting.model)
    with torch.no_grad():
        memory = setting.model.encode(setting.forced().source)[0]  # [1, S, D]
        again = [
            _projected(modules[f"decoder.{i}.cross"], memory, head) for i in range(setting.model.config.decoder_layers)
        ]
    used = [recorder.attentions[f"decoder.{i}.cross"].key[0, head] for i in range(len(again))]
    last = setting.model.config.num_layers - 1
    return {
        "memory": memory[0].numpy(),
        "keys": used[layer].numpy(),
        "again": again[layer].numpy(),
        "errors": [float((a - b).abs().max()) for a, b in zip(used, again, strict=True)],
        "alike": [float(torch.cosine_similarity(used[layer].flatten(), one.flatten(), dim=0)) for one in used],
        "encoder": recorder.attentions[f"encoder.{last}.self"].key[0, head].numpy(),
    }


def _projected(module: MultiHeadAttention, memory: torch.Tensor, head: int) -> torch.Tensor:
    """Return one head's keys of the memory, [S, E]."""
    return module.key(memory)[0].unflatten(1, (module.num_heads, -1))[:, head]


CODE = (compute, _projected)
