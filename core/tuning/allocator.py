"""Memory: settings of glibc's allocator, which keep freed blocks or return free memory, and what its end looks like.

Keeping large blocks doubles training speed on a CPU: by default every tensor above about 128 KiB is mapped from the
system and unmapped again at each use. A server, on the other hand, keeps small results between large temporary ones,
so its heap would grow by unused pages.
"""

import ctypes
import errno
import platform

from core.errors import CoreError

_M_TRIM_THRESHOLD, _M_TOP_PAD, _M_MMAP_THRESHOLD = -1, -2, -3  # malloc.h
_KEEP_BYTES = 1 << 30
_TORCH_MEMORY = ("DefaultCPUAllocator", "out of memory", "std::bad_alloc", "Cannot allocate memory")


def keep_freed_memory() -> bool:
    """Raise glibc's thresholds for this process; do nothing with other C libraries.

    Returns:
        True if the allocator accepted the settings.
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
    """Return unused pages to the system, which takes some milliseconds; do nothing with other C libraries.

    Returns:
        True if memory was returned.
    """
    if platform.libc_ver()[0] != "glibc":
        return False
    return ctypes.CDLL(None).malloc_trim(0) == 1


def memory_is_full(error: BaseException) -> bool:
    """Return True if an error means that a process, or a device, has no memory left."""
    words = str(error)
    return (
        isinstance(error, MemoryError)
        or (isinstance(error, OSError) and error.errno == errno.ENOMEM)
        or type(error).__name__ == "OutOfMemoryError"  # of torch, on a GPU
        or (isinstance(error, RuntimeError) and any(part in words for part in _TORCH_MEMORY))
    )


def memory_full() -> CoreError:
    """Return the error about a process, or a device, that has no memory left."""
    return CoreError("memory.full", "the memory is full; smaller batches or a smaller model need less")
