"""How torch's threads wait for one another on a CPU: a moment awake, then asleep.

The threads of GNU's OpenMP, with which torch computes on Linux, meet at the end of every operation. Who comes first
spins, by default for milliseconds. While another program has one of the processors, the thread that all wait for does
not run, and those that wait keep it from running: a step of training takes ten times as long as it needs.
What is computed, and on how many threads, stays the same.
"""

import os
from collections.abc import MutableMapping

SPINS = 1000  # tens of microseconds, about what it costs to fall asleep and be woken; by default 300,000


def wait_asleep(environment: MutableMapping[str, str] = os.environ) -> bool:
    """Set how threads wait, for what this process loads and starts from here on; to be called before torch is imported.

    Args:
        environment: variables of the process.

    Returns:
        Whether that was done: a person's own setting stays.
    """
    if "OMP_WAIT_POLICY" in environment or "GOMP_SPINCOUNT" in environment:
        return False
    environment["GOMP_SPINCOUNT"] = str(SPINS)
    return True
