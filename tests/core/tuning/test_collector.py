"""The garbage collector: late at the start of a program, then as usual."""

import subprocess
import sys

CODE = """
import gc
usual = gc.get_threshold()
from core.tuning.collector import collect_late
collect_late(5_000)
before = gc.get_count()[0]
few = [[] for _ in range(3_000)]
print(gc.get_freeze_count(), gc.get_threshold() == usual)
more = [[] for _ in range(5_000)]
print(gc.get_freeze_count() > 5_000, gc.get_threshold() == usual, gc.callbacks)
class Node: pass
for _ in range(2_000):
    node = Node()
    node.itself = node
print(sum(isinstance(one, Node) for one in gc.get_objects()) < 1_000)
"""


def test_collection_begins_after_many_objects_and_is_usual_then():
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True)
    assert done.stdout.splitlines() == ["0 False", "True True []", "True"], done.stderr


def test_commands_and_the_page_begin_late():
    """A program's first lines, up to its first heavy import."""
    for program, heavy in (("app.py", "import gradio"), ("core/__main__.py", "main()")):
        with open(program, encoding="utf-8") as file:
            lines = file.read()
        assert lines.index("collect_late(") < lines.index(heavy)
