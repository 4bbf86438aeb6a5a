"""The command line: python -m core COMMAND.

Commands: train, translate, evaluate, inspect, heads, ask, average, import, export, data, runs, jobs, snapshots.
"""

import sys

from core.cli.parser import main
from core.openmp import wait_asleep

if __name__ == "__main__":
    wait_asleep()  # before a command loads torch
    sys.exit(main())
