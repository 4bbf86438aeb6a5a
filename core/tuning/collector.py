"""Begin garbage collection after the start of a program.

Modules make hundreds of thousands of objects that stay until the end. Python's collector goes through them again and
again while they are being imported, which takes a seventh of the start of the page and of a command.
"""

import gc
from typing import Any

COMMAND, PAGE = 300_000, 600_000  # objects made by the imports of torch; of torch and Gradio


def collect_late(objects: int) -> None:
    """Let the collector begin after this many objects; then it works as usual, but leaves those objects alone.

    Objects without cycles are freed at once as ever. Call it before the imports.
    """
    usual = gc.get_threshold()

    def begin(phase: str, _: dict[str, Any]) -> None:
        if phase == "stop":
            gc.callbacks.remove(begin)
            gc.freeze()
            gc.set_threshold(*usual)

    gc.callbacks.append(begin)
    gc.set_threshold(objects)
