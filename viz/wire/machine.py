"""Answers about Figure 1 as the JSON that its component reads.

Arrays travel in base64: what every block made as 8-bit levels between its own bounds, an opened block as float32.
"""

from __future__ import annotations

import base64
import dataclasses
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from viz.wire.listings import listings_json

if TYPE_CHECKING:
    from core.inspection.blocks import Change, NamedTensor
    from core.service.machine import BlockAnswer, MachineAnswer

Json = dict[str, Any]

_DIGITS = 5
_MODEL = (
    *("d_model", "num_heads", "d_ff", "dropout", "norm", "positions", "tying", "scale_scores"),
    *("activation", "scale_embedding", "output_bias"),
)


def machine_outputs(answer: MachineAnswer) -> Json:
    """Return the model's sizes, its blocks, and each block's result: 8-bit levels, bounds and norms."""
    config = dataclasses.asdict(answer.config)
    return {
        "model": {
            **{name: config[name] for name in _MODEL},
            "encoder_layers": answer.config.num_layers,
            "decoder_layers": answer.config.decoder_layers,
            "d_k": answer.config.query_width,
            "d_v": answer.config.value_width,
            "vocabulary": answer.config.output_size,
        },
        "blocks": [{"name": one.name, "kind": one.kind, "side": one.side, "layer": one.layer} for one in answer.blocks],
        "outputs": {name: _levels(values) for name, values in answer.outputs.items()},
    }


def machine_tensors(answer: BlockAnswer) -> Json:
    """Return every tensor of one block, the change of the stream and the code."""
    found = answer.found
    return {
        "block": found.block.name,
        "tensors": [_tensor(one) for one in found.tensors],
        "change": found.change and _change(found.change),
        "top_tokens": answer.top_tokens,
        "code": listings_json(answer.listings),
    }


FORMS: Mapping[str, Callable[[Any], Json]] = {"machine": machine_outputs, "machine_block": machine_tensors}


def _levels(values: np.ndarray) -> Json:
    low, high = float(values.min()), float(values.max())
    levels = np.rint((values - low) * (255 / (high - low) if high > low else 0)).astype(np.uint8)
    return {
        "levels": _base64(levels),
        "low": low,
        "high": high,
        "norms": _rounded(np.linalg.norm(values.astype(np.float64), axis=-1)),
    }


def _tensor(one: NamedTensor) -> Json:
    values = np.ascontiguousarray(one.values, dtype="<f4")
    return {"role": one.role, "axes": list(one.axes), "shape": list(values.shape), "values": _base64(values)}


def _change(change: Change) -> Json:
    return {name: _rounded(values) for name, values in change._asdict().items()}


def _rounded(values: np.ndarray) -> list[float]:
    return [float(f"{value:.{_DIGITS}g}") for value in values.tolist()]


def _base64(array: np.ndarray) -> str:
    return base64.b64encode(array.tobytes()).decode("ascii")
