"""The file of a model that `viz/components/engine/archive.js` reads: deflated JSON and weights in half precision.

    uint32 length of the header | header in UTF-8 | high bytes of all numbers | low bytes of all numbers

Signs, exponents and the first two bits of the fractions make the high bytes, which repeat; apart from the low bytes,
which look random, they deflate well.
"""

from __future__ import annotations

import dataclasses
import json
import struct
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from core.config import DecodingConfig, ModelConfig
from core.errors import CoreError

if TYPE_CHECKING:
    from core.checkpoint import Checkpoint

MAX_PARAMETERS = 40_000_000  # a browser translates a sentence in a few seconds, and the file has about 90 MB


def model_archive(checkpoint: Checkpoint, name: str) -> bytes:
    """Pack a model with its vocabulary.

    Args:
        checkpoint: to pack.
        name: of the checkpoint, as the page shows it.

    Raises:
        CoreError: the model is too large, its vocabulary is not one of those trained here, or a weight is too large
            for half precision.
    """
    from core.checkpoint import shared_names, unique_weights
    from core.data.tokenizer import Tokenizer

    config, vocabulary = checkpoint.model.config, checkpoint.vocabularies.source
    if config.num_parameters > MAX_PARAMETERS:
        raise CoreError(
            "saved_page.too_large",
            "{name} has {parameters:,} parameters; a saved page carries at most {limit:,}",
            name=name,
            parameters=config.num_parameters,
            limit=MAX_PARAMETERS,
        )
    if not isinstance(vocabulary, Tokenizer):
        raise CoreError(
            "saved_page.vocabulary", "{name} has no vocabulary of bytes and merges, which a saved page needs", name=name
        )
    weights = {
        tensor: values.numpy() for tensor, values in unique_weights(checkpoint.model.state_dict(), config).items()
    }
    header = {
        "config": engine_config(config),
        "vocabulary": vocabulary.byte_pairs()._asdict(),
        "checkpoint": name,
        "languages": [checkpoint.source_language, checkpoint.target_language],
        "examples": list(checkpoint.details.get("examples", ())),
        "maxExtraTokens": DecodingConfig().max_extra_tokens,
        "tensors": [
            {"name": tensor, "rows": values.size // values.shape[-1], "width": values.shape[-1]}
            for tensor, values in weights.items()
        ],
        "shared": shared_names(config),
    }
    described = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    high, low = _planes(weights, name)
    return zlib.compress(struct.pack("<I", len(described)) + described + high + low, 9)


def engine_config(config: ModelConfig) -> dict[str, Any]:
    """Return the settings that the engine reads, with values in place of those that were left out."""
    return {
        **dataclasses.asdict(config),
        "target_vocab_size": config.output_size,
        "num_decoder_layers": config.decoder_layers,
        "d_k": config.query_width,
        "d_v": config.value_width,
    }


def _planes(weights: dict[str, np.ndarray], name: str) -> tuple[bytes, bytes]:
    """Return the high and the low bytes of all numbers in half precision."""
    limit = float(np.finfo(np.float16).max)
    for tensor, values in weights.items():
        if values.size and float(np.abs(values).max()) > limit:
            raise CoreError(
                "saved_page.overflow",
                "{name}: tensor {tensor} has values above {limit:,.0f}, too large for half precision",
                name=name,
                tensor=tensor,
                limit=limit,
            )
    halves = np.concatenate([values.ravel().astype("<f2") for values in weights.values()]).view(np.uint8)
    return halves[1::2].tobytes(), halves[0::2].tobytes()
