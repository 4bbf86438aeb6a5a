"""The processor of this machine, as far as Linux reports it. Loads no torch."""

from functools import cache
from pathlib import Path


def has_bfloat16() -> bool:
    """Return whether the processor has instructions for bfloat16; False where it is unknown."""
    return any(name in _report() for name in ("avx512_bf16", "amx_bf16"))


def vendor() -> str:
    """Return the processor's maker as it names itself, such as GenuineIntel; empty where it is unknown."""
    lines = (line.partition(":") for line in _report().splitlines())
    return next((value.strip() for name, _, value in lines if name.strip() == "vendor_id"), "")


@cache
def _report() -> str:
    path = Path("/proc/cpuinfo")
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
