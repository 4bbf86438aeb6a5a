"""Questions of the tab that draws Figure 1: what every block of the model made for one translation."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.config import ModelConfig
from core.errors import CoreError
from core.service.requests import BlockQuestion, TraceQuestion
from core.service.service import Service, TracedPair

if TYPE_CHECKING:
    import numpy as np

    from core.inspection.blocks import Block, BlockTensors
    from core.inspection.code import CodeListing

MAX_BLOCK_TOKENS = 128  # of a sentence: every block's result is sent


class MachineAnswer(NamedTuple):
    """The blocks of a model and what each made for one translation."""

    config: ModelConfig
    blocks: tuple[Block, ...]
    outputs: dict[str, np.ndarray]  # block -> float32 [L, D]


class BlockAnswer(NamedTuple):
    """All tensors of one block, and the lines that computed them."""

    found: BlockTensors
    listings: list[CodeListing]
    top_tokens: list[list[str]]  # [T][10], of the axis `top`; empty without it


def machine(service: Service, asked: TraceQuestion) -> MachineAnswer:
    """Return what every block made for one translation.

    Raises:
        CoreError: the sentences are longer than this is answered for.
    """
    from core.inspection.blocks import block_outputs, blocks

    pair = _short(service.pair(asked.id))
    model = pair.translator.model
    outputs = block_outputs(model, pair.source_ids, pair.target_ids, pair.request.intervention)
    return MachineAnswer(model.config, blocks(model.config), outputs)


def machine_block(service: Service, asked: BlockQuestion) -> BlockAnswer:
    """Return one block.

    Raises:
        CoreError: the sentences are longer than this is answered for, or the block does not exist.
    """
    from core.inspection.traced_code import traced_block

    pair = _short(service.pair(asked.id))
    found, listings = traced_block(
        pair.translator.model, pair.source_ids, pair.target_ids, asked.block, pair.request.intervention
    )
    vocabulary = pair.translator.vocabularies.target
    rows = found.top_ids.tolist() if found.top_ids is not None else []
    return BlockAnswer(found, listings, [[vocabulary.surface([token])[0] for token in row] for row in rows])


def _short(pair: TracedPair) -> TracedPair:
    longest = max(len(pair.source_ids), len(pair.target_ids))
    if longest > MAX_BLOCK_TOKENS:
        raise CoreError(
            "explorer.machine_size",
            "the machine is drawn for sentences of at most {limit} tokens; this one has {tokens}",
            limit=MAX_BLOCK_TOKENS,
            tokens=longest,
        )
    return pair
