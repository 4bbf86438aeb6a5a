"""The command line: python -m core train | translate | evaluate | inspect | average."""

import sys

from core.cli.parser import main

if __name__ == "__main__":
    sys.exit(main())
