"""glibc's allocator, told to keep large blocks: on a CPU that is half of the training speed.

By default every tensor above 128 KiB or so is mapped from the system and unmapped again, at each of its uses.
"""

import ctypes
import platform

_M_TRIM_THRESHOLD, _M_TOP_PAD, _M_MMAP_THRESHOLD = -1, -2, -3  # malloc.h
_KEEP_BYTES = 1 << 30


def keep_freed_memory() -> bool:
    """Raise glibc's thresholds for this process; elsewhere do nothing.

    Returns:
        Whether the allocator took the settings.
    """
    if platform.libc_ver()[0] != "glibc":
        return False
    mallopt = ctypes.CDLL(None).mallopt
    settings = (
        (_M_MMAP_THRESHOLD, _KEEP_BYTES),
        (_M_TRIM_THRESHOLD, _KEEP_BYTES * 2 - 1),
        (_M_TOP_PAD, 64 << 20),
    )
    return all(mallopt(name, value) == 1 for name, value in settings)
