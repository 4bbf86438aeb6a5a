"""Order of the features: this project interleaves sines and cosines (3.5), `transformers` puts all sines first.

Both use the same frequencies. A model whose features are reordered wherever d_model is an axis computes the same
logits, so one order becomes the other without any change of the model's code.
"""

import torch
from jaxtyping import Int
from torch import Tensor

_FIRST_AXIS = ("output.weight", "output.bias", "outer.weight", "outer.bias", "norm.weight", "norm.bias")
_LAST_AXIS = ("query.weight", "key.weight", "value.weight", "inner.weight", "embedding.weight", "output_weight")


def halves_from_pairs(d_model: int) -> Int[Tensor, " D"]:
    """Return the index that puts interleaved features in the order [sines | cosines].

    Examples:
        >>> halves_from_pairs(6)
        tensor([0, 2, 4, 1, 3, 5])
    """
    return torch.arange(d_model).view(-1, 2).t().flatten()


def pairs_from_halves(d_model: int) -> Int[Tensor, " D"]:
    """Return the index that interleaves features of the order [sines | cosines]: the inverse of `halves_from_pairs`.

    Examples:
        >>> pairs_from_halves(6)
        tensor([0, 3, 1, 4, 2, 5])
    """
    return torch.arange(d_model).view(2, -1).t().flatten()


def reordered(name: str, tensor: Tensor, order: Int[Tensor, " D"]) -> Tensor:
    """Return a tensor of the model with the features of d_model in another order.

    Args:
        name: its name in the model's state dict; queries, keys, values, the inner layer and logits keep their order.
        tensor: its values.
        order: index of each feature's place before.
    """
    if name.endswith(_FIRST_AXIS):
        return tensor[order]
    return tensor[..., order] if name.endswith(_LAST_AXIS) else tensor
