"""The file of a model that `shared/engine/archive.js` reads: deflated JSON and weights in half precision.

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
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import Vocabularies
from core.errors import CoreError

if TYPE_CHECKING:
    from core.checkpoint import Checkpoint

MAX_PARAMETERS = 40_000_000  # a browser translates a sentence in a few seconds, and the file has about 90 MB
_IN_THE_FILE = 1.15  # of a weight's two bytes, deflated and in base64: measured on the models that ship
_PAGE_BYTES = 370_000  # view, script, vocabulary


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

    config = checkpoint.model.config
    vocabulary = saveable_vocabulary(config, checkpoint.vocabularies, name)
    weights = {
        tensor: values.numpy() for tensor, values in unique_weights(checkpoint.model.state_dict(), config).items()
    }
    header = {
        "config": engine_config(config),
        "vocabulary": vocabulary.byte_pairs()._asdict(),
        "checkpoint": name,
        "languages": [checkpoint.source_language, checkpoint.target_language],
        "doubtBelow": checkpoint.doubt_below,
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
    # Repetitions shorter than 6 bytes are chance among weights; to code them would cost more than it saves.
    deflating = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, 9, zlib.Z_FILTERED)
    return deflating.compress(struct.pack("<I", len(described)) + described + high + low) + deflating.flush()


def saveable_vocabulary(config: ModelConfig, vocabularies: Vocabularies, name: str) -> Tokenizer:
    """Return the vocabulary of a model that a saved page can carry.

    Raises:
        CoreError: it is too large, or its vocabulary is not one of those trained here.
    """
    if config.num_parameters > MAX_PARAMETERS:
        raise CoreError(
            "saved_page.too_large",
            "{name} has {parameters:,} parameters; a page with its model carries at most {limit:,}",
            name=name,
            parameters=config.num_parameters,
            limit=MAX_PARAMETERS,
        )
    if not isinstance(vocabularies.source, Tokenizer) or vocabularies.source is not vocabularies.target:
        raise CoreError(
            "saved_page.vocabulary",
            "the vocabulary of {name} has other rules than those trained here (bytes and merges); a page with its "
            "model needs one of these",
            name=name,
        )
    return vocabularies.source


def page_bytes(config: ModelConfig) -> int:
    """Return about how many bytes a page with this model has, without making it."""
    return int(config.num_parameters * 2 * _IN_THE_FILE) + _PAGE_BYTES


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
