"""Memory, threads and the library of a product: for processors and allocators, not for the paper."""
