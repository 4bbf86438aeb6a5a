"""Reduce OpenMP spin-waiting, so that idle threads yield the CPU.

GNU's OpenMP, with which torch computes on Linux, synchronises its threads at the end of every operation; the first
ones spin, by default for milliseconds. If another program uses one of the processors, the last thread cannot run while
the others spin, and a step of training takes ten times as long as it needs. Results and number of threads do not
change.
"""

import os
from collections.abc import MutableMapping

SPINS = 1000  # tens of microseconds, about the cost of sleeping and waking up; the default is 300,000


def wait_asleep(environment: MutableMapping[str, str] = os.environ) -> bool:
    """Set the spin count for threads that this process starts from now on; call it before torch is imported.

    Args:
        environment: variables of the process.

    Returns:
        True if it was set; a user's own setting is kept.
    """
    if "OMP_WAIT_POLICY" in environment or "GOMP_SPINCOUNT" in environment:
        return False
    environment["GOMP_SPINCOUNT"] = str(SPINS)
    return True
