"""Limits of the page, and the settings that every handler of the tab needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gradio.blocks import Block
from gradio.components import Component

from core.config import PRESETS
from core.library import CheckpointLibrary
from viz.tabs.limits import SHARED_PAGE, PageLimits

FIRST = "first"  # the preset that is not one of core.config
TUTORIAL = "iwslt2017-en-zh"  # the recipe that is offered as a preset, named after its corpus

Sent = Mapping[Component, Any]  # values from a client, by component; any client can send anything
Updates = dict[Block, Any]  # what a handler changes, by component


@dataclass(frozen=True)
class Limits(PageLimits):
    """Limits of one page: lower if strangers can reach it."""

    max_steps: int | None = None
    max_parameters: int | None = None
    max_tokens_per_batch: int | None = None
    max_vocabulary: int | None = None  # with a wide batch it decides the memory, which a Space shares with the page
    max_averaged: int | None = None  # step checkpoints, which a run keeps until it ends
    presets: tuple[str, ...] = (FIRST, *PRESETS, TUTORIAL)
    corpora: bool = True  # whether known corpora can be fetched and trained on
    installs: bool = True  # whether a visitor can install a library that is missing
    hub_bytes: int | None = None  # of one split of a data set of the Hub; the rest is left out
    hub_pairs: int | None = None  # likewise
    hub_copies: int | None = None  # data sets of the Hub that are kept; older ones are removed
    max_minutes: float | None = None  # of one training, by the clock


HOME = Limits()
SHARED = Limits(
    **vars(SHARED_PAGE),
    max_steps=2000,
    max_parameters=10_000_000,
    max_tokens_per_batch=4096,
    max_vocabulary=10_000,
    max_averaged=5,
    presets=(FIRST, "tiny"),
    corpora=False,
    installs=False,
    hub_bytes=20_000_000,
    hub_pairs=100_000,
    hub_copies=10,
    max_minutes=10.0,
)


@dataclass(frozen=True)
class Context:
    """Settings that every handler of the tab needs.

    Attributes:
        runs: the folder of run folders, which need not exist yet.
        limits: what the page allows.
        library: the checkpoints that a run may start from; none without one.
    """

    runs: Path
    limits: Limits
    library: CheckpointLibrary | None = None
