"""The command line: python -m glassformer [COMMAND]."""

import sys

from glassformer.command import main

if __name__ == "__main__":
    sys.exit(main())
