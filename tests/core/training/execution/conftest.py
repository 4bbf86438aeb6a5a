"""A finished run, and an interrupted run that must equal it."""

import pytest

from core.training.execution import execute
from core.training.run import Run
from tests.core.training.small_run import created


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A completed run of 8 steps; read-only."""
    run = created(tmp_path_factory.mktemp("runs") / "whole", snapshot_sentences=1)
    execute(run)
    return run
