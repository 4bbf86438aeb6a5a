"""The printable characters by which byte-level BPE names bytes (Radford et al. 2019)."""


def byte_characters() -> dict[int, str]:
    """Return the printable character of each byte.

    Printable Latin-1 bytes represent themselves, the others are numbered from U+0100.
    """
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    return {byte: chr(byte) for byte in printable} | {byte: chr(256 + n) for n, byte in enumerate(others)}
