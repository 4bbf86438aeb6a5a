"""The events of a run as the page takes them: dictionaries from a file, in which anything may be missing."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

Event = Mapping[str, Any]
Events = tuple[Event, ...]


def kind(events: Sequence[Event], name: str) -> list[Event]:
    """The events of one kind that tell their step."""
    return [event for event in events if event.get("event") == name and isinstance(event.get("step"), int)]


def latest(events: Sequence[Event], name: str) -> Event | None:
    """The last event of a kind."""
    return next(iter(kind(events, name)[-1:]), None)


def number(value: object) -> float:
    """The value, NaN for anything that is no number."""
    return float(value) if isinstance(value, int | float) else math.nan
