"""Unused pages are returned to the system."""

import platform

import pytest

from core.tuning import allocator
from core.tuning.allocator import keep_freed_memory, return_freed_memory


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another allocator")
def test_freed_memory_between_live_blocks_is_returned():
    blocks = [bytearray(20_000) for _ in range(4_000)]  # 80 MB
    kept = blocks[::40]
    del blocks
    assert return_freed_memory()  # glibc says whether pages were given back
    assert len(kept) == 100


def test_other_allocators_are_not_changed(monkeypatch):
    monkeypatch.setattr(allocator.platform, "libc_ver", lambda: ("musl", "1.2"))
    monkeypatch.setattr(allocator.ctypes, "CDLL", lambda name: pytest.fail("the C library was called"))
    assert not return_freed_memory() and not keep_freed_memory()
