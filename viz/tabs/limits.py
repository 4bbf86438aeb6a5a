"""Limits of a page that trains and evaluates: lower if strangers can reach it."""

from dataclasses import dataclass

MEGABYTE = 2**20  # as Gradio counts


@dataclass(frozen=True)
class PageLimits:
    """Limits of files, and of jobs: trainings in one tab, evaluations in another."""

    upload_bytes: int = 200 * MEGABYTE  # of a file
    unpacked_bytes: int = 1_000_000_000  # of its text
    own_runs: int | None = None  # jobs of one visitor; the oldest that have ended are removed
    kept_runs: int | None = None  # of all visitors; more are removed when they have ended and are older than a day
    most_runs: int | None = None  # a new one is refused
    queued: bool = True  # whether a job waits while another one of the folder runs; else it is refused
    owned: bool = False  # whether only the visitor who started a job can change it


SHARED_PAGE = PageLimits(
    upload_bytes=2 * MEGABYTE,
    unpacked_bytes=20_000_000,
    own_runs=3,
    kept_runs=10,
    most_runs=60,
    queued=False,
    owned=True,
)
