"""The command line: python -m core COMMAND; `core.cli.parser.COMMANDS` lists the commands."""

import sys

from core.cli.parser import main
from core.tuning.collector import COMMAND, collect_late
from core.tuning.openmp import wait_asleep

if __name__ == "__main__":
    wait_asleep()  # both before a command loads torch
    collect_late(COMMAND)
    sys.exit(main())
