"""Measured times of layers of each kind of Table 1 (4)."""

import time
from collections.abc import Callable
from typing import Any, cast

import torch
import torch.nn.functional as F
from torch import nn

from core.labs.shared.setting import Setting, Values
from core.model.layers import EncoderLayer

SIZES = (8, 16, 32, 64, 128)
KERNEL, NEIGHBOURS, SEED = 3, 16, 1
COST = (300, 0)


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Measure layers as wide as the model on random states, in milliseconds, the better of two runs each.

    Returns:
        `tokens`, the sizes; `times`, by kind: `attention` (the loaded model's first encoder layer's self-attention),
        `recurrent` (an LSTM), `convolution` (kernel 3) and `restricted` (attention within a band, computed as a masked
        matrix), and `layer`, a whole encoder layer of the model.
    """
    model, width, generator = setting.model, setting.model.config.d_model, torch.Generator().manual_seed(SEED)
    first = cast(EncoderLayer, model.encoder.layers[0])
    recurrent, convolution = nn.LSTM(width, width), nn.Conv1d(width, width, KERNEL, padding=KERNEL // 2)
    times: dict[str, list[float]] = {
        name: [] for name in ("attention", "recurrent", "convolution", "restricted", "layer")
    }
    with torch.inference_mode():
        for n in SIZES:
            states = torch.randn(1, n, width, generator=generator)
            places = torch.arange(n)
            band = ((places[:, None] - places).abs() <= NEIGHBOURS // 2)[None, None]
            ways: dict[str, Callable[[], object]] = {
                "attention": lambda: first.self_attention(states, states, None),  # noqa: B023
                "recurrent": lambda: recurrent(states.transpose(0, 1)),  # noqa: B023
                "convolution": lambda: F.relu(convolution(states.transpose(1, 2))),  # noqa: B023
                "restricted": lambda: first.self_attention(states, states, band),  # noqa: B023
                "layer": lambda: first(states, None, None),  # noqa: B023
            }
            for name, way in ways.items():
                times[name].append(_milliseconds(way))
    return {"tokens": list(SIZES), "times": times}


def _milliseconds(run: Callable[[], object]) -> float:
    """Return the shorter of two runs."""
    found = []
    for _ in range(2):
        start = time.perf_counter()
        run()
        found.append(1000 * (time.perf_counter() - start))
    return min(found)


CODE = (compute,)
