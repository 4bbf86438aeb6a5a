"""Exit status of a command, and one line about what is wrong."""

import argparse
import sys

from core.errors import CoreError
from core.tuning.allocator import memory_full, memory_is_full


def exit_status(parsed: argparse.Namespace) -> int:
    """Run the command of parsed arguments; return 0, or 2 after one line about invalid input or a full machine."""
    try:
        return parsed.command(parsed)
    except CoreError as error:
        return _refused(parsed, str(error))
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has closed the pipe
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if memory_is_full(error):
            return _refused(parsed, str(memory_full()))
        if not isinstance(error, OSError):
            raise
        place = f"{error.filename}: " if error.filename else ""
        return _refused(parsed, f"{place}{error.strerror or error}")


def _refused(parsed: argparse.Namespace, words: str) -> int:
    print(f"{parsed.prog}: error: {' '.join(words.split())}", file=sys.stderr)
    return 2
