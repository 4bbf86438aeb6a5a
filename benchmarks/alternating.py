"""Measuring two ways of doing the same thing: alternating runs, the median of their ratios, and the budget.

The ways take turns (A B A B ...), so other load on the machine affects both equally; a ratio is always one of
neighbours. A benchmark prints one line a budget and its exit status says whether all were kept.
"""

import os
import platform
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import NamedTuple

from core.tuning.processor import has_bfloat16


class Spread(NamedTuple):
    """Summary of repeated measurements."""

    median: float
    lowest: float
    highest: float
    count: int


class Budget(NamedTuple):
    """Limit of a median."""

    limit: float
    at_least: bool  # False: at most

    def kept(self, value: float) -> bool:
        """Whether a median is within the budget; NaN never is."""
        return value >= self.limit if self.at_least else value <= self.limit


def at_least(limit: float) -> Budget:
    """A budget that larger values keep: how many times faster."""
    return Budget(limit, True)


def at_most(limit: float) -> Budget:
    """A budget that smaller values keep: seconds, or a share of another's time."""
    return Budget(limit, False)


@dataclass
class Report:
    """Prints results as they arrive and records whether every budget was kept."""

    verdicts: list[bool] = field(default_factory=list)

    def title(self, words: str) -> None:
        """Print the title of a measurement, and the machine."""
        print(f"{words}\n{machine()}\n", flush=True)

    def value(self, name: str, values: Sequence[float], unit: str, budget: Budget | None = None) -> None:
        """One line: median, minimum and maximum, and the budget with kept or not kept."""
        found = spread(values)
        words = f"{name:<58}{_number(found.median)}{unit}  (min {_number(found.lowest)}, max {_number(found.highest)}"
        words += f", {found.count} runs)"
        if budget is not None:
            kept = budget.kept(found.median)
            self.verdicts.append(kept)
            bound = "at least" if budget.at_least else "at most"
            words += f"  budget {bound} {_number(budget.limit)}{unit}: {'kept' if kept else 'NOT KEPT'}"
        print(words, flush=True)

    def condition(self, name: str, holds: bool, words: str) -> None:
        """One line for what must hold for the numbers to mean anything."""
        self.verdicts.append(holds)
        print(f"{name:<58}{words}: {'kept' if holds else 'NOT KEPT'}", flush=True)

    @property
    def status(self) -> int:
        """Exit status: 0 where every budget was kept, else 1."""
        return 0 if all(self.verdicts) else 1


def take_turns(arms: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """Run every arm once a round, in the order given (A B A B ...).

    Args:
        arms: name -> a run that returns its measurement, such as seconds or tokens per second.
        rounds: how often each is run.

    Returns:
        For each arm its `rounds` measurements, in order.
    """
    measured: dict[str, list[float]] = {name: [] for name in arms}
    for _ in range(rounds):
        for name, run in arms.items():
            measured[name].append(run())
    return measured


def ratios(over: Sequence[float], under: Sequence[float]) -> list[float]:
    """The ratio of each pair of neighbouring runs."""
    return [a / b for a, b in zip(over, under, strict=True)]


def spread(values: Sequence[float]) -> Spread:
    """Median, minimum and maximum."""
    return Spread(statistics.median(values), min(values), max(values), len(values))


def machine() -> str:
    """CPUs that this process may use, versions, requested threads, and the load."""
    cpus = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    threads = os.environ.get("OMP_NUM_THREADS")
    load = f", load average {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return (
        f"machine: {cpus} CPUs {'with' if has_bfloat16() else 'without'} bfloat16 instructions, "
        f"Python {platform.python_version()}, torch {version('torch')}, "
        f"threads {threads or 'as torch chooses'}{load} at the start"
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}" if value >= 1 else f"{value:.3f}"
