"""glibc's allocator, told to keep large blocks, or to give back what is free.

Keeping them is half of the training speed on a CPU: by default every tensor above 128 KiB or so is mapped from the
system and unmapped again, at each of its uses. A server, on the other hand, holds small results between large ones that
come and go, so that its heap would grow by pages that nobody uses.
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


def return_freed_memory() -> bool:
    """Give pages that nobody uses back to the system; takes some milliseconds. Elsewhere than on glibc do nothing.

    Returns:
        Whether there was something to give back.
    """
    if platform.libc_ver()[0] != "glibc":
        return False
    return ctypes.CDLL(None).malloc_trim(0) == 1
