"""The command line: python -m core train | translate | evaluate | inspect | average."""

import sys

from core.cli.parser import main
from core.openmp import wait_asleep

if __name__ == "__main__":
    wait_asleep()  # before a command loads torch
    sys.exit(main())
