"""Benchmarks, run by hand: python -m benchmarks.NAME. They begin like the commands that they measure."""

from core.tuning.openmp import wait_asleep

wait_asleep()  # as core.__main__ and app.py do, before a benchmark loads torch
