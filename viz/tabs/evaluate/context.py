"""Limits of evaluations on the page, and the settings that every handler of the tab needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gradio.blocks import Block
from gradio.components import Component

from core.library import CheckpointLibrary
from viz.tabs.limits import SHARED_PAGE, PageLimits

Sent = Mapping[Component, Any]  # values from a client, by component; any client can send anything
Updates = dict[Block, Any]  # what a handler changes, by component


@dataclass(frozen=True)
class Limits(PageLimits):
    """Limits of one page: lower if strangers can reach it."""

    most_sentences: int = 100_000  # of one evaluation
    most_beam: int = 16


HOME = Limits()
SHARED = Limits(**vars(SHARED_PAGE), most_sentences=200, most_beam=4)


@dataclass(frozen=True)
class Context:
    """Settings that every handler of the tab needs.

    Attributes:
        runs: the folder of runs, in which evaluations are folders too; it need not exist yet.
        limits: what the page allows.
        library: the checkpoints that can be evaluated.
    """

    runs: Path
    limits: Limits
    library: CheckpointLibrary
