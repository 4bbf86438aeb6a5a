"""Preflight: what a training will need and how it may fail, computed before its start; `run_preflight` is in `run`.

`result`, `warnings`, `memory` and `conclude` load no torch, so that the page can use them.
"""
