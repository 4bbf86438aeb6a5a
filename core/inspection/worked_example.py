"""One row of one head with all numbers behind it, so that it can be computed again by hand.

Shapes: K keys that the row may attend to, D d_model, H heads, E d_k, V d_v, F d_ff.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from core.attention_kinds import Kind, attention_site
from core.config import ModelConfig
from core.errors import CoreError
from core.inspection.close_up import check_place
from core.inspection.forced import ForcedPair
from core.inspection.intervention import Intervention
from core.model.probe import Recorder
from core.model.transformer import Transformer


class Place(NamedTuple):
    """A row of a head; all count from 0."""

    kind: Kind
    layer: int
    head: int
    query: int


class WorkedExample(NamedTuple):
    """The stream at one query, the parameters of its layer, and all that the model made of both.

    `computed` holds, in float32: weights [H, K], output [D], sum [D] and result [D] of the attention sub-layer; forward
    [D], hidden [F], forward_output [D], forward_sum [D] and forward_result [D] of the feed-forward sub-layer, of which
    `forward` is what enters it. Parameters are named as in the module: query.weight [H * E, D], output.bias [D],
    norm.weight [D], inner.weight [F, D], forward_norm.bias [D], ...
    """

    config: ModelConfig
    place: Place
    stream: np.ndarray  # float32 [D], residual stream at the query, as it enters the attention sub-layer
    memory: np.ndarray  # float32 [K, D], stream at the keys; in cross-attention the encoder's result
    parameters: Mapping[str, np.ndarray]  # float32
    computed: Mapping[str, np.ndarray]  # float32
    matrix: np.ndarray  # float32 [Q, K of all], weights of the head


@torch.inference_mode()
def worked_example(
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    place: Place,
    intervention: Intervention | None = None,
) -> WorkedExample:
    """Return one row of one head with all numbers behind it.

    Args:
        model: in eval mode.
        source_ids: the end symbol last.
        target_ids: the tokens predicted, without the start symbol.
        place: the row; of self-attention in the decoder it sees the keys up to itself.
        intervention: must be empty, because changed attention cannot be computed again from parameters.

    Raises:
        CoreError: the row does not exist, or attention is changed.
    """
    if intervention is not None and not intervention.empty:
        raise CoreError("worked_example.changed", "with changed heads a row cannot be computed again by hand")
    kind, layer, head, query = place
    check_place(model, kind, layer, head, query, len(source_ids) if kind == "encoder" else len(target_ids))
    site = attention_site(kind, layer)
    forward = f"{'encoder' if kind == 'encoder' else 'decoder'}.{layer}.feed_forward"
    names = {"input", "output", "sum", "residual"}
    seen = Recorder(
        sites=frozenset(
            {"encoder.memory", f"{forward}.hidden"} | {f"{one}.{name}" for one in (site, forward) for name in names}
        )
    )
    ForcedPair.of(model, source_ids, target_ids).states(model, seen)
    keys = query + 1 if kind == "decoder" else len(source_ids)
    observed = {name: _array(tensor) for name, tensor in seen.observed.items()}
    weights = _array(seen.weights[site])  # [H, Q, all keys]
    computed = {
        "weights": weights[:, query, :keys],
        "output": observed[f"{site}.output"][query],
        "sum": observed[f"{site}.sum"][query],
        "result": observed[f"{site}.residual"][query],
        "forward": observed[f"{forward}.input"][query],
        "hidden": observed[f"{forward}.hidden"][query],
        "forward_output": observed[f"{forward}.output"][query],
        "forward_sum": observed[f"{forward}.sum"][query],
        "forward_result": observed[f"{forward}.residual"][query],
    }
    return WorkedExample(
        config=model.config,
        place=place,
        stream=observed[f"{site}.input"][query],
        memory=observed["encoder.memory" if kind == "cross" else f"{site}.input"][:keys],
        parameters=_parameters(model, place),
        computed=computed,
        matrix=weights[head],
    )


def _parameters(model: Transformer, place: Place) -> dict[str, np.ndarray]:
    """Return the parameters of the attention and of the feed-forward sub-layer of one layer."""
    stack = model.encoder if place.kind == "encoder" else model.decoder
    layer, part = stack.layers[place.layer], "cross" if place.kind == "cross" else "self"
    modules = {
        **{name: f"{part}_attention.{name}" for name in ("query", "key", "value", "output")},
        "norm": f"{part}_residual.norm",
        "inner": "feed_forward.inner",
        "outer": "feed_forward.outer",
        "forward_norm": "feed_forward_residual.norm",
    }
    return {
        f"{name}.{end}": layer.get_parameter(f"{module}.{end}").detach().float().cpu().numpy()
        for name, module in modules.items()
        for end in ("weight", "bias")
    }


def _array(tensor: Tensor) -> np.ndarray:
    """Return the first of a batch as float32."""
    return tensor[0].float().cpu().numpy()
