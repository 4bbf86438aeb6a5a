"""The command line: python -m core COMMAND.

Commands: train, translate, evaluate, inspect, heads, ask, average, import, export, data, runs, jobs, snapshots.
"""

import sys

from core.cli.parser import main
from core.tuning.collector import COMMAND, collect_late
from core.tuning.openmp import wait_asleep

if __name__ == "__main__":
    wait_asleep()  # both before a command loads torch
    collect_late(COMMAND)
    sys.exit(main())
