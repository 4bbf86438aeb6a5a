"""Parallel training against sequential decoding, with and without the key/value cache, measured (3.1)."""

import time
from collections.abc import Callable
from typing import Any

import torch

from core.config import DecodingConfig
from core.decoding.cache import DecoderCache
from core.labs.shared.setting import Setting, Values

LONGEST = 24  # tokens of the translation that are measured
COST = (200, 4)


def compute(setting: Setting, values: Values) -> dict[str, Any]:
    """Return `milliseconds` of the decoder over the first tokens of the translation, and how many those are, `tokens`.

    Returns:
        `parallel`, one pass over all positions; `cached`, a step for each token with the cache; `prefix`, a pass over
        the whole beginning for each token.
    """
    model, pair = setting.model, setting.forced()
    read = pair.read[:, :LONGEST]  # [1, T]
    with torch.inference_mode():
        memory, mask = model.encode(pair.source)

        def cached() -> None:
            cache = DecoderCache(model, memory, mask, 1)
            for t in range(read.shape[1]):
                cache.step(read[:, t])

        ways: dict[str, Callable[[], object]] = {
            "parallel": lambda: model.decode(read, memory, mask),
            "cached": cached,
            "prefix": lambda: [model.decode(read[:, : t + 1], memory, mask) for t in range(read.shape[1])],
        }
        found = {name: _milliseconds(way) for name, way in ways.items()}
    return {"milliseconds": found, "tokens": read.shape[1], "beam": DecodingConfig().beam_size}


def _milliseconds(run: Callable[[], object]) -> float:
    """Return the shorter of two runs."""
    times = []
    for _ in range(2):
        start = time.perf_counter()
        run()
        times.append(1000 * (time.perf_counter() - start))
    return min(times)


CODE = (compute, DecoderCache.step)
