"""Limits of evaluations on the page, and the settings that every handler of the tab needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gradio.blocks import Block
from gradio.components import Component

from core.library import CheckpointLibrary
from viz.tabs.uploads import MEGABYTE

Sent = Mapping[Component, Any]  # values from a client, by component; any client can send anything
Updates = dict[Block, Any]  # what a handler changes, by component


@dataclass(frozen=True)
class Limits:
    """Limits of one page: lower if strangers can reach it."""

    most_sentences: int = 100_000  # of one evaluation
    most_beam: int = 16
    upload_bytes: int = 200 * MEGABYTE
    unpacked_bytes: int = 1_000_000_000
    own_runs: int | None = None  # evaluations of one visitor; the oldest that have ended are removed
    kept_runs: int | None = None  # of all visitors; more are removed when they have ended and are older than a day
    most_runs: int | None = None  # a new one is refused
    queued: bool = True  # whether an evaluation waits while another job of the folder runs; else it is refused
    owned: bool = False  # whether only the visitor who started an evaluation can change it


HOME = Limits()
SHARED = Limits(
    most_sentences=200,
    most_beam=4,
    upload_bytes=2 * MEGABYTE,
    unpacked_bytes=20_000_000,
    own_runs=3,
    kept_runs=10,
    most_runs=60,
    queued=False,
    owned=True,
)


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
