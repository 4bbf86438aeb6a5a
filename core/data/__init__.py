"""Section 5.1: text, tokens and batches."""
