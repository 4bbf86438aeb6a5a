"""What loading a checkpoint costs."""

import subprocess
import sys
from pathlib import Path

import torch

from core.checkpoint import load_checkpoint

ROOT = Path(__file__).parents[3]
LOAD = """
import sys
from pathlib import Path
from core.translator import Translator
translation = Translator.load(Path("tests/miniature")).translate(["one two"])[0]
print(bool(translation.text), sorted({"torch._dynamo", "sympy"} & set(sys.modules)))
"""


def test_loading_imports_no_compiler():
    found = subprocess.run([sys.executable, "-c", LOAD], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert found.stdout.strip() == "True []", found.stderr


def test_loading_draws_no_random_numbers():
    torch.manual_seed(3)
    expected = torch.rand(1)
    torch.manual_seed(3)
    load_checkpoint(ROOT / "tests" / "miniature")
    assert torch.equal(torch.rand(1), expected)
