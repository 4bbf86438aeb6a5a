"""Section 6.1: how a translation is searched."""
