"""The command line of pictures: python -m viz COMMAND.

Commands: figure, handout, page, publish.
"""

import sys

from core.tuning.openmp import wait_asleep
from viz.cli.parser import main

if __name__ == "__main__":
    wait_asleep()  # before a command loads torch
    sys.exit(main())
