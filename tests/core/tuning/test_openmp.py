"""OpenMP spin count: lowered, unless the user has set one."""

import os
import subprocess
import sys

import pytest

from core.tuning.openmp import wait_asleep


def test_spin_count_is_lowered():
    variables = {"OMP_NUM_THREADS": "3"}
    assert wait_asleep(variables) and variables == {"OMP_NUM_THREADS": "3", "GOMP_SPINCOUNT": "1000"}


@pytest.mark.parametrize("own", [{"OMP_WAIT_POLICY": "ACTIVE"}, {"GOMP_SPINCOUNT": "17"}])
def test_a_persons_own_setting_stays(own):
    variables = dict(own)
    assert not wait_asleep(variables) and variables == own


def test_the_command_line_sets_it_before_torch_is_there():
    """Run as `python -m core` is, with a command that looks in place of the real one."""
    program = (
        "import os, runpy, sys, core.cli.parser as parser\n"
        "parser.main = lambda: print(os.environ['GOMP_SPINCOUNT'], 'torch' in sys.modules) or 0\n"
        "runpy.run_module('core', run_name='__main__')\n"
    )
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_"))}
    ended = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert ended.stdout.split() == ["1000", "False"], ended.stderr
