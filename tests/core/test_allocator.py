"""Unused pages are returned to the system."""

import platform

import psutil
import pytest

from core.allocator import return_freed_memory


def resident() -> int:
    """Bytes of this process that are in memory."""
    return psutil.Process().memory_info().rss


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another allocator")
def test_freed_memory_between_live_blocks_is_returned():
    blocks = [bytearray(20_000) for _ in range(4_000)]  # 80 MB
    kept = blocks[::40]
    del blocks
    before = resident()
    return_freed_memory()
    assert before - resident() > 40_000_000
    assert len(kept) == 100
